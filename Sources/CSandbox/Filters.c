// Agony
// SPDX-License-Identifier: Apache-2.0

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "Filters.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define THIS_MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_MACHINE AUDIT_ARCH_AARCH64
#else
#error "the sandbox knows no system call numbers of this machine"
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, action)
#define IS(value, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, otherwise)
#define HAS(bits, otherwise) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, otherwise)
#define REFUSED (SECCOMP_RET_ERRNO | EPERM)

// One system call, allowed or ending the process; the number is in the accumulator and stays there.
#define ALLOW(number) IS(number, 1), ANSWER(SECCOMP_RET_ALLOW)
#define END(number) IS(number, 1), ANSWER(SECCOMP_RET_KILL_PROCESS)
// Memory may be had, but none that can be executed.
#define ALLOW_UNLESS_EXECUTABLE(number) \
  IS(number, 4), LOAD(args[2]), HAS(PROT_EXEC, 1), ANSWER(REFUSED), ANSWER(SECCOMP_RET_ALLOW)

// Numbers of another machine, or of x32, would mean other calls.
#if defined(__x86_64__)
#define OPENING                                                                                       \
  LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_MACHINE, 1, 0), ANSWER(SECCOMP_RET_KILL_PROCESS), \
      LOAD(nr), BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), ANSWER(SECCOMP_RET_KILL_PROCESS)
#else
#define OPENING \
  LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_MACHINE, 1, 0), ANSWER(SECCOMP_RET_KILL_PROCESS), LOAD(nr)
#endif

// What no decoder ever does by mistake. Everything else that is not allowed is answered EPERM: libraries probe.
#define HOSTILE                                                                                          \
  END(SYS_execve), END(SYS_execveat), END(SYS_socket), END(SYS_connect), END(SYS_bind), END(SYS_ptrace), \
      END(SYS_process_vm_readv), END(SYS_process_vm_writev), END(SYS_bpf), END(SYS_unshare), END(SYS_setns), \
      END(SYS_mount), END(SYS_io_uring_setup), END(SYS_userfaultfd), END(SYS_keyctl), END(SYS_init_module)

#define DECODING                                                                                              \
  ALLOW(SYS_read), ALLOW(SYS_pread64), ALLOW(SYS_write), ALLOW(SYS_sendto), ALLOW(SYS_recvfrom), ALLOW(SYS_futex), \
      ALLOW(SYS_munmap), ALLOW(SYS_brk), ALLOW(SYS_madvise), ALLOW(SYS_fstat), ALLOW(SYS_lseek), ALLOW(SYS_close), \
      ALLOW(SYS_exit_group), ALLOW(SYS_exit), ALLOW(SYS_clock_gettime), ALLOW(SYS_gettimeofday),               \
      ALLOW(SYS_getrandom), ALLOW(SYS_rt_sigprocmask), ALLOW(SYS_rt_sigreturn), ALLOW(SYS_rt_sigaction),       \
      ALLOW(SYS_restart_syscall), ALLOW(SYS_sched_getaffinity), ALLOW(SYS_sched_yield), ALLOW(SYS_gettid),     \
      ALLOW(SYS_getpid), ALLOW(SYS_ppoll), ALLOW(SYS_mremap), ALLOW_UNLESS_EXECUTABLE(SYS_mmap),               \
      ALLOW_UNLESS_EXECUTABLE(SYS_mprotect)

static int install(const struct sock_filter *filter, size_t count) {
  struct sock_fprog program = {.len = (unsigned short)count, .filter = (struct sock_filter *)(uintptr_t)filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

int agony_filter_parent(void) {
  static const struct sock_filter filter[] = {
      OPENING,
      HOSTILE,
      DECODING,
#ifdef SYS_poll
      ALLOW(SYS_poll),
      END(SYS_fork),
      END(SYS_vfork),
#endif
      ALLOW(SYS_sendmsg),
      ALLOW(SYS_recvmsg),
      ALLOW(SYS_wait4),
      ALLOW(SYS_kill),
      ALLOW(SYS_getppid),
      ALLOW(SYS_pidfd_open),
      ALLOW(SYS_prlimit64),
      ALLOW(SYS_prctl),
      ALLOW(SYS_set_robust_list),
      ALLOW(SYS_rseq),
      ALLOW(SYS_fcntl),
      ALLOW(SYS_close_range),
      // fork as the C library spells it: a process, no thread, no namespace.
      IS(SYS_clone, 4),
      LOAD(args[0]),
      HAS(~(uint32_t)(CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | 0xff), 1),
      ANSWER(REFUSED),
      ANSWER(SECCOMP_RET_ALLOW),
      // The C library falls back to clone.
      IS(SYS_clone3, 1),
      ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
      ANSWER(REFUSED),
  };
  return install(filter, sizeof filter / sizeof filter[0]);
}

int agony_filter_child(void) {
  static const struct sock_filter filter[] = {
      OPENING, HOSTILE, END(SYS_clone), END(SYS_clone3), DECODING,
#ifdef SYS_poll
      ALLOW(SYS_poll), END(SYS_fork), END(SYS_vfork),
#endif
      ANSWER(REFUSED),
  };
  return install(filter, sizeof filter / sizeof filter[0]);
}
