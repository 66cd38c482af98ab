#include "lib/repair/repair.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>
#include <string>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "lib/diagnostics/sink.h"
#include "lib/notation/fen.h"
#include "lib/pgn/reader.h"
#include "lib/repair/guesses.h"
#include "lib/validate/game_summary.h"
#include "lib/validate/validator.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// A game parsed from text, which must outlive the game.
class ReadGame {
 public:
  explicit ReadGame(const std::string& text) : padded_(text + std::string(kTextPadding, '\0')) {
    PgnReader reader({.text = std::string_view(padded_).substr(0, text.size())}, nobody_);
    REQUIRE(reader.next(game_));
    game_.number = 1;
  }
  const PgnGame& game() const { return game_; }

 private:
  CollectingSink nobody_{CodeSet()};
  std::string padded_;
  PgnGame game_;
};

// Checks legality like `validate`, whose code is independent of the search for repairs.
bool is_legal_by_validator(const std::string& text) {
  CollectingSink nobody{CodeSet()};
  const ReadGame read(text);
  return Validator({}, nobody).check(read.game()).is_complete;
}

bool has_errors(const std::string& text) {
  CollectingSink sink;
  const ReadGame read(text);
  Validator({}, sink).check(read.game());
  return std::ranges::any_of(sink.diagnostics(), [](const Diagnostic& diagnostic) {
    return entry_of(diagnostic.code).severity >= Severity::Error;
  });
}

struct Slip {
  std::string written;
  std::string repaired;  // with the most likely repair applied
};

TEST_CASE("the likeliest repair makes the game legal and keeps the rest of the text", "[repair]") {
  const Slip slip = GENERATE(values<Slip>({
      // A wrong square, and a legal move whose error is noticed only later.
      {"1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 5. O-O Be7 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 {Arbiter: the score has Bb6} a6 4. Ba4 Nf6 5. O-O Be7 *"},
      {"1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bf4 Be7 5. Bxf6 Bxf6 6. e3 O-O *\n",
       "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 {Arbiter: the score has Bf4} Be7 5. Bxf6 Bxf6 6. e3 "
       "O-O *"},
      // A wrong piece, with a suffix that stays with its move.
      {"1. e4 e5 2. Bf3!? Nc6 3. Bb5 a6 4. Ba4 Nf6 *",
       "1. e4 e5 2. Nf3!? {Arbiter: the score has Bf3} Nc6 3. Bb5 a6 4. Ba4 Nf6 *"},
      {"1. e4 c5 2. Nf3 d6 3. Bb5+ Bd7 4. Bxd7+ Qxd7 5. O-O-O Nc6 6. c3 Nf6 7. Re1 e6 *",
       "1. e4 c5 2. Nf3 d6 3. Bb5+ Bd7 4. Bxd7+ Qxd7 5. O-O {Arbiter: the score has O-O-O} Nc6 "
       "6. c3 Nf6 7. Re1 e6 *"},
      // A duplicate move, and a missing one.
      {"1. e4 e5 2. Nf3 Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *",
       "1. e4 e5 2. Nf3 {Arbiter: the score has Nf3 here: a move written twice} Nc6 3. Bb5 a6 4. "
       "Ba4 Nf6 "
       "*"},
      {"1. e4 e5 2. Nf3 3. Bb5 Nd4 4. Nxd4 exd4 5. O-O g6 6. d3 Bg7 *",
       "1. e4 e5 2. Nf3 Nc6 {Arbiter: this move is missing in the score} 3. Bb5 Nd4 4. Nxd4 exd4 "
       "5. O-O "
       "g6 6. d3 Bg7 *"},
      // A truncated move, and foreign piece letters, which are not an error.
      {"1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Bx Nf6 *\n",
       "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 {Arbiter: the score has Bx} Nf6 *"},
      {"1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Axc6 dxc6 5. O-O Ag4 6. Tf1 Axf3 7. Dxf3 *",
       "1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Axc6 dxc6 5. O-O Ag4 6. Te1 {Arbiter: the score has Tf1} "
       "Axf3 7. Dxf3 *"},
      // The word in the text resembles the move.
      {"1. e4 e5 2. Nf3 aG 3. Bb5 Nf6 4. O-O Be7 *",
       "1. e4 e5 2. Nf3 a6 {Arbiter: the score has aG} 3. Bb5 Nf6 4. O-O Be7 *"},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Rel b5 7. Bb3 d6 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 {Arbiter: the score has Rel} b5 "
       "7. Bb3 d6 *"},
      {"1. e4 dS 2. exd5 Qxd5 3. Nc3 Qa5 *",
       "1. e4 d5 {Arbiter: the score has dS} 2. exd5 Qxd5 3. Nc3 Qa5 *"},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re b5 7. Bb3 d6 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 {Arbiter: the score has Re} b5 "
       "7. Bb3 d6 *"},
      {"1. e4 e5 2. N3f Nc6 3. 8b5 a6 4. Ba4 Nf6 *",
       "1. e4 e5 2. Nf3 {Arbiter: the score has N3f} Nc6 3. 8b5 a6 4. Ba4 Nf6 *"},
      // A split move before the mistake remains unchanged.
      {"1. e4 e5 2. N f3 Nc6 3. Bb5 a6 4. Ba5 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *",
       "1. e4 e5 2. N f3 Nc6 3. Bb5 a6 4. Ba4 {Arbiter: the score has Ba5} Nf6 5. O-O Be7 6. Re1 "
       "b5 "
       "7. Bb3 d6 8. c3 O-O *"},
      // The kings in the centre indicate the result.
      {"1. e4 e5 2. Nf3 Nc6 3. Ke4 Kd5 1-0",
       "1. e4 e5 2. Nf3 Nc6 {Arbiter: the score has 3. Ke4 Kd5 here: kings put on the centre "
       "squares to signal the result} 1-0"},
  }));
  CAPTURE(slip.written);
  const ReadGame read(slip.written);
  const auto broken = find_repairs(read.game(), {});
  REQUIRE(broken.has_value());
  REQUIRE_FALSE(broken->repairs.empty());
  CHECK(repaired_text(read.game(), *broken, broken->repairs.front()) == slip.repaired);
  CHECK((has_errors(slip.written) || !is_legal_by_validator(slip.written)));
  const bool has_another = slip.repaired.find("8b5") != std::string::npos;
  CHECK((has_errors(slip.repaired) || !is_legal_by_validator(slip.repaired)) == has_another);
}

