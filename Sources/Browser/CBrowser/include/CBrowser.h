// The page's functions for both modules: the five devices of the watch's board, and the record of its events.
#ifndef CBROWSER_H
#define CBROWSER_H

#include <stddef.h>
#include <stdint.h>

// Clang compiles this header for other machines, too: there the functions are declared and never called.
#ifdef __wasm__
#define BELFRY_IMPORT(name) __attribute__((import_module("belfry"), import_name(#name)))
#else
#define BELFRY_IMPORT(name)
#endif

// Copies one HCI packet of the controller to `octets`. Returns its length, 0 without a packet.
BELFRY_IMPORT(receive_packet) uint32_t belfry_receive_packet(uint8_t *octets, uint32_t capacity);
BELFRY_IMPORT(send_packet) void belfry_send_packet(const uint8_t *octets, uint32_t count);

// One transfer on the I2C bus.
BELFRY_IMPORT(write_panel) void belfry_write_panel(const uint8_t *octets, uint32_t count);

// The next event of a button: its number times two, plus one if it was released; -1 without an event.
BELFRY_IMPORT(next_button) int32_t belfry_next_button(void);

BELFRY_IMPORT(fill_random) void belfry_fill_random(uint8_t *octets, uint32_t count);

// The two copies of the bond record, 0 and 1, and of the wearer's choices, 2 and 3. `finish_saving` returns 0 while the
// browser writes, 1 when it has written, and 2 if it could not.
BELFRY_IMPORT(load_record) uint32_t belfry_load_record(uint32_t copy, uint8_t *octets, uint32_t capacity);
BELFRY_IMPORT(save_record) void belfry_save_record(uint32_t copy, const uint8_t *octets, uint32_t count);
BELFRY_IMPORT(remove_record) void belfry_remove_record(uint32_t copy);
BELFRY_IMPORT(finish_saving) uint32_t belfry_finish_saving(void);

// An event of the log: its type, then its fields, then its end.
BELFRY_IMPORT(begin_event) void belfry_begin_event(const uint8_t *type, uint32_t count);
BELFRY_IMPORT(event_text)
void belfry_event_text(const uint8_t *name, uint32_t name_count, const uint8_t *text, uint32_t count);
BELFRY_IMPORT(event_number) void belfry_event_number(const uint8_t *name, uint32_t name_count, double number);
BELFRY_IMPORT(end_event) void belfry_end_event(void);

#endif
