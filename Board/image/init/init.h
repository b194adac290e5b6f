// Process 1 of the watch's image: prepares the system for belfry, and keeps belfry running.
//
// Every decision is a function of a folder or of a value, so that it can be tested on any Linux machine: `Tests/Image`
// runs the whole program in a folder, in a simulation.
#ifndef BELFRY_INIT_H
#define BELFRY_INIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The paths: fixed on a board, below a folder in a simulation.
struct places {
  const char *boot;      // the FAT partition: the files that users edit and add
  const char *data;      // the ext4 partition: bonds and updates
  const char *factory;   // the files of the image: belfry, belfry.ini
  const char *run;       // a folder in memory
  const char *watchdog;  // the hardware watchdog's device
  const char *devices;   // the folder of the panel's bus and the buttons' chips
  const char *driver;    // the folder of the Bluetooth chip's driver in sysfs
  unsigned user;         // belfry's user and group; 0: the same as process 1, as in most simulations
  bool is_simulated;     // no mounts, no modules, no power off
};

// Belfry's user on a board. It is the only user except root, and needs no name.
#define BELFRY_USER 800

// --- log.c

// Logs one line, to the kernel's log on a board.
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void open_log(bool is_simulated);
// Milliseconds since the kernel started.
int64_t now_ms(void);

// --- files.c

#define PATH_ROOM 256

// Puts `folder/name` into `path`, of PATH_ROOM octets. False if it does not fit.
bool join(char *path, const char *folder, const char *name);
// Reads a file into `text` and adds a zero. Returns the length, or -1 if it cannot be read or does not fit.
long read_text(const char *path, char *text, size_t room);
// Writes a file so that after a power loss either the old or the new one exists. Returns false on failure.
bool write_safely(const char *folder, const char *name, const void *octets, size_t count);
// Copies a file; `digest` gets the SHA-256 of the copy as read back from the card. Returns false on failure.
bool copy_file(const char *from, const char *to, char digest[65]);
// Copies the regular files of the folder `from` to `to`, which must not exist, with owners and modes. Leaves out files
// that are too large or cannot be read. Returns the number of copied files.
int copy_files(const char *from, const char *to);
// Computes the SHA-256 of a file in hexadecimal digits. Returns false if the file cannot be read.
bool digest_of(const char *path, char digest[65]);

// --- slots.c: the choice of the belfry to run

// The record of the updates, in `data/update/record`. A digest is empty if there is no such program.
struct slots {
  char current[65];   // the one that runs; empty: the factory's
  char previous[65];  // the one that ran before it
  char refused[65];   // failed to start: not installed again
  unsigned starts;    // of `current`, since it last worked
  bool has_worked;    // `current` has worked once: an update after it goes back to it
  unsigned failures;  // of `current`, if it has worked: those of `starts` that it ended itself, by a fault
};

enum taking {
  TAKING_NOTHING,    // there is no new update
  TAKING_REFUSED,    // the update on the card failed to start before
  TAKING_UNSIGNED,   // there is no checksum file
  TAKING_TAKEN,
  TAKING_MISMATCH,   // the file does not match its checksum
  TAKING_MALFORMED,  // the checksum file holds no checksum
  TAKING_FOREIGN,    // the file is for another processor
  TAKING_FAILED      // no room, or not readable
};

#define FAILED_STARTS 3
// Power cuts and short uses are starts too. An update that has worked is given up only after this many, because it may
// be what takes the board down.
#define FAILED_STARTS_IF_WORKED 12

// An unreadable record counts as empty.
void slots_load(const char *data, struct slots *slots);
// Installs `boot/belfry` if it matches `boot/belfry.sha256`.
enum taking slots_take(const struct places *places, struct slots *slots);

enum choice {
  CHOICE_SAME,     // the same as last time
  CHOICE_FAILED,   // another one: the last one failed to start
  CHOICE_DAMAGED,  // another one: the last one is missing, or was changed since it was installed
  CHOICE_UNSAVED   // the image's own, because the start of an update could not be counted
};

// Gives the path of the belfry to start, and counts the start. An update's file is checked against its digest each
// time.
enum choice slots_choose(const struct places *places, struct slots *slots, char path[PATH_ROOM]);
// Notes that `current` works.
void slots_confirm(const char *data, struct slots *slots);
// Counts a failure of `current` that is its own, if it has worked once and not yet since its start.
void slots_fail(const char *data, struct slots *slots);

// A reason for which `current` ended that is not its own.
enum cause {
  CAUSE_MACHINE,   // counts for an update that has never worked: it may be what cannot use the machine
  CAUSE_SETTINGS   // does not count: the next start has the image's own settings
};

// Takes the last start back, unless `cause` counts for `current`.
void slots_uncount(const char *data, struct slots *slots, enum cause cause);

// --- service.c: the reaction to the end of belfry

struct service {
  unsigned failures;          // consecutive; starts that waited for the radio are one failure at most
  bool has_own_settings;      // runs with the user's settings, not with the factory's
};

enum action { ACTION_RESTART, ACTION_POWER_OFF, ACTION_REBOOT };

struct verdict {
  enum action action;
  unsigned delay_ms;
  bool is_settings_fault;
  bool is_of_machine;         // a device or the state directory does not work: another belfry would end, too
};

#define FAILURES_BEFORE_REBOOT 12

// The end of a belfry.
struct ending {
  int status;                 // a shell's exit status: 128 and more for a signal
  bool was_confirmed;         // belfry had worked
  bool has_waited_for_radio;  // it was killed before it was ready, after a reset of the radio
};

