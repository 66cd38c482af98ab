#include "lib/notation/fen.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "lib/chess/setup.h"
#include "tests/judge/judge_board.h"
#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"

namespace arbiter::testing {
namespace {

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

FenError error_of(const std::string& text) {
  auto parsed = parse_fen(text);
  REQUIRE(std::holds_alternative<FenError>(parsed));
  return std::get<FenError>(parsed);
}

ParsedFen parsed(const std::string& text) {
  auto parsed = parse_fen(text);
  if (const auto* error = std::get_if<FenError>(&parsed)) FAIL(text << ": " << error->message);
  return std::get<ParsedFen>(parsed);
}

TEST_CASE("the start position is read and written", "[fen]") {
  const ParsedFen start = parsed(kStart);
  REQUIRE(start.oddities.empty());
  REQUIRE(start.setup == initial_setup());
  REQUIRE(fen_of(initial_setup()) == kStart);
  REQUIRE(fen_of(Position()) == kStart);
  REQUIRE(fen_of(Position(), CastlingLetters::Shredder) ==
          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
}

TEST_CASE("text that is not a FEN is rejected with the field, the place and the reason", "[fen]") {
  struct Case {
    std::string text;
    FenField field;
    std::string marked;  // marked text
    std::size_t offset;
    std::string message;
  };
  const std::string rest = " w - - 0 1";
  const Case cases[] = {
      {"", FenField::Board, "", 0, "the FEN is empty"},
      {" \t ", FenField::Board, " \t ", 0, "the FEN is empty"},
      {"8/8/8/8/8/8/8" + rest, FenField::Board, "8/8/8/8/8/8/8", 0,
       "the board field has 7 ranks, not 8"},
      {"8" + rest, FenField::Board, "8", 0, "'8' is not a board (expected 8 ranks separated by /)"},
      {"e4", FenField::Board, "e4", 0, "'e4' is not a board (expected 8 ranks separated by /)"},
      {"8/8/8/8/8/8/8/8/8" + rest, FenField::Board, "8/8/8/8/8/8/8/8/8", 0,
       "the board field has 9 ranks, not 8"},
      {"8/8/8/8/8/8/8/8/" + rest, FenField::Board, "8/8/8/8/8/8/8/8/", 0,
       "the board field has 9 ranks, not 8"},
      {"8/8/8/p7p/8/8/8/8" + rest, FenField::Board, "p7p", 6, "rank 5 adds up to 9 squares, not 8"},
      {"8/8/8/8/8/8/8/p" + rest, FenField::Board, "p", 14, "rank 1 adds up to 1 square, not 8"},
      {"pppppppppppppppppppp/8/8/8/8/8/8/8" + rest, FenField::Board, "pppppppppppppppppppp", 0,
       "rank 8 adds up to 20 squares, not 8"},
      {"8/8//8/8/8/8/8" + rest, FenField::Board, "", 4, "rank 6 is missing"},
      {"/8/8/8/8/8/8/8" + rest, FenField::Board, "", 0, "rank 8 is missing"},
      {"8/8/8/8/8/4x3/8/8" + rest, FenField::Board, "x", 11, "'x' in rank 3 is not a piece letter"},
      {"8/8/8/8/8/4\u26543/8/8" + rest, FenField::Board, "\u2654", 11,
       "'\u2654' in rank 3 is not a piece letter"},
      {std::string("8/\0", 3), FenField::Board, "", 2, "rank 7 is missing"},
      {"8/\xe4", FenField::Board, "\xe4", 2, "the byte 0xe4 in rank 7 is not a piece letter"},
      {"9/8/8/8/8/8/8/8" + rest, FenField::Board, "9", 0,
       "'9' in rank 8 is not a number of empty squares"},
      {"8/p07/8/8/8/8/8/8" + rest, FenField::Board, "0", 3,
       "'0' in rank 7 is not a number of empty squares"},
      {"8/8/8/8/ppp32/8/8/8" + rest, FenField::Board, "32", 11,
       "digits 3 and 2 stand side by side in rank 4"},
      {"8/8/8/8/8/8/8/8", FenField::Turn, "", 15,
       "the FEN ends after the board; the player to move is missing"},
      {"8/8/8/8/8/8/8/8 x - - 0 1", FenField::Turn, "x", 16,
       "'x' is neither w nor b for the player to move"},
      {"8/8/8/8/8/8/8/8 w KQxq - 0 1", FenField::Castling, "x", 20, "'x' is not a castling letter"},
      {"8/8/8/8/8/8/8/8 w K- - 0 1", FenField::Castling, "-", 19, "'-' is not a castling letter"},
      {"8/8/8/8/8/8/8/8 w 0 1", FenField::Castling, "0", 18, "'0' is not a castling letter"},
      {"8/8/8/8/8/8/8/8 w KKKKKKKKKKKKKKKKKKKKK - 0 1", FenField::Castling, "KKKKKKKKKKKKKKKKKKKKK",
       18, "the castling field has more than 20 letters"},
      {"8/8/8/8/8/8/8/8 w - e9 0 1", FenField::EnPassant, "e9", 20,
       "'e9' is neither a square nor - for en passant"},
      {"8/8/8/8/8/8/8/8 w - e33 0 1", FenField::EnPassant, "e33", 20,
       "'e33' is neither a square nor - for en passant"},
      {"8/8/8/8/8/8/8/8 w - - x 1", FenField::HalfmoveClock, "x", 22,
       "'x' is not a number for the halfmove clock"},
      {"8/8/8/8/8/8/8/8 w - - -1 1", FenField::HalfmoveClock, "-1", 22,
       "'-1' is not a number for the halfmove clock"},
      {"8/8/8/8/8/8/8/8 w - - 0 one", FenField::FullmoveNumber, "one", 24,
       "'one' is not a number for the move number"},
      {"8/8/8/8/8/8/8/8 w - - 0 1234567890", FenField::FullmoveNumber, "1234567890", 24,
       "the move number has more than 9 digits"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    const FenError error = error_of(c.text);
    CHECK(error.message == c.message);
    CHECK(to_string(error.field) == to_string(c.field));
    CHECK(error.offset == c.offset);
    CHECK(c.text.substr(error.offset, error.length) == c.marked);
  }
}

TEST_CASE("small errors in a FEN are accepted and noted with their place", "[fen]") {
  struct Oddity {
    FenOddityKind kind;
    FenField field;
    std::string marked;
    std::size_t offset;
  };
  struct Case {
    std::string text;
    std::string means;  // expected setup as Shredder-FEN
    std::vector<Oddity> oddities;
  };
  using Kind = FenOddityKind;
  using Field = FenField;
  const std::string b = "r3k2r/8/8/8/8/8/8/R3K2R";  // 23 characters
  const Case cases[] = {
      {b + " w KQkq -",
       b + " w HAha - 0 1",
       {{Kind::FieldsMissing, Field::HalfmoveClock, "", 32},
        {Kind::FieldsMissing, Field::FullmoveNumber, "", 32}}},
      {b + "\x14w KQkq -\x7f" + "7 1",
       b + " w HAha - 7 1",
       {{Kind::Separator, Field::Turn, "\x14", 23}}},
      {b + " w KQkq - 7",
       b + " w HAha - 7 1",
       {{Kind::FieldsMissing, Field::FullmoveNumber, "", 34}}},
      {b + " b",
       b + " b - - 0 1",
       {{Kind::FieldsMissing, Field::Castling, "", 25},
        {Kind::FieldsMissing, Field::EnPassant, "", 25},
        {Kind::FieldsMissing, Field::HalfmoveClock, "", 25},
        {Kind::FieldsMissing, Field::FullmoveNumber, "", 25}}},
      {b + " w KQkq 3 9", b + " w HAha - 3 9", {{Kind::FieldsMissing, Field::EnPassant, "", 31}}},
      {b + " w KQkq - - -",
       b + " w HAha - 0 1",
       {{Kind::FieldsMissing, Field::HalfmoveClock, "", 33},
        {Kind::FieldsMissing, Field::FullmoveNumber, "", 35}}},
      {b + " w KQkq - 0 1 and more",
       b + " w HAha - 0 1",
       {{Kind::Trailing, Field::Rest, "and more", 37}}},
      {b + " w KQkq - 0 1;", b + " w HAha - 0 1", {{Kind::Trailing, Field::Rest, ";", 36}}},
      {b + " w KQkq - hmvc 12; fmvn 40; id \"x\";",
       b + " w HAha - 12 40",
       {{Kind::FieldsMissing, Field::HalfmoveClock, "", 33},
        {Kind::Trailing, Field::Rest, "hmvc 12; fmvn 40; id \"x\";", 33}}},
      {b + " w KQkq - 0 1 ;D1 20",
       b + " w HAha - 0 1",
       {{Kind::Trailing, Field::Rest, ";D1 20", 37}}},
      {b + "_w_KQkq_-_0_1", b + " w HAha - 0 1", {{Kind::Separator, Field::Turn, "_", 23}}},
      {b + "  w KQkq - 0 1", b + " w HAha - 0 1", {{Kind::Separator, Field::Turn, "  ", 23}}},
      {b + "\tw KQkq - 0 1", b + " w HAha - 0 1", {{Kind::Separator, Field::Turn, "\t", 23}}},
      {" " + b + " w KQkq - 0 1", b + " w HAha - 0 1", {{Kind::Separator, Field::Board, " ", 0}}},
      {b + " w KQkq - 0 1 ", b + " w HAha - 0 1", {{Kind::Separator, Field::Rest, " ", 36}}},
      {b + " W KQkq - 0 1", b + " w HAha - 0 1", {{Kind::Case, Field::Turn, "W", 24}}},
      {b + " black KQkq - 0 1", b + " b HAha - 0 1", {{Kind::Case, Field::Turn, "black", 24}}},
      {b + " w - E6 0 1", b + " w - e6 0 1", {{Kind::Case, Field::EnPassant, "E6", 28}}},
      {b + " w kqKQ - 0 1",
       b + " w HAha - 0 1",
       {{Kind::Order, Field::Castling, "K", 28}, {Kind::Order, Field::Castling, "Q", 29}}},
      {b + " w QKkq - 0 1", b + " w HAha - 0 1", {{Kind::Order, Field::Castling, "K", 27}}},
      {b + " w KQkk - 0 1", b + " w HAh - 0 1", {{Kind::Order, Field::Castling, "k", 29}}},
      {b + " w KHQkq - 0 1", b + " w HAha - 0 1", {{Kind::Order, Field::Castling, "H", 27}}},
      {b + " w \u2013 -- 0 1",
       b + " w - - 0 1",
       {{Kind::Dash, Field::Castling, "\u2013", 26}, {Kind::Dash, Field::EnPassant, "--", 30}}},
      {b + " w KQDkq - 0 1", b + " w HAha - 0 1", {{Kind::NoRookOnFile, Field::Castling, "D", 28}}},
      {b + " w KQEkq - 0 1", b + " w HAha - 0 1", {{Kind::NoRookOnFile, Field::Castling, "E", 28}}},
      {"4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1",
       "4k3/8/8/8/8/8/8/R3K3 w A - 0 1",
       {{Kind::NoSuchRook, Field::Castling, "K", 23},
        {Kind::NoSuchRook, Field::Castling, "k", 25},
        {Kind::NoSuchRook, Field::Castling, "q", 26}}},
      {"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1",
       "4k3/8/8/8/8/8/4K3/R6R w - - 0 1",
       {{Kind::NoSuchRook, Field::Castling, "K", 24},
        {Kind::NoSuchRook, Field::Castling, "Q", 25}}},
      {"4k3/8/8/8/8/8/8/R1K1K2R w KQ - 0 1",
       "4k3/8/8/8/8/8/8/R1K1K2R w - - 0 1",
       {{Kind::NoSuchRook, Field::Castling, "K", 26},
        {Kind::NoSuchRook, Field::Castling, "Q", 27}}},
      {"4k3/8/8/8/8/8/8/4KR1R w FH - 0 1",
       "4k3/8/8/8/8/8/8/4KR1R w F - 0 1",
       {{Kind::SeveralRooks, Field::Castling, "H", 25}}},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    const ParsedFen fen = parsed(c.text);
    CHECK(fen_of(fen.setup, CastlingLetters::Shredder) == c.means);
    REQUIRE(fen.oddities.size() == c.oddities.size());
    for (std::size_t i = 0; i < c.oddities.size(); ++i) {
      CAPTURE(i);
      const FenOddity& oddity = fen.oddities[i];
      CHECK(static_cast<int>(oddity.kind) == static_cast<int>(c.oddities[i].kind));
      CHECK(to_string(oddity.field) == to_string(c.oddities[i].field));
      CHECK(oddity.offset == c.oddities[i].offset);
      CHECK(c.text.substr(oddity.offset, oddity.length) == c.oddities[i].marked);
      CHECK_FALSE(oddity.message.empty());
    }
  }
}

TEST_CASE("X-FEN names the file of a rook only if it is not the outermost", "[fen]") {
  struct Case {
    std::string x_fen, shredder;
  };
  const Case cases[] = {
      {"1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1", "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1"},
      {"4k3/8/8/8/8/8/8/R1R1KR1R w KQ - 0 1", "4k3/8/8/8/8/8/8/R1R1KR1R w HA - 0 1"},
      {"4k3/8/8/8/8/8/8/R1R1KR1R w FC - 0 1", "4k3/8/8/8/8/8/8/R1R1KR1R w FC - 0 1"},
      {"r1r1k3/8/8/8/8/8/8/4K3 b c - 0 1", "r1r1k3/8/8/8/8/8/8/4K3 b c - 0 1"},
      // A rook of the other colour beyond White's rook is irrelevant.
      {"4k3/8/8/8/8/8/8/4KR1r w K - 0 1", "4k3/8/8/8/8/8/8/4KR1r w F - 0 1"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.x_fen);
    const Setup setup = parsed(c.x_fen).setup;
    CHECK(parsed(c.x_fen).oddities.empty());
    CHECK(parsed(c.shredder).oddities.empty());
    CHECK(setup == parsed(c.shredder).setup);
    CHECK(fen_of(setup) == c.x_fen);
    CHECK(fen_of(setup, CastlingLetters::Shredder) == c.shredder);
  }
}

TEST_CASE("en passant is written for a position only if it is legal", "[fen]") {
  const std::string no_capture = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1";
  REQUIRE(fen_of(parsed(no_capture).setup) == no_capture);
  REQUIRE(fen_of(Position(parsed(no_capture).setup)) == "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
  const std::string legal = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
  REQUIRE(fen_of(Position(parsed(legal).setup)) == legal);
}

TEST_CASE("commands accept a FEN or startpos, or report the reason", "[fen]") {
  REQUIRE(fen_of(*parse_position("startpos")) == kStart);
  REQUIRE(fen_of(*parse_position(std::string("  ") + kStart + "\n")) == kStart);
  REQUIRE(parse_position("8/8").error() == "the board field has 2 ranks, not 8");
  REQUIRE(parse_position("8/8/8/8/8/8/8/8 w - - 0 1").error() ==
          "the position cannot be played: a player has no king (Laws 2.2)");
  REQUIRE(parse_position("4k3/8/8/8/8/8/8/4RK2 w - - 0 1").error() ==
          "the position cannot be played: the player who is not to move is in check (Laws 3.9.2)");
}

TEST_CASE("every text gets an answer from the parser", "[fen]") {
  // Tries every prefix, and every byte at every place, of a FEN with all kinds of fields.
  const std::string fen = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 12";
  for (std::size_t i = 0; i <= fen.size(); ++i) {
    parse_fen(fen.substr(0, i));
    for (int byte = 0; byte < 256 && i < fen.size(); ++byte) {
      std::string changed = fen;
      changed[i] = static_cast<char>(byte);
      const auto result = parse_fen(changed);
      if (const auto* error = std::get_if<FenError>(&result)) {
        REQUIRE(error->offset + error->length <= changed.size());
        REQUIRE_FALSE(error->message.empty());
      }
    }
  }
}

// Returns the lines of a file in the corpus.
std::vector<std::string> lines_of(const std::string& name) {
  std::vector<std::string> lines;
  std::ifstream file(*testing::corpus() / "vectors" / name);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

TEST_CASE("every valid FEN of the corpus is written as it was read", "[fen][corpus]") {
  if (!testing::corpus()) SKIP_TEST("ARBITER_CORPUS is not set");
  const auto lines = lines_of("fen-valid.txt");
  REQUIRE(lines.size() == 5000);
  int illegal_en_passant = 0;
  for (const std::string& line : lines) {
    CAPTURE(line);
    const ParsedFen fen = parsed(line);
    REQUIRE(fen.oddities.empty());
    REQUIRE(fen_of(fen.setup, CastlingLetters::Shredder) == line);
    REQUIRE(parsed(fen_of(fen.setup)).setup == fen.setup);
    // The only difference for a Position: en passant squares without a legal capture, as determined
    // by an independent implementation.
    REQUIRE(is_playable(fen.setup));
    const std::string written = fen_of(Position(fen.setup), CastlingLetters::Shredder);
    const auto judge = judge::JudgeBoard::from_fen(line);
    REQUIRE(judge.has_value());
    REQUIRE(written.starts_with(judge->identity() + " "));
    if (written != line) ++illegal_en_passant;
  }
  // 387 lines have a square, and all other lines are equal.
  REQUIRE(illegal_en_passant < 387);
}

TEST_CASE("invalid FENs of the corpus are parsed", "[fen][corpus]") {
  if (!testing::corpus()) SKIP_TEST("ARBITER_CORPUS is not set");
  for (const std::string& line : lines_of("fen-invalid.txt")) {
    CAPTURE(line);
    const auto result = parse_fen(line);
    if (const auto* fen = std::get_if<ParsedFen>(&result)) {
      if (fen->oddities.empty()) {
        REQUIRE(fen_of(fen->setup, CastlingLetters::Shredder) == line);
      }
    } else {
      FAIL(std::get<FenError>(result).message);
    }
  }
}

}  // namespace
}  // namespace arbiter::testing
