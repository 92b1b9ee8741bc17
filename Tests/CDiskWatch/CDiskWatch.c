#define _GNU_SOURCE
#include "CDiskWatch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__has_feature) && __has_feature(thread_sanitizer)

int disk_watch_is_possible(void) { return 0; }

void disk_watch(const char *root, void (*watcher)(const struct disk_change *)) {}

#else

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char root[PATH_MAX];
static void (*watcher)(const struct disk_change *);
/// Whether there is a watcher: all that most calls look at.
static atomic_bool is_watching;

int disk_watch_is_possible(void) { return 1; }

void disk_watch(const char *path, void (*callback)(const struct disk_change *)) {
  pthread_mutex_lock(&lock);
  watcher = callback;
  if (path) strncpy(root, path, sizeof root - 1);
  atomic_store(&is_watching, callback != NULL);
  pthread_mutex_unlock(&lock);
}

static bool is_below_root(const char *path) {
  size_t length = strlen(root);
  return strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static void tell(struct disk_change change) {
  int number = errno;
  pthread_mutex_lock(&lock);
  if (watcher && is_below_root(change.path)) watcher(&change);
  pthread_mutex_unlock(&lock);
  errno = number;
}

/// Tells of a call that was made with a descriptor.
static void tell_of(int descriptor, struct disk_change change) {
  int number = errno;
  char link[64], path[PATH_MAX];
  struct stat status;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length > 0 && fstat(descriptor, &status) == 0) {
    path[length] = 0;
    change.path = path;
    change.file = status.st_ino;
    if (change.call == disk_synced && S_ISDIR(status.st_mode)) change.call = disk_synced_directory;
    tell(change);
  }
  errno = number;
}

static bool is_there(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0;
}

static int open_file(const char *path, int flags, mode_t mode) {
  bool is_new = is_watching && (flags & O_CREAT) && !is_there(path);
  int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  if (descriptor >= 0 && is_watching) {
    if (is_new) tell_of(descriptor, (struct disk_change){.call = disk_created});
    else if (flags & O_TRUNC) tell_of(descriptor, (struct disk_change){.call = disk_resized});
  }
  return descriptor;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int descriptor = open_file(path, flags, __OPEN_NEEDS_MODE(flags) ? va_arg(rest, mode_t) : 0);
  va_end(rest);
  return descriptor;
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));

static ssize_t written(int descriptor, const void *bytes, ssize_t count, off_t offset) {
  if (count > 0 && is_watching) {
    // A plain write, at the end with O_APPEND, has moved the offset behind what it wrote.
    if (offset < 0) offset = lseek(descriptor, 0, SEEK_CUR) - count;
    struct disk_change change = {.call = disk_written, .offset = offset, .bytes = bytes, .count = count};
    tell_of(descriptor, change);
  }
  return count;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  return written(descriptor, bytes, syscall(SYS_write, descriptor, bytes, count), -1);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  return written(descriptor, bytes, syscall(SYS_pwrite64, descriptor, bytes, count, offset), offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  return pwrite(descriptor, bytes, count, offset);
}

static int told(int result, int descriptor, struct disk_change change) {
  if (result == 0 && is_watching) tell_of(descriptor, change);
  return result;
}

int ftruncate(int descriptor, off_t size) {
  struct disk_change change = {.call = disk_resized, .offset = size};
  return told((int)syscall(SYS_ftruncate, descriptor, size), descriptor, change);
}

int ftruncate64(int descriptor, off64_t size) { return ftruncate(descriptor, size); }

int fsync(int descriptor) {
  return told((int)syscall(SYS_fsync, descriptor), descriptor, (struct disk_change){.call = disk_synced});
}

int fdatasync(int descriptor) {
  return told((int)syscall(SYS_fdatasync, descriptor), descriptor, (struct disk_change){.call = disk_synced});
}

static int told_name(int result, struct disk_change change) {
  if (result == 0 && is_watching) tell(change);
  return result;
}

int mkdir(const char *path, mode_t mode) {
  struct disk_change change = {.call = disk_made_directory, .path = path};
  return told_name((int)syscall(SYS_mkdirat, AT_FDCWD, path, mode), change);
}

int rename(const char *path, const char *target) {
  struct disk_change change = {.call = disk_renamed, .path = path, .target = target};
  return told_name((int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, target, 0), change);
}

int unlink(const char *path) {
  return told_name((int)syscall(SYS_unlinkat, AT_FDCWD, path, 0), (struct disk_change){.call = disk_removed, .path = path});
}

#endif
