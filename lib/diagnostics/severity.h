// How bad a finding is.
#pragma once

#include <cstdint>
#include <string_view>

namespace arbiter {

// In rising order, so that severities compare.
enum class Severity : std::uint8_t {
  Style,    // only the export format minds; reported with --strict
  Note,     // worth knowing, nothing wrong
  Warning,  // against the PGN standard or doubtful, but its meaning is clear
  Error,    // something is really wrong with the game or its record
  Fatal,    // an error after which the rest of the game is not replayed
};

// The word that the user sees: "note", "warning" (also for Style) or "error"
// (also for Fatal).
constexpr std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Style:
    case Severity::Warning:
      return "warning";
    case Severity::Error:
    case Severity::Fatal:
      break;
  }
  return "error";
}

}  // namespace arbiter
