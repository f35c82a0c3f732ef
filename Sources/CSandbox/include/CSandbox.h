// Agony
// SPDX-License-Identifier: Apache-2.0

// How the media worker locks itself in, and the fork that gives each file a process of its own.

#ifndef AGONY_CSANDBOX_H
#define AGONY_CSANDBOX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// What agony_sandbox_seal could put in place.
typedef struct agony_sandbox_layers {
  /// Version of Landlock's interface that is in force; 0 where the kernel has none.
  int landlock;
  /// 1 if the system call filter is in force. Without it the worker must not go on.
  int filter;
} agony_sandbox_layers;

/// Locks the calling process in for ever, descendants included: no privileges, no core dumps, not to be traced, no
/// file system, no network, no program to start; only fork and what decoding needs. Must be the only thread.
/// `memoryByteCount` more address space than in use now. 0, or -1 if any of it but Landlock failed.
int agony_sandbox_seal(uint64_t memoryByteCount, agony_sandbox_layers *layers);

/// For the child that decodes one file: no further process or thread, no signal to anybody, no new descriptor, no change
/// of a limit. `processorSeconds` of CPU time from now. 0 or -1.
int agony_sandbox_narrow(uint32_t processorSeconds);

/// fork. In the child the parent's death is its own; -1 if it died already, or if the process could not be made.
pid_t agony_sandbox_fork(void);

/// Waits until `process` ends (its wait status), for at most `milliseconds`, and ends it then, or as soon as the other
/// side of `channel` is gone. Sets `late` to 1 if the time was up. -1 if there is no such child.
int agony_sandbox_await(pid_t process, int channel, uint32_t milliseconds, int *late);

/// Number of threads of this process, or -1. Before sealing only.
int agony_sandbox_thread_count(void);

#endif
