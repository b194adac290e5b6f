// The Bluetooth controller at a serial line, as Linux sees it.
#define _GNU_SOURCE
#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/rfkill.h>
#include <linux/tty.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "guest.h"

// From drivers/bluetooth/hci_uart.h, which is not part of the headers for programs.
#define HCIUARTSETPROTO _IOW('U', 200, int)
#define HCI_UART_H4 0

static int line = -1;
static int channel = -1;

static int to_controller(void) {
  int discipline = N_HCI;
  struct termios settings;
  if (tcgetattr(line, &settings) < 0) return -errno;
  cfmakeraw(&settings);
  if (tcsetattr(line, TCSANOW, &settings) < 0 || ioctl(line, TIOCSETD, &discipline) < 0) return -errno;
  return ioctl(line, HCIUARTSETPROTO, HCI_UART_H4) < 0 ? -errno : 0;
}

// attach DEVICE: attaches the controller.
int radio_attach(char **words, char *answer) {
  if (line >= 0) return -EBUSY;
  line = open(words[0], O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (line < 0) return -errno;
  int status = to_controller();
  if (status < 0) radio_detach(words, answer);
  return status;
}

// detach: detaches it.
int radio_detach(char **words, char *answer) {
  (void)words, (void)answer;
  if (line < 0) return -ENODEV;
  int none = N_TTY;
  ioctl(line, TIOCSETD, &none);
  close(line);
  line = -1;
  return 0;
}

// radio up|down: as hciconfig and bluetoothd do it.
int radio_switch(char **words, char *answer) {
  (void)answer;
  int control = socket(AF_BLUETOOTH, SOCK_RAW | SOCK_CLOEXEC, BTPROTO_HCI);
  if (control < 0) return -errno;
  int status = ioctl(control, words[0][0] == 'u' ? HCIDEVUP : HCIDEVDOWN, 0) < 0 ? -errno : 0;
  // Linux had brought it up for a moment: from now on it stays up.
  if (status == -EALREADY) status = 0;
  close(control);
  return status;
}

// take: another program opens the user channel.
int radio_take(char **words, char *answer) {
  (void)words, (void)answer;
  channel = socket(AF_BLUETOOTH, SOCK_RAW | SOCK_CLOEXEC, BTPROTO_HCI);
  if (channel < 0) return -errno;
  // This must not happen earlier: it would cancel Linux's own set-up permanently.
  struct hci_dev_info information = {.dev_id = 0};
  if (ioctl(channel, HCIGETDEVINFO, &information) == 0 && information.flags & 1u << HCI_UP)
    ioctl(channel, HCIDEVDOWN, 0);
  struct sockaddr_hci address = {.hci_family = AF_BLUETOOTH, .hci_dev = 0, .hci_channel = HCI_CHANNEL_USER};
  if (bind(channel, (struct sockaddr *)&address, sizeof address) == 0) return 0;
  int status = -errno;
  close(channel);
  channel = -1;
  return status;
}

// give: closes the user channel.
int radio_give(char **words, char *answer) {
  (void)words, (void)answer;
  if (channel < 0) return -ENOTCONN;
  close(channel);
  channel = -1;
  return 0;
}

// block 1|0: sets rfkill.
int radio_block(char **words, char *answer) {
  (void)answer;
  int device = open("/dev/rfkill", O_WRONLY | O_CLOEXEC);
  if (device < 0) return -errno;
  struct rfkill_event event = {
    .type = RFKILL_TYPE_BLUETOOTH, .op = RFKILL_OP_CHANGE_ALL, .soft = (__u8)atoi(words[0])};
  int status = write(device, &event, sizeof event) < 0 ? -errno : 0;
  close(device);
  return status;
}
