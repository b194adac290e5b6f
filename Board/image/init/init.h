// Process 1 of the watch's image: brings up what belfry needs, and keeps belfry running.
//
// Everything that decides is a function of a folder or of a value, so that it is tested on any Linux machine:
// `Tests/Image` rehearses the whole of it in a folder.
#ifndef BELFRY_INIT_H
#define BELFRY_INIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Where things are: fixed on a board, below a folder in a rehearsal.
struct places {
  const char *boot;      // the FAT partition: what people edit and drop
  const char *data;      // the ext4 partition: bonds and updates
  const char *factory;   // what the image came with: belfry, belfry.ini
  const char *run;       // memory
  const char *watchdog;  // the hardware watchdog's device
  bool is_rehearsal;     // no mounts, no modules, no power
};

// --- log.c

// Says one line, to the kernel's log on a board.
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void open_log(bool is_rehearsal);
// Milliseconds since the kernel started.
int64_t now_ms(void);

// --- files.c

#define PATH_ROOM 256

// Puts `folder/name` into `path`, of PATH_ROOM octets. False if it does not fit.
bool join(char *path, const char *folder, const char *name);
// Reads a file into `text` and ends it with a zero. The length, or -1 if it cannot be read or does not fit.
long read_text(const char *path, char *text, size_t room);
// Writes a file so that after a loss of power there is either the old or the new one. False if it cannot.
bool write_safely(const char *folder, const char *name, const void *octets, size_t count);
// Copies a file; `digest` gets the SHA-256 of what was written, as it is read back from the card. False if it cannot.
bool copy_file(const char *from, const char *to, char digest[65]);
// The SHA-256 of a file in hexadecimal digits. False if it cannot be read.
bool digest_of(const char *path, char digest[65]);

// --- slots.c: which belfry

// The record of the updates, in `data/update/record`. A digest is empty where there is none.
struct slots {
  char current[65];   // the one that runs; empty: the factory's
  char previous[65];  // the one that ran before it
  char refused[65];   // failed to start: not taken again
  unsigned starts;    // of `current`, since it was last seen to work
};

enum taking {
  TAKING_NOTHING,    // nothing new is there
  TAKING_TAKEN,
  TAKING_MISMATCH,   // the file is not what its checksum says
  TAKING_MALFORMED,  // the checksum's file holds none
  TAKING_FOREIGN,    // the file is for another processor
  TAKING_FAILED      // no room, or not readable
};

#define FAILED_STARTS 3

// An unreadable record is an empty one.
void slots_load(const char *data, struct slots *slots);
// Takes `boot/belfry` if `boot/belfry.sha256` fits it.
enum taking slots_take(const struct places *places, struct slots *slots);
// The path of the belfry to start, counted as a start; true if this one is not the last time's.
bool slots_choose(const struct places *places, struct slots *slots, char path[PATH_ROOM]);
// `current` works.
void slots_confirm(const char *data, struct slots *slots);

// --- service.c: what to do when belfry ends

struct service {
  unsigned failures;          // one after the other
  bool has_own_settings;      // runs with the user's file, not with the factory's
};

enum deed { DEED_RESTART, DEED_POWER_OFF, DEED_REBOOT };

struct verdict {
  enum deed deed;
  unsigned delay_ms;
  bool is_settings_fault;
};

#define FAILURES_BEFORE_REBOOT 12

// `status` is as of a shell: 128 and more, a signal. `was_confirmed`: it had run well.
struct verdict service_ended(struct service *service, int status, bool was_confirmed);

// --- supervisor.c

// Runs belfry until the machine is to stop. DEED_POWER_OFF or DEED_REBOOT. `more`: further arguments of belfry's, up to
// a null pointer.
enum deed supervise(const struct places *places, struct slots *slots, char *const more[]);

// --- child.c: one belfry that runs

#define WORDS_ROOM 1024

// How long is long, in milliseconds.
struct patience {
  int confirm;              // belfry that ran for so long works
  int confirm_after_ready;  // after it has said so itself
  int silence;              // belfry that gives signs of life, and then none for so long, hangs
  int stop;                 // belfry that was asked to end has so long for it
  int feed;                 // between two feedings of the watchdog
};

struct child {
  int process;              // 0: none
  int output;               // reads what it writes; -1: closed
  int64_t started, ready, last_sign;  // milliseconds; 0: never
  bool is_confirmed;
  size_t word_count;
  char words[WORDS_ROOM + 1];  // the last that it wrote
};

bool child_start(struct child *child, const char *path, char *const arguments[], const char *notify_path);
void child_read(struct child *child);
// A datagram of sd_notify(3).
void child_note(struct child *child, const char *message);
// Whether it is now seen to work, for the first time.
bool child_confirm(struct child *child, const struct patience *patience);
bool child_hangs(const struct child *child, const struct patience *patience);

// --- watchdog.c

// Starts the hardware watchdog: 15 s without `watchdog_feed` reset the board.
void watchdog_open(const char *path);
void watchdog_feed(void);
// Stops it, for a clean end.
void watchdog_close(void);

// --- report.c

// Writes `problem.txt` to the boot partition, at most three times a run.
void report(const struct places *places, const char *what, const char *last_words);

// --- board.c: what only a board has

void mount_kernel_folders(void);
void load_modules(void);
// Mounts both partitions. What cannot be mounted is in memory for this run, and is reported.
void mount_partitions(const struct places *places);
void make_root_read_only(void);
bool set_boot_writable(const struct places *places, bool is_writable);
// Unmounts, and ends the machine.
void end_machine(const struct places *places, enum deed deed) __attribute__((noreturn));
// DEBUG=1: a shell at the serial console; `ended` is a process that has ended. Nothing in any other image.
void keep_shell(int ended);

#endif
