// Agony
// SPDX-License-Identifier: Apache-2.0

#include "CSQLite.h"

#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *wiping_malloc(int byteCount) { return byteCount > 0 ? malloc((size_t)byteCount) : NULL; }

static void wiping_free(void *memory) {
  if (memory == NULL) return;
  explicit_bzero(memory, malloc_usable_size(memory));
  free(memory);
}

// Not realloc(): it may move the block and leave the old bytes behind.
static void *wiping_realloc(void *memory, int byteCount) {
  if (memory == NULL) return wiping_malloc(byteCount);
  if (byteCount <= 0) {
    wiping_free(memory);
    return NULL;
  }
  size_t wanted = (size_t)byteCount;
  size_t present = malloc_usable_size(memory);
  if (wanted <= present && wanted >= present / 2) return memory;
  void *moved = malloc(wanted);
  if (moved == NULL) return NULL;
  memcpy(moved, memory, wanted < present ? wanted : present);
  wiping_free(memory);
  return moved;
}

static int wiping_size(void *memory) { return memory == NULL ? 0 : (int)malloc_usable_size(memory); }
static int wiping_roundup(int byteCount) { return (byteCount + 7) & ~7; }
static int wiping_init(void *unused) {
  (void)unused;
  return SQLITE_OK;
}
static void wiping_shutdown(void *unused) { (void)unused; }

// Messages of SQLite quote statements and names; none may reach standard error.
static void log_nothing(void *unused, int code, const char *message) {
  (void)unused;
  (void)code;
  (void)message;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int configured = SQLITE_ERROR;

static void configure(void) {
  static const sqlite3_mem_methods methods = {
    .xMalloc = wiping_malloc,
    .xFree = wiping_free,
    .xRealloc = wiping_realloc,
    .xSize = wiping_size,
    .xRoundup = wiping_roundup,
    .xInit = wiping_init,
    .xShutdown = wiping_shutdown,
  };
  configured = sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
  if (configured == SQLITE_OK) configured = sqlite3_config(SQLITE_CONFIG_LOG, log_nothing, NULL);
  if (configured == SQLITE_OK) configured = sqlite3_config(SQLITE_CONFIG_URI, 0);
  if (configured == SQLITE_OK) configured = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  if (configured == SQLITE_OK) configured = sqlite3_initialize();
}

int agony_sqlite_configure(void) {
  pthread_once(&once, configure);
  return configured;
}

int agony_sqlite_harden(sqlite3 *database) {
  static const struct {
    int option;
    int value;
  } settings[] = {
    {SQLITE_DBCONFIG_DEFENSIVE, 1},
    {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0},
    {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
    {SQLITE_DBCONFIG_DQS_DML, 0},
    {SQLITE_DBCONFIG_DQS_DDL, 0},
    {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
    {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
    {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
  };
  for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
    int now = -1;
    int code = sqlite3_db_config(database, settings[i].option, settings[i].value, &now);
    if (code != SQLITE_OK) return code;
    if (now != settings[i].value) return SQLITE_MISUSE;
  }
  return SQLITE_OK;
}

int agony_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, size_t byteCount) {
  return sqlite3_bind_text64(statement, index, text, byteCount, SQLITE_TRANSIENT, SQLITE_UTF8);
}

int agony_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, size_t byteCount) {
  // A null pointer would bind NULL, which is not an empty blob.
  if (byteCount == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob64(statement, index, bytes, byteCount, SQLITE_TRANSIENT);
}

void agony_sqlite_wipe(void *bytes, size_t byteCount) { explicit_bzero(bytes, byteCount); }
