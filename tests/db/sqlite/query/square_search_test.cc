// Compares the games selected by the indexes for patterns with the positions of the games.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "db/model/damage.h"
#include "db/model/filter_text.h"
#include "db/model/game_reach.h"
#include "db/model/move_code.h"
#include "db/sqlite/games/chunk_indexes.h"
#include "db/sqlite/query/sqlite_reader.h"
#include "lib/chess/legal_moves.h"
#include "lib/patterns/pattern_parser.h"
#include "lib/patterns/pattern_plan.h"
#include "tests/db/game_numbers.h"
#include "tests/db/random_games.h"
#include "tests/patterns/pattern_judge.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

namespace {

constexpr std::size_t kGames = 300;

const std::vector<RandomGame>& games() {
  static const std::vector<RandomGame> games = random_games(kGames);
  return games;
}

GameSet all_games() {
  GameSet set(kGames);
  for (std::size_t i = 1; i <= kGames; ++i) set.insert(GameId{static_cast<std::int64_t>(i)});
  return set;
}

bool has_stood(const RandomGame& game, Men men, Bitboard squares) {
  return std::ranges::any_of(game.positions, [&](const Position& position) {
    for (const Square square : squares) {
      const auto piece = position.board().at(square);
      if (piece && (men & men_of(*piece)) != 0) return true;
    }
    return false;
  });
}

// Returns the legal moves between the positions.
JudgedGame judged(const RandomGame& game) {
  JudgedGame judged{game.positions, {}};
  for (std::size_t i = 0; i + 1 < game.positions.size(); ++i) {
    for (const Move move : legal_moves(game.positions[i])) {
      Position next = game.positions[i];
      next.play(move);
      if (next != game.positions[i + 1]) continue;
      judged.moves.push_back(move);
      break;
    }
  }
  return judged;
}

// Returns whether the moves may end this way. Any ending is possible if the game was not read
// completely, or if its recorded ending is a draw by another rule.
bool may_end_by(Ending ending, const SampleGame& sample) {
  constexpr Ending kOfBoard[] = {Ending::DeadPosition, Ending::Fivefold, Ending::SeventyFive,
                                 Ending::Threefold, Ending::Fifty};
  return sample.ending == ending || (sample.flags & kIncomplete) != 0 ||
         std::ranges::find(kOfBoard, sample.ending) != std::end(kOfBoard);
}

// Returns whether a pawn promoted to one of the pieces. Only promotions add pieces.
bool has_promoted(const RandomGame& game, Men men) {
  for (std::size_t i = 1; i < game.positions.size(); ++i) {
    for (std::uint8_t code = 0; code < kPieceCount; ++code) {
      const Piece piece = Piece::from_code(code);
      const auto count = [&](std::size_t ply) {
        return game.positions[ply].board().of(piece.color(), piece.role()).count();
      };
      if (contains(men, code) && count(i) > count(i - 1)) return true;
    }
  }
  return false;
}

// Returns whether the game has one of the tactics; tactic_search_test verifies how they are found.
bool has_tactic(const RandomGame& game, Tactics tactics) {
  std::string bytes;
  pack_moves(judged(game).moves, bytes);
  const auto* moves = reinterpret_cast<const std::uint8_t*>(bytes.data());
  return (trace_of(game.sample.start, {moves, bytes.size()}).tactics & tactics) != 0;
}

// Returns whether a pattern needs the game, judging by its positions.
bool is_needed(const GameNeeds& needs, const RandomGame& game) {
  const auto holds = [&](const GameNeeds& part) { return is_needed(part, game); };
  switch (needs.kind) {
    case GameNeeds::Kind::Nothing:
      return true;
    case GameNeeds::Kind::Stood:
      return has_stood(game, needs.men, needs.squares);
    case GameNeeds::Kind::Material:
      return std::ranges::any_of(game.positions, [&](const Position& position) {
        return needs.material->matches(men_on(position.board()));
      });
    case GameNeeds::Kind::Promoted:
      return has_promoted(game, needs.men);
    case GameNeeds::Kind::Mated:
      return may_end_by(Ending::Checkmate, game.sample);
    case GameNeeds::Kind::Stalemated:
      return may_end_by(Ending::Stalemate, game.sample);
    case GameNeeds::Kind::HadTactic:
      return has_tactic(game, needs.tactics);
    case GameNeeds::Kind::All:
      return std::ranges::all_of(needs.parts, holds);
    case GameNeeds::Kind::Any:
      return std::ranges::any_of(needs.parts, holds);
  }
  return false;
}

std::vector<std::int64_t> needed(const GameNeeds& needs) {
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 0; i < kGames; ++i) {
    if (is_needed(needs, games()[i])) numbers.push_back(static_cast<std::int64_t>(i + 1));
  }
  return numbers;
}

GameNeeds needs_of_text(const std::string& text) { return needs_of(*read_pattern(text)); }

}  // namespace

