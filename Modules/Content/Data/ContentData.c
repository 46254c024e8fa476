#include "ContentData.h"
