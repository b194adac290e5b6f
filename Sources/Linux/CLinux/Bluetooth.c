#define _GNU_SOURCE
#include "Bluetooth.h"

#include "Errors.h"

#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <errno.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define IS_IN_USE (1u << HCI_UP | 1u << HCI_INIT | 1u << HCI_RUNNING)

/// Brings the controller down through a socket that is not bound: a user channel is only given for one that is down.
static int32_t bring_down(int descriptor, uint16_t index, bool *is_in_use) {
  // libbluetooth's hci_devinfo() would bring the names of all companies into the binary: 130 KiB.
  struct hci_dev_info information = {.dev_id = index};
  if (ioctl(descriptor, HCIGETDEVINFO, &information) < 0) return -errno;
  *is_in_use = (information.flags & IS_IN_USE) != 0;
  if (!(information.flags & 1u << HCI_UP)) return 0;
  return ioctl(descriptor, HCIDEVDOWN, (int)index) < 0 ? -errno : 0;
}

static int32_t take_over(int descriptor, uint16_t index) {
  bool is_in_use = false;
  int32_t status = bring_down(descriptor, index, &is_in_use);
  if (status < 0) return status;
  struct sockaddr_hci address = {
    .hci_family = AF_BLUETOOTH, .hci_dev = index, .hci_channel = HCI_CHANNEL_USER,
  };
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return 0;
  // The kernel never clears the mark of a first set-up that has failed: it stays busy although nothing uses it.
  return errno == EBUSY && !is_in_use ? -BELFRY_ESETUPFAILED : -errno;
}

int32_t belfry_user_channel_open(uint16_t index) {
  int descriptor = socket(AF_BLUETOOTH, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, BTPROTO_HCI);
  if (descriptor < 0) return -errno;
  int32_t status = take_over(descriptor, index);
  if (status == 0) return descriptor;
  close(descriptor);
  return status;
}

int32_t belfry_packet_read(int32_t descriptor, uint8_t *octets, size_t capacity) {
  struct iovec buffer = {.iov_base = octets, .iov_len = capacity};
  struct msghdr message = {.msg_iov = &buffer, .msg_iovlen = 1};
  ssize_t count;
  do {
    count = recvmsg(descriptor, &message, MSG_DONTWAIT);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return -errno;
  return message.msg_flags & MSG_TRUNC ? -EMSGSIZE : (int32_t)count;
}
