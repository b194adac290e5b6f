#include "CBrowserHeap.h"

#ifdef __wasm__

#include <stddef.h>

// Blocks have sizes of 2^n octets, 16 and more, and one list of free blocks for each n. A block starts with its n and
// its place in a list. Blocks are never joined; the phone's arrays are small and of few sizes.
typedef struct block {
  uint32_t order, unused;
  struct block *next;
  uint32_t padding;
} block;

enum { header = sizeof(block), smallest = 5, orders = 31, page = 65536 };

_Static_assert(header == 16, "blocks have the alignment of 16 that Swift asks for at most");

static block *free_blocks[orders];
static uintptr_t unused, end;
static uint32_t used;

static void *take_memory(uintptr_t count) {
  if (unused == 0) unused = end = (uintptr_t)__builtin_wasm_memory_size(0) * page;
  if (end - unused < count) {
    uintptr_t pages = (count + page - 1) / page;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) __builtin_trap();
    end += pages * page;
  }
  void *taken = (void *)unused;
  unused += count;
  return taken;
}

void *malloc(size_t count) {
  uint32_t order = smallest;
  while (((size_t)1 << order) - header < count) {
    order++;
    if (order == orders) __builtin_trap();
  }
  block *found = free_blocks[order];
  if (found) {
    free_blocks[order] = found->next;
  } else {
    found = take_memory((uintptr_t)1 << order);
    found->order = order;
  }
  used += 1u << order;
  return found + 1;
}

void free(void *octets) {
  if (!octets) return;
  block *freed = (block *)octets - 1;
  used -= 1u << freed->order;
  freed->next = free_blocks[freed->order];
  free_blocks[freed->order] = freed;
}

int posix_memalign(void **result, size_t alignment, size_t count) {
  if (alignment > header) __builtin_trap();
  *result = malloc(count);
  return 0;
}

uint32_t belfry_heap_used(void) { return used; }

#else

uint32_t belfry_heap_used(void) { return 0; }

#endif
