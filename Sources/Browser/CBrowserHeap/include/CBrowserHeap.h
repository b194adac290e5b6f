// A heap for the phone's module. The watch's module is linked without it, so it cannot allocate.
#ifndef CBROWSERHEAP_H
#define CBROWSERHEAP_H

#include <stdint.h>

// Allocated octets that are not free again.
uint32_t belfry_heap_used(void);

#endif
