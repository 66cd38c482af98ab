// The colours of the text output.
#pragma once

#include <string_view>

#include "lib/diagnostics/severity.h"
#include "tools/cli/output/namespaces.h"

namespace arbiter::cli::output {

// Escape sequences of a terminal; all empty where there are no colours.
struct Palette {
  std::string_view error;
  std::string_view warning;
  std::string_view note;
  std::string_view strong;
  std::string_view faint;
  std::string_view reset;

  std::string_view of(Severity severity) const {
    if (severity >= Severity::Error) return error;
    return severity == Severity::Note ? note : warning;
  }
};

inline constexpr Palette kNoColors{};
inline constexpr Palette kColors{"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m",
                                 "\x1b[1m",    "\x1b[34m",   "\x1b[0m"};

}  // namespace arbiter::cli::output
