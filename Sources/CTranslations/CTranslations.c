#include "CTranslations.h"

#include <string.h>

// The compiler supports C23's `#embed`, but warns about it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char de[] = {
#embed "../../po/de.po"
};
static const unsigned char es[] = {
#embed "../../po/es.po"
};
static const unsigned char fr[] = {
#embed "../../po/fr.po"
};

struct translation_file translation_file_of(const char *language) {
  if (!strcmp(language, "de")) return (struct translation_file){de, sizeof de};
  if (!strcmp(language, "es")) return (struct translation_file){es, sizeof es};
  if (!strcmp(language, "fr")) return (struct translation_file){fr, sizeof fr};
  return (struct translation_file){NULL, 0};
}
