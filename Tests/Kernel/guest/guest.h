// Process 1 of the rig's guest: obeys commands, one a line, and tells what it sees, one a line.
//
//   = STATUS [TEXT]           what became of the last command: 0, or an error number
//   i ADDRESS RESULT OCTETS   a message on the I2C bus, in hexadecimal digits
//   e LINE, o LINE            a line of the watch's events, of its standard error
//   n TEXT                    what the watch tells its service manager: sd_notify(3)
//   x STATUS                  the watch has ended, as waitpid(2) says
//
// The commands are in the table of commands.c.
#ifndef BELFRY_RIG_GUEST_H
#define BELFRY_RIG_GUEST_H

#include <stddef.h>
#include <sys/types.h>

#define DATA "/run/data"
#define EVENTS "/run/events"
#define SIGNS "/run/signs"
// Microseconds, as in the package's unit.
#define PATIENCE "180000000"

// --- lines.c: text that comes in pieces

struct lines {
  int descriptor;
  char kind;  // what stands before each line when it is passed on
  size_t count;
  char text[16384];
};

// Reads what is there, and hands on each whole line. False at the end.
typedef void line_handler(struct lines *lines, char *line);
int lines_read(struct lines *lines, line_handler *handle);

// --- guest.c

// Says one line to whoever commands.
void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

// --- commands.c: each gives 0 or -errno

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
// Collects children that have ended; true if `other` was among them, with its status.
int watch_collect(pid_t other, int *status);

#endif
