// A directory in which files are replaced whole.
#ifndef BELFRY_DIRECTORY_H
#define BELFRY_DIRECTORY_H

#include <stddef.h>
#include <stdint.h>

/// Opens a directory for this program alone, making it (mode 0700) if it is missing. Returns a descriptor; -EBUSY when
/// another program still holds it after two seconds.
///
/// It must belong to this program's user (-BELFRY_EFOREIGN), and its group and others may not write to it
/// (-BELFRY_ESHARED). Root also uses the directory of a service: one in a directory that only root can change.
int32_t belfry_directory_open(const uint8_t *path, size_t length);

/// Opens a regular file of the directory for reading. Returns a descriptor; -BELFRY_ENOTREGULAR for anything else.
int32_t belfry_directory_read(int32_t directory, const uint8_t *name, size_t length);

/// Makes an empty file (mode 0600) in the directory, in place of a regular file with that name. Returns a descriptor;
/// -BELFRY_ENOTREGULAR if something else has that name.
int32_t belfry_directory_create(int32_t directory, const uint8_t *name, size_t length);

/// Gives a file another name, in place of the file that has it.
int32_t belfry_directory_rename(
  int32_t directory, const uint8_t *name, size_t length, const uint8_t *new_name, size_t new_length);

int32_t belfry_directory_remove(int32_t directory, const uint8_t *name, size_t length);

/// Whether there is a file of that name: 0, -ENOENT, or another negative errno.
int32_t belfry_directory_find(int32_t directory, const uint8_t *name, size_t length);

/// Waits until a file's, or a directory's, contents will survive a loss of power.
int32_t belfry_synchronize(int32_t descriptor);

#endif
