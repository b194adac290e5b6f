#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <unistd.h>

#include "guest.h"

enum { most_words = 40 };

static int outcome(int status) { return status < 0 ? -errno : 0; }

// board WORD...: passed to /dev/board unchanged.
static int command_board(char **words, char *answer) {
  (void)answer;
  char text[64] = "";
  for (char **word = words; *word != NULL; word += 1) {
    if (strlen(text) + strlen(*word) + 2 > sizeof text) return -EINVAL;
    strcat(strcat(text, *word), " ");
  }
  int board = open("/dev/board", O_WRONLY | O_CLOEXEC);
  if (board < 0) return -errno;
  int status = outcome((int)write(board, text, strlen(text)));
  close(board);
  return status;
}

// card: mounts the ext4 file system of the guest's block device, as the image's process 1 does.
static int command_card(char **words, char *answer) {
  (void)words, (void)answer;
  return outcome(mount("/dev/ubda", DATA, "ext4", MS_NOSUID | MS_NODEV | MS_NOATIME, "errors=remount-ro"));
}

// memory-card SIZE: mounts a file system in memory.
static int command_memory_card(char **words, char *answer) {
  (void)answer;
  char options[64];
  snprintf(options, sizeof options, "size=%s", words[0]);
  return outcome(mount("tmpfs", DATA, "tmpfs", 0, options));
}

// fill NAME: fills the data's file system with a file.
static int command_fill(char **words, char *answer) {
  static const char zeros[4096];
  char path[128];
  snprintf(path, sizeof path, DATA "/%s", words[0]);
  int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return -errno;
  long total = 0;
  size_t piece = sizeof zeros;
  while (piece > 0) {
    ssize_t count = write(file, zeros, piece);
    if (count <= 0) piece /= 2;
    else total += count;
  }
  close(file);
  snprintf(answer, 256, "%ld", total);
  return 0;
}

// remove NAME
static int command_remove(char **words, char *answer) {
  (void)answer;
  char path[128];
  snprintf(path, sizeof path, DATA "/%s", words[0]);
  return outcome(unlink(path));
}

// clock SECONDS: sets the system's clock, and marks it as synchronised.
static int command_clock(char **words, char *answer) {
  (void)answer;
  struct timeval time = {.tv_sec = atoll(words[0])};
  if (settimeofday(&time, NULL) < 0) return -errno;
  struct timex state = {.modes = ADJ_STATUS | ADJ_MAXERROR, .status = 0, .maxerror = 0};
  return outcome(adjtimex(&state));
}

// off: cuts the power without notice to any process.
static int command_off(char **words, char *answer) {
  (void)words, (void)answer;
  return outcome(reboot(RB_POWER_OFF));
}

static const struct {
  const char *name;
  int least_words;
  int (*run)(char **words, char *answer);
} table[] = {
  {"board", 1, command_board}, {"card", 0, command_card}, {"memory-card", 1, command_memory_card},
  {"fill", 1, command_fill}, {"remove", 1, command_remove}, {"clock", 1, command_clock}, {"off", 0, command_off},
  {"attach", 1, radio_attach}, {"detach", 0, radio_detach}, {"radio", 1, radio_switch}, {"take", 0, radio_take},
  {"give", 0, radio_give}, {"block", 1, radio_block},
  {"start", 1, watch_start}, {"signal", 1, watch_signal}, {"memory", 0, watch_memory},
};

int obey(char *line, char answer[256]) {
  char *words[most_words] = {NULL};
  int count = 0;
  for (char *word; count < most_words - 1 && (word = strsep(&line, " ")) != NULL;)
    if (*word != '\0') words[count++] = word;
  for (size_t index = 0; count > 0 && index < sizeof table / sizeof *table; index += 1) {
    if (strcmp(table[index].name, words[0]) != 0) continue;
    return count - 1 < table[index].least_words ? -EINVAL : table[index].run(words + 1, answer);
  }
  return -ENOSYS;
}
