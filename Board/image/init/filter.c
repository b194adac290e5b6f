#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "init.h"
#include "syscalls.h"

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined __arm__
#define ARCHITECTURE AUDIT_ARCH_ARM
#else
#error "which architecture is this?"
#endif

#define NAMESPACES \
  (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

#define ROOM (2 * (sizeof allowed / sizeof allowed[0]) + 32)

struct program {
  struct sock_filter code[ROOM];
  unsigned short count;
};

static void put(
  struct program *program, unsigned short code, unsigned char then, unsigned char otherwise, unsigned value
) {
  program->code[program->count++] = (struct sock_filter){code, then, otherwise, value};
}

static void put_load(struct program *program, size_t offset) {
  put(program, BPF_LD | BPF_W | BPF_ABS, 0, 0, (unsigned)offset);
}

static void put_verdict(struct program *program, unsigned verdict) {
  put(program, BPF_RET | BPF_K, 0, 0, verdict);
}

// Allows the system call `number`.
static void put_allowed(struct program *program, unsigned number) {
  put(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, number);
  put_verdict(program, SECCOMP_RET_ALLOW);
}

// The offset of an argument's low half; all boards are little-endian.
static size_t argument(int index) { return offsetof(struct seccomp_data, args) + 8 * (size_t)index; }

// Allows local sockets and Bluetooth sockets only.
static void put_sockets(struct program *program) {
  put(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 5, __NR_socket);
  put_load(program, argument(0));
  put(program, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, AF_UNIX);
  put(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, AF_BLUETOOTH);
  put_verdict(program, SECCOMP_RET_ALLOW);
  put_verdict(program, SECCOMP_RET_ERRNO | EAFNOSUPPORT);
}

// Allows processes and threads, but no namespaces, in which any user would be root.
static void put_clones(struct program *program) {
  put(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, __NR_clone);
  put_load(program, argument(0));
  put(program, BPF_JMP | BPF_JSET | BPF_K, 1, 0, NAMESPACES);
  put_verdict(program, SECCOMP_RET_ALLOW);
  put_verdict(program, SECCOMP_RET_ERRNO | EPERM);
}

static void put_program(struct program *program, bool may_set_clock) {
  put_load(program, offsetof(struct seccomp_data, arch));
  put(program, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, ARCHITECTURE);
  put_verdict(program, SECCOMP_RET_KILL_PROCESS);
  put_load(program, offsetof(struct seccomp_data, nr));
  for (size_t index = 0; index < sizeof allowed / sizeof allowed[0]; index++) put_allowed(program, allowed[index]);
  for (size_t index = 0; may_set_clock && index < sizeof of_the_clock / sizeof of_the_clock[0]; index++)
    put_allowed(program, of_the_clock[index]);
  put_sockets(program);
  put_clones(program);
  // Other calls fail as if the kernel did not have them; the C library then uses alternatives.
  put_verdict(program, SECCOMP_RET_ERRNO | ENOSYS);
}

bool filter_calls(bool may_set_clock) {
  static struct program program;
  program.count = 0;
  put_program(&program, may_set_clock);
  struct sock_fprog filter = {.len = program.count, .filter = program.code};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}
