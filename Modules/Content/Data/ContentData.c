// Written by Tools/embed from the files beside it; change it there.
#include "ContentData.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "itf/belts.json"
};
static const unsigned char file_1[] = {
#embed "itf/linework/lines.json"
};
static const unsigned char file_2[] = {
#embed "itf/morphemes.json"
};
static const unsigned char file_3[] = {
#embed "itf/pack.json"
};
static const unsigned char file_4[] = {
#embed "itf/patterns/choi-yong.json"
};
static const unsigned char file_5[] = {
#embed "itf/patterns/chon-ji.json"
};
static const unsigned char file_6[] = {
#embed "itf/patterns/choong-jang.json"
};
static const unsigned char file_7[] = {
#embed "itf/patterns/choong-moo.json"
};
static const unsigned char file_8[] = {
#embed "itf/patterns/dan-gun.json"
};
static const unsigned char file_9[] = {
#embed "itf/patterns/do-san.json"
};
static const unsigned char file_10[] = {
#embed "itf/patterns/eui-am.json"
};
static const unsigned char file_11[] = {
#embed "itf/patterns/ge-baek.json"
};
static const unsigned char file_12[] = {
#embed "itf/patterns/hwa-rang.json"
};
static const unsigned char file_13[] = {
#embed "itf/patterns/index.json"
};
static const unsigned char file_14[] = {
#embed "itf/patterns/joong-gun.json"
};
static const unsigned char file_15[] = {
#embed "itf/patterns/juche.json"
};
static const unsigned char file_16[] = {
#embed "itf/patterns/ko-dang.json"
};
static const unsigned char file_17[] = {
#embed "itf/patterns/kwang-gae.json"
};
static const unsigned char file_18[] = {
#embed "itf/patterns/moon-moo.json"
};
static const unsigned char file_19[] = {
#embed "itf/patterns/po-eun.json"
};
static const unsigned char file_20[] = {
#embed "itf/patterns/saju-jirugi.json"
};
static const unsigned char file_21[] = {
#embed "itf/patterns/saju-makgi.json"
};
static const unsigned char file_22[] = {
#embed "itf/patterns/sam-il.json"
};
static const unsigned char file_23[] = {
#embed "itf/patterns/se-jong.json"
};
static const unsigned char file_24[] = {
#embed "itf/patterns/so-san.json"
};
static const unsigned char file_25[] = {
#embed "itf/patterns/toi-gye.json"
};
static const unsigned char file_26[] = {
#embed "itf/patterns/tong-il.json"
};
static const unsigned char file_27[] = {
#embed "itf/patterns/ul-ji.json"
};
static const unsigned char file_28[] = {
#embed "itf/patterns/won-hyo.json"
};
static const unsigned char file_29[] = {
#embed "itf/patterns/yon-gae.json"
};
static const unsigned char file_30[] = {
#embed "itf/patterns/yoo-sin.json"
};
static const unsigned char file_31[] = {
#embed "itf/patterns/yul-gok.json"
};
static const unsigned char file_32[] = {
#embed "itf/sparring/exchanges.json"
};
static const unsigned char file_33[] = {
#embed "itf/sparring/openings.json"
};
static const unsigned char file_34[] = {
#embed "itf/techniques/hands.json"
};
static const unsigned char file_35[] = {
#embed "itf/techniques/kicks.json"
};
static const unsigned char file_36[] = {
#embed "itf/techniques/stances.json"
};
static const unsigned char file_37[] = {
#embed "itf/terms/10k-basics.json"
};
static const unsigned char file_38[] = {
#embed "itf/terms/10k-numbers.json"
};
static const unsigned char file_39[] = {
#embed "itf/terms/10k-techniques.json"
};
static const unsigned char file_40[] = {
#embed "itf/terms/1d-basics.json"
};
static const unsigned char file_41[] = {
#embed "itf/terms/1d-techniques.json"
};
static const unsigned char file_42[] = {
#embed "itf/terms/1k-techniques.json"
};
static const unsigned char file_43[] = {
#embed "itf/terms/2d-basics.json"
};
static const unsigned char file_44[] = {
#embed "itf/terms/2d-techniques.json"
};
static const unsigned char file_45[] = {
#embed "itf/terms/2k-techniques.json"
};
static const unsigned char file_46[] = {
#embed "itf/terms/3d-basics.json"
};
static const unsigned char file_47[] = {
#embed "itf/terms/3d-techniques.json"
};
static const unsigned char file_48[] = {
#embed "itf/terms/3k-basics.json"
};
static const unsigned char file_49[] = {
#embed "itf/terms/3k-techniques.json"
};
static const unsigned char file_50[] = {
#embed "itf/terms/4d-basics.json"
};
static const unsigned char file_51[] = {
#embed "itf/terms/4d-techniques.json"
};
static const unsigned char file_52[] = {
#embed "itf/terms/4k-basics.json"
};
static const unsigned char file_53[] = {
#embed "itf/terms/4k-techniques.json"
};
static const unsigned char file_54[] = {
#embed "itf/terms/5d-techniques.json"
};
static const unsigned char file_55[] = {
#embed "itf/terms/5k-basics.json"
};
static const unsigned char file_56[] = {
#embed "itf/terms/5k-techniques.json"
};
static const unsigned char file_57[] = {
#embed "itf/terms/6d-techniques.json"
};
static const unsigned char file_58[] = {
#embed "itf/terms/6k-basics.json"
};
static const unsigned char file_59[] = {
#embed "itf/terms/6k-techniques.json"
};
static const unsigned char file_60[] = {
#embed "itf/terms/7k-basics.json"
};
static const unsigned char file_61[] = {
#embed "itf/terms/7k-techniques.json"
};
static const unsigned char file_62[] = {
#embed "itf/terms/8k-basics.json"
};
static const unsigned char file_63[] = {
#embed "itf/terms/8k-techniques.json"
};
static const unsigned char file_64[] = {
#embed "itf/terms/9k-basics.json"
};
static const unsigned char file_65[] = {
#embed "itf/terms/9k-techniques.json"
};
static const unsigned char file_66[] = {
#embed "itf/terms/dan-stances.json"
};
static const unsigned char file_67[] = {
#embed "itf/theory/coloured.json"
};
static const unsigned char file_68[] = {
#embed "itf/theory/dan.json"
};
static const unsigned char file_69[] = {
#embed "yul-gok-middle/pack.json"
};

