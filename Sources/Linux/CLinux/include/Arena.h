// An arena in place of a heap: the C libraries allocate from it during start-up, and then it is sealed.
//
// In a firmware build (BELFRY_ARENA), `malloc` and related functions use this arena, and glibc's allocator is not
// linked. On a PC, `malloc` is the system's, and only the functions below exist, for their tests. One thread only.
#ifndef BELFRY_ARENA_H
#define BELFRY_ARENA_H

#include <stdbool.h>
#include <stddef.h>

/// Whether `malloc` is the arena: true in firmware builds.
bool belfry_arena_is_heap(void);

/// How many octets the arena holds.
size_t belfry_arena_capacity(void);

/// How many octets have been taken, with headers and padding.
size_t belfry_arena_used(void);

/// How many times memory was taken.
size_t belfry_arena_calls(void);

/// Ends start-up: from now on taking memory prints a line on standard error and aborts.
void belfry_arena_seal(void);

/// Takes `size` octets of zeros at a multiple of `alignment`, a power of two; NULL and ENOMEM when there are too few.
void *belfry_arena_take(size_t size, size_t alignment);

/// Makes a block hold `size` octets, in place where it can; NULL and ENOMEM when there are too few. NULL for a block
/// takes a new one.
void *belfry_arena_resize(void *block, size_t size);

/// How many octets a block can hold; 0 for NULL.
size_t belfry_arena_block_size(const void *block);

#endif
