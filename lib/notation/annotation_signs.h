// Annotation signs and their NAGs (PGN 10).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace arbiter {

struct AnnotationSign {
  std::string_view text;  // the sign in UTF-8
  std::uint32_t nag;
};

// The score-sheet sign of a draw offer (Laws 8.1), which has no NAG.
inline constexpr std::string_view kDrawOffer = "(=)";

// Returns the longest sign that `text` begins with; null if it begins with none. Signs that consist
// of plain letters and marks, such as "N", "+-" and "!?", are ignored, because they may be part of
// a move.
const AnnotationSign* annotation_sign_at(std::string_view text);

// Returns the longest sign at the end of the word, if it is shorter than the word; null if there is
// none. Marks such as "!?" and letters such as "N" are ignored.
const AnnotationSign* sign_after(std::string_view word);

// Returns the NAG of text that is exactly one sign, such as "±", "+-", "N", "!?" or "(D)".
std::optional<std::uint32_t> nag_of_sign(std::string_view text);

}  // namespace arbiter
