// The colours of text output.
#pragma once

#include <cstdint>
#include <string_view>

#include "lib/diagnostics/catalogue.h"

namespace arbiter {

// The style of a piece of text on a terminal.
enum class Style : std::uint8_t { Plain, Strong, Faint, Error, Warning, Note };

inline Style style_of(Severity severity) {
  if (severity >= Severity::Error) return Style::Error;
  return severity == Severity::Note ? Style::Note : Style::Warning;
}

// Terminal escape sequences; empty if the output is not coloured.
struct Palette {
  std::string_view error;
  std::string_view warning;
  std::string_view note;
  std::string_view strong;
  std::string_view faint;
  std::string_view reset;

  std::string_view of(Style style) const {
    switch (style) {
      case Style::Plain:
        return {};
      case Style::Strong:
        return strong;
      case Style::Faint:
        return faint;
      case Style::Error:
        return error;
      case Style::Warning:
        return warning;
      case Style::Note:
        return note;
    }
    return {};
  }
  std::string_view of(Severity severity) const { return of(style_of(severity)); }
};

inline constexpr Palette kNoColors{};
inline constexpr Palette kColors{"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m",
                                 "\x1b[1m",    "\x1b[34m",   "\x1b[0m"};

}  // namespace arbiter
