// Agony
// SPDX-License-Identifier: Apache-2.0

// What Swift cannot call: constants hidden behind _GNU_SOURCE, variadic functions, macros.

#ifndef AGONY_CSYSTEM_H
#define AGONY_CSYSTEM_H

#include <stdint.h>
#include <stddef.h>

#include "CommandLineSystem.h"

// Descriptors. Each returns -1 and sets errno on failure; the caller closes what it is given.

/// Opens a file without creating it, close-on-exec. `writable` 0 or 1, `direct` 1 for O_DIRECT.
int agony_open(const char *path, int writable, int direct);

/// A file in `folder` that has no name yet (O_TMPFILE), readable and writable, mode 0600.
int agony_open_unnamed(const char *folder);

/// A new file, mode 0600, close-on-exec, read and write; EEXIST if the name is taken.
int agony_create(const char *path);

/// 1 if the page cache holds all these bytes, 0 if not or unknown. `offset` at a page, at most 16 MiB.
int agony_is_cached(int descriptor, int64_t offset, size_t count);

/// Gives an unnamed file its name; EEXIST if the name is taken.
int agony_name_file(int descriptor, const char *path);

/// Renames, never over an existing file (EEXIST).
int agony_rename_exclusive(const char *from, const char *to);

/// Takes an open-file-description lock on the whole file without waiting: EAGAIN or EACCES if another holds it.
int agony_lock(int descriptor, int exclusive);

/// Sets access and modification time to now: an access time of its own would tell whether a session wrote, since
/// Linux advances it at the first read after a write.
int agony_touch(int descriptor);

/// The magic number of the file system a descriptor is on (statfs f_type), or -1.
int64_t agony_file_system_type(int descriptor);

/// 1 if the file is marked "no copy on write" (chattr +C), 0 if not or unknown.
int agony_is_no_copy_on_write(int descriptor);

/// Bytes an ordinary user may still write on the file system of a descriptor, or -1.
int64_t agony_free_byte_count(int descriptor);

/// The two halves of a device number, as in /proc/self/mountinfo.
uint32_t agony_device_major(uint64_t device);
uint32_t agony_device_minor(uint64_t device);

#endif
