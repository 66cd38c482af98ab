// The signs of annotation and the NAGs that they stand for (PGN 10).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace arbiter {

struct AnnotationSign {
  std::string_view text;  // in UTF-8
  std::uint32_t nag;
};

// The sign of a draw offer on score sheets (Laws 8.1), which has no NAG.
inline constexpr std::string_view kDrawOffer = "(=)";

// Returns the longest sign that `text` begins with; null if it begins with none. Signs of plain
// letters and marks, such as "N", "+-" and "!?", do not count: they may be part of a move.
const AnnotationSign* annotation_sign_at(std::string_view text);

// Returns the longest sign that the word ends with, and that is shorter than the word; null if
// there is none. Marks such as "!?" do not count, and letters such as "N" neither.
const AnnotationSign* sign_after(std::string_view word);

// Returns the NAG of a whole text that is a sign: "±", "+-", "N", "!?", "(D)".
std::optional<std::uint32_t> nag_of_sign(std::string_view text);

}  // namespace arbiter
