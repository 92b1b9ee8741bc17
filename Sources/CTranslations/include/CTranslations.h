/// The translations, embedded in the program.
#pragma once

#include <stddef.h>

/// A gettext file in UTF-8, with messages sorted by the bytes of their English text.
struct translation_file {
  const unsigned char *bytes;
  size_t count;
};

/// The file of a language by its ISO 639-1 code; `bytes` is NULL unless it is de, fr or es.
struct translation_file translation_file_of(const char *language);
