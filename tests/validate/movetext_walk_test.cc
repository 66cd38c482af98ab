#include "lib/validate/movetext_walk.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "tests/support/namespaces.h"
#include "tests/validate/games_checked.h"

namespace arbiter::testing {
namespace {

// Returns the ids of all findings about moves in order, such as "null-move move-number-wrong".
std::string ids_in(const std::string& text) {
  std::string ids;
  for (const Diagnostic& finding : check_game(text).findings) {
    const CatalogueEntry& entry = entry_of(finding.code);
    const bool is_of_moves = entry.group != Group::Tags && entry.severity >= Severity::Warning;
    if (is_of_moves) ids += (ids.empty() ? "" : " ") + std::string(entry.id);
  }
  return ids;
}

TEST_CASE("the help of an illegal move suggests a move that the rest of the game supports",
          "[movetext_walk]") {
  struct Row {
    std::string moves;
    std::string help;
  };
  const Row row = GENERATE(values<Row>({
      {"1. e4 e5 2. Nf3 Nc6 3. Bd5 a6 4. Ba4 Nf6 5. O-O Be7 *",
       "with Bb5 the rest of the game is legal"},
      {"1. e4 e5 2. Nf3 Bb5 a6 3. Ba4 Nf6 4. O-O Be7 *",
       "a move by Black seems to be missing before this one: with one more move the rest of "
       "the game is legal"},
      // Fewer than four moves are not sufficient evidence.
      {"1. e4 e5 2. Nf3 Nc6 3. Bc5 Bc5 4. c3 *",
       "this move is legal for Black: a move by White may be missing before it, or it is mistyped"},
  }));
  CAPTURE(row.moves);
  const auto game = check_game("[Event \"a\"]\n\n" + row.moves + "\n");
  const auto error = std::ranges::find_if(game.findings, [](const Diagnostic& finding) {
    return entry_of(finding.code).severity >= Severity::Error;
  });
  REQUIRE(error != game.findings.end());
  CHECK(error->help == row.help);
}

TEST_CASE("one king on a centre square shows a result only if one is written, two always do",
          "[movetext_walk]") {
  struct Row {
    std::string result;
    std::string moves;
    std::string ids;
  };
  const Row row = GENERATE(values<Row>({
      {"1-0", "1. a4 a5 2. h4 h5 3. Ke4 Kd5", "kings-to-centre"},
      {"1-0", "1. e4 e5 2. Nf3 Nc6 3. Ke4 Kd5", "kings-to-centre"},
      {"1-0", "1. a4 a5 2. h4 h5 3. Ke4", "kings-to-centre"},
      {"*", "1. a4 a5 2. h4 h5 3. Ke4 Kd5", "kings-to-centre"},
      {"*", "1. a4 a5 2. h4 h5 3. Ke4", "unreachable"},
      {"*", "1. e4 d5 2. Kxd5", "unreachable"},
      {"1-0", "1. e4 d5 2. Kxd5", "unreachable"},
      {"1-0", "1. e4 d5 2. Ke4 Kxd5", "unreachable"},
      {"1-0", "1. a4 a5 2. Ke4 Ke4", "unreachable"},
      {"*", "1. e4 e5 2. Qh5 Ke7 3. Qxe5# Kxe5", "game-continues-past-mate"},
      {"1-0", "1. e4 e5 2. Qh5 Ke7 3. Qxe5# Kxe5", "game-continues-past-mate"},
      {"1-0", "1. e4 e5 2. Qh5 Ke7 3. Qxe5# Kd5 4. Ke4", "kings-to-centre"},
  }));
  CAPTURE(row.result, row.moves);
  const std::string text =
      game_text("[Result \"" + row.result + "\"]", row.moves + " " + row.result);
  CHECK(ids_in(text) == row.ids);
}

TEST_CASE("a promotion to P is a mistake in an English game, and a knight in a Dutch one",
          "[movetext_walk]") {
  const auto [moves, ids] = GENERATE(table<std::string, std::string>({
      {"1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 h6 5. bxa8=P *", "promo-to-king-or-pawn"},
      {"1. a4 b5 2. axb5 a6 3. b6 h6 4. bxc7 h5 5. cxd8=P *", "promo-to-king-or-pawn"},
      {"1. a4 b5 2. axb5 a6 3. bxa6 Lb7 4. axb7 Pf6 5. bxa8=P *", "foreign-piece-letters"},
  }));
  CAPTURE(moves);
  const std::string found = ids_in(game_text("[Result \"*\"]", moves));
  CHECK(found.substr(0, found.find(' ')) == ids);
}

TEST_CASE("a missing terminator is reported at the end of the game", "[movetext_walk]") {
  struct Row {
    std::string text;
    std::string marked;
  };
  const Row row = GENERATE(values<Row>({
      {"[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5\n", "e5"},
      {"[Event \"a\"]\n\n1. e4 e5 {late}\n", "{late}"},
      {"[Event \"a\"]\n[Result \"1-0\"]\n[Round \"3\"]\n\n", "Round"},
  }));
  CAPTURE(row.text);
  const auto game = check_game(row.text);
  const auto found = std::ranges::find(game.findings, DiagnosticCode::TerminatorMissing,
                                       [](const Diagnostic& finding) { return finding.code; });
  REQUIRE(found != game.findings.end());
  CHECK(row.text.substr(found->offset, found->length) == row.marked);
}

TEST_CASE("a variation of moves that are not replayed replaces the one before it", "[variations]") {
  struct Row {
    std::string tags;
    std::string moves;
    std::string ids;
  };
  const std::string other_variant = "[Variant \"Crazyhouse\"]\n";
  const std::string no_position = "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n";
  const Row rows[] = {
      {other_variant, "1. e4 e5 (1... c5 2. Nf3) 2. N@f3 (2. d4 (2. c4) d5) Nc6 *", ""},
      {other_variant, "1. N@f3 (1. e4) 1... e5 *", ""},
      {other_variant, "(1. d4) 1. e4 *", "rav-before-first-move"},
      {other_variant, "1. (1. d4) e4 *", "rav-before-first-move"},
      {other_variant, "1. e4 ((1. c4) 1. d4) *", "rav-before-first-move"},
      {no_position, "1. e4 e5 (1... c5 2. Nf3) *", "king-count"},
      {"", "1. e4 e5 2. Nf6 Nc6 (2... d5) 3. d4 (3. c4) *", "wrong-side-to-move"},
      {"", "1. e4 e5 2. e9 (2. d4) Nc6 *", "move-unreadable"},
      {"", "1. e4 e5 2. Nf6 (2. Nf3) Nc6 *", "wrong-side-to-move"},
      {"", "1. e4 e5 ( 1... e9 ( 1... d5 ) ) 2. Nf3 *", "rav-illegal-move"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.tags, row.moves);
    CHECK(ids_in(game_text(row.tags + "[Result \"*\"]", row.moves)) == row.ids);
  }
}

TEST_CASE("a variation is not played after another move than its number names", "[variations]") {
  const std::string fen = "[SetUp \"1\"]\n[FEN \"3r2k1/8/8/8/8/5P2/8/3R2K1 w - - 0 20\"]\n";
  struct Row {
    std::string tags;
    std::string moves;
    std::string ids;
  };
  const Row rows[] = {
      {"", "1. e4 e5 2. Nf3 (1... c5 2. Nf3) Nc6 3. Bb5 a6 *", "moves-out-of-order"},
      {"", "1. e4 e5 (1. d4 d5) 2. Nf3 Nc6 3. Bb5 a6 *", "moves-out-of-order"},
      {fen, "20. Kf2 Kf7 (20. Rd5 Rxd5) 21. Ke3 *", "moves-out-of-order"},
      {fen, "20. Kf2 Kf7 21. Ke3 (20... Rd4 21. Ke2) Ke6 *", "moves-out-of-order"},
      // The variations of two moves, in the order of their numbers.
      {"", "1. e4 e5 2. Nf3 Nc6 3. Bb5 (2... Nf6) (2... d6) 3... a6 *",
       "moves-out-of-order moves-out-of-order"},
      // The move is legal only for the other player.
      {"", "1. Nf3 Nf6 2. g3 g6 (2. c5) 3. Bg2 Bg7 *", ""},
      {"", "1. e4 e5 2. Nf3 Nc6 (2... d6) 3. Bb5 *", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.tags, row.moves);
    CHECK(ids_in(game_text(row.tags + "[Result \"*\"]", row.moves)) == row.ids);
  }
}

TEST_CASE("a capture of nothing shows which earlier move was misread", "[movetext]") {
  const CheckedGame game =
      check_game(game_text("[Result \"*\"]", "1. e4 e6 2. Nf3 Nc6 3. Nxe5 Nxe5 *"));
  CHECK(
      game.message_of("move-misread") ==
      "3. Nxe5: the sign contradicts the move, but fits 1... e5 instead of e6, with which the rest "
      "of the game is legal too");
  // No single slip explains two of them.
  CHECK(ids_in(game_text("[Result \"*\"]", "1. e4 e6 2. Nf3 Nc6 3. Nxe5 Nxd4 *"))
            .find("move-misread") == std::string::npos);
}

TEST_CASE("text joined to a move or beside it does not hide the move", "[movetext]") {
  struct Row {
    std::string moves;
    std::uint32_t plies;
    std::string ids;
  };
  const std::string joined = "terminator-nonstandard";
  const Row rows[] = {
      {"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#1-0", 7, joined},
      {"1. f3 e5 2. g4 Qh40-1", 4, "san-missing-mate " + joined},
      {"1. e4 e51/2-1/2", 2, joined},
      {"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O1-0", 7, joined},
      {"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-00-1", 7, "zero-castling " + joined},
      {"1. e4 e5 2. Ng1-f31-0", 3, "long-algebraic " + joined},
      {"1. e4 e5 2. Nf3!1-0", 3, ""},
      {"1. e4 e5 2. Nf3*", 3, ""},
      {"1. e4 e5 (1... c51-0) 2. Nf3 *", 3, "terminator-in-rav"},
      {"1. e4, e5 2. Nf3, Nc6, *", 4, "comma-between-moves"},
      {"1.e4,e5 2.Nf3 *", 3, "comma-between-moves"},
      {"1. e4. e5 . 2. Nf3 ... Nc6 *", 4, ""},
      {"1. e4 e5 1-0.", 2, "terminator-nonstandard"},
      {"1. e4 e5 draw. {agreed}", 2, "terminator-nonstandard"},
      {"1. g1-f3 g8-f6 2. e2-e4 f6xe4 *", 4, "long-algebraic"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.moves);
    const std::string text = game_text("[Event \"e\"]", row.moves);
    CHECK(check_game(text).summary.plies == row.plies);
    CHECK(ids_in(text) == row.ids);
  }
}

TEST_CASE("signs of a forfeit without moves are a result if the Result tag agrees", "[movetext]") {
  struct Row {
    std::string tag;
    std::string sign;
    std::string ids;
  };
  const Row rows[] = {
      {"1-0", "+:-", "terminator-nonstandard zero-move-decisive"},
      {"0-1", "-/+", "terminator-nonstandard zero-move-decisive"},
      {"1-0", "+ -", "terminator-nonstandard zero-move-decisive"},
      {"0-1", "+/-", "unknown-token terminator-missing zero-move-decisive"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.tag, row.sign);
    CHECK(ids_in(game_text("[Result \"" + row.tag + "\"]", row.sign)) == row.ids);
  }
}

TEST_CASE("prose among the moves is one finding, not one per word", "[movetext]") {
  struct Row {
    std::string moves;
    std::string ids;
  };
  const Row rows[] = {
      {"1. e4 e5 (White should have played here) 2. Nf3 *", "unknown-token"},
      {"1. e4 e5 (White, in time trouble, resigned.) 2. Nf3 *", "unknown-token"},
      {"1. e4 best by test e5 2. Nf3 *", "unknown-token"},
      {"1. e4 @@ 1... e5 @@ 2. Nf3 *", "unknown-token unknown-token"},
      {"1. e4 said {x} said e5 *", "unknown-token unknown-token"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.moves);
    CHECK(ids_in(game_text("[Event \"e\"]", row.moves)) == row.ids);
  }
}

TEST_CASE("a deviation at every move is one finding with a count", "[movetext]") {
  struct Row {
    std::string moves;
    std::string ids;
    std::string help;
  };
  const std::string eight = "8 similar findings in this game";
  const Row rows[] = {
      {"1. e4 [%clk 0:10:00] e5 [%clk 0:09:58] 2. Nf3 [%clk 0:09:55] Nc6 [%clk 0:09:50] 3. Bb5 "
       "[%clk 0:09:40] a6 [%clk 0:09:40] 4. Ba4 [%clk 0:09:3] Nf6 [%clk 0:09:30] *",
       "unknown-token", eight},
      {"1. e4 @@ e5 @@ 2. Nf3 *", "unknown-token unknown-token", ""},
      {"1. N f3 N f6 2. N g1 N g8 3. N f3 N f6 4. N g1 N g8 *", "move-torn", eight},
      {"(1) e4 e5 (2) Nf3 Nc6 (3) Bb5 a6 *", "move-number-wrong", ""},
      {"1. e4 2. e5 3. Nf3 4. Nc6 5. Bb5 6. a6 *", "move-number-wrong", ""},
      {"1.e4-e5 2.Nf3-Nc6 3.Bb5-a6 *", "moves-glued", "3 similar words in this game"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.moves);
    const std::string text = game_text("[Event \"e\"]", row.moves);
    CHECK(ids_in(text) == row.ids);
    const auto findings = check_game(text).findings;
    CHECK((row.help.empty() || std::ranges::any_of(findings, [&](const Diagnostic& finding) {
             return finding.help == row.help;
           })));
  }
}

TEST_CASE("half-moves are counted after a null move and after an illegal move that stood",
          "[movetext]") {
  struct Row {
    std::string moves;
    std::vector<std::uint32_t> plies;
  };
  const Row rows[] = {
      {"1. e4 e5 2. -- d5 3. Nf9 *", {3, 5}},
      {"1. e4 -- 2. d4 -- 3. Ngf3 *", {2, 4, 5}},
      {"1. e4 e5 2. Kd3 Nc6 3. Nf9 *", {3, 5}},
      {"1. e4 e5 2. -- (2. Nf9) d5 3. Bb5 *", {3, 5}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.moves);
    ValidatorOptions options;
    options.illegal_moves = IllegalMoves::Follow;
    std::vector<std::uint32_t> plies;
    for (const Diagnostic& finding : check_game(row.moves, options).findings) {
      if (finding.ply) plies.push_back(*finding.ply);
    }
    CHECK(plies == row.plies);
  }
}

TEST_CASE("a null move uses up its number", "[numbers]") {
  const std::string moves = GENERATE("1. e4 e5 2. -- d5 3. d4 *", "1. e4 -- 2. d4 d5 *",
                                     "1. e4 e5 (1... -- 2. d4) 2. -- {x} 2... d5 *");
  CAPTURE(moves);
  for (const Diagnostic& finding : check_game(moves).findings) {
    CHECK(finding.code != DiagnosticCode::MoveNumberSuperfluous);
    CHECK(finding.code != DiagnosticCode::MoveNumberMissing);
  }
}

}  // namespace
}  // namespace arbiter::testing
