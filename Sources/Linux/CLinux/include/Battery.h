// The batteries that the kernel reports.
#ifndef BELFRY_BATTERY_H
#define BELFRY_BATTERY_H

#include <stddef.h>
#include <stdint.h>

/// Opens the file `capacity` of the first battery, by name, in a folder like /sys/class/power_supply. Batteries of
/// keyboards and mice do not count. Returns a descriptor, or a negative errno: -ENOENT if no battery is found.
int32_t belfry_battery_open(const uint8_t *folder, size_t length);

#endif
