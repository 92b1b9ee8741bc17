#pragma once
#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/hci_lib.h>
#include <linux/filter.h>
#include <sys/ioctl.h>

/// Stores the connections of the controller in `request`, as many as fit. Returns 0, or -1 and errno.
static inline int bluetooth_list_connections(int socket, struct hci_conn_list_req *request) {
  return ioctl(socket, HCIGETCONNLIST, request);
}
