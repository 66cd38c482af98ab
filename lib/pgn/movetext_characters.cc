#include "lib/pgn/movetext_characters.h"

#include <algorithm>
#include <string>

#include "lib/notation/annotation_signs.h"

namespace arbiter::movetext_characters {
namespace {

// The maximum length of a sign, with a variation selector.
constexpr std::size_t kMaxSignLength = 12;

// Returns the length of a variation selector, for the plain or the coloured picture.
std::size_t selector_length(const char* text) {
  const std::string_view next(text, 3);
  return next == "\ufe0e" || next == "\ufe0f" ? next.size() : 0;
}

bool is_high(char c) { return (c & 0x80) != 0; }

}  // namespace

WrittenSign sign_at(const char* text) {
  if (const AnnotationSign* sign = annotation_sign_at({text, kMaxSignLength})) {
    return {sign->text.size() + selector_length(text + sign->text.size()), sign->nag};
  }
  if (!is_high(*text) || character_length({text, kMaxCharacterLength}) > 0) return {};
  const auto nag = nag_of_sign(utf8_from_windows_1252({text, 1}));
  return nag ? WrittenSign{1, *nag} : WrittenSign{};
}

WrittenSign sign_in_parentheses(const char* text) {
  const std::string_view next(text, 4);
  const std::string_view inside = next.substr(0, next.find(')') + 1);
  const auto nag = nag_of_sign(inside);
  return nag ? WrittenSign{inside.size(), *nag} : WrittenSign{};
}

WrittenTime time_in_parentheses(const char* text) {
  const char* at = text + 1;
  std::uint32_t seconds = 0;
  for (std::size_t part = 0; part < 3; ++part) {
    const char* const first = at;
    std::uint32_t value = 0;
    while (is_digit(*at) && at - first < 3)
      value = value * 10 + static_cast<std::uint32_t>(*at++ - '0');
    const bool is_valid = part == 0 ? at > first : at - first == 2 && value < 60;
    if (!is_valid) return {};
    seconds = seconds * 60 + value;
    if (*at == ')' && part > 0) return {static_cast<std::size_t>(at + 1 - text), seconds};
    if (*at++ != ':') return {};
  }
  return {};
}

const char* end_before_sign(const char* text, const char* stop) {
  constexpr std::size_t kMinCertainLength = 3;  // of UTF-8 that Windows-1252 does not resemble
  const bool is_certain = character_length({stop, kMaxCharacterLength}) >= kMinCertainLength;
  if (is_high(stop[-1]) && !is_certain) return nullptr;
  if (blank_length(stop) > 0) return stop;
  const std::size_t length = sign_at(stop).length;
  // A sign may begin with ASCII: "=" and infinity.
  for (const char* start = stop - 1; start > text && stop - start <= 2; --start) {
    const char* const end = is_high(*start) ? start : start + sign_at(start).length;
    if (end > stop && end >= stop + length) return start;
  }
  return length > 0 ? stop : nullptr;
}

}  // namespace arbiter::movetext_characters
