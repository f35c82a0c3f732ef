// Agony
// SPDX-License-Identifier: Apache-2.0

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CMediaSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int agony_media_pair(int packets, int pair[2]) {
  return socketpair(AF_UNIX, (packets ? SOCK_SEQPACKET : SOCK_STREAM) | SOCK_CLOEXEC, 0, pair);
}

ssize_t agony_media_send(int socket, const void *bytes, size_t byteCount, const int *descriptors, int descriptorCount) {
  if (descriptorCount < 0 || descriptorCount > AGONY_MEDIA_DESCRIPTORS) {
    errno = EINVAL;
    return -1;
  }
  struct iovec part = {.iov_base = (void *)(uintptr_t)bytes, .iov_len = byteCount};
  union {
    char space[CMSG_SPACE(sizeof(int) * AGONY_MEDIA_DESCRIPTORS)];
    struct cmsghdr alignment;
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptorCount > 0) {
    size_t length = sizeof(int) * (size_t)descriptorCount;
    message.msg_control = control.space;
    message.msg_controllen = CMSG_SPACE(length);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(length);
    memcpy(CMSG_DATA(header), descriptors, length);
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent;
}

ssize_t agony_media_receive(int socket, void *bytes, size_t byteCount, int *descriptors, int *descriptorCount) {
  struct iovec part = {.iov_base = bytes, .iov_len = byteCount};
  union {
    char space[CMSG_SPACE(sizeof(int) * AGONY_MEDIA_DESCRIPTORS)];
    struct cmsghdr alignment;
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
  *descriptorCount = 0;
  ssize_t received;
  do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  if (received < 0) return -1;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < count; index++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof descriptor);
      if (*descriptorCount < AGONY_MEDIA_DESCRIPTORS)
        descriptors[(*descriptorCount)++] = descriptor;
      else
        close(descriptor);
    }
  }
  if (message.msg_flags & (MSG_CTRUNC | MSG_TRUNC)) {
    while (*descriptorCount > 0) close(descriptors[--*descriptorCount]);
    errno = EPROTO;
    return -1;
  }
  return received;
}

ssize_t agony_media_send_bytes(int socket, const void *bytes, size_t byteCount, int wait) {
  ssize_t sent;
  do sent = send(socket, bytes, byteCount, MSG_NOSIGNAL | (wait ? 0 : MSG_DONTWAIT));
  while (sent < 0 && errno == EINTR);
  return sent;
}

int agony_media_memory_file(size_t byteCount) {
  int descriptor = memfd_create("media", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) return -1;
  if (ftruncate(descriptor, (off_t)byteCount) == 0) return descriptor;
  int code = errno;
  close(descriptor);
  errno = code;
  return -1;
}

static const int allSeals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

int agony_media_seal(int descriptor) { return fcntl(descriptor, F_ADD_SEALS, allSeals); }

int agony_media_is_sealed(int descriptor) {
  int seals = fcntl(descriptor, F_GET_SEALS);
  return seals >= 0 && (seals & allSeals) == allSeals;
}

pid_t agony_media_spawn(const char *path, int channel) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) {
    errno = code;
    return -1;
  }
  code = posix_spawnattr_init(&attributes);
  if (code != 0) {
    posix_spawn_file_actions_destroy(&actions);
    errno = code;
    return -1;
  }
  // If the channel is itself one of 0 to 3, dup2 first, before it is overwritten; dup2 clears close-on-exec.
  code = channel == 3 ? 0 : posix_spawn_file_actions_adddup2(&actions, channel, 3);
  if (channel == 3) {
    // The same number would keep close-on-exec: a duplicate elsewhere, and back.
    code = posix_spawn_file_actions_adddup2(&actions, 3, 4);
    if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, 4, 3);
  }
  for (int standard = 0; standard < 3 && code == 0; standard++)
    code = posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0);
  if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(&actions, 4);
  sigset_t none, every;
  sigemptyset(&none);
  sigfillset(&every);
  if (code == 0) code = posix_spawnattr_setsigmask(&attributes, &none);
  if (code == 0) code = posix_spawnattr_setsigdefault(&attributes, &every);
  if (code == 0)
    code = posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  char name[] = "agony-media-worker", oneArena[] = "MALLOC_ARENA_MAX=1", oneThread[] = "OMP_NUM_THREADS=1";
  // The runtime's own crash report would start another process.
  char quiet[] = "SWIFT_BACKTRACE=enable=no", language[] = "LC_ALL=C";
  // Symbols are looked up once, not again in each process that is forked.
  char bound[] = "LD_BIND_NOW=1";
  char *arguments[] = {name, NULL};
  char *environment[] = {oneArena, oneThread, quiet, language, bound, NULL};
  pid_t process = -1;
  if (code == 0) code = posix_spawn(&process, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (code == 0) return process;
  errno = code;
  return -1;
}

void agony_media_end(pid_t process) {
  if (process <= 1) return;
  kill(process, SIGKILL);
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
}
