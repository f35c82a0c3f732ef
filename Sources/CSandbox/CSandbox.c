// Agony
// SPDX-License-Identifier: Apache-2.0

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CSandbox.h"

#include <errno.h>
#include <linux/landlock.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "Filters.h"

static int limit(int resource, uint64_t value) {
  struct rlimit both = {.rlim_cur = value, .rlim_max = value};
  return prlimit(0, (__rlimit_resource_t)resource, &both, NULL);
}

/// Bytes of address space in use, or 0.
static uint64_t address_space(void) {
  FILE *file = fopen("/proc/self/statm", "re");
  if (file == NULL) return 0;
  unsigned long long pages = 0;
  if (fscanf(file, "%llu", &pages) != 1) pages = 0;
  fclose(file);
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

int agony_sandbox_thread_count(void) {
  FILE *file = fopen("/proc/self/stat", "re");
  if (file == NULL) return -1;
  int count = -1;
  // Field 20; the name in field 2 is this program's own and has no space.
  if (fscanf(file, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %d", &count) != 1)
    count = -1;
  fclose(file);
  return count;
}

/// Shuts files and, where the kernel knows how, TCP, abstract sockets and signals. The interface's version, or 0.
static int apply_landlock(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return 0;
  // As of version 6; the headers of the build may be older than the kernel.
  struct {
    uint64_t files, network, scoped;
  } rules = {.files = (1ull << 13) - 1};
  if (version >= 2) rules.files |= 1ull << 13;
  if (version >= 3) rules.files |= 1ull << 14;
  if (version >= 4) rules.network = 3;
  if (version >= 5) rules.files |= 1ull << 15;
  if (version >= 6) rules.scoped = 3;
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
  if (ruleset < 0) return 0;
  long result = syscall(SYS_landlock_restrict_self, ruleset, 0);
  close(ruleset);
  return result == 0 ? (int)version : 0;
}

int agony_sandbox_seal(uint64_t memoryByteCount, agony_sandbox_layers *layers) {
  *layers = (agony_sandbox_layers){0, 0};
  uint64_t used = address_space();
  if (used == 0) return -1;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return -1;
  layers->landlock = apply_landlock();
  if (limit(RLIMIT_CORE, 0) != 0 || limit(RLIMIT_FSIZE, 0) != 0 || limit(RLIMIT_NOFILE, 16) != 0 ||
      limit(RLIMIT_MEMLOCK, 0) != 0 || limit(RLIMIT_MSGQUEUE, 0) != 0 || limit(RLIMIT_AS, used + memoryByteCount) != 0)
    return -1;
  if (agony_filter_parent() != 0) return -1;
  layers->filter = 1;
  return 0;
}

int agony_sandbox_narrow(uint32_t processorSeconds) {
  // A descriptor's number must lie below the limit: 0 lets no new one in.
  if (limit(RLIMIT_NOFILE, 0) != 0) return -1;
  // The signal that says why comes at the first limit, the end at the second.
  struct rlimit processor = {.rlim_cur = processorSeconds, .rlim_max = processorSeconds + 1};
  if (prlimit(0, RLIMIT_CPU, &processor, NULL) != 0) return -1;
  return agony_filter_child();
}

pid_t agony_sandbox_fork(void) {
  pid_t parent = getpid();
  pid_t process = fork();
  if (process != 0) return process;
  // Not inherited, so set here; and if the parent died before, nobody would tell.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 || getppid() != parent) _exit(70);
  return 0;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int agony_sandbox_await(pid_t process, int channel, uint32_t milliseconds, int *late) {
  int64_t end = now() + milliseconds;
  int handle = (int)syscall(SYS_pidfd_open, process, 0);
  int status = -1;
  *late = 0;
  for (;;) {
    int64_t left = end - now();
    if (left <= 0) *late = 1;
    // Without a handle (an old kernel) a short turn of waiting serves as well.
    struct pollfd waiting[2] = {{.fd = channel, .events = POLLRDHUP}, {.fd = handle, .events = POLLIN}};
    int turn = left <= 0 ? 0 : handle < 0 && left > 5 ? 5 : (int)(left > 60000 ? 60000 : left);
    int ready = poll(waiting, 2, turn);
    int gone = ready > 0 && (waiting[0].revents & (POLLHUP | POLLRDHUP | POLLERR | POLLNVAL));
    if (*late || gone) kill(process, SIGKILL);
    pid_t ended = waitpid(process, &status, *late || gone ? 0 : WNOHANG);
    if (ended == process || (ended < 0 && errno != EINTR)) {
      if (ended != process) status = -1;
      break;
    }
  }
  if (handle >= 0) close(handle);
  return status;
}