TEST_CASE("the bitmap of each piece and square contains exactly its games") {
  const auto database = database_of(games());
  for (std::uint8_t code = 0; code < kPieceCount; ++code) {
    for (int square = 0; square < kSquareCount; ++square) {
      const GameNeeds needs{.kind = GameNeeds::Kind::Stood,
                            .men = men_of(Piece::from_code(code)),
                            .squares = square_at(square)};
      const NeedSearch search = games_meeting(database->connection(), needs, all_games());
      CAPTURE(letter_of(Piece::from_code(code)), to_string(square_at(square)));
      REQUIRE(numbers_of(search.games) == needed(needs));
    }
  }
}

TEST_CASE("the indexes select exactly the games that patterns need") {
  const auto database = database_of(games());
  const std::string text = GENERATE(
      as<std::string>{}, "Nf5 and kg8", "Nf5 or ng4", "either (Nd5 and qd8)", "mirror (Bb5)",
      "move Bxh7 then Kxh7", "not Nf5 and kd8", "pawns has \"8/8/8/8/3P4/8/8/8\"",
      "Nc3 later Nd5 later mate", "no Pe2", "move e8=Q", "material KQ*k*", "material K*k* and Nf3",
      "either (material KQ*k and kd8)", "material Kk or Nf5", "not material Kk and kd8", "mate",
      "stalemate", "smothered mate or back-rank mate", "not mate and stalemate", "open file e",
      "material K*k later mate", "move promotes N|B", "white castled long", "move O-O",
      "move en passant", "opposite bishops and not move promotes Q",
      "shift (material KP*k* and Pe4)", "fork", "pin", "skewer", "pin to the queen", "R xrays q",
      "double check", "discovered check", "N forks [kq]", "N forks 3 [kqr]", "not N forks [kqr]",
      "[NQ] forks [kqr]", "N forks [qrb]", "n on e4 forks [QR]", "N forks [kqr] on d-f6-8",
      "N forks [kqr] and black to move", "N forks [kqr] or Nf5", "N forks [kqr] or N forks [kq]",
      "N forks [kqr] and attacked by p", "pinned [nb] >= 2", "pinned n and pinned b",
      "(pinned n) for 3", "fork then move K", "mirror (fork)", "no pinned N", "isolated P",
      "N protected by P", "backward p or passed P", "N attacked by p", "shift (B forks [kqr])",
      "N skewers k", "B skewers [kr]", "double check later fork", "move N then double check",
      "Q skewers q or Q xrays k");
  CAPTURE(text);
  const GameNeeds needs = needs_of_text(text);
  const NeedSearch search = games_meeting(database->connection(), needs, all_games());
  REQUIRE(numbers_of(search.games) == needed(needs));

  const auto filter = parse_filter("pattern = '" + text + "'");
  CAPTURE(filter ? "" : filter.error());
  REQUIRE(filter);
  const Pattern pattern = *read_pattern(text);
  std::vector<std::int64_t> matching;
  for (std::size_t i = 0; i < kGames; ++i) {
    const JudgedGame game = judged(games()[i]);
    for (std::size_t ply = 0; ply < game.positions.size(); ++ply) {
      if (!judged_to_hold(pattern, game, ply)) continue;
      matching.push_back(static_cast<std::int64_t>(i + 1));
      break;
    }
  }
  REQUIRE(numbers_of(SqliteReader(*database).select(*filter)) == matching);
}

TEST_CASE("games without bitmaps are searched one by one, and get theirs on request") {
  const auto database = database_of(games());
  const Connection& connection = database->connection();
  const GameNeeds needs = needs_of_text("Nf5 and kg8");
  REQUIRE(has_chunk_indexes(connection));
  connection.execute("DELETE FROM fact WHERE id % 32 >= 18");
  REQUIRE(!has_chunk_indexes(connection));
  REQUIRE(games_meeting(connection, needs, all_games()).games.size() == kGames);
  make_chunk_indexes(connection);
  REQUIRE(has_chunk_indexes(connection));
  REQUIRE(numbers_of(games_meeting(connection, needs, all_games()).games) == needed(needs));
}

TEST_CASE("damaged bitmaps are an error, never an answer") {
  const auto database = database_of(games());
  const Connection& connection = database->connection();
  const char* damage = GENERATE(
      "UPDATE fact SET data = x'00' WHERE id = 23", "UPDATE fact SET data = x'' WHERE id = 23",
      "UPDATE fact SET data = substr(data, 1, length(data) - 1) WHERE id = 23",
      "DELETE FROM fact WHERE id = 23",
      "UPDATE fact SET data = substr(data, 1, 130) || zeroblob(length(data) - 130) WHERE id = 23");
  CAPTURE(damage);
  connection.execute(damage);
  const GameNeeds needs = needs_of_text("Nf3");
  REQUIRE_THROWS_AS(games_meeting(connection, needs, all_games()), DamageError);
}
