// How lines end. The standard asks for LF; files come with all three.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace arbiter {

enum class LineEnd : std::uint8_t { LineFeed, CarriageReturn, Both };  // Both: CR LF

// Its common name: "LF", "CR", "CR LF".
constexpr std::string_view to_string(LineEnd line_end) {
  switch (line_end) {
    case LineEnd::LineFeed:
      return "LF";
    case LineEnd::CarriageReturn:
      return "CR";
    case LineEnd::Both:
      return "CR LF";
  }
  return "";
}

// Precondition: a line of `text` ends at `at`, whose byte is LF or CR.
constexpr LineEnd line_end_at(std::string_view text, std::size_t at) {
  if (text[at] == '\n') return LineEnd::LineFeed;
  const bool is_pair = at + 1 < text.size() && text[at + 1] == '\n';
  return is_pair ? LineEnd::Both : LineEnd::CarriageReturn;
}

}  // namespace arbiter