TEST_CASE("a game longer than the limit is searched up to the limit", "[repair]") {
  std::string text = "1. e4 e5 2. Nf4 Nf6";
  for (int turn = 0; turn < 7500; ++turn) text += " Ng1 Ng8 Nf3 Nf6";
  const ReadGame read(text + " *\n");
  const auto broken = find_repairs(read.game(), {});
  REQUIRE(broken.has_value());
  CHECK(broken->line.moves.size() == kMaxGamePlies);
  REQUIRE_FALSE(broken->repairs.empty());
  const Repair& repair = broken->repairs.front();
  CHECK(repair.san == "Nf3");
  CHECK(repair.run == kMaxGamePlies - broken->broken);
  CHECK(repair.reaches_end);
}

TEST_CASE("numbers follow if a move is inserted or removed", "[repair]") {
  const std::string written =
      "1. e4 e5 2. Nf3 Bb5 3. Nd4 Nxd4 4. exd4 O-O 5. g6 d3 (5... c3 6. a6) {x} 6. Bg7 *\n";
  const ReadGame read(written);
  const auto broken = find_repairs(read.game(), {});
  REQUIRE(broken.has_value());
  REQUIRE(broken->repairs.front().kind == RepairKind::Insert);
  CHECK(broken->repairs.front().at == 3);
  CHECK(broken->repairs.front().san == "Nc6");
  CHECK(repaired_text(read.game(), *broken, broken->repairs.front()) ==
        "1. e4 e5 2. Nf3 Nc6 {Arbiter: this move is missing in the score} 3. Bb5 Nd4 4. Nxd4 exd4 "
        "5. O-O g6 "
        "6. d3 (6. c3 a6) {x} 6... Bg7 *");
}

TEST_CASE("words that are not moves do not affect the numbers", "[repair]") {
  const std::string written =
      "1. e4 e5 2. Nf3 Bb5 3. Nd4 Nxd4 +- 4. exd4 novelty O-O = 5. g6 ch d3 6. Bg7 *";
  const ReadGame read(written);
  const auto broken = find_repairs(read.game(), {});
  REQUIRE(broken.has_value());
  REQUIRE(broken->repairs.front().kind == RepairKind::Insert);
  CHECK(repaired_text(read.game(), *broken, broken->repairs.front()) ==
        "1. e4 e5 2. Nf3 Nc6 {Arbiter: this move is missing in the score} 3. Bb5 Nd4 4. Nxd4 +- "
        "exd4 novelty "
        "5. O-O = g6 ch 6. d3 Bg7 *");
}

