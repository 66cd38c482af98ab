// Texts with small random damage, the same in every run.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Hand-made games with every construct of PGN, and many that it does not have.
const std::vector<std::string>& sample_files();

// `text` with up to six places changed: a byte replaced, a part cut or doubled, or a sign or a few
// meaningful words inserted.
std::string mutated(std::string_view text, std::mt19937& chance);

}  // namespace arbiter::testing