// Starts that waited for the radio do not reboot the board: `radio_serve` decides that.
struct verdict service_ended(struct service *service, const struct ending *ending);

// --- settings.c

// Whether the file is empty or has a zero octet, as when a card was removed while a PC was writing to it. Belfry would
// accept it as a file without settings. A file that has only comments is not damaged.
bool settings_are_damaged(const char *path);
// Whether belfry sets the system's clock: `set-system-clock = on` in `[watch]`. If belfry reads the file differently,
// it may not set the clock, and reports that.
bool settings_set_clock(const char *path);

// --- confine.c: belfry's privileges

// Gives belfry's user its devices, its state and its notification socket. Everything else stays root's, in particular
// the updates and their record. Returns false if not everything could be given.
bool hand_over(const struct places *places, const char *notify_path);
// Runs in belfry's process. Sets its own user, CAP_NET_ADMIN alone (and CAP_SYS_TIME for the clock), no new privileges,
// no core dumps, and only the system calls of syscalls.h, if the kernel can filter them. Returns false if belfry must
// not be started.
bool confine(unsigned user, bool may_set_clock);

// --- filter.c

bool filter_calls(bool may_set_clock);

// --- supervisor.c

// Runs belfry until the machine must stop: ACTION_POWER_OFF or ACTION_REBOOT. `more`: further arguments for belfry, up
// to a null pointer.
enum action supervise(const struct places *places, struct slots *slots, char *const more[]);

// --- child.c: a running belfry

#define WORDS_ROOM 1024

// Time limits in milliseconds.
struct patience {
  int start;                // belfry hangs if it has not reported for this time that it is ready
  int confirm;              // belfry counts as working this time after it reported that it is ready
  int silence;              // belfry hangs if it has reported nothing for this time, since it was ready
  int stop;                 // the time that belfry has to end when asked
  int feed;                 // the interval between two feedings of the watchdog until belfry counts as working
  int rest;                 // and afterwards: each one wakes the processor
  int reset;                // the board reboots if a reset of the radio has not ended after this time
};

struct child {
  int process;              // 0: none
  int output;               // the read end of its output pipe; -1: closed
  int64_t started, ready, last_sign;  // milliseconds; 0: never
  bool is_confirmed, is_hung;
  size_t word_count;
  char words[WORDS_ROOM + 1];  // the end of its output
};

// The parameters of a start of belfry.
struct launch {
  const char *path;
  char *const *arguments;
  const char *notify_path;
  const char *runtime_path;
  unsigned user;
  bool may_set_clock;
};

bool child_start(struct child *child, const struct launch *launch);
void child_read(struct child *child);
// Takes a datagram of sd_notify(3).
void child_note(struct child *child, const char *message);
// Whether belfry counts as working now, for the first time.
bool child_confirm(struct child *child, const struct patience *patience);
// Whether belfry hangs, once.
bool child_hangs(struct child *child, const struct patience *patience);

// --- radio.c: a Bluetooth chip that can be reset only by its power

#define RESETS_BEFORE_REBOOT 2

struct radio {
  char path[PATH_ROOM];  // belfry's folder, in which it requests a reset
  int folder, events;
  int process;           // the process that resets the chip; 0: none
  int64_t started;       // the time at which it was started, in milliseconds
  bool is_stuck;         // it has taken too long, which is logged once
  bool is_due;           // that process has ended: there may be another request
  bool is_old;           // the machine has run for an hour: it may reboot for the radio, and so may its next run
};

enum radio_step { RADIO_NOTHING, RADIO_RESET, RADIO_REBOOT };

// Makes belfry's folder, and watches it for changes.
bool radio_open(struct radio *radio, const struct places *places);
// Serves belfry's request. RADIO_REBOOT: resets have not helped, and the board must be rebooted.
enum radio_step radio_serve(struct radio *radio, const struct places *places);
// Whether the board must be rebooted because the driver has not released the chip for `limit` milliseconds.
bool radio_must_reboot(struct radio *radio, const struct places *places, int limit);
// Forgets that the last reboot was for the radio: the next one need not wait for an hour.
void radio_forget_reboot(const struct places *places);
// The same, once the machine has run for an hour.
void radio_note_time(struct radio *radio, const struct places *places);
// Notes that a process has ended.
void radio_reap(struct radio *radio, int process);

// --- watchdog.c

// Starts the hardware watchdog: 15 s without `watchdog_feed` reset the board.
void watchdog_open(const char *path);
void watchdog_feed(void);
// Stops the watchdog, for a clean shutdown.
void watchdog_close(void);

// --- report.c

// Whether there is a `problem.txt`, of this run or an earlier one.
bool has_report(const struct places *places);
// Writes `problem.txt` to the boot partition, at most three times per run.
void report(const struct places *places, const char *what, const char *last_words);

// --- board.c: functions that only a board has

void mount_kernel_folders(void);
void load_modules(void);
// Mounts both partitions. The data partition, if it cannot be mounted, is replaced by memory for this run, and this is
// reported. Belfry's state is copied to the memory if the partition can be read.
void mount_partitions(const struct places *places);
// Copies belfry's state from `card`, where the data partition is mounted, to `places->data`, which is memory.
void keep_state(const struct places *places, const char *card);
void make_root_read_only(void);
bool set_boot_writable(const struct places *places, bool is_writable);
// Unmounts the partitions and stops the machine.
void end_machine(const struct places *places, enum action action) __attribute__((noreturn));
// DEBUG=1: keeps a shell at the serial console; `ended` is a process that has ended. Does nothing in any other image.
void keep_shell(int ended);

#endif
