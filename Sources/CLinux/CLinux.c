#define _GNU_SOURCE
#include "CLinux.h"

#include <arpa/inet.h>
#include <errno.h>
#include <link.h>
#include <linux/input.h>
#include <linux/sock_diag.h>
#include <malloc.h>
#include <net/if.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

uint32_t linux_file_system_type(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (uint32_t)status.f_type : 0;
}

void linux_forbid_core_dumps(void) { prctl(PR_SET_DUMPABLE, 0); }

int linux_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int linux_timerfd_boottime(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC); }

int linux_timerfd_arm(int timer, int64_t nanoseconds) {
  struct itimerspec expiry = {0};
  if (nanoseconds > 0) {
    expiry.it_value.tv_sec = nanoseconds / 1000000000;
    expiry.it_value.tv_nsec = nanoseconds % 1000000000;
  }
  return timerfd_settime(timer, TFD_TIMER_ABSTIME, &expiry, NULL);
}

int linux_inotify(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int linux_inotify_folder(int inotify, const char *path) {
  return inotify_add_watch(inotify, path, IN_CREATE | IN_DELETE | IN_MOVE | IN_ATTRIB | IN_ONLYDIR);
}

int linux_grab_input(int device) { return ioctl(device, EVIOCGRAB, 1); }

int linux_pidfd(pid_t child) { return (int)syscall(SYS_pidfd_open, child, 0); }

int linux_receive(int socket, uint8_t *buffer, size_t room, uint32_t *lengths) {
  struct mmsghdr messages[LINUX_MOST_PACKETS] = {0};
  struct iovec places[LINUX_MOST_PACKETS];
  for (int number = 0; number < LINUX_MOST_PACKETS; number++) {
    places[number] = (struct iovec){buffer + number * room, room};
    messages[number].msg_hdr.msg_iov = &places[number];
    messages[number].msg_hdr.msg_iovlen = 1;
  }
  int count = recvmmsg(socket, messages, LINUX_MOST_PACKETS, MSG_DONTWAIT, NULL);
  for (int number = 0; number < count; number++) lengths[number] = messages[number].msg_len;
  return count;
}

uint32_t linux_dropped_packets(int socket) {
  uint32_t memory[SK_MEMINFO_VARS] = {0};
  socklen_t size = sizeof memory;
  if (getsockopt(socket, SOL_SOCKET, SO_MEMINFO, memory, &size) != 0) return 0;
  return size > SK_MEMINFO_DROPS * sizeof memory[0] ? memory[SK_MEMINFO_DROPS] : 0;
}

void linux_name_thread(const char *name) {
  char kept[16] = {0};
  strncpy(kept, name, sizeof kept - 1);
  pthread_setname_np(pthread_self(), kept);
}

void linux_prefer_thread(void) {
  struct sched_param least = {.sched_priority = 1};
  sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &least);
}

int linux_clock_is_synchronised(void) {
  struct timex state = {0};
  int clock = adjtimex(&state);
  return clock < 0 ? -1 : clock != TIME_ERROR;
}

/// Drops the pages of one object's read-only segments.
static int drop_read_only(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  (void)unused;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || header->p_flags & PF_W) continue;
    uintptr_t begin = (info->dlpi_addr + header->p_vaddr + page - 1) & ~(page - 1);
    uintptr_t end = (info->dlpi_addr + header->p_vaddr + header->p_memsz) & ~(page - 1);
    if (begin < end) madvise((void *)begin, end - begin, MADV_DONTNEED);
  }
  return 0;
}

void linux_drop_idle_pages(void) {
  dl_iterate_phdr(drop_read_only, NULL);
  malloc_trim(0);
}

int linux_spawn(pid_t *child, const char *path, posix_spawn_file_actions_t *actions, int first, char *const *words,
                char *const *environment) {
  // Affects only this thread, which keeps its own capabilities.
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  int failure = posix_spawn_file_actions_addclosefrom_np(actions, first);
  if (failure != 0) return failure;
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  sigset_t ignored;
  sigemptyset(&ignored);
  sigaddset(&ignored, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &ignored);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  failure = posix_spawn(child, path, actions, &attributes, words, environment);
  posix_spawnattr_destroy(&attributes);
  return failure;
}

/// The most interfaces that are looked at.
#define MOST_INTERFACES 32

/// Returns a Unix socket and its list of interfaces with an IPv4 address; -1 on failure. The caller closes it.
static int list_interfaces(struct ifreq *entries, int *count) {
  int unix_socket = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (unix_socket < 0) return -1;
  struct ifconf list = {.ifc_len = MOST_INTERFACES * (int)sizeof *entries, .ifc_req = entries};
  *count = ioctl(unix_socket, SIOCGIFCONF, &list) == 0 ? list.ifc_len / (int)sizeof *entries : 0;
  return unix_socket;
}

int linux_ipv4_addresses(uint32_t *addresses, int room) {
  struct ifreq entries[MOST_INTERFACES];
  int known, count = 0, unix_socket = list_interfaces(entries, &known);
  if (unix_socket < 0) return 0;
  for (int index = 0; index < known && count < room; index++) {
    struct sockaddr_in address;
    memcpy(&address, &entries[index].ifr_addr, sizeof address);
    if (address.sin_family == AF_INET) addresses[count++] = ntohl(address.sin_addr.s_addr);
  }
  close(unix_socket);
  return count;
}

int linux_multicast_interfaces(uint32_t *addresses, int *indexes, int room) {
  struct ifreq entries[MOST_INTERFACES];
  int known, count = 0, unix_socket = list_interfaces(entries, &known);
  if (unix_socket < 0) return 0;
  for (int index = 0; index < known && count < room; index++) {
    struct ifreq *entry = &entries[index];
    struct sockaddr_in address;
    memcpy(&address, &entry->ifr_addr, sizeof address);
    if (address.sin_family != AF_INET || ioctl(unix_socket, SIOCGIFFLAGS, entry) != 0) continue;
    int flags = (unsigned short)entry->ifr_flags, needed = IFF_UP | IFF_RUNNING | IFF_MULTICAST;
    if ((flags & IFF_LOOPBACK) || (flags & needed) != needed) continue;
    if (ioctl(unix_socket, SIOCGIFINDEX, entry) != 0) continue;
    indexes[count] = entry->ifr_ifindex;
    addresses[count++] = ntohl(address.sin_addr.s_addr);
  }
  close(unix_socket);
  return count;
}

int linux_write(int descriptor, const void *bytes, size_t count) {
  size_t written = 0;
  while (written < count) {
    ssize_t more = write(descriptor, (const char *)bytes + written, count - written);
    if (more == 0) errno = EIO;
    if (more == 0 || (more < 0 && errno != EINTR)) return -1;
    if (more > 0) written += (size_t)more;
  }
  return 0;
}

/// A negative offset means the descriptor's own.
static ssize_t read_all(int descriptor, void *buffer, size_t count, off_t offset) {
  size_t filled = 0;
  while (filled < count) {
    char *rest = (char *)buffer + filled;
    ssize_t more = offset < 0 ? read(descriptor, rest, count - filled)
                              : pread(descriptor, rest, count - filled, offset + (off_t)filled);
    if (more == 0) break;
    if (more < 0 && errno != EINTR) return -1;
    if (more > 0) filled += (size_t)more;
  }
  return (ssize_t)filled;
}

ssize_t linux_read(int descriptor, void *buffer, size_t count) { return read_all(descriptor, buffer, count, -1); }

ssize_t linux_read_at(int descriptor, void *buffer, size_t count, off_t offset) {
  return read_all(descriptor, buffer, count, offset);
}
