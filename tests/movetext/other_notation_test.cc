#include <catch2/catch.hpp>
#include <string>

#include "lib/diagnostics/sink.h"
#include "lib/movetext/sheet_reading.h"
#include "lib/notation/uci.h"
#include "lib/pgn/reader.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

namespace {

// Returns the moves of a game in UCI notation, or "none".
std::string moves_in(const std::string& text) {
  CollectingSink nobody{CodeSet()};
  GamesInText games = read_games(text, nobody);
  PgnGame game;
  REQUIRE(games.next(game));
  Position position{initial_setup()};
  const auto moves = read_other_notation(game, position);
  if (!moves) return "none";
  std::string line;
  for (const TokenMove& move : *moves) {
    line += (line.empty() ? "" : " ") + uci_of(move.move, position);
    position.play(move.move);
  }
  return line;
}

}  // namespace

TEST_CASE("games in other notations name exactly one legal move a word", "[other_notation]") {
  struct Row {
    const char* written;
    const char* moves;
  };
  const Row row = GENERATE(values<Row>({
      {"1. 5254 5755 2. 7163 2836 3. 6134 6835 4. 5171 7866 *",
       "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6"},
      {"1. 52-54 57-55 2. 71-63 *", "e2e4 e7e5 g1f3"},
      {"1. E2E4 E7E5 2. G1F3 B8C6 *", "e2e4 e7e5 g1f3 b8c6"},
      {"1. E2-E4 E7-E5 2. NG1-F3 NB8-C6 3. BF1-B5 A7-A6 4. BB5XC6 D7XC6 5. O-O *",
       "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1"},
      {"1. P-K4 P-K4 2. N-KB3 N-QB3 3. B-N5 P-QR3 4. BxN QPxB 5. O-O *",
       "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1"},
      {"1. P-K4 P-Q4 2. PxP QxP 3. Kt-QB3 Q-QR4 *", "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5"},
      {"1. P-K4 P-K4 2. B-B4 N-QB3 3. Q-R5 N-B3 4. QxBPmate *",
       "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7"},
      {"1. P-K4 P-Q4 2. B-N5 dbl ch P-B3 *", "e2e4 d7d5 f1b5 c7c6"},
      // The moves before a word that is no move, or has two readings.
      {"1. 5254 5755 2. 7163 2836 3. 6125 1716 4. 2599 7866 *", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"},
      {"1. P-K4 P-Q4 2. B-N5ch P-B3 3. Q-B3 Q-R4 4. QxP N-B3 *",
       "e2e4 d7d5 f1b5 c7c6 d1f3 d8a5 f3f7"},
      {"1. P4R P4R 2. C3AR C3AD 3. A5C P3TD 4. AxC PDxA *",
       "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6"},
  }));
  CAPTURE(row.written);
  CHECK(moves_in(row.written) == row.moves);
}

TEST_CASE("a game is not in another notation if one of its first words is not",
          "[other_notation]") {
  const std::string written =
      GENERATE(as<std::string>(), "1. P-K4 e5 *", "1. 5254 5755 2. 9999 *", "1. P-K4 *",
               "1. e4 e5 2. Nf3 Nc6 *", "1. P-K4 P-K4 2. N-B3 *", "1. E2E4 (1. D2D4) E7E5 *",
               "1. E2E4 E7E5 2. G1F3 B8C6 3. F1C4 F8C5 4. d3 *");
  CAPTURE(written);
  CHECK(moves_in(written) == "none");
}
