#include "lib/notation/loose_move.h"

#include <catch2/catch.hpp>
#include <initializer_list>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lib/notation/fen.h"
#include "tests/notation/loose_readings.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using enum SpellingDeviation;

TEST_CASE("correct SAN has no deviation and the meaning from parse_san", "[loose]") {
  for (const std::string text :
       {"e4", "exd5", "e8=Q", "exd8=N+", "Nf3", "Nbd2", "N1d2", "Ng1f3", "Nxf3", "Nbxd2", "Qh4xe1#",
        "O-O", "O-O-O", "O-O+", "O-O-O#", "bxc3", "b4", "Bb5+", "Kd1"}) {
    CAPTURE(text);
    const auto move = parse_loose_move(text, {});
    REQUIRE(move.has_value());
    CHECK(names_of(move->spelling).empty());
    CHECK(move->san == *parse_san(text));
    CHECK(move->suffix.empty());
  }
}

TEST_CASE("check signs are parsed in other spellings", "[loose]") {
  check_readings({{"Nf3++", "Nf3+", {CheckSpelling}},
                  {"Nf3\u2020", "Nf3+", {CheckSpelling}},
                  {"Nf3\u2021", "Nf3#", {CheckSpelling}},
                  {"Nf3ch", "Nf3+", {CheckSpelling}},
                  {"Nf3ch.", "Nf3+", {CheckSpelling}},
                  {"Nf3disch", "Nf3+", {CheckSpelling}},
                  {"Nf3dis.ch.", "Nf3+", {CheckSpelling}},
                  {"Nf3dblch", "Nf3+", {CheckSpelling}},
                  {"Qh7mate", "Qh7#", {CheckSpelling}},
                  {"Qh7Mate", "Qh7#", {CheckSpelling}},
                  {"Qh7+#", "Qh7#", {CheckSpelling}},
                  {"Qh7##", "Qh7#", {CheckSpelling}},
                  {"e8=Q++", "Pe8=Q+", {CheckSpelling}},
                  {"O-O-Och", "O-O-O+", {CheckSpelling}}});
}

TEST_CASE("captures are parsed with other signs", "[loose]") {
  check_readings({{"N:f3", "Nxf3", {CaptureSign}},
                  {"Nf3:", "Nxf3", {CaptureSign}},
                  {"Nb:d2", "Nbxd2", {CaptureSign}},
                  {"Nbd2:", "Nbxd2", {CaptureSign}},
                  {"N\u00d7f3", "Nxf3", {CaptureSign}},
                  {"NXf3", "Nxf3", {CaptureSign}},
                  {"e:d5", "Pexd5", {CaptureSign}},
                  {"ed5:", "Pexd5", {CaptureSign}},
                  {"e\u00d7d8=Q", "Pexd8=Q", {CaptureSign}},
                  // The missing x is detected by resolve(), not by the parser.
                  {"ed5", "Ped5", {}},
                  {"ed8=Q", "Ped8=Q", {}}});
}

TEST_CASE("promotions are parsed in other spellings", "[loose]") {
  check_readings({{"e8Q", "Pe8=Q", {PromotionSign}},
                  {"e8(Q)", "Pe8=Q", {PromotionSign}},
                  {"e8/Q", "Pe8=Q", {PromotionSign}},
                  {"e8q", "Pe8=Q", {PromotionSign}},
                  {"e8b", "Pe8=B", {PromotionSign}},
                  {"e8(n)", "Pe8=N", {PromotionSign}},
                  {"e8=(Q)", "Pe8=Q", {PromotionSign}},
                  {"e8(=Q)", "Pe8=Q", {PromotionSign}},
                  {"exd8Q+", "Pexd8=Q+", {PromotionSign}},
                  {"e1R#", "Pe1=R#", {PromotionSign}},
                  {"e8=q", "Pe8=Q", {LowerCasePiece}},
                  {"e8=\u2655", "Pe8=Q", {Figurine}},
                  {"e8\u265b", "Pe8=Q", {PromotionSign, Figurine}},
                  {"e8=K", "Pe8", {PromotionImpossible}},
                  {"e8=P", "Pe8", {PromotionImpossible}},
                  {"e8K", "Pe8", {PromotionSign, PromotionImpossible}},
                  // No promotion piece is invented, and a given one is kept for any moving piece.
                  {"e8", "Pe8", {}},
                  {"exd8", "Pexd8", {}},
                  {"e4=Q", "Pe4=Q", {}},
                  {"Nf3=Q", "Nf3=Q", {}}});
}

