// Written by Tools/embed from the files beside it; change it there.
#include "SyncData.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "1-roles.sql"
};
static const unsigned char file_1[] = {
#embed "2-tables.sql"
};
static const unsigned char file_2[] = {
#embed "3-streams.sql"
};
static const unsigned char file_3[] = {
#embed "4-snapshots.sql"
};
static const unsigned char file_4[] = {
#embed "5-accounts.sql"
};
static const unsigned char file_5[] = {
#embed "6-logins.sql"
};
static const unsigned char file_6[] = {
#embed "7-rights.sql"
};
static const unsigned char file_7[] = {
#embed "8-files.sql"
};

const struct sync_schema sync_schemas[] = {
    {"1-roles.sql", file_0, sizeof file_0},
    {"2-tables.sql", file_1, sizeof file_1},
    {"3-streams.sql", file_2, sizeof file_2},
    {"4-snapshots.sql", file_3, sizeof file_3},
    {"5-accounts.sql", file_4, sizeof file_4},
    {"6-logins.sql", file_5, sizeof file_5},
    {"7-rights.sql", file_6, sizeof file_6},
    {"8-files.sql", file_7, sizeof file_7},
};

const size_t sync_schema_count = sizeof sync_schemas / sizeof sync_schemas[0];
