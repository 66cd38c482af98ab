// `arbiter explain pattern`: the language of patterns on one page.
#pragma once

#include "tools/cli/output/console.h"

namespace arbiter {

void print_pattern_page(Console& console);

}  // namespace arbiter
