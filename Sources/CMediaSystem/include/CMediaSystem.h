// Agony
// SPDX-License-Identifier: Apache-2.0

// What Swift cannot call between the app and the media worker: descriptors in messages (CMSG macros), memfd seals,
// spawning with every other descriptor closed, fork.

#ifndef AGONY_CMEDIASYSTEM_H
#define AGONY_CMEDIASYSTEM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Most descriptors that one message carries.
#define AGONY_MEDIA_DESCRIPTORS 2

/// A connected pair of close-on-exec sockets: `packets` 1 for whole messages (SEQPACKET), 0 for a stream.
/// 0, or -1 and errno. The caller closes both.
int agony_media_pair(int packets, int pair[2]);

/// Sends one message with up to AGONY_MEDIA_DESCRIPTORS descriptors, never raising SIGPIPE. Bytes sent, or -1 and errno.
ssize_t agony_media_send(int socket, const void *bytes, size_t byteCount, const int *descriptors, int descriptorCount);

/// Receives one message. `descriptors` has room for AGONY_MEDIA_DESCRIPTORS, close-on-exec, and belongs to the caller;
/// a message that carries more is refused (EPROTO) and its descriptors are closed. Bytes received, 0 at the end, or -1.
ssize_t agony_media_receive(int socket, void *bytes, size_t byteCount, int *descriptors, int *descriptorCount);

/// Sends bytes on a stream without raising SIGPIPE. With `wait` 0 only what there is room for now, and if there is none
/// -1 and EAGAIN. Bytes sent, or -1 and errno.
ssize_t agony_media_send_bytes(int socket, const void *bytes, size_t byteCount, int wait);

/// An unnamed file in memory of `byteCount` bytes, close-on-exec, that may still be written; or -1 and errno.
int agony_media_memory_file(size_t byteCount);

/// Forbids every later change of a memory file: 0, or -1 and errno.
int agony_media_seal(int descriptor);

/// 1 if a memory file is sealed against writing, growing and shrinking, else 0.
int agony_media_is_sealed(int descriptor);

/// Starts the worker: `channel` becomes descriptor 3, 0 to 2 are /dev/null, every other one is closed, signals are at
/// their defaults, and of the environment nothing is passed on. The process id, or -1 and errno.
pid_t agony_media_spawn(const char *path, int channel);

/// Ends a process that agony_media_spawn started, and waits for its end.
void agony_media_end(pid_t process);

#endif