TEST_CASE("castling is parsed in other spellings", "[loose]") {
  check_readings({{"0-0", "O-O", {ZeroCastling}},
                  {"0-0-0", "O-O-O", {ZeroCastling}},
                  {"0-0+", "O-O+", {ZeroCastling}},
                  {"O-0", "O-O", {ZeroCastling}},
                  {"o-o", "O-O", {LowerCaseCastling}},
                  {"o-o-o#", "O-O-O#", {LowerCaseCastling}},
                  {"O\u2013O", "O-O", {DashCastling}},
                  {"O\u2011O\u2011O", "O-O-O", {DashCastling}},
                  {"OO", "O-O", {DashCastling}},
                  {"OOO", "O-O-O", {DashCastling}},
                  {"O-OO", "O-O-O", {DashCastling}},
                  {"0\u20130", "O-O", {ZeroCastling, DashCastling}},
                  {"00", "O-O", {ZeroCastling, DashCastling}},
                  {"oo", "O-O", {LowerCaseCastling, DashCastling}},
                  {"\u041e-\u041e", "O-O", {ForeignLetter}}});
}

TEST_CASE("long algebraic notation and UCI give the whole origin", "[loose]") {
  const std::vector<Reading> cases = {{"Ng1-f3", "Ng1f3", {LongAlgebraic}},
                                      {"Ng1\u2013f3", "Ng1f3", {LongAlgebraic}},
                                      {"e2-e4", "Pe2e4", {LongAlgebraic}},
                                      {"e4xd5", "Pe4xd5", {LongAlgebraic}},
                                      {"e7-e8=Q", "Pe7e8=Q", {LongAlgebraic}},
                                      {"e7e8=Q", "Pe7e8=Q", {LongAlgebraic}},
                                      {"e7xd8=Q+", "Pe7xd8=Q+", {LongAlgebraic}},
                                      {"e7-e8Q", "Pe7e8=Q", {LongAlgebraic, PromotionSign}},
                                      {"e7e8Q", "Pe7e8=Q", {LongAlgebraic, PromotionSign}},
                                      {"Ke1-g1", "Ke1g1", {LongAlgebraic}},
                                      {"g1f3", "Pg1f3", {Uci}},
                                      {"e2e4+", "Pe2e4+", {Uci}},
                                      {"e7e8q", "Pe7e8=Q", {Uci}},
                                      {"b7b8b", "Pb7b8=B", {Uci}},
                                      {"e7e8k", "Pe7e8", {Uci, PromotionImpossible}},
                                      {"b1c3", "Pb1c3", {Uci}}};
  check_readings(cases);
  for (const Reading& c : cases) {
    CAPTURE(c.text);
    const auto move = parse_loose_move(c.text, {});
    REQUIRE(move->from.has_value());
    CHECK(c.text.find(to_string(*move->from)) == (c.text[0] < 'a' ? 1 : 0));
    CHECK_FALSE(move->other_reading.has_value());
  }
  check_readings({{"N-f3", "Nf3", {LongAlgebraic}}, {"Nb-d2", "Nbd2", {LongAlgebraic}}});
}

TEST_CASE("en passant may be marked", "[loose]") {
  check_readings({{"exd6ep", "Pexd6", {EnPassantMark}},
                  {"exd6e.p.", "Pexd6", {EnPassantMark}},
                  {"exd6e.p", "Pexd6", {EnPassantMark}},
                  {"exd6(ep)", "Pexd6", {EnPassantMark}},
                  {"exd6/ep", "Pexd6", {EnPassantMark}},
                  {"exd6e.p.+", "Pexd6+", {EnPassantMark}},
                  {"exd6+e.p.", "Pexd6+", {EnPassantMark}},
                  {"ed6ep", "Ped6", {EnPassantMark}}});
  CHECK_FALSE(parse_loose_move("Nd6ep", {}).has_value());
  CHECK_FALSE(parse_loose_move("d6ep", {}).has_value());
  CHECK_FALSE(parse_loose_move("O-Oep", {}).has_value());
}

