// Compares results with the sides that could still mate: 5.1.2, 5.2.2, 6.9, 7.5.5.
#include <catch2/catch.hpp>
#include <sstream>
#include <string>

#include "lib/laws/game_end.h"
#include "lib/laws/rules_profile.h"
#include "tests/laws/test_game.h"
#include "tests/support/namespaces.h"
#include "tests/validate/games_checked.h"

namespace arbiter::testing {
namespace {

using testing::check_game;
using testing::play_out;
using testing::TestGame;

const std::string kKnightAgainstQueen = "4k3/8/8/8/8/8/4q3/N5K1 b - - 0 60";
const std::string kKnightAgainstRook = "4k3/8/8/8/8/8/4r3/N5K1 b - - 0 60";
const std::string kBeforeTheWall = "4k3/8/8/p2p2p1/P2P4/6P1/8/4K3 w - - 0 40";
const std::string kBishopAgainstPawn = "8/8/4k3/8/3p4/3K4/5B2/8 w - - 0 60";

std::string game_from(const std::string& fen, const std::string& termination,
                      const std::string& moves) {
  std::string text = "[Date \"2024.05.01\"]\n[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n";
  if (!termination.empty()) text += "[Termination \"" + termination + "\"]\n";
  return text + "\n" + moves + "\n";
}

struct Row {
  std::string fen;
  std::string termination;
  std::string moves;
  std::string ids;  // ids in the group "ending", without notes on short games
};

// Returns the ids except `id`.
std::string without_word(const std::string& ids, const std::string& id) {
  std::istringstream words(ids);
  std::string others;
  for (std::string word; words >> word;) {
    if (word != id) others += (others.empty() ? "" : " ") + word;
  }
  return others;
}

std::string without_short(const std::string& ids) {
  return without_word(ids, "draw-with-few-plies");
}

TEST_CASE("a loss is a draw if the opponent cannot mate", "[winner_checks]") {
  const Row row = GENERATE(values<Row>({
      {kKnightAgainstQueen, "time forfeit", "60... Qe5 1-0", "win-on-time-but-unwinnable"},
      {kKnightAgainstQueen, "Time forfeit", "60... Qe5 1-0", "win-on-time-but-unwinnable"},
      {kKnightAgainstQueen, "", "60... Qe5 {Black forfeits on time} 1-0",
       "win-on-time-but-unwinnable"},
      {kKnightAgainstQueen, "", "60... Qe5 {Black resigns} 1-0", "resigned-but-unwinnable"},
      {kKnightAgainstQueen, "rules infraction", "60... Qe5 1-0",
       "second-illegal-move-loss-but-unwinnable"},
      {kKnightAgainstQueen, "", "60... Qe5 1-0", "win-but-unwinnable"},
      {kKnightAgainstQueen, "normal", "60... Qe5 1-0", "win-but-unwinnable"},
      // The arbiter decides.
      {kKnightAgainstQueen, "adjudication", "60... Qe5 1-0", ""},
      {kKnightAgainstQueen, "time forfeit", "60... Qe5 0-1", ""},
      {kKnightAgainstQueen, "time forfeit", "60... Qe5 1/2-1/2", ""},
      // A rook can block its own king.
      {kKnightAgainstRook, "time forfeit", "60... Re5 1-0", ""},
      {kBishopAgainstPawn, "time forfeit", "60. Be1 1-0", ""},
      {kBishopAgainstPawn, "time forfeit", "60. Be1 1/2-1/2", "draw-on-time-but-winnable"},
      // A dead position: the game was over before the flag fell.
      {kBeforeTheWall, "time forfeit", "40. g4 1-0", "dead-by-structure-vs-result"},
      {kBeforeTheWall, "", "40. g4 Kd7 0-1", "dead-by-structure-vs-result"},
      {kBeforeTheWall, "", "40. g4 *", "result-star-but-game-over"},
      {kBeforeTheWall, "", "40. Kd2 1-0", ""},
      {"7k/8/7K/8/8/8/8/6R1 w - - 0 60", "", "60. Rg8+ Kxg8 1-0", "dead-by-material-vs-result"},
      {"k7/2p5/2P5/8/8/8/8/1K6 w - - 0 60", "", "60. Kb2 1-0", ""},
  }));
  CAPTURE(row.fen, row.termination, row.moves);
  const auto game = check_game(game_from(row.fen, row.termination, row.moves));
  CHECK(without_short(game.ids_of("ending")) == row.ids);
  if (row.ids == "dead-by-material-vs-result") {
    CHECK_THAT(game.message_of(row.ids),
               Catch::StartsWith("the result is 1-0, but the dead position after White's move 60 "
                                 "makes it 1/2-1/2 (proof for White: "));
  }
}

TEST_CASE("after checkmate or stalemate, no other end of the game is possible", "[winner_checks]") {
  const std::string mate = "1. f3 e5 2. g4 Qh4#";
  const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const std::string before_stalemate = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1";
  const std::string contradiction = "result-comment-contradiction";
  const Row row = GENERATE_COPY(values<Row>({
      {start, "time forfeit", mate + " 0-1", contradiction},
      {start, "Time forfeit", mate + " 0-1", contradiction},
      {start, "abandoned", mate + " 0-1", contradiction},
      {start, "death", mate + " 0-1", contradiction},
      {start, "emergency", mate + " 0-1", contradiction},
      {start, "adjudication", mate + " 0-1", contradiction},
      {start, "rules infraction", mate + " 0-1", contradiction},
      {start, "White resigned", mate + " 0-1", contradiction},
      {start, "", mate + " {White resigns} 0-1", contradiction},
      {before_stalemate, "time forfeit", "1. Qg6 1/2-1/2", contradiction},
      {before_stalemate, "adjudication", "1. Qg6 1/2-1/2", contradiction},
      {start, "normal", mate + " 0-1", ""},
      {start, "White checkmated", mate + " 0-1", ""},
      {start, "", mate + " {White mated} 0-1", ""},
      {before_stalemate, "", "1. Qg6 {stalemate} 1/2-1/2", ""},
      // The flag may have fallen before the mate.
      {start, "time forfeit", mate + " 1-0", "mate-vs-result"},
      {start, "time forfeit", "1. f3 e5 2. g4 0-1", ""},
      {start, "abandoned", "1. f3 e5 2. g4 0-1", ""},
  }));
  CAPTURE(row.fen, row.termination, row.moves);
  const auto game = check_game(game_from(row.fen, row.termination, row.moves));
  CHECK(without_short(game.ids_of("ending")) == row.ids);
}

TEST_CASE("a site's own rule decides about a flag", "[winner_checks]") {
  struct Site {
    RulesProfile rules;
    std::string fen;
    std::string moves;
    std::string ids;
  };
  using enum RulesProfile;
  const Site row = GENERATE(values<Site>({
      {Lichess, kKnightAgainstQueen, "60... Qe5 1-0", "win-on-time-but-unwinnable"},
      {Lichess, kKnightAgainstRook, "60... Re5 1-0", ""},
      {Lichess, kBeforeTheWall, "40. g4 1-0", "flag-rule-differs"},
      {ChessCom, kKnightAgainstRook, "60... Re5 1-0", "win-on-time-but-unwinnable"},
      {ChessCom, kBeforeTheWall, "40. g4 1-0", "flag-rule-differs"},
      {ChessCom, kBishopAgainstPawn, "60. Be1 1/2-1/2", ""},
      {Uscf, "4k3/8/8/8/8/8/4q3/6K1 b - - 0 60", "60... Qe5 1-0", "win-on-time-but-unwinnable"},
      // Only a forced win counts, and it is not searched for.
      {Uscf, kKnightAgainstRook, "60... Re5 1-0", ""},
      {Iccf, kKnightAgainstQueen, "60... Qe5 1-0", "win-on-time-but-unwinnable"},
  }));
  CAPTURE(row.fen, row.moves, to_string(row.rules));
  ValidatorOptions options;
  options.rules = row.rules;
  const auto game = check_game(game_from(row.fen, "time forfeit", row.moves), options);
  CHECK(without_short(game.ids_of("ending")) == row.ids);
}

TEST_CASE("a dead position ends the game, for any selection", "[winner_checks]") {
  ValidatorOptions options;
  options.sought.reset();
  const auto game = check_game(game_from(kBeforeTheWall, "time forfeit", "40. g4 1-0"), options);
  CHECK(game.summary.end.has_value());
}

TEST_CASE("the summary of a game does not depend on the codes that are sought", "[winner_checks]") {
  ValidatorOptions options;
  options.sought.reset();
  const std::string text =
      "[White \"a.b,  C\"]\n[Date \"1.2.3\"]\n[ECO \"Z99\"]\n[PlyCount \"7\"]\n\n"
      "1. f3 e5 2. g4 Qh4# 0-1\n";
  const CheckedGame all = check_game(text);
  const CheckedGame none = check_game(text, options);
  CHECK(all.findings.size() > none.findings.size());
  CHECK(none.summary.plies == all.summary.plies);
  CHECK(none.summary.is_complete == all.summary.is_complete);
  CHECK(none.summary.end->reason == all.summary.end->reason);
  CHECK(none.summary.result->outcome == all.summary.result->outcome);
}

TEST_CASE("a draw on time is checked if it is selected", "[winner_checks]") {
  ValidatorOptions options;
  options.sought.reset();
  const std::string text = game_from(kBishopAgainstPawn, "time forfeit", "60. Be1 1/2-1/2");
  CHECK(without_short(check_game(text, options).ids_of("ending")) == "");
  options.sought.set(index_of(DiagnosticCode::DrawOnTimeButWinnable));
  const auto game = check_game(text, options);
  CHECK(without_short(game.ids_of("ending")) == "draw-on-time-but-winnable");
  CHECK_THAT(game.message_of("draw-on-time-but-winnable"),
             Catch::Matchers::StartsWith("if Black's flag fell, White has won, because "));
}

TEST_CASE("the first dead position is found", "[winner_checks]") {
  struct Moment {
    std::string fen;
    std::string moves;
    std::uint32_t ply;
    std::uint32_t free_moves;
  };
  const Moment row = GENERATE(values<Moment>({
      {kBeforeTheWall, "g4", 1, 0},
      {kBeforeTheWall, "g4 Kd7 Kd2 Kd6", 1, 3},
      {kBeforeTheWall, "Kd2 Kd7 g4 Kd6 Kd3", 3, 2},
      {"7k/8/7K/8/8/8/8/6R1 w - - 0 60", "Rg8+ Kxg8", 1, 0},
      {"7k/8/7K/8/8/8/8/6R1 w - - 0 60", "Rg8+ Kxg8 Kg6", 1, 1},
      // The capture is not forced, so the position is dead only after it.
      {"4k3/8/8/8/8/8/3p4/3K4 w - - 0 60", "Kxd2 Kd7", 1, 1},
      // Every move by White is stalemate, and no other move could avoid it.
      {"1k6/1p1K4/PP6/8/8/8/8/8 w - - 0 93", "a7+ Ka8 Kc7", 1, 1},
  }));
  CAPTURE(row.fen, row.moves);
  const TestGame game = play_out(row.fen, row.moves);
  REQUIRE(quick_dead(game.last()).has_value());
  const DeadMoment moment = first_dead_moment(game.positions.front(), game.moves);
  CHECK(moment.ply == row.ply);
  CHECK(free_moves_after(moment.ply, game.positions.front(), game.moves) == row.free_moves);
  // A dead position stays dead, and no earlier position is dead.
  for (std::size_t at = 0; at < game.positions.size(); ++at) {
    CAPTURE(at);
    const bool white =
        find_winnability(game.positions[at], Color::White).verdict == Winnability::Unwinnable;
    const bool black =
        find_winnability(game.positions[at], Color::Black).verdict == Winnability::Unwinnable;
    CHECK((white && black) == (at >= row.ply));
  }
}

TEST_CASE("play in a dead position is an error if it decides something, or is long",
          "[winner_checks]") {
  const std::string lone_pawn = "7k/8/8/8/8/8/3p4/4K3 w - - 0 60";
  const std::string queen_to_take = "7k/6Q1/8/8/8/8/8/K7 b - - 0 60";
  struct Play {
    std::string fen;
    std::string moves;
    std::string ids;
  };
  const Play row = GENERATE_COPY(values<Play>({
      {lone_pawn, "60. Kxd2 1/2-1/2", ""},
      {lone_pawn, "60. Kxd2 Kg7 1/2-1/2", "dead-position-overlooked"},
      {lone_pawn, "60. Kxd2 Kg7 *", "dead-position-overlooked"},
      {lone_pawn, "60. Kxd2 Kg7 61. Ke3 1/2-1/2", "dead-position-overlooked"},
      {lone_pawn, "60. Kxd2 Kg7 61. Ke3 Kf6 1/2-1/2", "dead-position-ended"},
      {lone_pawn, "60. Kxd2 Kg7 61. Ke3 1-0", "dead-position-ended"},
      {lone_pawn, "60. Kxd2 Kg7 1-0", "dead-position-ended"},
      {lone_pawn, "60. Kxd2 Kg7 0-1", "dead-position-ended"},
      {kBeforeTheWall, "40. g4 Kd7 1/2-1/2", "dead-position-overlooked"},
      {kBeforeTheWall, "40. g4 Kd7 41. Kd2 Kd6 1/2-1/2", "dead-position-ended"},
      // Later moves are not legal, but earlier moves are.
      {queen_to_take, "60... Kxg7 1/2-1/2", "dead-position-forced"},
      {queen_to_take, "60... Kxg7 61. Kb2 1/2-1/2", "dead-position-overlooked"},
      {queen_to_take, "60... Kxg7 61. Kb2 Kf7 62. Kc3 1/2-1/2", "dead-position-ended"},
      // The rest is not legal, but the earlier moves are.
      {lone_pawn, "60. Kxd2 Kg7 61. Qd4 1/2-1/2", "dead-position-overlooked"},
  }));
  CAPTURE(row.fen, row.moves);
  CHECK(check_game(game_from(row.fen, "", row.moves)).ids_of("draws") == row.ids);
}

TEST_CASE("a position without moves is judged by the sides that could mate in it",
          "[winner_checks]") {
  const Row row = GENERATE(values<Row>({
      {kKnightAgainstQueen, "time forfeit", "1-0", "win-on-time-but-unwinnable"},
      {kKnightAgainstQueen, "time forfeit", "0-1", ""},
      {kKnightAgainstQueen, "", "{Black resigns} 1-0", "resigned-but-unwinnable"},
      {kBishopAgainstPawn, "time forfeit", "1/2-1/2", "draw-on-time-but-winnable"},
      {kBishopAgainstPawn, "time forfeit", "0-1", ""},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "time forfeit", "1/2-1/2", ""},
  }));
  CAPTURE(row.fen, row.termination, row.moves);
  const auto game = check_game(game_from(row.fen, row.termination, row.moves));
  CHECK(without_word(without_word(game.ids_of("ending"), "zero-move-decisive"), "zero-move-game") ==
        row.ids);
}

TEST_CASE("a draw is agreed only if both players have moved", "[winner_checks]") {
  struct Draw {
    std::string tags;
    std::string moves;
    std::string ids;
  };
  std::string nineteen;
  for (int turn = 0; turn < 4; ++turn) nineteen += "Nf3 Nf6 Ng1 Ng8 ";
  nineteen += "e4 e5 Nf3 ";
  const std::string today = "[Date \"2024.05.01\"]\n";
  const std::string array =
      "[Variant \"Chess960\"]\n[SetUp \"1\"]\n"
      "[FEN \"brnqknrb/pppppppp/8/8/8/8/PPPPPPPP/BRNQKNRB w GBgb - 0 1\"]\n";
  const std::string middle = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 30\"]\n";
  const Draw row = GENERATE_COPY(values<Draw>({
      {"", "1/2-1/2", "zero-move-draw"},
      {"[Termination \"adjudication\"]\n", "1/2-1/2", ""},
      {today, "1. e4 1/2-1/2", "draw-before-both-moved"},
      {today + "[Termination \"normal\"]\n", "1. e4 1/2-1/2", "draw-before-both-moved"},
      {today + "[Termination \"abandoned\"]\n", "1. e4 1/2-1/2", "draw-with-few-plies"},
      {today + array, "1. d4 1/2-1/2", "draw-before-both-moved"},
      // The earlier moves are unknown.
      {middle, "1/2-1/2", ""},
      {today + middle, "30. e4 1/2-1/2", ""},
      {today, "1. e4 e5 1/2-1/2", "draw-with-few-plies"},
      {"", nineteen + "1/2-1/2", "draw-with-few-plies"},
      {"", nineteen + "Nc6 1/2-1/2", ""},
      {"", "1. e4 1-0", ""},
  }));
  CAPTURE(row.tags, row.moves);
  const auto game = check_game(row.tags + "\n" + row.moves + "\n");
  CHECK(without_word(game.ids_of("ending"), "zero-move-game") == row.ids);
  if (row.ids == "draw-with-few-plies") {
    CHECK_THAT(game.message_of(row.ids), !Catch::Contains("1 half-moves"));
  }
}

TEST_CASE("the Laws of the day decide how a game could be drawn or resigned", "[winner_checks]") {
  struct Day {
    std::string date;
    bool needs_moves;     // true if a draw by agreement needs moves
    bool may_not_resign;  // true if nobody may resign to a player who cannot mate
  };
  const Day row = GENERATE(values<Day>({
      {"1892.??.??", false, false},
      {"2017.06.30", false, false},
      {"2017.07.01", true, false},
      {"2022.12.31", true, false},
      {"2023.01.01", true, true},
  }));
  CAPTURE(row.date);
  const std::string date = "[Date \"" + row.date + "\"]\n";
  CHECK(check_game(date + "\n1. d4 1/2-1/2\n").ids_of("ending") ==
        (row.needs_moves ? "draw-before-both-moved" : "draw-with-few-plies"));
  const auto empty = check_game(date + "\n1/2-1/2\n");
  CHECK_THAT(empty.message_of("zero-move-draw"),
             Catch::EndsWith(row.needs_moves ? "only when both have moved" : "not recorded"));
  const std::string end = date + "[SetUp \"1\"]\n[FEN \"" + kKnightAgainstQueen + "\"]\n";
  CHECK(check_game(end + "\n60... Qe5 {Black resigns} 1-0\n").ids_of("ending") ==
        (row.may_not_resign ? "resigned-but-unwinnable" : ""));
  const auto unsaid = check_game(end + "\n60... Qe5 1-0\n");
  CHECK_THAT(
      unsaid.message_of("win-but-unwinnable"),
      Catch::EndsWith(row.may_not_resign ? "the game is drawn" : "which always lost before 2023"));
  CHECK(check_game(end + "[Termination \"time forfeit\"]\n\n60... Qe5 1-0\n").ids_of("ending") ==
        "win-on-time-but-unwinnable");
}

TEST_CASE("moves after a dead position are reported at the first of them", "[winner_checks]") {
  const auto played = check_game(game_from(kBeforeTheWall, "", "40. g4 Kd7 41. Kd2 Kd6 1/2-1/2"));
  CHECK(played.ids_of("draws") == "dead-position-ended");
  CHECK(played.summary.end == GameEnd{EndReason::DeadByStructure, Outcome::Draw, 1});
  const auto forced =
      check_game(game_from("7k/8/7K/8/8/8/8/6R1 w - - 0 60", "", "60. Rg8+ Kxg8 1/2-1/2"));
  CHECK(forced.ids_of("draws") == "dead-position-forced");
  CHECK(forced.summary.end == GameEnd{EndReason::DeadByStructure, Outcome::Draw, 1});
}

TEST_CASE("sites count the pieces of the player with time left", "[winner_checks]") {
  struct Pieces {
    std::string fen;  // White has time left
    FlagVerdict lichess;
    FlagVerdict chess_com;
    FlagVerdict uscf;
  };
  using enum FlagVerdict;
  const Pieces row = GENERATE(values<Pieces>({
      {"4k3/8/8/8/8/8/4q3/6K1 w - - 0 1", Draw, Draw, Draw},
      {"4k3/8/8/8/8/8/4q3/N5K1 w - - 0 1", Draw, Draw, DependsOnForcedWin},
      {"4k3/8/8/8/8/8/4r3/N5K1 w - - 0 1", Loss, Draw, DependsOnForcedWin},
      {"4k3/4p3/8/8/8/8/8/B5K1 w - - 0 1", Loss, Draw, DependsOnForcedWin},
      {"4k3/8/8/8/8/8/8/NN4K1 w - - 0 1", Loss, Draw, DependsOnForcedWin},
      {"4k3/4p3/8/8/8/8/8/NN4K1 w - - 0 1", Loss, Loss, Loss},
      {"4k3/4q3/8/8/8/8/8/NN4K1 w - - 0 1", Loss, Loss, DependsOnForcedWin},
      {"4k3/8/8/8/8/8/P7/6K1 w - - 0 1", Loss, Loss, Loss},
      {"4k3/8/8/8/8/8/8/BN4K1 w - - 0 1", Loss, Loss, Loss},
  }));
  CAPTURE(row.fen);
  const Position position(testing::setup_of_fen(row.fen));
  CHECK(verdict_by_material(FlagRule::Lichess, position.board(), Color::White) == row.lichess);
  CHECK(verdict_by_material(FlagRule::ChessCom, position.board(), Color::White) == row.chess_com);
  CHECK(verdict_by_material(FlagRule::Uscf, position.board(), Color::White) == row.uscf);
}

}  // namespace
}  // namespace arbiter::testing
