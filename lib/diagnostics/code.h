// The names of everything that Arbiter says about a game.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>

namespace arbiter {

// One per entry of the catalogue, in its order; the catalogue does not compile otherwise. Its texts
// stand apart, because nearly every source needs the codes and few need a text. The numbers may
// change from one version to the next; what is stable is the id (`entry_of(code).id`).
enum class DiagnosticCode : std::uint16_t {
#define ARBITER_CODE(name) name,
#include "lib/diagnostics/codes.inc"
#undef ARBITER_CODE
};

// How many codes there are; every code's index is below it.
inline constexpr std::size_t kDiagnosticCount = 0
#define ARBITER_CODE(name) +1
#include "lib/diagnostics/codes.inc"
#undef ARBITER_CODE
    ;

constexpr std::size_t index_of(DiagnosticCode code) { return static_cast<std::size_t>(code); }

// A set of codes, indexed by `index_of`.
using CodeSet = std::bitset<kDiagnosticCount>;

}  // namespace arbiter
