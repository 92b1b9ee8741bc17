/// The Linux calls that Swift's Glibc module does not import.
#pragma once

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A counter to wake a poll with, non-blocking and closed on exec; -1 and errno where the kernel has none to give.
int linux_eventfd(void);

/// A timer on CLOCK_BOOTTIME, non-blocking and closed on exec; -1 and errno where the kernel has none to give.
int linux_timerfd_boottime(void);

/// Lets the timer expire when CLOCK_BOOTTIME reads `nanoseconds`; 0 or less disarms it. Returns 0, or -1 and errno.
int linux_timerfd_arm(int timer, int64_t nanoseconds);

/// Whether the system clock is disciplined, by NTP say; -1 where this process may not ask. adjtimex(2).
int linux_clock_is_synchronised(void);

/// The number of the file system that a path lies on; 0 where there is no such path. statfs(2).
uint32_t linux_file_system_type(const char *path);

/// Names the calling thread, for `ps -L` and debuggers; the kernel keeps the first 15 bytes.
void linux_name_thread(const char *name);

/// Has the calling thread, and nothing that it starts, go before all threads of the machine that are not in a hurry
/// (SCHED_RR, sched(7)); where that is not permitted, nothing happens.
void linux_prefer_thread(void);

/// Drops the pages of code and constants from the process, and free memory from its heap.
///
/// What is still needed comes back from the page cache at a touch, without the disk; what only a start needs stays away.
/// Safe at any time and from any thread.
void linux_drop_idle_pages(void);

/// Forbids core dumps of this process, and other programs of its user to look into its memory (PR_SET_DUMPABLE).
void linux_forbid_core_dumps(void);

/// A descriptor that tells of changes in folders, non-blocking and closed on exec; -1 and errno where there is none to be
/// had. inotify(7).
int linux_inotify(void);

/// Has `inotify` tell when an entry of a folder comes, goes, or may be opened by others than before; once more does
/// nothing. Returns a negative number, and errno, for what is no folder.
int linux_inotify_folder(int inotify, const char *path);

/// Has an input device (/dev/input/event*) send its events to this descriptor alone, until it is closed (EVIOCGRAB);
/// 0, or -1 and errno: EBUSY if another program has it, ENOTTY if it is none.
int linux_grab_input(int device);

/// A descriptor that is readable once a child of this process has ended, closed on exec; -1 and errno where there is
/// none. pidfd_open(2), since Linux 5.3.
int linux_pidfd(pid_t child);

/// The most packets that `linux_receive` receives at once.
#define LINUX_MOST_PACKETS 16

/// Receives what waits at a socket, up to 16 packets, each into `room` bytes of its own in `buffer`; their lengths, and how
/// many they are, 0 or less for none. recvmmsg(2).
int linux_receive(int socket, uint8_t *buffer, size_t room, uint32_t *lengths);

/// How many packets found no room in a socket's buffer since it was opened (SO_MEMINFO, since Linux 4.12); 0 where the
/// kernel does not tell.
uint32_t linux_dropped_packets(int socket);

/// Starts a program as posix_spawn(3) does, with `actions` for its descriptors.
///
/// It inherits none from `first` on, whoever opened it without O_CLOEXEC, blocks no signal, whatever the calling thread
/// blocks, does not ignore SIGPIPE as this process does, and is the head of a process group of its own. It has no ambient
/// capability (capabilities(7)), so none that the service was given and its user does not have. Returns 0 or an error number.
int linux_spawn(pid_t *child, const char *path, posix_spawn_file_actions_t *actions, int first, char *const *words,
                char *const *environment);

/// The IPv4 addresses of this computer, each as a number, at most `room`; how many they are. netdevice(7).
///
/// It asks by a Unix socket, so a process may ask that may open no other.
int linux_ipv4_addresses(uint32_t *addresses, int room);

/// Writes all of `bytes`, in as many calls as that takes, also if signals interrupt it. Returns 0, or -1 and errno.
int linux_write(int descriptor, const void *bytes, size_t count);

/// Reads until `buffer` is full or the file ends, also if signals interrupt it. Returns the number of bytes, or -1 and
/// errno.
ssize_t linux_read(int descriptor, void *buffer, size_t count);

/// Does the same from an offset of the file, and leaves the descriptor's own offset alone.
ssize_t linux_read_at(int descriptor, void *buffer, size_t count, off_t offset);
