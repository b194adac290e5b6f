// A two-wire bus by Linux's i2c-dev.
#ifndef BELFRY_I2C_H
#define BELFRY_I2C_H

#include <stddef.h>
#include <stdint.h>

/// Opens a bus. Returns a descriptor; -ENOTTY for a path that is not a bus, -EOPNOTSUPP for a bus with SMBus only.
int32_t belfry_i2c_open(const uint8_t *path, size_t length);

/// Selects a device of the bus. Returns 0; -EBUSY if a driver of the kernel has the device.
int32_t belfry_i2c_select(int32_t bus, uint8_t address);

/// Sends octets to the selected device, which has this address, in one message of one transfer, start to stop. Returns
/// 0; -EREMOTEIO or -ENXIO if no device answers.
int32_t belfry_i2c_write(int32_t bus, uint8_t address, const uint8_t *octets, size_t count);

/// Reads `count` octets, 1 to 32, of a device from this register on: its number, a repeated start, and the octets.
/// Opens the bus for this one transfer. Returns 0 or a negative errno: -EBUSY if a driver of the kernel has the device.
int32_t belfry_i2c_read(
    const uint8_t *path, size_t length, uint8_t address, uint8_t number, uint8_t *octets, size_t count);

#endif
