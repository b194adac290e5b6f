// The system calls that are allowed for belfry and for the process that writes its files. Each processor has only some
// of them.
#ifndef BELFRY_SYSCALLS_H
#define BELFRY_SYSCALLS_H

#include <sys/syscall.h>

static const unsigned of_the_clock[] = {
  __NR_clock_settime,
#ifdef __NR_clock_settime64
  __NR_clock_settime64,
#endif
};

static const unsigned allowed[] = {
  // Starting and ending processes.
  __NR_execve, __NR_exit, __NR_exit_group, __NR_restart_syscall, __NR_wait4, __NR_waitid, __NR_kill, __NR_tgkill,
  __NR_tkill, __NR_prctl, __NR_set_tid_address, __NR_set_robust_list, __NR_prlimit64, __NR_uname, __NR_getpid,
  __NR_getppid, __NR_gettid, __NR_getuid, __NR_geteuid, __NR_getgid, __NR_getegid, __NR_getrandom, __NR_setsid,
  __NR_futex, __NR_sched_yield, __NR_sched_getaffinity, __NR_membarrier, __NR_sysinfo, __NR_getpgid, __NR_umask,
#ifdef __NR_rseq
  __NR_rseq,
#endif
#ifdef __NR_arch_prctl
  __NR_arch_prctl,
#endif
#ifdef __NR_fork
  __NR_fork, __NR_vfork, __NR_getpgrp,
#endif
#ifdef __NR_getuid32
  __NR_getuid32, __NR_geteuid32, __NR_getgid32, __NR_getegid32,
#endif
#ifdef __NR_ugetrlimit
  __NR_ugetrlimit,
#endif
#ifdef __NR_getrlimit
  __NR_getrlimit,
#endif
#ifdef __NR_futex_time64
  __NR_futex_time64,
#endif
#ifdef __arm__
  // Processor-specific calls: cacheflush, set_tls.
  0x0F0002, 0x0F0005,
#endif
  // Signals.
  __NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigreturn, __NR_rt_sigpending, __NR_rt_sigsuspend,
  __NR_rt_sigtimedwait, __NR_sigaltstack, __NR_signalfd4,
#ifdef __NR_sigreturn
  __NR_sigreturn,
#endif
#ifdef __NR_pause
  __NR_pause,
#endif
  // Memory.
  __NR_brk, __NR_munmap, __NR_mprotect, __NR_mremap, __NR_madvise,
#ifdef __NR_mmap
  __NR_mmap,
#endif
#ifdef __NR_mmap2
  __NR_mmap2,
#endif
  // Files.
  __NR_openat, __NR_close, __NR_read, __NR_write, __NR_readv, __NR_writev, __NR_pread64, __NR_pwrite64, __NR_lseek,
  __NR_dup, __NR_dup3, __NR_pipe2, __NR_fcntl, __NR_ioctl, __NR_flock, __NR_fsync, __NR_fdatasync, __NR_ftruncate,
  __NR_fstat, __NR_statx, __NR_faccessat, __NR_readlinkat, __NR_getdents64, __NR_mkdirat, __NR_renameat2, __NR_unlinkat,
  __NR_fchmod, __NR_fchmodat, __NR_statfs, __NR_fstatfs, __NR_getcwd, __NR_chdir, __NR_fchdir,
#ifdef __NR_renameat
  __NR_renameat,
#endif
#ifdef __NR_faccessat2
  __NR_faccessat2,
#endif
#ifdef __NR_close_range
  __NR_close_range,
#endif
#ifdef __NR_newfstatat
  __NR_newfstatat,
#endif
#ifdef __NR_open
  __NR_open, __NR_access, __NR_stat, __NR_lstat, __NR_readlink, __NR_mkdir, __NR_rmdir, __NR_rename, __NR_unlink,
  __NR_dup2, __NR_pipe, __NR_getdents, __NR_chmod,
#endif
#ifdef __NR_fcntl64
  __NR_fcntl64, __NR_fstat64, __NR_stat64, __NR_lstat64, __NR_fstatat64, __NR_ftruncate64, __NR__llseek,
  __NR_statfs64, __NR_fstatfs64,
#endif
  // Waiting and time.
  __NR_ppoll, __NR_epoll_create1, __NR_epoll_ctl, __NR_epoll_pwait, __NR_timerfd_create, __NR_timerfd_settime,
  __NR_nanosleep, __NR_clock_nanosleep, __NR_clock_gettime, __NR_clock_getres, __NR_gettimeofday, __NR_adjtimex,
#ifdef __NR_poll
  __NR_poll, __NR_epoll_wait,
#endif
#ifdef __NR_epoll_pwait2
  __NR_epoll_pwait2,
#endif
#ifdef __NR_ppoll_time64
  __NR_ppoll_time64, __NR_timerfd_settime64, __NR_clock_nanosleep_time64, __NR_clock_gettime64,
  __NR_clock_getres_time64, __NR_clock_adjtime64,
#endif
  // Sockets. Calls of `socket` and `clone` are filtered by their arguments as well.
  __NR_socketpair, __NR_bind, __NR_listen, __NR_connect, __NR_accept4, __NR_sendto, __NR_sendmsg, __NR_recvfrom,
  __NR_recvmsg, __NR_getsockopt, __NR_setsockopt, __NR_getsockname, __NR_getpeername, __NR_shutdown,
#ifdef __NR_send
  __NR_send, __NR_recv,
#endif
};

#endif
