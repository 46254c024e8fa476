/* Measures SQLite from C. `sqlite-peer PATH COUNT` inserts COUNT rows in one durable transaction, and prints the seconds from opening to closing.
   Tools/bench compiles it if the machine has a compiler and the library. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void run(sqlite3 *database, const char *sql) {
    if (sqlite3_exec(database, sql, 0, 0, 0) != SQLITE_OK) {
        fprintf(stderr, "sqlite-peer: %s: %s\n", sql, sqlite3_errmsg(database));
        exit(1);
    }
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

int main(int count, char **words) {
    if (count != 3) return 64;
    const char *sentence = "The quick brown fox. ";
    char body[512] = "", id[32];
    for (int i = 0; i < 8; i++) strcat(body, sentence);
    double start = seconds();
    sqlite3 *database;
    sqlite3_stmt *insert;
    if (sqlite3_open(words[1], &database) != SQLITE_OK) return 1;
    run(database, "pragma journal_mode=wal");
    run(database, "pragma synchronous=full");
    run(database, "create table notes(id text primary key, number integer, body text) without rowid");
    run(database, "create index byNumber on notes(number)");
    run(database, "begin");
    if (sqlite3_prepare_v2(database, "insert into notes values(?,?,?)", -1, &insert, 0) != SQLITE_OK) return 1;
    for (int number = 0, rows = atoi(words[2]); number < rows; number++) {
        int length = snprintf(id, sizeof id, "note-%d", number);
        sqlite3_bind_text(insert, 1, id, length, SQLITE_STATIC);
        sqlite3_bind_int64(insert, 2, number);
        sqlite3_bind_text(insert, 3, body, (int)strlen(body), SQLITE_STATIC);
        if (sqlite3_step(insert) != SQLITE_DONE) return 1;
        sqlite3_reset(insert);
    }
    run(database, "commit");
    sqlite3_finalize(insert);
    sqlite3_close(database);
    printf("%.9f\n", seconds() - start);
    return 0;
}
