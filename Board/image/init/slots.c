#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "init.h"

static bool is_digest(const char *text) {
  return strspn(text, "0123456789abcdef") == 64 && text[64] == 0;
}

// Gives the folder of the updates, and makes it if it is missing.
static bool update_folder(const char *data, char folder[PATH_ROOM]) {
  return join(folder, data, "update") && (mkdir(folder, 0755) == 0 || errno == EEXIST);
}

void slots_load(const char *data, struct slots *slots) {
  char folder[PATH_ROOM], path[PATH_ROOM], text[512];
  memset(slots, 0, sizeof *slots);
  if (!join(folder, data, "update") || !join(path, folder, "record") || read_text(path, text, sizeof text) < 0) return;
  struct slots read = {.starts = 0};
  unsigned worked;
  int fields = sscanf(
    text, "current %64s previous %64s refused %64s starts %u worked %u failures %u", read.current, read.previous,
    read.refused, &read.starts, &worked, &read.failures);
  if (fields < 4) return;
  // A record of an older image has the first four or five fields.
  read.has_worked = fields >= 5 ? worked != 0 : read.starts == 0;
  char *digests[] = {read.current, read.previous, read.refused};
  for (int index = 0; index < 3; index++)
    if (!is_digest(digests[index])) digests[index][0] = 0;
  *slots = read;
}

static const char *shown(const char *digest) { return digest[0] ? digest : "-"; }

static bool save(const char *data, const struct slots *slots) {
  char folder[PATH_ROOM], text[512];
  if (!update_folder(data, folder)) return false;
  int length = snprintf(
    text, sizeof text, "current %s\nprevious %s\nrefused %s\nstarts %u\nworked %d\nfailures %u\n",
    shown(slots->current), shown(slots->previous), shown(slots->refused), slots->starts, slots->has_worked,
    slots->failures);
  bool is_saved = write_safely(folder, "record", text, (size_t)length);
  if (!is_saved) say("cannot write the record of updates: %s", strerror(errno));
  return is_saved;
}

// Removes every binary that the record does not name.
static void sweep(const char *data, const struct slots *slots) {
  char folder[PATH_ROOM];
  if (!update_folder(data, folder)) return;
  DIR *entries = opendir(folder);
  if (!entries) return;
  for (struct dirent *entry; (entry = readdir(entries));) {
    const char *name = entry->d_name;
    if (name[0] == '.' && strcmp(name, ".taking") != 0) continue;
    if (!strcmp(name, "record") || !strcmp(name, slots->current) || !strcmp(name, slots->previous)) continue;
    unlinkat(dirfd(entries), name, 0);
  }
  closedir(entries);
}

// Reads the first word of a file of sha256sum, in lower case. Returns 1 on success, 0 without a file, -1 if the file
// has no checksum.
static int wanted_digest(const char *boot, char digest[65]) {
  char path[PATH_ROOM], text[512];
  if (!join(path, boot, "belfry.sha256") || access(path, F_OK) != 0) return 0;
  if (read_text(path, text, sizeof text) < 64) return -1;
  size_t length = strcspn(text, " \t\r\n");
  if (length != 64) return -1;
  for (size_t index = 0; index < length; index++) {
    char letter = text[index];
    digest[index] = letter >= 'A' && letter <= 'F' ? (char)(letter - 'A' + 'a') : letter;
  }
  digest[64] = 0;
  return is_digest(digest) ? 1 : -1;
}

