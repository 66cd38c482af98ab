#include <fmt/format.h>

#include <algorithm>

#include "lib/chess/setup.h"
#include "lib/laws/origin/origin.h"

namespace arbiter {
namespace {

bool is_about_counts(SetupFault fault) { return fault >= SetupFault::HalfmoveClockAfterDoubleStep; }

std::string reference_of(SetupFault fault) {
  const std::string_view article = article_of(fault);
  return article.starts_with("PGN") ? std::string(article) : fmt::format("Laws {}", article);
}

// Moves that `color` has made by the move number, and how many of them can have
// been captures: not those within the halfmove clock.
std::int64_t possible_captures(const Setup& setup, Color color) {
  const std::int64_t played = std::int64_t{setup.fullmove_number} - 1 +
                              (color == Color::White && setup.turn == Color::Black ? 1 : 0);
  const std::int64_t clock = setup.halfmove_clock;
  const std::int64_t quiet = color == setup.turn ? clock / 2 : (clock + 1) / 2;
  return std::max<std::int64_t>(0, played - quiet);
}

}  // namespace

std::vector<CountFlaw> count_flaws(const Setup& setup) {
  std::vector<CountFlaw> flaws;
  for (const SetupFault fault : faults_of(setup)) {
    if (!is_about_counts(fault)) continue;
    flaws.push_back({std::string(to_string(fault)), reference_of(fault)});
  }
  // Move 1 is what is written where nobody counted.
  if (setup.fullmove_number < 2 || !flaws.empty()) return flaws;
  for (const Color color : {Color::White, Color::Black}) {
    const int captured = 16 - setup.board.of(other(color)).count();
    const std::int64_t possible = possible_captures(setup, color);
    if (captured <= possible) continue;
    flaws.push_back({fmt::format("{} has lost {} pieces, but by the counts {} has made at most {} "
                                 "moves that could capture",
                                 to_string(other(color)), captured, to_string(color), possible),
                     "PGN 16.1.3.6"});
  }
  return flaws;
}

}  // namespace arbiter
