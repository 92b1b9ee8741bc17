/// The page's files, embedded in the program.
#pragma once

#include <stddef.h>

struct page_file {
  /// The name without a folder.
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// The number of files in `page`.
size_t page_file_count(void);

/// The file at an index from 0; NULL if there is none.
const struct page_file *page_file_at(size_t index);
