// Agony
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CommandLineSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const int interrupting[] = {SIGINT, SIGTERM, SIGHUP};
static const int stopping[] = {SIGTSTP, SIGQUIT};

static volatile sig_atomic_t noted;
static int watching;
static int watching_stops;
static struct sigaction kept[5];

// Wakes whoever waits in agony_read_watched, whichever thread the signal came to.
static int wake = -1;

static void note(int signal_number) {
  int code = errno;
  const uint64_t one = 1;
  noted = signal_number;
  if (write(wake, &one, sizeof one) < 0) { /* full: it is awake already */ }
  errno = code;
}

static void watch(int signal_number, int once, struct sigaction *before) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note;
  action.sa_flags = once ? (int)SA_RESETHAND : 0;
  sigemptyset(&action.sa_mask);
  sigaction(signal_number, NULL, before);
  // What whoever started the program chose to ignore (nohup) stays ignored.
  if (before->sa_handler != SIG_IGN) sigaction(signal_number, &action, NULL);
}

void agony_signals_watch(int stops_too) {
  if (watching) return;
  noted = 0;
  wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  watching = 1;
  watching_stops = stops_too;
  for (int i = 0; i < 3; i++) watch(interrupting[i], 1, &kept[i]);
  for (int i = 0; i < 2 && stops_too; i++) watch(stopping[i], 0, &kept[3 + i]);
}

void agony_signals_forget(void) {
  if (!watching) return;
  for (int i = 0; i < 3; i++) sigaction(interrupting[i], &kept[i], NULL);
  for (int i = 0; i < 2 && watching_stops; i++) sigaction(stopping[i], &kept[3 + i], NULL);
  watching = 0;
  if (wake >= 0) close(wake);
  wake = -1;
}

int agony_signal_noted(void) {
  return noted;
}

void agony_signal_clear(void) {
  noted = 0;
}

long agony_read_watched(int descriptor, void *bytes, size_t count) {
  struct pollfd wanted[2] = {{.fd = descriptor, .events = POLLIN}, {.fd = wake, .events = POLLIN}};
  while (poll(wanted, 2, -1) < 0) {
    if (errno != EINTR) return -1;
  }
  if (noted) {
    errno = EINTR;
    return -1;
  }
  return read(descriptor, bytes, count);
}

int agony_process_harden(void) {
  const struct rlimit none = {0, 0};
  int first = setrlimit(RLIMIT_CORE, &none);
  int second = prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  signal(SIGPIPE, SIG_IGN);
  umask(077);
  for (int descriptor = 0; descriptor <= 2; descriptor++) {
    if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // A closed one would be given to the next file opened, and that file would take what is printed.
    if (open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY) != descriptor) return -1;
  }
  return first != 0 || second != 0 ? -1 : 0;
}

int agony_process_is_dumpable(void) {
  return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
}

static long long limit_of(__rlimit_resource_t resource) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return -2;
  return limit.rlim_cur == RLIM_INFINITY ? -1 : (long long)limit.rlim_cur;
}

long long agony_core_limit(void) {
  return limit_of(RLIMIT_CORE);
}

long long agony_locked_memory_limit(void) {
  return limit_of(RLIMIT_MEMLOCK);
}
