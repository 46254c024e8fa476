// Written by Tools/embed from the files beside it; change it there.
#include "CommunityData.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "1-roles.sql"
};
static const unsigned char file_1[] = {
#embed "2-tables.sql"
};
static const unsigned char file_2[] = {
#embed "3-guards.sql"
};
static const unsigned char file_3[] = {
#embed "4-people.sql"
};
static const unsigned char file_4[] = {
#embed "5-coming.sql"
};
static const unsigned char file_5[] = {
#embed "6-desk.sql"
};
static const unsigned char file_6[] = {
#embed "7-grants.sql"
};
static const unsigned char file_7[] = {
#embed "8-tracking.sql"
};
static const unsigned char file_8[] = {
#embed "9-standing.sql"
};

const struct schema_file schema_files[] = {
    {"1-roles.sql", file_0, sizeof file_0},
    {"2-tables.sql", file_1, sizeof file_1},
    {"3-guards.sql", file_2, sizeof file_2},
    {"4-people.sql", file_3, sizeof file_3},
    {"5-coming.sql", file_4, sizeof file_4},
    {"6-desk.sql", file_5, sizeof file_5},
    {"7-grants.sql", file_6, sizeof file_6},
    {"8-tracking.sql", file_7, sizeof file_7},
    {"9-standing.sql", file_8, sizeof file_8},
};

const size_t schema_file_count = sizeof schema_files / sizeof schema_files[0];
