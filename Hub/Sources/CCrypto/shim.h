// OpenSSL's hash functions.
#include <openssl/sha.h>