// Whether two programs are for the same processor. Compares the ELF files' class, octet order and machine.
static bool are_alike(const char *one, const char *other) {
  unsigned char heads[2][20] = {{0}, {1}};
  const char *paths[2] = {one, other};
  for (int index = 0; index < 2; index++) {
    int file = open(paths[index], O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t count = read(file, heads[index], sizeof heads[index]);
    close(file);
    if (count != sizeof heads[index]) return false;
  }
  return memcmp(heads[0], heads[1], 6) == 0 && memcmp(heads[0] + 18, heads[1] + 18, 2) == 0;
}

// Copies `boot/belfry` to the place from which it would run, without running it.
static enum taking fetch(const struct places *places, const char *wanted) {
  char from[PATH_ROOM], folder[PATH_ROOM], taking[PATH_ROOM], to[PATH_ROOM], factory[PATH_ROOM], digest[65];
  if (!update_folder(places->data, folder) || !join(from, places->boot, "belfry")) return TAKING_FAILED;
  if (!join(taking, folder, ".taking") || !join(to, folder, wanted)) return TAKING_FAILED;
  if (!join(factory, places->factory, "belfry") || access(from, R_OK) != 0) return TAKING_FAILED;
  enum taking result = TAKING_TAKEN;
  if (!copy_file(from, taking, digest)) result = TAKING_FAILED;
  else if (strcmp(digest, wanted) != 0) result = TAKING_MISMATCH;
  else if (!are_alike(taking, factory)) result = TAKING_FOREIGN;
  else if (rename(taking, to) != 0) result = TAKING_FAILED;
  if (result != TAKING_TAKEN) unlink(taking);
  return result;
}

// Whether `boot/belfry` may be another file than the one that was installed by the checksum beside it. Only then is it
// read, because that takes time at each start.
static bool may_have_changed(const struct places *places, const char *current) {
  char folder[PATH_ROOM], kept[PATH_ROOM], program[PATH_ROOM], checksum[PATH_ROOM];
  struct stat states[3];
  if (!join(program, places->boot, "belfry") || !join(checksum, places->boot, "belfry.sha256")) return false;
  if (!join(folder, places->data, "update") || !join(kept, folder, current)) return false;
  if (stat(program, &states[0]) != 0 || stat(checksum, &states[1]) != 0 || stat(kept, &states[2]) != 0) return false;
  return states[0].st_size != states[2].st_size || states[0].st_mtime > states[1].st_mtime;
}

// Compares the file on the card with the installed update, which has the same checksum beside it.
static enum taking check_same(const struct places *places, const char *current) {
  char program[PATH_ROOM], digest[65];
  if (!may_have_changed(places, current) || !join(program, places->boot, "belfry")) return TAKING_NOTHING;
  return digest_of(program, digest) && strcmp(digest, current) != 0 ? TAKING_MISMATCH : TAKING_NOTHING;
}

enum taking slots_take(const struct places *places, struct slots *slots) {
  char wanted[65];
  int found = wanted_digest(places->boot, wanted);
  if (found < 0) return TAKING_MALFORMED;
  if (found == 0) {
    // The file was removed from the card: it may be tried again when it is put back.
    bool was_refused = slots->refused[0];
    slots->refused[0] = 0;
    if (was_refused) save(places->data, slots);
    char program[PATH_ROOM];
    return join(program, places->boot, "belfry") && access(program, F_OK) == 0 ? TAKING_UNSIGNED : TAKING_NOTHING;
  }
  if (!strcmp(wanted, slots->current)) return check_same(places, wanted);
  if (!strcmp(wanted, slots->refused)) return TAKING_REFUSED;
  sweep(places->data, slots);
  enum taking result = fetch(places, wanted);
  if (result != TAKING_TAKEN) return result;
  struct slots next = {.starts = 0};
  strcpy(next.current, wanted);
  // An update that never worked is not kept as the previous one.
  strcpy(next.previous, slots->has_worked ? slots->current : slots->previous);
  // The update before is on the card again: it cannot be its own way back.
  if (!strcmp(next.previous, next.current)) next.previous[0] = 0;
  if (!save(places->data, &next)) return TAKING_FAILED;
  *slots = next;
  sweep(places->data, slots);
  return TAKING_TAKEN;
}

// Writes the path of an update to `path`. Returns whether the update exists and has the bytes that were installed.
static bool path_of(const char *data, const char *digest, char path[PATH_ROOM]) {
  char folder[PATH_ROOM], found[65];
  return join(folder, data, "update") && join(path, folder, digest) && access(path, X_OK) == 0 &&
    digest_of(path, found) && strcmp(found, digest) == 0;
}

static bool is_given_up(const struct slots *slots) {
  if (!slots->has_worked) return slots->starts >= FAILED_STARTS;
  return slots->failures >= FAILED_STARTS || slots->starts >= FAILED_STARTS_IF_WORKED;
}

enum choice slots_choose(const struct places *places, struct slots *slots, char path[PATH_ROOM]) {
  enum choice choice = CHOICE_SAME;
  while (slots->current[0]) {
    bool has_failed = is_given_up(slots);
    if (!has_failed && path_of(places->data, slots->current, path)) break;
    choice = has_failed ? CHOICE_FAILED : CHOICE_DAMAGED;
    // A damaged update may be installed again from the card.
    if (has_failed) strcpy(slots->refused, slots->current);
    strcpy(slots->current, slots->previous);
    slots->previous[0] = 0;
    slots->starts = slots->failures = 0;
    // Only an update that worked is kept as the previous one.
    slots->has_worked = true;
  }
  if (slots->current[0]) {
    slots->starts++;
    // A start that cannot be counted could be repeated endlessly.
    if (save(places->data, slots)) return choice;
    slots->current[0] = 0;
    choice = CHOICE_UNSAVED;
  } else if (choice != CHOICE_SAME) {
    save(places->data, slots);
  }
  join(path, places->factory, "belfry");
  return choice;
}

void slots_confirm(const char *data, struct slots *slots) {
  // Without an update, or at a start that could not be counted, the image's own belfry runs.
  if (!slots->current[0] || slots->starts == 0) return;
  slots->starts = slots->failures = 0;
  slots->has_worked = true;
  save(data, slots);
}

void slots_fail(const char *data, struct slots *slots) {
  if (!slots->has_worked || !slots->current[0] || slots->starts == 0) return;
  slots->failures++;
  save(data, slots);
}

void slots_uncount(const char *data, struct slots *slots, enum cause cause) {
  if (cause == CAUSE_MACHINE && !slots->has_worked) return;
  if (!slots->current[0] || slots->starts == 0) return;
  slots->starts--;
  save(data, slots);
}
