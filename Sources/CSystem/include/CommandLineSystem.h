// Agony
// SPDX-License-Identifier: Apache-2.0

#ifndef AGONY_COMMAND_LINE_SYSTEM_H
#define AGONY_COMMAND_LINE_SYSTEM_H

#include <stddef.h>
#include <sys/resource.h>
#include <sys/types.h>

/// Notes SIGINT, SIGTERM and SIGHUP from now on instead of dying of them; each only once, the second has its ordinary effect.
/// With `stops_too`, SIGTSTP and SIGQUIT are noted as well.
void agony_signals_watch(int stops_too);

/// Gives the signals back their former effect. What was noted stays noted.
void agony_signals_forget(void);

/// The signal noted last, or 0.
int agony_signal_noted(void);
void agony_signal_clear(void);

/// read(2) that fails with EINTR as soon as a signal is noted, also one that came just before the call.
ssize_t agony_read_watched(int descriptor, void *bytes, size_t count);

/// No core dumps, no reading of this process by others of the same user, SIGPIPE ignored, umask 077, descriptors 0 to 2 open.
/// -1 if any of it was refused.
int agony_process_harden(void);

/// 0 if the kernel writes no dump of this process.
int agony_process_is_dumpable(void);

/// getrlimit(2), whose constants Swift does not see.
int agony_core_limit(struct rlimit *limit);
int agony_locked_memory_limit(struct rlimit *limit);

#endif
