// Games in a text that the caller has in memory.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "lib/pgn/reader.h"

namespace arbiter {

// Owns its text, with the padding behind it that PgnReader reads.
class GamesInText {
 public:
  GamesInText(std::string text, DiagnosticSink& sink)
      : size_(text.size()),
        padded_(std::move(text.append(kTextPadding, '\0'))),
        reader_({.text = std::string_view(padded_).substr(0, size_)}, sink) {}
  GamesInText(const GamesInText&) = delete;
  GamesInText& operator=(const GamesInText&) = delete;

  // As PgnReader::next. What `game` refers to lives as long as this.
  bool next(PgnGame& game) { return reader_.next(game); }

 private:
  std::size_t size_;
  std::string padded_;
  PgnReader reader_;
};

// One game after another of `text`, which is all of a file:
//   GamesInText games = read_games(text, sink);
//   for (PgnGame game; games.next(game);) ...
inline GamesInText read_games(std::string text, DiagnosticSink& sink) {
  return GamesInText(std::move(text), sink);
}

}  // namespace arbiter
