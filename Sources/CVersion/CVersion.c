#include "CVersion.h"

#include <stddef.h>

__attribute__((weak)) const char *product_version(void) { return NULL; }
