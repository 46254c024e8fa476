// Written by Tools/embed from the files beside it; change it there.
#include "LanguagesData.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "es.strings"
};
static const unsigned char file_1[] = {
#embed "fr.strings"
};
static const unsigned char file_2[] = {
#embed "ko.strings"
};

const struct languages_file languages_files[] = {
    {"es.strings", file_0, sizeof file_0},
    {"fr.strings", file_1, sizeof file_1},
    {"ko.strings", file_2, sizeof file_2},
};

const size_t languages_file_count = sizeof languages_files / sizeof languages_files[0];