const struct content_file content_files[] = {
    {"itf/belts.json", file_0, sizeof file_0},
    {"itf/linework/lines.json", file_1, sizeof file_1},
    {"itf/morphemes.json", file_2, sizeof file_2},
    {"itf/pack.json", file_3, sizeof file_3},
    {"itf/patterns/choi-yong.json", file_4, sizeof file_4},
    {"itf/patterns/chon-ji.json", file_5, sizeof file_5},
    {"itf/patterns/choong-jang.json", file_6, sizeof file_6},
    {"itf/patterns/choong-moo.json", file_7, sizeof file_7},
    {"itf/patterns/dan-gun.json", file_8, sizeof file_8},
    {"itf/patterns/do-san.json", file_9, sizeof file_9},
    {"itf/patterns/eui-am.json", file_10, sizeof file_10},
    {"itf/patterns/ge-baek.json", file_11, sizeof file_11},
    {"itf/patterns/hwa-rang.json", file_12, sizeof file_12},
    {"itf/patterns/index.json", file_13, sizeof file_13},
    {"itf/patterns/joong-gun.json", file_14, sizeof file_14},
    {"itf/patterns/juche.json", file_15, sizeof file_15},
    {"itf/patterns/ko-dang.json", file_16, sizeof file_16},
    {"itf/patterns/kwang-gae.json", file_17, sizeof file_17},
    {"itf/patterns/moon-moo.json", file_18, sizeof file_18},
    {"itf/patterns/po-eun.json", file_19, sizeof file_19},
    {"itf/patterns/saju-jirugi.json", file_20, sizeof file_20},
    {"itf/patterns/saju-makgi.json", file_21, sizeof file_21},
    {"itf/patterns/sam-il.json", file_22, sizeof file_22},
    {"itf/patterns/se-jong.json", file_23, sizeof file_23},
    {"itf/patterns/so-san.json", file_24, sizeof file_24},
    {"itf/patterns/toi-gye.json", file_25, sizeof file_25},
    {"itf/patterns/tong-il.json", file_26, sizeof file_26},
    {"itf/patterns/ul-ji.json", file_27, sizeof file_27},
    {"itf/patterns/won-hyo.json", file_28, sizeof file_28},
    {"itf/patterns/yon-gae.json", file_29, sizeof file_29},
    {"itf/patterns/yoo-sin.json", file_30, sizeof file_30},
    {"itf/patterns/yul-gok.json", file_31, sizeof file_31},
    {"itf/sparring/exchanges.json", file_32, sizeof file_32},
    {"itf/sparring/openings.json", file_33, sizeof file_33},
    {"itf/techniques/hands.json", file_34, sizeof file_34},
    {"itf/techniques/kicks.json", file_35, sizeof file_35},
    {"itf/techniques/stances.json", file_36, sizeof file_36},
    {"itf/terms/10k-basics.json", file_37, sizeof file_37},
    {"itf/terms/10k-numbers.json", file_38, sizeof file_38},
    {"itf/terms/10k-techniques.json", file_39, sizeof file_39},
    {"itf/terms/1d-basics.json", file_40, sizeof file_40},
    {"itf/terms/1d-techniques.json", file_41, sizeof file_41},
    {"itf/terms/1k-techniques.json", file_42, sizeof file_42},
    {"itf/terms/2d-basics.json", file_43, sizeof file_43},
    {"itf/terms/2d-techniques.json", file_44, sizeof file_44},
    {"itf/terms/2k-techniques.json", file_45, sizeof file_45},
    {"itf/terms/3d-basics.json", file_46, sizeof file_46},
    {"itf/terms/3d-techniques.json", file_47, sizeof file_47},
    {"itf/terms/3k-basics.json", file_48, sizeof file_48},
    {"itf/terms/3k-techniques.json", file_49, sizeof file_49},
    {"itf/terms/4d-basics.json", file_50, sizeof file_50},
    {"itf/terms/4d-techniques.json", file_51, sizeof file_51},
    {"itf/terms/4k-basics.json", file_52, sizeof file_52},
    {"itf/terms/4k-techniques.json", file_53, sizeof file_53},
    {"itf/terms/5d-techniques.json", file_54, sizeof file_54},
    {"itf/terms/5k-basics.json", file_55, sizeof file_55},
    {"itf/terms/5k-techniques.json", file_56, sizeof file_56},
    {"itf/terms/6d-techniques.json", file_57, sizeof file_57},
    {"itf/terms/6k-basics.json", file_58, sizeof file_58},
    {"itf/terms/6k-techniques.json", file_59, sizeof file_59},
    {"itf/terms/7k-basics.json", file_60, sizeof file_60},
    {"itf/terms/7k-techniques.json", file_61, sizeof file_61},
    {"itf/terms/8k-basics.json", file_62, sizeof file_62},
    {"itf/terms/8k-techniques.json", file_63, sizeof file_63},
    {"itf/terms/9k-basics.json", file_64, sizeof file_64},
    {"itf/terms/9k-techniques.json", file_65, sizeof file_65},
    {"itf/terms/dan-stances.json", file_66, sizeof file_66},
    {"itf/theory/coloured.json", file_67, sizeof file_67},
    {"itf/theory/dan.json", file_68, sizeof file_68},
    {"yul-gok-middle/pack.json", file_69, sizeof file_69},
};

const size_t content_file_count = sizeof content_files / sizeof content_files[0];
