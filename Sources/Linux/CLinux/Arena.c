#include "Arena.h"

#include <errno.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Sixteen times the largest start-up measured, that of libgpiod 2 with every device open: 3,930 octets.
#define CAPACITY ((size_t)64 * 1024)

#define PAGE_SIZE ((size_t)4096)

// Stands before every block, so that the block itself has the alignment C promises.
typedef struct {
  alignas(max_align_t) size_t size;
} header;

static alignas(max_align_t) unsigned char arena[CAPACITY];
static size_t used;
static size_t calls;
static bool is_sealed;

size_t belfry_arena_capacity(void) { return CAPACITY; }
size_t belfry_arena_used(void) { return used; }
size_t belfry_arena_calls(void) { return calls; }
void belfry_arena_seal(void) { is_sealed = true; }

static header *header_of(const void *block) { return (header *)block - 1; }

size_t belfry_arena_block_size(const void *block) { return block == NULL ? 0 : header_of(block)->size; }

// No stdio: it would allocate.
static void abort_sealed(size_t size) {
  char line[64] = "arena: allocation after start-up: ";
  char digits[24];
  size_t length = strlen(line), count = 0;
  do {
    digits[count++] = (char)('0' + size % 10);
    size /= 10;
  } while (size != 0);
  while (count > 0) line[length++] = digits[--count];
  line[length++] = '\n';
  ssize_t written = write(STDERR_FILENO, line, length);
  (void)written;
  abort();
}

static void *refuse(void) {
  errno = ENOMEM;
  return NULL;
}

void *belfry_arena_take(size_t size, size_t alignment) {
  if (is_sealed) abort_sealed(size);
  if (alignment < alignof(header)) alignment = alignof(header);
  if (size > CAPACITY || alignment > CAPACITY) return refuse();

  uintptr_t earliest = (uintptr_t)arena + used + sizeof(header);
  size_t padding = (size_t)(-earliest & (alignment - 1));
  size_t needed = padding + sizeof(header) + size;
  if (needed > CAPACITY - used) return refuse();

  void *block = arena + used + padding + sizeof(header);
  header_of(block)->size = size;
  used += needed;
  calls += 1;
  return block;
}

void *belfry_arena_resize(void *block, size_t size) {
  if (block == NULL) return belfry_arena_take(size, 1);
  size_t held = header_of(block)->size;
  if (size <= held) return block;
  if (is_sealed) abort_sealed(size);

  bool is_last = (unsigned char *)block + held == arena + used;
  if (is_last && size - held <= CAPACITY - used) {
    used += size - held;
    calls += 1;
    header_of(block)->size = size;
    return block;
  }
  void *moved = belfry_arena_take(size, 1);
  if (moved != NULL) memcpy(moved, block, held);
  return moved;
}

#ifdef BELFRY_ARENA

bool belfry_arena_is_heap(void) { return true; }

// All ten names: were one left out, glibc's own allocator would be linked for it, and with it nine doubles.

void *malloc(size_t size) { return belfry_arena_take(size, 1); }
void free(void *block) { (void)block; }
void *realloc(void *block, size_t size) { return belfry_arena_resize(block, size); }
void *memalign(size_t alignment, size_t size) { return belfry_arena_take(size, alignment); }
void *aligned_alloc(size_t alignment, size_t size) { return belfry_arena_take(size, alignment); }
void *valloc(size_t size) { return belfry_arena_take(size, PAGE_SIZE); }
size_t malloc_usable_size(void *block) { return belfry_arena_block_size(block); }

// Memory is never given back, so new memory was never written: it is all zeros.
void *calloc(size_t count, size_t size) {
  size_t total;
  return __builtin_mul_overflow(count, size, &total) ? refuse() : belfry_arena_take(total, 1);
}

void *pvalloc(size_t size) {
  if (size > CAPACITY) return refuse();
  size_t pages = size / PAGE_SIZE + (size % PAGE_SIZE != 0);
  return belfry_arena_take(pages * PAGE_SIZE, PAGE_SIZE);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  bool is_power_of_two = alignment != 0 && (alignment & (alignment - 1)) == 0;
  if (!is_power_of_two || alignment % sizeof(void *) != 0) return EINVAL;
  void *taken = belfry_arena_take(size, alignment);
  if (taken == NULL) return ENOMEM;
  *block = taken;
  return 0;
}

#else

bool belfry_arena_is_heap(void) { return false; }

#endif
