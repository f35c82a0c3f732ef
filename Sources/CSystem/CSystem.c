// Agony
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

int agony_open(const char *path, int writable, int direct) {
  return open(path, (writable ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (direct ? O_DIRECT : 0));
}

int agony_open_unnamed(const char *folder) { return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); }

int agony_create(const char *path) { return open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600); }

int agony_is_cached(int descriptor, int64_t offset, size_t count) {
  unsigned char pages[4096];
  size_t page_count = (count + 4095) / 4096;
  if (page_count == 0 || page_count > sizeof pages) return 0;
  void *map = mmap(NULL, count, PROT_READ, MAP_SHARED, descriptor, offset);
  if (map == MAP_FAILED) return 0;
  int all = mincore(map, count, pages) == 0;
  for (size_t i = 0; all && i < page_count; i++) all = pages[i] & 1;
  munmap(map, count);
  return all;
}

int agony_name_file(int descriptor, const char *path) {
  char source[64];
  snprintf(source, sizeof source, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

int agony_rename_exclusive(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int agony_lock(int descriptor, int exclusive) {
  struct flock lock = {.l_type = exclusive ? F_WRLCK : F_RDLCK, .l_whence = SEEK_SET};
  return fcntl(descriptor, F_OFD_SETLK, &lock);
}

int agony_touch(int descriptor) {
  struct timespec times[2] = {{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_NOW}};
  return futimens(descriptor, times);
}

int64_t agony_file_system_type(int descriptor) {
  struct statfs status;
  if (fstatfs(descriptor, &status) != 0) return -1;
  return (int64_t)(uint32_t)status.f_type;
}

int agony_is_no_copy_on_write(int descriptor) {
  int flags = 0;
  if (ioctl(descriptor, FS_IOC_GETFLAGS, &flags) != 0) return 0;
  return (flags & FS_NOCOW_FL) != 0;
}

int64_t agony_free_byte_count(int descriptor) {
  struct statvfs status;
  if (fstatvfs(descriptor, &status) != 0) return -1;
  return (int64_t)status.f_bavail * (int64_t)status.f_frsize;
}

uint32_t agony_device_major(uint64_t device) { return major(device); }

uint32_t agony_device_minor(uint64_t device) { return minor(device); }
