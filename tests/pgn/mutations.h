// Texts with small damage, made by chance but the same in every run.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Hand-made games with everything that PGN has, and much that it has not.
const std::vector<std::string>& sample_files();

// `text` with up to six places changed: a byte replaced, a stretch cut or
// doubled, a sign or a few words put in that mean something to a reader.
std::string mutated(std::string_view text, std::mt19937& chance);

}  // namespace arbiter::testing
