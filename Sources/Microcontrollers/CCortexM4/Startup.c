// From reset to main. Only for the board: a PC's C library has all of this.
#if __STDC_HOSTED__ == 0

#include <stddef.h>
#include <stdint.h>

extern uint32_t belfry_data_load, belfry_data_start, belfry_data_end, belfry_bss_start, belfry_bss_end;
extern uint32_t belfry_stack_top, belfry_stack_limit;
int main(void);

// The fill pattern of the stack at the start, with which its deepest use can be measured.
enum { unused_stack = 0x5A5A5A5A };

_Noreturn void belfry_reset(void) {
  __asm__ volatile("cpsid i");
  uint32_t *here;
  for (uint32_t *word = &belfry_stack_limit; word < (uint32_t *)&here - 16; word++) *word = unused_stack;
  for (uint32_t *from = &belfry_data_load, *to = &belfry_data_start; to < &belfry_data_end;) *to++ = *from++;
  for (uint32_t *word = &belfry_bss_start; word < &belfry_bss_end; word++) *word = 0;
  main();
  for (;;) __asm__ volatile("wfi");
}

// A Swift trap executes an undefined instruction. The watch then stops, so that a debugger or the watchdog can act.
_Noreturn void belfry_fault(void) {
  for (;;) __asm__ volatile("");
}

// The value between a function's locals and its return address. A port takes it from its random number generator before
// main. One octet is zero, so that no text can contain it.
uintptr_t __stack_chk_guard = 0x5DC300A7;
_Noreturn void __stack_chk_fail(void) { belfry_fault(); }

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    &belfry_stack_top, belfry_reset, belfry_fault, belfry_fault, belfry_fault, belfry_fault, belfry_fault,
};

#endif
