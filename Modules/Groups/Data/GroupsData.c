// Written by Tools/embed from the files beside it; change it there.
#include "GroupsData.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "1-roles.sql"
};
static const unsigned char file_1[] = {
#embed "2-tables.sql"
};
static const unsigned char file_2[] = {
#embed "3-rights.sql"
};
static const unsigned char file_3[] = {
#embed "4-papers.sql"
};
static const unsigned char file_4[] = {
#embed "5-people.sql"
};
static const unsigned char file_5[] = {
#embed "6-guards.sql"
};

const struct groups_schema groups_schemas[] = {
    {"1-roles.sql", file_0, sizeof file_0},
    {"2-tables.sql", file_1, sizeof file_1},
    {"3-rights.sql", file_2, sizeof file_2},
    {"4-papers.sql", file_3, sizeof file_3},
    {"5-people.sql", file_4, sizeof file_4},
    {"6-guards.sql", file_5, sizeof file_5},
};

const size_t groups_schema_count = sizeof groups_schemas / sizeof groups_schemas[0];
