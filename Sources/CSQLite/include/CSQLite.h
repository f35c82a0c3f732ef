// Agony
// SPDX-License-Identifier: Apache-2.0

#ifndef AGONY_CSQLITE_H
#define AGONY_CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>

/// Extended result codes, which Swift does not see as macros.
static const int AGONY_SQLITE_IOERR_READ = SQLITE_IOERR_READ;
static const int AGONY_SQLITE_IOERR_SHORT_READ = SQLITE_IOERR_SHORT_READ;
static const int AGONY_SQLITE_IOERR_WRITE = SQLITE_IOERR_WRITE;
static const int AGONY_SQLITE_IOERR_FSYNC = SQLITE_IOERR_FSYNC;
static const int AGONY_SQLITE_IOERR_TRUNCATE = SQLITE_IOERR_TRUNCATE;
static const int AGONY_SQLITE_IOERR_FSTAT = SQLITE_IOERR_FSTAT;
static const int AGONY_SQLITE_IOERR_DELETE_NOENT = SQLITE_IOERR_DELETE_NOENT;
static const int AGONY_SQLITE_ABORT_ROLLBACK = SQLITE_ABORT_ROLLBACK;

/// An open file of the page file system. SQLite allocates and frees it (szOsFile bytes); `owner` is one strong
/// reference that xOpen takes and xClose gives back.
typedef struct agony_sqlite_file {
  sqlite3_file base;
  void *owner;
} agony_sqlite_file;

/// Sets up the library once for the process, before anything else of SQLite runs: an allocator that wipes what it
/// frees, no log, no URI file names. Returns SQLITE_OK, or the code of the first setting that was refused (as
/// SQLITE_MISUSE when SQLite was already in use). Thread-safe; later calls return the first result.
int agony_sqlite_configure(void);

/// Shuts what a connection does not need: extensions, views, strings in double quotes, unsafe functions in the schema,
/// and statements that can damage the file. Returns SQLITE_OK or the first refusal.
int agony_sqlite_harden(sqlite3 *database);

/// Bind a copy of the bytes; the copy is SQLite's and is wiped when it is freed.
int agony_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, size_t byteCount);
int agony_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, size_t byteCount);

/// Overwrites memory with zeros in a way the compiler keeps.
void agony_sqlite_wipe(void *bytes, size_t byteCount);

#endif
