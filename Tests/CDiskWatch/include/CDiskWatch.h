/// The changes that this process makes to files, told call by call.
///
/// A program that links this has the functions of <unistd.h>, <fcntl.h> and <stdio.h> that change files from here, in
/// place of the C library's, and so have SQLite and Swift in it. They make the same system calls.
#pragma once

#include <stdint.h>

enum __attribute__((enum_extensibility(closed))) disk_call {
  /// A file that was not there was made: `path`, `file`.
  disk_created,
  /// A directory was made: `path`.
  disk_made_directory,
  /// Bytes were written: `file`, `offset`, `bytes`, `count`.
  disk_written,
  /// A file was cut or lengthened to `offset` bytes: `file`.
  disk_resized,
  /// A file's contents are durable: `file`.
  disk_synced,
  /// The names in a directory are durable: `path`.
  disk_synced_directory,
  /// A name was replaced by another: `path`, `target`.
  disk_renamed,
  /// A name was removed: `path`.
  disk_removed,
};

/// A call that succeeded. Paths are absolute; what a kind does not name above is zero.
struct disk_change {
  enum disk_call call;
  /// The number of the inode.
  uint64_t file;
  const char *path;
  const char *target;
  int64_t offset;
  const void *bytes;
  int64_t count;
};

/// Has every change below the directory `root` told to `watcher`, one at a time, before the call that made it returns;
/// null for both ends that.
void disk_watch(const char *root, void (*watcher)(const struct disk_change *change));

/// 0 in a build for ThreadSanitizer, whose functions stand in the same place, and where nothing is told.
int disk_watch_is_possible(void);
