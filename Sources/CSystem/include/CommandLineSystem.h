// Agony
// SPDX-License-Identifier: Apache-2.0

#ifndef AGONY_COMMAND_LINE_SYSTEM_H
#define AGONY_COMMAND_LINE_SYSTEM_H

#include <stddef.h>

/// Notes SIGINT, SIGTERM and SIGHUP from now on instead of dying of them; each only once, the second has its ordinary effect.
/// With `stops_too`, SIGTSTP and SIGQUIT are noted as well.
void agony_signals_watch(int stops_too);

/// Gives the signals back their former effect. What was noted stays noted.
void agony_signals_forget(void);

/// The signal noted last, or 0.
int agony_signal_noted(void);
void agony_signal_clear(void);

/// read(2) that fails with EINTR as soon as a signal is noted, also one that came just before the call.
long agony_read_watched(int descriptor, void *bytes, size_t count);

/// No core dumps, no reading of this process by others of the same user, SIGPIPE ignored, umask 077, descriptors 0 to 2 open.
/// -1 if any of it was refused.
int agony_process_harden(void);

/// 0 if the kernel writes no dump of this process.
int agony_process_is_dumpable(void);

/// The limits of core dumps and of locked memory in bytes; -1 for none, -2 if they cannot be told.
long long agony_core_limit(void);
long long agony_locked_memory_limit(void);

#endif
