// Process 1 of the guest of the kernel tests: executes commands and reports events, one per line.
//
//   = STATUS [TEXT]           the result of the last command: 0, or an error number
//   i ADDRESS RESULT OCTETS   a message on the I2C bus, in hexadecimal digits
//   e LINE, o LINE            a line of the watch's events, or of its standard error
//   n TEXT                    the watch's message to its service manager: sd_notify(3)
//   x STATUS                  the watch has ended, with the status of waitpid(2)
//
// The commands are in the table of commands.c.
#ifndef BELFRY_RIG_GUEST_H
#define BELFRY_RIG_GUEST_H

#include <stddef.h>
#include <sys/types.h>

#define DATA "/run/data"
#define EVENTS "/run/events"
#define SIGNS "/run/signs"
// The watchdog interval in microseconds, as in the package's unit.
#define PATIENCE "660000000"

// --- lines.c: text that arrives in parts

struct lines {
  int descriptor;
  char kind;  // the prefix of each line when it is passed on
  size_t count;
  char text[16384];
};

// Handles one complete line. Returns false at the end.
typedef void line_handler(struct lines *lines, char *line);
int lines_read(struct lines *lines, line_handler *handle);

// --- guest.c

// Sends one line to the commander.
void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

// --- commands.c: each command returns 0 or -errno

int obey(char *line, char answer[256]);

// --- radio.c

int radio_attach(char **words, char *answer);
int radio_detach(char **words, char *answer);
int radio_switch(char **words, char *answer);
int radio_take(char **words, char *answer);
int radio_give(char **words, char *answer);
int radio_block(char **words, char *answer);

// --- watch.c: the program under test

extern struct lines watch_events, watch_errors;
extern int watch_signs;
void watch_prepare(void);
void watch_tell_signs(void);
int watch_start(char **words, char *answer);
int watch_signal(char **words, char *answer);
int watch_memory(char **words, char *answer);
// Collects children that have ended; returns true if `other` was one of them, with its status.
int watch_collect(pid_t other, int *status);

#endif
