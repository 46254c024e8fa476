// Written by Tools/embed from the files beside it; change it there.
#include "MonetizationData.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "coin.storekit"
};
static const unsigned char file_1[] = {
#embed "dojang.prices.json"
};
static const unsigned char file_2[] = {
#embed "dojang.storekit"
};
static const unsigned char file_3[] = {
#embed "focusflow.storekit"
};
static const unsigned char file_4[] = {
#embed "grain.prices.json"
};
static const unsigned char file_5[] = {
#embed "grain.storekit"
};
static const unsigned char file_6[] = {
#embed "seller.json"
};

const struct catalogue_file catalogue_files[] = {
    {"coin.storekit", file_0, sizeof file_0},
    {"dojang.prices.json", file_1, sizeof file_1},
    {"dojang.storekit", file_2, sizeof file_2},
    {"focusflow.storekit", file_3, sizeof file_3},
    {"grain.prices.json", file_4, sizeof file_4},
    {"grain.storekit", file_5, sizeof file_5},
    {"seller.json", file_6, sizeof file_6},
};

const size_t catalogue_file_count = sizeof catalogue_files / sizeof catalogue_files[0];