TEST_CASE("a missing or wrong initial position is found", "[repair]") {
  struct Start {
    std::string tags;
    std::string moves;
    std::string fen;  // FEN of the matching initial position
  };
  const Start start = GENERATE(values<Start>({
      // White would be to move, with Black in check.
      {"[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1\"]\n", "1... Kd7 2. Rd2+ Ke6 *\n",
       "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"},
      {"[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1\"]\n",
       "1. O-O O-O-O 2. Ra2 Rd2 3. Ra3 Rd3 4. Ra4 Rd4 *\n", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
  }));
  CAPTURE(start.moves);
  const std::string text = "[Event \"e\"]\n" + start.tags + "\n" + start.moves;
  const ReadGame read(text);
  const auto broken = find_repairs(read.game(), {});
  REQUIRE(broken.has_value());
  REQUIRE(broken->repairs.front().kind == RepairKind::Start);
  const std::string repaired = repaired_text(read.game(), *broken, broken->repairs.front());
  CHECK_THAT(repaired, Catch::Matchers::Contains("[FEN \"" + start.fen + "\"]"));
  CHECK(is_legal_by_validator(repaired));
}

TEST_CASE("initial positions of a long game with many errors share their likelihood", "[repair]") {
  // White would be to move with Black in check; a "+" after a king's move is never a check.
  std::string moves = "1... Kd7 2. Rd2+ Ke6";
  for (int turn = 0; turn < 700; ++turn) moves += " Re2+ Kd6+ Rd2+ Ke6+";
  const ReadGame read(
      "[Event \"e\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1\"]\n\n" + moves +
      " *\n");
  const auto broken = find_repairs(read.game(), {});
  REQUIRE(broken.has_value());
  CHECK(broken->article == "Laws 3.9.2");
  REQUIRE(broken->repairs.size() == 1);
  CHECK(broken->repairs.front().evidence == Approx(1));
}

// Chess960 moves from bbqnnrkr (Guideline II).
constexpr const char* kChess960Moves =
    "1. e4 e5 2. Nd3 Nd6 3. f3 f6 4. N1f2 N8f7 5. c3 c6 6. Qc2 Qc7 7. O-O-O O-O-O 8. b3 b6 *\n";

TEST_CASE("a game of Chess960 without its initial position is recognized", "[repair]") {
  const std::string text = "[Variant \"Chess960\"]\n\n" + std::string(kChess960Moves);
  const ReadGame read(text);
  const auto broken = find_repairs(read.game(), {});
  REQUIRE(broken.has_value());
  REQUIRE_FALSE(broken->repairs.empty());
  const Repair& repair = broken->repairs.front();
  CHECK(repair.kind == RepairKind::Start);
  CHECK(repair.reaches_end);
  CHECK(is_legal_by_validator(repaired_text(read.game(), *broken, repair)));
}

TEST_CASE("no initial position is invented unless a tag asks for one", "[repair]") {
  const std::string text = GENERATE(
      as<std::string>{}, "[Event \"Chess960 open\"]\n\n" + std::string(kChess960Moves),
      // Black moves first.
      "1. e5 e4 2. Nf6 Nf3 3. Nxe4 d3 4. Nf6 Nxe5 5. d6 Nf3 *\n",
      // Move 8 is missing.
      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 9. h3 Na5 10. Bc2 "
      "c5 11. d4 Qc7 *\n",
      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. h3 Na5 9. Bc2 "
      "c5 10. d4 Qc7 *\n");
  CAPTURE(text);
  const ReadGame read(text);
  const auto broken = find_repairs(read.game(), {.candidates = 100});
  if (!broken) return;
  for (const Repair& repair : broken->repairs) CHECK(repair.kind != RepairKind::Start);
}

TEST_CASE("an illegal move that was played and not corrected is reported as such", "[repair]") {
  struct Played {
    std::string moves;
    bool may_have_stood;
  };
  const Played played = GENERATE(values<Played>({
      {"1. e4 e5 2. Nf4 Nc6 3. Nxe5 Nxe5 4. d4 Ng6 *", false},  // from b1 or g1
      {"1. e4 e5 2. Bc4 d6 3. Qh6 gxh6 4. d4 a6 5. a3 *", true},
      {"1. e4 e5 2. Bc4 d6 3. Qh6 Nxh6 4. d4 *", false},                // too little evidence
      {"1. e4 e5 2. Bc4 d6 3. Bxf7+ a6 4. Nf3 Nf6 5. d3 h6 *", false},  // the king is in check
  }));
  CAPTURE(played.moves);
  const ReadGame read(played.moves);
  const auto broken = find_repairs(read.game(), {});
  REQUIRE(broken.has_value());
  CHECK(broken->may_have_stood == played.may_have_stood);
}

TEST_CASE("legal games and games by other rules get no repair", "[repair]") {
  const std::string text =
      GENERATE(as<std::string>{}, "1. e4 e5 2. Nf3 *\n", "*\n", "1. e4 e5 (1... Ke7) 2. Nf3 *\n",
               "1. e4 e5 0-0\n", "1. e4 -- 2. d4 *\n", "1. e2e4 e7-e5 2. 0-0 *\n",
               "1. e4 e5 2. N f3 Nc6 3. Bb5 a6 *\n", "1. e4e5 2. Nf3Nc6 3. Bb5 a6 *\n",
               "1. P-K4 P-K4 2. N-KB3 N-QB3 *\n", "[Variant \"Atomic\"]\n\n1. e4 Ke7 2. Nf9 *\n",
               "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n");
  const ReadGame read(text);
  CAPTURE(text);
  const bool is_broken = text.find("2. 0-0") != std::string::npos;
  CHECK(find_repairs(read.game(), {}).has_value() == is_broken);
}

TEST_CASE("a missing page or column is reported, and nothing is inserted for it", "[repair]") {
  struct Missing {
    std::string moves;
    std::uint32_t first;
    std::uint32_t last;
    std::optional<Color> player;
  };
  const Missing missing = GENERATE(values<Missing>({
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 12. Rfd1 Rfd8 13. Nf4 Qc7 14. Rac1 Ne7 *", 4, 11, {}},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 5. Bb3 d6 6. O-O Nf6 *", 4, 4, {}},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 4. Ba4 5. O-O 6. Re1 7. Bb3 d6 *", 3, 6, Color::Black},
      {"1. e4 e5 2. Nf3 Nc6 3... a6 4... Nf6 5... Be7 6... b5 7. Bb3 d6 *", 3, 6, Color::White},
  }));
  CAPTURE(missing.moves);
  const ReadGame read(missing.moves);
  const auto broken = find_repairs(read.game(), {});
  REQUIRE(broken.has_value());
  REQUIRE(broken->missing.has_value());
  CHECK(broken->missing->first == missing.first);
  CHECK(broken->missing->last == missing.last);
  CHECK(broken->missing->player == missing.player);
  CHECK(broken->repairs.empty());
}