TEST_CASE("null moves are parsed in all their spellings", "[loose]") {
  for (const std::string text :
       {"--", "Z0", "z0", "0000", "@@@@", "null", "NULL", "(null)", "pass", "<>", "--!?"}) {
    CAPTURE(text);
    const auto move = parse_loose_move(text, {});
    REQUIRE(move.has_value());
    CHECK(spelled(move->san) == "null");
    CHECK(move->spelling.has(NullMove));
  }
}

TEST_CASE("suffixes joined to a move are kept", "[loose]") {
  struct Suffixed {
    std::string text, means, suffix;
    SpellingDeviations spelling;
  };
  const Suffixed cases[] = {
      {"Nf3!", "Nf3", "!", {}},
      {"Nf3+!?", "Nf3+", "!?", {}},
      {"e8Q??", "Pe8=Q", "??", {PromotionSign}},
      {"Nf3!!!", "Nf3", "!!!", {Suffix}},
      {"Nf3!+", "Nf3+", "!", {Suffix}},
      {"Nf3?+!", "Nf3+", "!", {Suffix}},
      {"--?", "null", "?", {NullMove}},
  };
  for (const Suffixed& c : cases) {
    CAPTURE(c.text);
    const auto move = parse_loose_move(c.text, {});
    REQUIRE(move.has_value());
    CHECK(spelled(move->san) == c.means);
    CHECK(move->suffix == c.suffix);
    CHECK(names_of(move->spelling) == names_of(c.spelling));
  }
}

TEST_CASE("assessments joined to a move are removed", "[loose]") {
  check_readings({{"Nf3+-", "Nf3", {TextGlyph}},
                  {"Nf3++-", "Nf3+", {TextGlyph}},
                  {"Nf3-+", "Nf3", {TextGlyph}},
                  {"Nf3+/-", "Nf3", {TextGlyph}},
                  {"Nf3=", "Nf3", {TextGlyph}},
                  {"Nf3\u00b1", "Nf3", {TextGlyph}},
                  {"Nf3\u221e", "Nf3", {TextGlyph}},
                  {"Nf3=\u221e", "Nf3", {TextGlyph}},
                  {"Nf3+\u2212", "Nf3", {TextGlyph}},
                  {"Nf3+\u2212+-=", "Nf3", {TextGlyph}},
                  {"Nf3N", "Nf3", {TextGlyph}},
                  {"O-ON", "O-O", {TextGlyph}},
                  {"Nf3+TN", "Nf3+", {TextGlyph}},
                  // The parser does not invent a promotion piece.
                  {"e8=", "Pe8", {TextGlyph}}});
}

TEST_CASE("files in capital letters are read", "[loose]") {
  check_readings({{"NF3", "Nf3", {CapitalFile}},
                  {"E4", "Pe4", {CapitalFile}},
                  {"EXD5", "Pexd5", {CapitalFile, CaptureSign}},
                  {"Exd5", "Pexd5", {CapitalFile}},
                  {"NBD2", "Nbd2", {CapitalFile}},
                  {"BB5", "Bb5", {CapitalFile}},
                  {"B4", "Pb4", {CapitalFile}},
                  {"E8=B", "Pe8=B", {CapitalFile}},
                  {"E8B", "Pe8=B", {CapitalFile, PromotionSign}},
                  {"E2E4", "Pe2e4", {Uci, CapitalFile}},
                  {"QXF7#", "Qxf7#", {CapitalFile, CaptureSign}}});
  const auto capture = parse_loose_move("BXC6", {});
  REQUIRE(capture.has_value());
  CHECK(spelled(capture->san) == "Bxc6");
  REQUIRE(capture->other_reading.has_value());
  CHECK(spelled(*capture->other_reading) == "Pbxc6");
}

