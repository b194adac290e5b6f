#define _GNU_SOURCE
#include "I2C.h"

#include <errno.h>
#include <i2c/smbus.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <stdbool.h>
#include <sys/ioctl.h>

#include "Descriptor.h"

// The maximum number of octets that libi2c sends after the control byte of a message.
enum { smbus_maximum = I2C_SMBUS_BLOCK_MAX };

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

int32_t belfry_i2c_select(int32_t bus, uint8_t address) {
  return ioctl(bus, I2C_SLAVE, (unsigned long)address) < 0 ? -errno : 0;
}

// A command or a small region: libi2c's block write, which is one message with the control byte as its command. It goes
// to the selected device.
static int32_t write_block(int32_t bus, const uint8_t *octets, size_t count) {
  int32_t status = i2c_smbus_write_i2c_block_data(bus, octets[0], (uint8_t)(count - 1), octets + 1);
  return status < 0 ? status : 0;
}

// Anything longer. One message: some adapters of the Pi fail a transfer of two writes.
static int32_t write_message(int32_t bus, uint8_t address, const uint8_t *octets, size_t count) {
  struct i2c_msg message = {.addr = address, .len = (uint16_t)count, .buf = (uint8_t *)octets};
  struct i2c_rdwr_ioctl_data transfer = {.msgs = &message, .nmsgs = 1};
  int sent;
  do {
    sent = ioctl(bus, I2C_RDWR, &transfer);
  } while (sent < 0 && errno == EINTR);
  return sent < 0 ? -errno : 0;
}

int32_t belfry_i2c_write(int32_t bus, uint8_t address, const uint8_t *octets, size_t count) {
  if (count > UINT16_MAX) return -EMSGSIZE;
  bool is_small = count >= 2 && count <= smbus_maximum + 1;
  return is_small ? write_block(bus, octets, count) : write_message(bus, address, octets, count);
}

int32_t belfry_i2c_read(
    const uint8_t *path, size_t length, uint8_t address, uint8_t number, uint8_t *octets, size_t count) {
  if (count == 0 || count > smbus_maximum) return -EMSGSIZE;
  int32_t bus = belfry_open(path, length, BELFRY_OPEN_READ_WRITE);
  if (bus < 0) return bus;
  int32_t status = belfry_i2c_select(bus, address);
  if (status == 0) status = i2c_smbus_read_i2c_block_data(bus, number, (uint8_t)count, octets);
  belfry_close(bus);
  if (status < 0) return status;
  return (size_t)status == count ? 0 : -EIO;
}
