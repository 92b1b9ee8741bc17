/// The workouts of the package, embedded in the program.
#pragma once

#include <stddef.h>

/// A workout as JSON in UTF-8.
struct workout_file {
  const unsigned char *bytes;
  size_t count;
};

/// The file at an index from 0, in the order of names; `bytes` is NULL behind the last one.
struct workout_file workout_file_at(size_t index);
