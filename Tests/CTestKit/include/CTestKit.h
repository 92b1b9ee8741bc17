/// What Swift's Glibc module does not import, and tests need.
#pragma once

#include <spawn.h>

/// Lets a program that is spawned with `actions` inherit no descriptor from `first` on, whoever opened it without
/// O_CLOEXEC. Returns 0 or an error number.
int test_spawn_close_from(posix_spawn_file_actions_t *actions, int first);
