#pragma once
#define _GNU_SOURCE
#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/hci_lib.h>
#include <linux/filter.h>
#include <linux/sock_diag.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

/// Fills in the connections of the controller that `request` names, as many as it has room for; 0, or -1 and errno.
static inline int bluetooth_list_connections(int socket, struct hci_conn_list_req *request) {
  return ioctl(socket, HCIGETCONNLIST, request);
}

/// The most packets that one call receives.
#define BLUETOOTH_MOST_PACKETS 16

/// Receives what waits, up to 16 packets, each into `room` bytes of its own in `buffer`; their lengths, and how many
/// they are, or -1 and errno.
static inline int bluetooth_receive(int socket, uint8_t *buffer, size_t room, uint32_t *lengths) {
  struct mmsghdr messages[BLUETOOTH_MOST_PACKETS] = {};
  struct iovec places[BLUETOOTH_MOST_PACKETS];
  for (int number = 0; number < BLUETOOTH_MOST_PACKETS; number++) {
    places[number] = (struct iovec){buffer + number * room, room};
    messages[number].msg_hdr.msg_iov = &places[number];
    messages[number].msg_hdr.msg_iovlen = 1;
  }
  int count = recvmmsg(socket, messages, BLUETOOTH_MOST_PACKETS, MSG_DONTWAIT, 0);
  for (int number = 0; number < count; number++) lengths[number] = messages[number].msg_len;
  return count;
}

/// How many packets found no room in a socket's buffer since it was opened (SO_MEMINFO, Linux 4.12); 0 where the kernel
/// does not tell.
static inline uint32_t bluetooth_drops(int socket) {
  uint32_t memory[SK_MEMINFO_VARS] = {};
  socklen_t size = sizeof memory;
  if (getsockopt(socket, SOL_SOCKET, SO_MEMINFO, memory, &size) != 0) return 0;
  return size > SK_MEMINFO_DROPS * sizeof memory[0] ? memory[SK_MEMINFO_DROPS] : 0;
}
