// The names of everything that Arbiter says about a game.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>

namespace arbiter::diagnostics {

// One per entry of the catalogue, in its order. The numbers may change from one
// version to the next; what is stable is the id (`entry_of(code).id`).
enum class DiagnosticCode : std::uint16_t {
#define ARBITER_DIAGNOSTIC(name, ...) name,
#include "lib/diagnostics/catalogue.inc"
#undef ARBITER_DIAGNOSTIC
};

// How many codes there are; every code's index is below it.
inline constexpr std::size_t kDiagnosticCount = 0
#define ARBITER_DIAGNOSTIC(...) +1
#include "lib/diagnostics/catalogue.inc"
#undef ARBITER_DIAGNOSTIC
    ;

constexpr std::size_t index_of(DiagnosticCode code) { return static_cast<std::size_t>(code); }

// A set of codes, indexed by `index_of`.
using CodeSet = std::bitset<kDiagnosticCount>;

}  // namespace arbiter::diagnostics
