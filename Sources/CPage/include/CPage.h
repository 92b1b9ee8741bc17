/// The files of the page, as part of the program.
#pragma once

#include <stddef.h>

/// A file of the page.
struct page_file {
  /// Its name, without a folder.
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// How many files the folder `page` has.
size_t page_file_count(void);

/// One of them, from 0.
const struct page_file *page_file_at(size_t index);
