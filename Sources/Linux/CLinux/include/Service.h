// The service manager that started the program, as sd_notify(3) describes it.
#ifndef BELFRY_SERVICE_H
#define BELFRY_SERVICE_H

#include <stddef.h>
#include <stdint.h>

/// The socket of the manager that wants to know how the program is: NOTIFY_SOCKET, or NULL. It lasts as long as the
/// program.
const char *belfry_service_socket(void);

/// The manager's watchdog interval in microseconds: WATCHDOG_USEC, or 0 if it has no limit or watches another process.
uint64_t belfry_service_timeout(void);

/// Sends one datagram to a Unix socket, by its path or, after '@', its abstract name. Does not wait.
int32_t belfry_service_send(const uint8_t *socket, size_t length, const uint8_t *octets, size_t count);

#endif
