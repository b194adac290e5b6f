#define _GNU_SOURCE
#include "I2C.h"

#include <errno.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <sys/ioctl.h>

#include "Descriptor.h"

int32_t belfry_i2c_open(const uint8_t *path, size_t length) {
  int32_t bus = belfry_open(path, length, BELFRY_OPEN_READ_WRITE);
  if (bus < 0) return bus;
  unsigned long functions = 0;
  int32_t status = 0;
  if (ioctl(bus, I2C_FUNCS, &functions) < 0) status = -errno;
  else if (!(functions & I2C_FUNC_I2C)) status = -EOPNOTSUPP;
  if (status == 0) return bus;
  belfry_close(bus);
  return status;
}

int32_t belfry_i2c_write(int32_t bus, uint8_t address, const uint8_t *octets, size_t count) {
  if (count > UINT16_MAX) return -EMSGSIZE;
  // One message: some adapters of the Pi fail a transfer of two writes.
  struct i2c_msg message = {.addr = address, .len = (uint16_t)count, .buf = (uint8_t *)octets};
  struct i2c_rdwr_ioctl_data transfer = {.msgs = &message, .nmsgs = 1};
  int sent;
  do {
    sent = ioctl(bus, I2C_RDWR, &transfer);
  } while (sent < 0 && errno == EINTR);
  return sent < 0 ? -errno : 0;
}
