// Agony
// SPDX-License-Identifier: Apache-2.0

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CMediaProbe.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int64_t outcome(long result) { return result < 0 ? errno : 0; }

static void *nothing(void *argument) { return argument; }

static int64_t huge(size_t byteCount) {
  volatile char *memory = malloc(byteCount);
  if (memory == NULL) return errno;
  for (size_t offset = 0; offset < byteCount; offset += 4096) memory[offset] = 1;
  return 0;
}

static int64_t executable(void) {
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? errno : 0;
}

static int64_t made_executable(void) {
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? -1 : outcome(mprotect(memory, 4096, PROT_READ | PROT_EXEC));
}

static int64_t thread(void) {
  pthread_t handle;
  return pthread_create(&handle, NULL, nothing, NULL);
}

static int64_t raise_limit(void) {
  struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
  return outcome(setrlimit(RLIMIT_AS, &limit));
}

static int64_t overwrite_input(void) {
  // The memory file is one of the lowest descriptors.
  for (int descriptor = 3; descriptor < 8; descriptor++) {
    struct stat status;
    if (syscall(SYS_fstat, descriptor, &status) != 0 || !S_ISREG(status.st_mode)) continue;
    return outcome(write(descriptor, "x", 1));
  }
  return -1;
}

static int64_t receive_control(void) {
  char bytes[64];
  return outcome(recv(3, bytes, sizeof bytes, MSG_DONTWAIT));
}

int64_t agony_probe(const char *attempt) {
  char *const arguments[] = {(char *)"true", NULL};
  struct {
    const char *name;
    int number;
  } names[] = {{"open", 0},      {"create", 1},   {"socket", 2},  {"execve", 3},   {"fork", 4},    {"thread", 5},
               {"ptrace", 6},    {"malloc", 7},   {"mmap", 8},    {"mprotect", 9}, {"kill", 10},   {"limit", 11},
               {"memory", 12},   {"seal", 13},    {"control", 14}, {"link", 15},    {"stat", 16},   {"dumpable", 17},
               {"spin", 18},     {"hang", 19},    {"abort", 20},  {"segfault", 21}, {"dup", 22},    {"clone", 23},
               {"connect", 24},  {"uring", 25},   {"unshare", 26}, {"directory", 27}, {"prctl", 28}};
  int number = -1;
  for (size_t index = 0; index < sizeof names / sizeof names[0]; index++)
    if (strcmp(names[index].name, attempt) == 0) number = names[index].number;
  switch (number) {
  case 0: return outcome(open("/etc/passwd", O_RDONLY));
  case 1: return outcome(open("/tmp/agony-probe", O_RDWR | O_CREAT, 0600));
  case 2: return outcome(socket(AF_INET, SOCK_STREAM, 0));
  case 3: return outcome(execve("/bin/true", arguments, NULL));
  case 4: return outcome(fork());
  case 5: return thread();
  case 6: return outcome(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL));
  case 7: return huge((size_t)3 << 30);
  case 8: return executable();
  case 9: return made_executable();
  case 10: return outcome(kill(getpid() - 1, SIGTERM));
  case 11: return raise_limit();
  case 12: return outcome(memfd_create("probe", 0));
  case 13: return overwrite_input();
  case 14: return receive_control();
  case 15: return outcome(symlink("/etc/passwd", "/tmp/agony-probe-link"));
  case 16: {
    struct stat status;
    return outcome(stat("/etc/passwd", &status));
  }
  case 17: return outcome(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
  case 18:
    for (volatile unsigned long count = 0;; count++) continue;
  case 19: {
    // Waits without using the processor, for ever.
    volatile int word = 0;
    for (;;) syscall(SYS_futex, &word, 0, 0, NULL, NULL, 0);
  }
  case 20: abort();
  case 21: raise(SIGSEGV); *(volatile int *)(uintptr_t)8 = 1; return 0;
  case 22: return outcome(dup(0));
  case 23: return outcome(syscall(SYS_clone, SIGCHLD | 0x10000000 /* CLONE_NEWUSER */, 0, 0, 0, 0));
  case 24: return outcome(syscall(SYS_connect, 0, NULL, 0));
  case 25: return outcome(syscall(SYS_io_uring_setup, 8, NULL));
  case 26: return outcome(unshare(0x10000000 /* CLONE_NEWUSER */));
  case 27: return outcome(mkdir("/tmp/agony-probe-folder", 0700));
  case 28: return outcome(prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0));
  default: return -1;
  }
}
