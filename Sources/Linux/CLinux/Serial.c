#define _GNU_SOURCE
#include "Serial.h"

#include <errno.h>
#include <termios.h>

#include "Descriptor.h"

static const struct {
  uint32_t baud;
  speed_t speed;
} speeds[] = {
  {9600, B9600},       {19200, B19200},     {38400, B38400},     {57600, B57600},     {115200, B115200},
  {230400, B230400},   {460800, B460800},   {500000, B500000},   {576000, B576000},   {921600, B921600},
  {1000000, B1000000}, {1152000, B1152000}, {1500000, B1500000}, {2000000, B2000000}, {2500000, B2500000},
  {3000000, B3000000}, {3500000, B3500000}, {4000000, B4000000},
};

static bool find_speed(uint32_t baud, speed_t *speed) {
  for (size_t index = 0; index < sizeof speeds / sizeof speeds[0]; index += 1) {
    if (speeds[index].baud != baud) continue;
    *speed = speeds[index].speed;
    return true;
  }
  return false;
}

bool belfry_serial_supports(uint32_t baud) {
  speed_t speed;
  return find_speed(baud, &speed);
}

static int32_t configure(int descriptor, speed_t speed) {
  struct termios settings;
  if (tcgetattr(descriptor, &settings) < 0) return -errno;
  cfmakeraw(&settings);
  settings.c_cflag &= ~(tcflag_t)(CSTOPB | PARENB | CSIZE);
  settings.c_cflag |= CS8 | CLOCAL | CREAD | CRTSCTS;
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  if (cfsetispeed(&settings, speed) < 0 || cfsetospeed(&settings, speed) < 0) return -errno;
  if (tcsetattr(descriptor, TCSANOW, &settings) < 0) return -errno;
  // Discards octets that arrived before.
  tcflush(descriptor, TCIOFLUSH);
  return 0;
}

int32_t belfry_serial_open(const uint8_t *path, size_t length, uint32_t baud) {
  speed_t speed;
  if (!find_speed(baud, &speed)) return -EINVAL;
  int32_t descriptor = belfry_open(path, length, BELFRY_OPEN_READ_WRITE);
  if (descriptor < 0) return descriptor;
  int32_t status = configure(descriptor, speed);
  if (status == 0) return descriptor;
  belfry_close(descriptor);
  return status;
}

void belfry_serial_drop_output(int32_t descriptor) {
  tcflush(descriptor, TCOFLUSH);
}