TEST_CASE("a mate is likely only if it matches the result", "[repair]") {
  const auto [result, is_mate] =
      GENERATE(table<std::string, bool>({{"1-0", true}, {"0-1", false}}));
  CAPTURE(result);
  const ReadGame read("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxe7 " + result);
  const auto broken = find_repairs(read.game(), {});
  REQUIRE(broken.has_value());
  REQUIRE_FALSE(broken->repairs.empty());
  CHECK((broken->repairs.front().san == "Qxf7#") == is_mate);
}

TEST_CASE("each initial position is offered once", "[repair]") {
  const std::string fen = GENERATE(as<std::string>{}, "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
                                   "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
                                   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
                                   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
  const std::string moves = fen.starts_with("4k3")  ? "1... Kd7 2. Rd2+ Ke6 *"
                            : fen.starts_with("rn") ? "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *"
                                                    : "1. O-O O-O-O 2. Ra2 Rd2 3. Ra3 Rd3 *";
  const ReadGame read("[Event \"e\"]\n[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n\n" + moves + "\n");
  CAPTURE(fen);
  const auto broken = find_repairs(read.game(), {.candidates = 100});
  REQUIRE(broken.has_value());
  REQUIRE_FALSE(broken->repairs.empty());
  std::vector<std::string> starts;
  for (const Repair& repair : broken->repairs) {
    if (repair.kind == RepairKind::Start) starts.push_back(fen_of(repair.start));
  }
  std::ranges::sort(starts);
  CHECK(std::ranges::adjacent_find(starts) == starts.end());
  CHECK(broken->repairs.front().kind == RepairKind::Start);
}

TEST_CASE("a pawn on the last rank becomes a queen unless there is evidence for another piece",
          "[repair]") {
  const ReadGame read(std::string(
      "[Event \"e\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/6k1/2p5/K7 b - - 0 1\"]\n\n1... c1 *\n"));
  const auto broken = find_repairs(read.game(), {});
  REQUIRE(broken.has_value());
  CHECK(broken->repairs.front().san.starts_with("c1=Q"));
}

TEST_CASE("only complete repairs state how often they are right", "[repair]") {
  struct Stated {
    std::string moves;
    bool is_complete;
  };
  const Stated stated = GENERATE(values<Stated>({
      {"1. e4 e5 2. Nf4 Nc6 3. d3 d6 4. a3 a6 *", true},
      {"1. e4 e5 2. Nf4 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. Re5 Kh7 6. Ka8 Qa1 *", false},
  }));
  CAPTURE(stated.moves);
  const ReadGame read(stated.moves);
  const auto broken = find_repairs(read.game(), {.candidates = 100});
  REQUIRE(broken.has_value());
  REQUIRE_FALSE(broken->repairs.empty());
  for (const Repair& repair : broken->repairs) {
    if (!repair.reaches_end) CHECK_FALSE(repair.share.has_value());
    CHECK(repair.share.value_or(0) < 1);
  }
  CHECK(broken->repairs.front().share.has_value() == stated.is_complete);
}

TEST_CASE("the measured shares are probabilities that never fall with the evidence", "[repair]") {
  constexpr CalibrationRow kRows[] = {
#include "lib/repair/calibration.inc"
  };
  REQUIRE(std::size(kRows) == kMistakeCount);
  for (std::size_t i = 0; i < kMistakeCount; ++i) {
    const auto mistake = static_cast<Mistake>(i);
    const auto& right = kRows[i].right;
    CAPTURE(kRows[i].mistake);
    CHECK(kRows[i].mistake == description_of(mistake, Color::White));
    CHECK(std::ranges::is_sorted(right));
    CHECK(right[0] >= 0);
    CHECK(right[kEvidenceBuckets - 1] <= 100);
    CHECK(calibrated(mistake, 0) == Approx(right[0] / 100));
    CHECK(calibrated(mistake, 1) == Approx(right[kEvidenceBuckets - 1] / 100));
  }
}

struct RowSlip {
  std::string name;
  std::string written;
  std::string repaired;
};

TEST_CASE("slips of rows are repaired", "[repair]") {
  const std::string start =
      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 "
      "Na5 10. Bc2 c5 11. d4 Qc7 ";
  const RowSlip slip = GENERATE(values<RowSlip>({
      {"two rows swapped", "12. cxd4 Nc6 13. Nbd2 cxd4 14. Nb3 a5 15. Be3 a4 16. Nbd2 Bd7 *",
       "12. Nbd2 cxd4 13. cxd4 Nc6 {Arbiter: the score has cxd4 Nc6 and Nbd2 cxd4 swapped} 14. "
       "Nb3 a5 15. Be3 a4 16. Nbd2 Bd7 *"},
      {"with their numbers", "13. cxd4 Nc6 12. Nbd2 cxd4 14. Nb3 a5 15. Be3 a4 16. Nbd2 Bd7 *",
       "12. Nbd2 cxd4 13. cxd4 Nc6 {Arbiter: the score has cxd4 Nc6 and Nbd2 cxd4 swapped} 14. "
       "Nb3 a5 15. Be3 a4 16. Nbd2 Bd7 *"},
      {"a row twice",
       "12. Nbd2 cxd4 13. Nbd2 cxd4 14. cxd4 Nc6 15. Nb3 a5 16. Be3 a4 17. Nbd2 Bd7 *",
       "12. Nbd2 cxd4 {Arbiter: the score has 13. Nbd2 cxd4 here: a row written twice} 13. cxd4 "
       "Nc6 14. Nb3 a5 15. Be3 a4 16. Nbd2 Bd7 *"},
      {"two moves of one player swapped",
       "12. cxd4 cxd4 13. Nbd2 Nc6 14. Nb3 a5 15. Be3 a4 16. Nbd2 Bd7 *",
       "12. Nbd2 cxd4 13. cxd4 {Arbiter: the score has cxd4 and Nbd2 swapped} Nc6 14. Nb3 a5 15. "
       "Be3 a4 16. Nbd2 Bd7 *"},
  }));
  CAPTURE(slip.name);
  const std::string written = start + slip.written;
  const ReadGame read(written);
  const auto broken = find_repairs(read.game(), {});
  REQUIRE(broken.has_value());
  REQUIRE_FALSE(broken->repairs.empty());
  const std::string repaired = repaired_text(read.game(), *broken, broken->repairs.front());
  CHECK(repaired == start + slip.repaired);
  CHECK(is_legal_by_validator(repaired));
}

TEST_CASE("a column that is shifted by a row is moved back", "[repair]") {
  const std::string start = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 ";
  const std::string right =
      "5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 11. d4 Qc7 12. Nbd2 cxd4";
  const RowSlip slip = GENERATE(values<RowSlip>({
      {"White a row too low",
       "5... Be7 6. O-O b5 7. Re1 d6 8. Bb3 O-O 9. c3 Na5 10. h3 c5 11. Bc2 Qc7 12. d4 cxd4 13. "
       "Nbd2 *",
       "White's moves are a row too low from here on"},
      {"Black a row too low",
       "5. O-O 6. Re1 Be7 7. Bb3 b5 8. c3 d6 9. h3 O-O 10. Bc2 Na5 11. d4 c5 12. Nbd2 Qc7 13... "
       "cxd4 *",
       "Black's moves are a row too low from here on"},
  }));
  CAPTURE(slip.name);
  const std::string written = start + slip.written;
  const ReadGame read(written);
  const auto broken = find_repairs(read.game(), {});
  REQUIRE(broken.has_value());
  REQUIRE_FALSE(broken->repairs.empty());
  const Repair& repair = broken->repairs.front();
  CHECK(repair.reason == slip.repaired);
  const std::string repaired = repaired_text(read.game(), *broken, repair);
  const std::string comment = "{Arbiter: in the score, " + slip.repaired + "}";
  std::string moves = repaired;
  moves.erase(moves.find(comment), comment.size() + 1);
  CHECK(moves.find(right.substr(right.find("6."))) != std::string::npos);
  CHECK(is_legal_by_validator(repaired));
}

TEST_CASE("a missing row is restored only if no other moves fit", "[repair]") {
  // Move 5 is missing: White castled, and there are many possible moves of Black.
  const std::string open =
      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. Re1 b5 6. Bb3 d6 7. c3 O-O 8. h3 Na5 9. Bc2 *";
  const ReadGame read(open);
  const auto broken = find_repairs(read.game(), {.candidates = 100});
  REQUIRE(broken.has_value());
  REQUIRE_FALSE(broken->repairs.empty());
  std::size_t rows = 0;
  for (const Repair& repair : broken->repairs) {
    if (repair.mistake != Mistake::MissingRow) continue;
    ++rows;
    CHECK(repair.share.has_value() == (repair.other_count == 0));
  }
  CHECK(rows > 0);
}

TEST_CASE("a word that cannot be read is replaced where its move is missing", "[repair]") {
  const RowSlip slip = GENERATE(values<RowSlip>({
      {"White", "1. e4 e5 2. \u00a7f3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *",
       "1. e4 e5 2. Nf3 {Arbiter: the score has \u00a7f3} Nc6 3. Bb5 a6 4. Ba4 Nf6 *"},
      {"Black", "1. e4 e5 2. Nf3 \u00a7c6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *",
       "1. e4 e5 2. Nf3 Nc6 {Arbiter: the score has \u00a7c6} 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *"},
  }));
  CAPTURE(slip.name);
  const ReadGame read(slip.written);
  const auto broken = find_repairs(read.game(), {});
  REQUIRE(broken.has_value());
  REQUIRE_FALSE(broken->repairs.empty());
  CHECK(repaired_text(read.game(), *broken, broken->repairs.front()) == slip.repaired);
}

}  // namespace
}  // namespace arbiter::testing
