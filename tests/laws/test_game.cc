#include "tests/laws/test_game.h"

#include <catch2/catch.hpp>
#include <sstream>
#include <variant>

#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

Setup setup_of_fen(const std::string& fen) {
  if (fen == "startpos") return initial_setup();
  CAPTURE(fen);
  const auto parsed = parse_fen(fen);
  REQUIRE(std::holds_alternative<ParsedFen>(parsed));
  return std::get<ParsedFen>(parsed).setup;
}

std::vector<San> sans_of(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::vector<San> sans;
  for (std::string word; words >> word;) {
    if (word.back() == '.') continue;
    CAPTURE(word);
    const auto san = parse_san(word);
    REQUIRE(san.has_value());
    sans.push_back(*san);
  }
  return sans;
}

TestGame play_out(const std::string& fen, std::string_view sans) {
  TestGame game{.first = setup_of_fen(fen), .moves = {}, .positions = {}};
  game.positions.emplace_back(game.first);
  CAPTURE(fen, sans);
  for (const San& san : sans_of(sans)) {
    const SanResolution resolution = resolve(san, game.last());
    CAPTURE(game.moves.size());
    REQUIRE(resolution.status == SanStatus::Legal);
    game.moves.push_back(resolution.move);
    Position next = game.last();
    next.play(resolution.move);
    game.positions.push_back(next);
  }
  return game;
}

}  // namespace arbiter::testing
