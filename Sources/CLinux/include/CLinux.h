/// The Linux calls that Swift's Glibc module does not import.
#pragma once

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A counter that can wake a poll, non-blocking and closed on exec; -1 and errno on failure.
int linux_eventfd(void);

/// A timer on CLOCK_BOOTTIME, non-blocking and closed on exec; -1 and errno on failure.
int linux_timerfd_boottime(void);

/// Sets a timer to expire at `nanoseconds` of CLOCK_BOOTTIME; 0 or less disarms it. Returns 0, or -1 and errno.
int linux_timerfd_arm(int timer, int64_t nanoseconds);

/// Whether the system clock is synchronised, for example by NTP; -1 if this process may not read it. adjtimex(2).
int linux_clock_is_synchronised(void);

/// The type of the file system of a path; 0 if it cannot be read. statfs(2).
uint32_t linux_file_system_type(const char *path);

/// Names the calling thread, for `ps -L` and debuggers; the kernel keeps the first 15 bytes.
void linux_name_thread(const char *name);

/// Gives the calling thread, but not its children, priority over all normal threads of the machine (SCHED_RR,
/// sched(7)). Does nothing if that is not permitted.
void linux_prefer_thread(void);

/// Drops the pages of code and constants from the process, and free memory from its heap.
///
/// Pages still in use return from the page cache without disk access; pages that only a start needs stay away.
/// Safe at any time and from any thread.
void linux_drop_idle_pages(void);

/// Forbids core dumps, and access of other programs of the same user to this process's memory (PR_SET_DUMPABLE).
void linux_forbid_core_dumps(void);

/// A descriptor that reports changes in folders, non-blocking and closed on exec; -1 and errno on failure. inotify(7).
int linux_inotify(void);

/// Makes `inotify` report entries of a folder that appear, disappear or change their permissions. A repeated call has
/// no effect. Returns a negative number and errno if `path` is not a folder.
int linux_inotify_folder(int inotify, const char *path);

/// Makes an input device (/dev/input/event*) send its events to this descriptor alone, until it is closed (EVIOCGRAB).
/// Returns 0, or -1 and errno: EBUSY if another program has it, ENOTTY if it is no input device.
int linux_grab_input(int device);

/// A descriptor that is readable once a child of this process has ended, closed on exec; -1 and errno on failure.
/// pidfd_open(2), since Linux 5.3.
int linux_pidfd(pid_t child);

/// The maximum number of packets per `linux_receive`.
#define LINUX_MOST_PACKETS 16

/// Receives up to 16 waiting packets of a socket, each into its own `room` bytes of `buffer`, and stores their lengths.
/// Returns their number; 0 or less if there are none. recvmmsg(2).
int linux_receive(int socket, uint8_t *buffer, size_t room, uint32_t *lengths);

/// The number of packets that a full socket buffer has dropped since the socket was opened (SO_MEMINFO, since Linux
/// 4.12); 0 if unknown.
uint32_t linux_dropped_packets(int socket);

/// Starts a program like posix_spawn(3), with `actions` for its descriptors. Returns 0 or an error number.
///
/// The program inherits no descriptor from `first` on, even if it was opened without O_CLOEXEC. It blocks no signal,
/// even if the calling thread does. Unlike this process, it does not ignore SIGPIPE. It leads its own process group. It
/// has no ambient capability (capabilities(7)), so it gets no capability that its user does not have.
int linux_spawn(pid_t *child, const char *path, posix_spawn_file_actions_t *actions, int first, char *const *words,
                char *const *environment);

/// Stores up to `room` IPv4 addresses of this computer, in host byte order. Returns their number. netdevice(7).
///
/// Uses a Unix socket, so it works in a process that may open no other.
int linux_ipv4_addresses(uint32_t *addresses, int room);

/// Stores up to `room` IPv4 addresses of running interfaces with multicast, in host byte order, and the indexes of their
/// interfaces. Returns their number. Uses a Unix socket, too.
int linux_multicast_interfaces(uint32_t *addresses, int *indexes, int room);

/// Writes all of `bytes`, in as many calls as needed, even if signals interrupt it. Returns 0, or -1 and errno.
int linux_write(int descriptor, const void *bytes, size_t count);

/// Reads until `buffer` is full or the file ends, even if signals interrupt it. Returns the number of bytes, or -1 and
/// errno.
ssize_t linux_read(int descriptor, void *buffer, size_t count);

/// Like `linux_read`, from an offset of the file; keeps the descriptor's own offset.
ssize_t linux_read_at(int descriptor, void *buffer, size_t count, off_t offset);
