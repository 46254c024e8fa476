#include <sqlite3.h>

// A setting of a connection. SQLite takes it by a function of any number of arguments, which Swift does not call.
static inline int commonplace_sqlite_set(sqlite3 *database, int setting, int value) {
    return sqlite3_db_config(database, setting, value, (int *)0);
}

// Leaves out the count of all memory that SQLite has taken, which a lock guards. To be called before anything else.
static inline int commonplace_sqlite_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
