// Where the reader stands in a text, and reports about places in it. Used by the reader only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "lib/diagnostics/sink.h"

namespace arbiter {

inline bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

// Whether a line end is complete with `at`: LF, CR LF or a lone CR. A NUL follows the text.
inline bool ends_line(const char* at) { return *at == '\n' || (*at == '\r' && at[1] != '\n'); }

inline std::string_view rest_of_line(const char* at, const char* end) {
  const char* stop = at;
  while (stop < end && *stop != '\n' && *stop != '\r') ++stop;
  return {at, static_cast<std::size_t>(stop - at)};
}

struct TextCursor {
  const char* begin;  // of the text
  const char* end;    // a NUL and more readable bytes follow
  const char* at;     // what is read next
  const char* start;  // of the game

  bool is_at_end() const { return at >= end; }
  std::string_view line() const { return rest_of_line(at, end); }

  // The number of line ends that were skipped.
  std::size_t skip_blanks() {
    std::size_t lines = 0;
    for (; at < end && is_blank(*at); ++at) lines += ends_line(at) ? 1 : 0;
    return lines;
  }
};

// Reports what is wrong at places in a text that stands at `offset` in its file.
class TextReports {
 public:
  TextReports(DiagnosticSink& sink, const char* begin, std::uint64_t offset, std::uint64_t game)
      : sink_(sink), begin_(begin), offset_(offset), game_(game) {}

  void report(DiagnosticCode code, const char* at, std::size_t length,
              std::string_view message) const {
    if (!sink_.wants(code)) return sink_.count(code);
    Diagnostic diagnostic{.code = code};
    diagnostic.offset = offset_ + static_cast<std::uint64_t>(at - begin_);
    diagnostic.length = static_cast<std::uint32_t>(length);
    diagnostic.message = message;
    diagnostic.game = game_;
    sink_.report(std::move(diagnostic));
  }

 private:
  DiagnosticSink& sink_;
  const char* begin_;
  std::uint64_t offset_;
  std::uint64_t game_;  // its number in the file
};

}  // namespace arbiter
