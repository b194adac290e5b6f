// The Linux HCI user channel: a controller that the kernel leaves to one program.
#ifndef BELFRY_BLUETOOTH_H
#define BELFRY_BLUETOOTH_H

#include <stddef.h>
#include <stdint.h>

/// Brings controller `hci<index>` down and takes it over. Returns a descriptor that carries one H4 packet per read and
/// per write.
///
/// -ENODEV: the controller does not exist yet; -EBUSY: the kernel is still setting it up, or another program brought it
/// up again; -ESETUPFAILED: the kernel is about to set it up, or failed to. The driver may load the chip's firmware
/// meanwhile: this can take a second.
int32_t belfry_user_channel_open(uint16_t index);

/// Reads one packet. Returns its length, 0 at the end, -EAGAIN without a packet, -EMSGSIZE if it was longer than
/// `capacity` (it is then lost).
int32_t belfry_packet_read(int32_t descriptor, uint8_t *octets, size_t capacity);

#endif
