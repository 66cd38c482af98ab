// For every game lost on time, checks whether the winner could mate (Laws 6.9).
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/io/input_files.h"
#include "lib/laws/winnability/winnability.h"
#include "lib/notation/fen.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/text_chunks.h"
#include "lib/validate/movetext_walk.h"
#include "lib/validate/validator.h"
#include "tests/support/corpus.h"
#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

struct FlagFall {
  std::uint64_t game;  // offset in the file
  Position last;
  Color winner;
};

bool is_time_forfeit(const PgnGame& game) {
  const PgnTag* tag = game.tag(KnownTag::Termination);
  return tag != nullptr && tag->value == "Time forfeit";
}

// Returns the games under ordinary rules that were lost on time.
std::vector<FlagFall> flag_falls_in(const std::string& file) {
  std::vector<FlagFall> falls;
  CollectingSink nobody{CodeSet()};
  Validator validator({}, nobody);
  const auto input = open_input(file);
  REQUIRE(input.has_value());
  const auto member = (*input)->next_member();
  REQUIRE(member.has_value());
  TextChunks chunks(member->source);
  TextChunk chunk;
  while (chunks.next(chunk)) {
    PgnReader reader(chunk.source, nobody);
    PgnGame game;
    while (reader.next(game)) {
      const GameSummary& summary = validator.check(game);
      if (!is_time_forfeit(game) || !summary.is_checked || !summary.is_complete) continue;
      const Outcome outcome = summary.result.value_or(GameResult()).outcome;
      const bool is_won = outcome == Outcome::WhiteWins;
      if (!is_won && outcome != Outcome::BlackWins) continue;
      falls.push_back({game.offset, validator.played().last, is_won ? Color::White : Color::Black});
    }
  }
  return falls;
}

bool ends_in_mate(const FlagFall& fall, const std::vector<Move>& line) {
  Position position = fall.last;
  for (const Move move : line) {
    if (!is_legal(position, move)) return false;
    position.play(move);
  }
  return is_checkmate(position) && position.turn() != fall.winner;
}

// Returns the offsets of wins that the program reports as draws for that reason.
std::vector<std::uint64_t> places_reported_in(const std::string& file) {
  const auto run = testing::run_arbiter(
      {"validate", "--quiet", "--format", "json", "--select",
       "win-on-time-but-unwinnable,dead-by-structure-vs-result,dead-by-material-vs-result", file});
  std::vector<std::uint64_t> places;
  for (const std::string& line : testing::lines_of(run.output)) {
    const auto record = testing::Json::parse(line);
    if (record["type"] == "finding") places.push_back(record["offset"].count());
  }
  return places;
}

}  // namespace

TEST_CASE("every fallen flag is judged, and validate reports those that drew", "[corpus]") {
  const auto corpus = testing::corpus();
  if (!corpus) SKIP_TEST("ARBITER_CORPUS is not set");
  const std::string file = (*corpus / "games" / "lichess-clocks.pgn.zst").string();
  const std::vector<FlagFall> falls = flag_falls_in(file);
  CHECK(falls.size() > 10'000);
  std::vector<std::uint64_t> drawn;
  for (const FlagFall& fall : falls) {
    CAPTURE(fen_of(fall.last), fall.winner);
    const WinnabilityAnswer answer = find_winnability(fall.last, fall.winner);
    CHECK(answer.verdict != Winnability::Undetermined);
    if (answer.verdict == Winnability::Winnable) CHECK(ends_in_mate(fall, answer.line));
    if (answer.verdict == Winnability::Unwinnable) drawn.push_back(fall.game);
  }
  const std::vector<std::uint64_t> reported = places_reported_in(file);
  REQUIRE(reported.size() == drawn.size());
  for (std::size_t at = 0; at < drawn.size(); ++at) {
    CHECK(reported[at] > drawn[at]);
    if (at + 1 < drawn.size()) CHECK(reported[at] < drawn[at + 1]);
  }
}

}  // namespace arbiter::testing
