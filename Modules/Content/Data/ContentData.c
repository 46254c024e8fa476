// Written by embed.sh from the files under itf/; change it there.
#include "ContentData.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "itf/belts.json"
};
static const unsigned char file_1[] = {
#embed "itf/morphemes.json"
};
static const unsigned char file_2[] = {
#embed "itf/pack.json"
};
static const unsigned char file_3[] = {
#embed "itf/terms/10k-basics.json"
};
static const unsigned char file_4[] = {
#embed "itf/terms/10k-numbers.json"
};
static const unsigned char file_5[] = {
#embed "itf/terms/10k-techniques.json"
};
static const unsigned char file_6[] = {
#embed "itf/terms/1k-techniques.json"
};
static const unsigned char file_7[] = {
#embed "itf/terms/2k-techniques.json"
};
static const unsigned char file_8[] = {
#embed "itf/terms/3k-basics.json"
};
static const unsigned char file_9[] = {
#embed "itf/terms/3k-techniques.json"
};
static const unsigned char file_10[] = {
#embed "itf/terms/4k-basics.json"
};
static const unsigned char file_11[] = {
#embed "itf/terms/4k-techniques.json"
};
static const unsigned char file_12[] = {
#embed "itf/terms/5k-basics.json"
};
static const unsigned char file_13[] = {
#embed "itf/terms/5k-techniques.json"
};
static const unsigned char file_14[] = {
#embed "itf/terms/6k-basics.json"
};
static const unsigned char file_15[] = {
#embed "itf/terms/6k-techniques.json"
};
static const unsigned char file_16[] = {
#embed "itf/terms/7k-basics.json"
};
static const unsigned char file_17[] = {
#embed "itf/terms/7k-techniques.json"
};
static const unsigned char file_18[] = {
#embed "itf/terms/8k-basics.json"
};
static const unsigned char file_19[] = {
#embed "itf/terms/8k-techniques.json"
};
static const unsigned char file_20[] = {
#embed "itf/terms/9k-basics.json"
};
static const unsigned char file_21[] = {
#embed "itf/terms/9k-techniques.json"
};

const struct content_file content_files[] = {
    {"itf/belts.json", file_0, sizeof file_0},
    {"itf/morphemes.json", file_1, sizeof file_1},
    {"itf/pack.json", file_2, sizeof file_2},
    {"itf/terms/10k-basics.json", file_3, sizeof file_3},
    {"itf/terms/10k-numbers.json", file_4, sizeof file_4},
    {"itf/terms/10k-techniques.json", file_5, sizeof file_5},
    {"itf/terms/1k-techniques.json", file_6, sizeof file_6},
    {"itf/terms/2k-techniques.json", file_7, sizeof file_7},
    {"itf/terms/3k-basics.json", file_8, sizeof file_8},
    {"itf/terms/3k-techniques.json", file_9, sizeof file_9},
    {"itf/terms/4k-basics.json", file_10, sizeof file_10},
    {"itf/terms/4k-techniques.json", file_11, sizeof file_11},
    {"itf/terms/5k-basics.json", file_12, sizeof file_12},
    {"itf/terms/5k-techniques.json", file_13, sizeof file_13},
    {"itf/terms/6k-basics.json", file_14, sizeof file_14},
    {"itf/terms/6k-techniques.json", file_15, sizeof file_15},
    {"itf/terms/7k-basics.json", file_16, sizeof file_16},
    {"itf/terms/7k-techniques.json", file_17, sizeof file_17},
    {"itf/terms/8k-basics.json", file_18, sizeof file_18},
    {"itf/terms/8k-techniques.json", file_19, sizeof file_19},
    {"itf/terms/9k-basics.json", file_20, sizeof file_20},
    {"itf/terms/9k-techniques.json", file_21, sizeof file_21},
};

const size_t content_file_count = sizeof content_files / sizeof content_files[0];