TEST_CASE("a pawn capture without its rank is read if only one fits", "[loose]") {
  const struct {
    std::string fen;
    std::string word;
    std::optional<std::string> full;
  } cases[] = {
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd", "exd5"},
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "ed", "ed5"},
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "ed:", "ed5:"},
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "ed+", "ed5+"},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd", "exd6"},
      {"3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd=Q", "exd8=Q"},
      // Two pawns on one file capture on another.
      {"4k3/8/3p4/3pP3/4P3/8/8/4K3 w - - 0 1", "exd", std::nullopt},
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exf", std::nullopt},
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "dxe", std::nullopt},
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e", std::nullopt},
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "", std::nullopt},
  };
  for (const auto& c : cases) {
    CAPTURE(c.fen, c.word);
    CHECK(with_rank(c.word, Position(std::get<ParsedFen>(parse_fen(c.fen)).setup)) == c.full);
  }
}

TEST_CASE("text that is not completely a move is rejected", "[loose]") {
  const std::string texts[] = {"",
                               " ",
                               "e",
                               "4",
                               "e9",
                               "i4",
                               "ed",
                               "exd",
                               "ed:",
                               "e:d",
                               "xd5",
                               "5xd6",
                               "2e4",
                               "e-d5",
                               "ee4",
                               "ae5",
                               "e4e",
                               "e4x",
                               "Nf3x",
                               "Nf",
                               "N",
                               "NN",
                               "Nff",
                               "N@f3",
                               "Nf3f4f5",
                               "e4Q",
                               "Nf3Q",
                               "e8=QQ",
                               "e8Q)",
                               "e8(Q",
                               "e8()",
                               "e8=X",
                               "P-K4",
                               "N-KB3",
                               "O",
                               "OOOO",
                               "O-O-",
                               "-O-O",
                               "O--O",
                               "O-O-O-O",
                               "0",
                               "000000",
                               "1-0",
                               "0-1",
                               "1/2-1/2",
                               "*",
                               "12.",
                               "Nf3.",
                               "Nf3,",
                               "!?",
                               "+",
                               "ch",
                               "mate",
                               "e.p.",
                               "---",
                               "Z1",
                               "5254",
                               "hello",
                               "White",
                               "draw",
                               "N\u00f6f3",
                               "\xff",
                               "\u2658",
                               "\u265e\u265e",
                               "Nf3\xff",
                               "a1a9",
                               "a1a1a1",
                               std::string(33, 'e'),
                               std::string("e4\0", 3)};
  for (const std::string& text : texts) {
    CAPTURE(text);
    const auto move = parse_loose_move(text, {});
    CHECK_FALSE(move.has_value());
  }
}

TEST_CASE("a separate mark is distinguished from other words", "[loose]") {
  for (const std::string text :
       {"ch", "ch.", "mate", "Mate", "++", "+", "#", "dbl", "disch", "\u2020", "dis.ch."}) {
    CAPTURE(text);
    CHECK(mark_in(text) == CheckSpelling);
  }
  for (const std::string text : {"e.p.", "ep", "E.P.", "(ep)"}) {
    CAPTURE(text);
    CHECK(mark_in(text) == EnPassantMark);
  }
  for (const std::string text : {"", "e4", "Nf3+", "hello", "match", "x", "e", "mated"}) {
    CAPTURE(text);
    CHECK_FALSE(mark_in(text).has_value());
  }
}

TEST_CASE("every word gets an answer from the parser", "[loose]") {
  // All words of up to four characters from an alphabet with all kinds of characters.
  const std::string alphabet = "eb1Nxn-=QO0+!:p(";
  std::vector<std::string> words = {""};
  std::size_t read = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto move = parse_loose_move(words[i], {});
    if (move) ++read;
    if (const auto san = parse_san(words[i]); san && (!move || move->san != *san)) {
      FAIL(words[i] << " is SAN, but is read in another way");
    }
    if (words[i].size() < 4) {
      for (const char c : alphabet) words.push_back(words[i] + c);
    }
  }
  REQUIRE(words.size() == 1 + 16 + 256 + 4096 + 65536);
  REQUIRE(read > 0);
  REQUIRE(read < words.size() / 50);
}

}  // namespace
}  // namespace arbiter::testing
