// What a static program of Debian's C library brings along although nothing in the watch can come to use it: conversion
// between character sets with its tables, translated messages, loading of shared libraries, wide and floating output.
// Together they are a sixth of the Pi Zero W's binary.
//
// A definition here keeps the library's own out of the link. The names are the library's internal ones, in glibc 2.36,
// which Board/make-sysroot fetches. Another version may want others: a definition too few only costs octets, which
// `make size` notices; one too many is a duplicate that the linker refuses. Whatever is called all the same stops the
// watch at once, as a failed assertion would.
#ifdef BELFRY_ARENA

#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

// They are declared nowhere outside the library.
#pragma clang diagnostic ignored "-Wmissing-prototypes"

#define UNUSED(name) \
  _Noreturn void name(void) { __builtin_trap(); }

// Streams of wide characters.
UNUSED(__gconv_release_step)
UNUSED(__gconv_close_transform)
UNUSED(__gconv_find_transform)
UNUSED(__gconv_transform_ascii_internal)
UNUSED(__gconv_transform_internal_ascii)
UNUSED(__gconv_btwoc_ascii)
UNUSED(__fxprintf_nocancel)
UNUSED(_dl_mcount_wrapper_check)

// Nothing is printed with %f, %g or %a.
UNUSED(__printf_fp)
UNUSED(__printf_fphex)

// What these lock is not there.
int __gconv_lock;
pthread_rwlock_t __libc_setlocale_lock = PTHREAD_RWLOCK_INITIALIZER;

// The messages of getopt and strerror, untranslated.
char *__dcgettext(const char *domain, const char *message, int category) {
  (void)domain;
  (void)category;
  return (char *)message;
}

// The folders of shared libraries.
void _dl_init_paths(void) {}

#ifdef __arm__
// Makes what was relocated constant, as the library does, whose own would bring relocation at run time. The binaries
// that may stand anywhere in memory need that; the Pi Zero W's stands where it was linked to.
void _dl_protect_relro(void) {
  const ElfW(Phdr) *header = (const ElfW(Phdr) *)getauxval(AT_PHDR);
  const uintptr_t pages = ~(uintptr_t)(getauxval(AT_PAGESZ) - 1);
  for (size_t left = getauxval(AT_PHNUM); left > 0; left--, header++) {
    if (header->p_type != PT_GNU_RELRO) continue;
    uintptr_t begin = header->p_vaddr & pages;
    uintptr_t end = (header->p_vaddr + header->p_memsz) & pages;
    if (begin != end && mprotect((void *)begin, end - begin, PROT_READ) != 0) abort();
  }
}
#endif

// Without stdio, which would allocate.
_Noreturn void __assert_fail(const char *assertion, const char *file, unsigned int line, const char *function) {
  (void)file;
  (void)line;
  (void)function;
  ssize_t written = write(STDERR_FILENO, assertion, strlen(assertion));
  written = write(STDERR_FILENO, ": this must hold\n", 17);
  (void)written;
  abort();
}

#endif
