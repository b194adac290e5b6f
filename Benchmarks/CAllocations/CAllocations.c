// The program's own `malloc` and related functions replace glibc's: they count the calls and forward them.
#include "CAllocations.h"

#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local uint64_t allocation_count;

uint64_t belfry_allocation_count(void) {
  return allocation_count;
}

void *malloc(size_t size) {
  allocation_count++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocation_count++;
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  allocation_count++;
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  allocation_count++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  allocation_count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  allocation_count++;
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}
