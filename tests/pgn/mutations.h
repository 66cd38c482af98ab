// Texts with small random damage, the same in every run.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns hand-made games with every construct of PGN, and many constructs unknown to it.
const std::vector<std::string>& sample_files();

// Returns `text` with up to six changes: a replaced byte, a deleted or duplicated part, or an
// inserted symbol or keywords.
std::string mutated(std::string_view text, std::mt19937& chance);

}  // namespace arbiter::testing
