/// The translations, as part of the program.
#pragma once

#include <stddef.h>

/// A file of gettext in UTF-8, its messages sorted by the bytes of their English text.
struct translation_file {
  const unsigned char *bytes;
  size_t count;
};

/// The file of a language by its code of ISO 639-1; without bytes for any other than de, fr and es.
struct translation_file translation_file_of(const char *language);
