// The formats in which commands write results: --format text|json|csv|...
#pragma once

#include <cstdint>
#include <string_view>

namespace arbiter {

// The output formats. Every command has Text; Pgn is for lists of games, Trf for standings, and the
// others after Markdown are for findings.
enum class AnswerFormat : std::uint8_t {
  Text,
  Json,
  Csv,
  Markdown,
  Pgn,
  Sarif,
  GitHub,
  JUnit,
  GitLab,
  Trf
};

// The formats of most commands.
inline constexpr AnswerFormat kTextOrJson[] = {AnswerFormat::Text, AnswerFormat::Json};
inline constexpr AnswerFormat kTableFormats[] = {AnswerFormat::Text, AnswerFormat::Json,
                                                 AnswerFormat::Csv, AnswerFormat::Markdown};

// Returns the value of --format, such as "text" or "sarif".
constexpr std::string_view to_string(AnswerFormat format) {
  constexpr std::string_view names[] = {"text",  "json",   "csv",   "markdown", "pgn",
                                        "sarif", "github", "junit", "gitlab",   "trf"};
  return names[static_cast<std::size_t>(format)];
}

}  // namespace arbiter
