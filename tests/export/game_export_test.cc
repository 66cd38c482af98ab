#include "lib/export/game_export.h"

#include <catch2/catch.hpp>
#include <string>

#include "tests/export/exported.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
namespace {

std::string movetext_from(const std::string& fen, const std::string& moves) {
  return movetext("[FEN \"" + fen + "\"]\n\n" + moves);
}

std::string tags(std::string_view text) {
  const std::string whole = exported(text).text;
  return whole.substr(0, whole.find("\n\n") + 1);
}

}  // namespace

TEST_CASE("the roster comes first, then the other tags by name", "[game_export]") {
  CHECK(tags("[Zeta \"z\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n[White \"w\"]\n[Round \"3.2\"]\n"
             "[Black \"b\"]\n[Date \"2026.11.21\"]\n[Site \"s\"]\n[Event \"e\"]\n\n1-0") ==
        "[Event \"e\"]\n[Site \"s\"]\n[Date \"2026.11.21\"]\n[Round \"3.2\"]\n[White \"w\"]\n"
        "[Black \"b\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n[Zeta \"z\"]\n");
}

TEST_CASE("missing tags of the roster are added", "[game_export]") {
  CHECK(tags("1. e4 0-1") ==
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"
        "[Black \"?\"]\n[Result \"0-1\"]\n");
}

TEST_CASE("values keep their meaning", "[game_export]") {
  const struct {
    std::string tag;
    std::string written;
  } cases[] = {
      {R"([Event "a \"b\" \\ c"])", R"([Event "a \"b\" \\ c"])"},
      {R"([Event "the "best" line"])", R"([Event "the \"best\" line"])"},
      {R"([Event "C:\games"])", R"([Event "C:\\games"])"},
      {"[Event \"M\xFCller\"]", "[Event \"M\u00fcller\"]"},
      {"[Event \"M\u00fcller\"]", "[Event \"M\u00fcller\"]"},
      {"[Event \"not closed]", "[Event \"not closed\"]"},
  };
  for (const auto& example : cases) {
    CAPTURE(example.tag);
    const std::string section = tags(example.tag + "\n\n*");
    CHECK(section.substr(0, section.find('\n')) == example.written);
  }
}

TEST_CASE("a repeated tag stays if its value differs", "[game_export]") {
  const std::string section = tags("[White \"a\"]\n[White \"b\"]\n[White \"a\"]\n\n*");
  CHECK(section.find("[White \"a\"]\n[White \"b\"]\n[Black") != std::string::npos);
}

TEST_CASE("no result is changed", "[game_export]") {
  const struct {
    std::string text;
    std::string tag;
    std::string terminator;
  } cases[] = {
      {"[Result \"1-0\"]\n\n1. e4 1-0", "1-0", "1-0"},
      {"[Result \"1-0\"]\n\n1. e4 0-1", "1-0", "0-1"},
      {"[Result \"*\"]\n\n1. e4 1/2-1/2", "*", "1/2-1/2"},
      {"[Result \"1-0\"]\n\n1. e4", "1-0", "1-0"},
      {"[Result \"?\"]\n\n1. e4", "*", "*"},
      {"1. e4", "*", "*"},
      {"[Result \"1/2\"]\n\n1. e4 1/2", "1/2-1/2", "1/2-1/2"},
      {"[Result \"\u00bd-\u00bd\"]\n\n1. e4 \u00bd-\u00bd", "1/2-1/2", "1/2-1/2"},
      {"[Result \"1-0F\"]\n\n1. e4", "1-0F", "1-0"},
      {"[Result \"0-0\"]\n\n1. e4 *", "0-0", "*"},
      {"[Result \"1-0\"]\n\n1. e4 (1. d4 0-1) e5 1-0", "1-0", "1-0"},
      {"[Result \"1-0\"]\n\n1. e4 (1. d4 1-0", "1-0", "1-0"},
      {"[Result \"1-0\"]\n\n1. e4 1-0 0-1", "1-0", "1-0"},
      {"1. e4 e5 draw", "1/2-1/2", "1/2-1/2"},
      {"1. e4 e5 remis", "1/2-1/2", "1/2-1/2"},
      {"1. e4 e5 1 - 0", "1-0", "1-0"},
      {"1. e4 e5 =", "*", "*"},
      {"[Result \"0-1\"]\n\n1. e4 e5 +-", "0-1", "0-1"},
      {"1. f3 e5 2. g4 Qh4#", "0-1", "0-1"},
      {"[Result \"*\"]\n\n1. e4 e5 draw", "*", "1/2-1/2"},
      // Fool's mate, with the wrong winner.
      {"[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0", "1-0", "1-0"},
  };
  for (const auto& example : cases) {
    CAPTURE(example.text);
    const std::string text = exported(example.text).text;
    CHECK(text.find("[Result \"" + example.tag + "\"]") != std::string::npos);
    CHECK(text.ends_with(" " + example.terminator + "\n\n"));
  }
}

TEST_CASE("moves are written as in PGN 8.2.3", "[game_export]") {
  const struct {
    std::string fen;
    std::string written;
    std::string right;
  } cases[] = {
      {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Nge2", "Ne2"},
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "0-0", "O-O"},
      {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "o-o-o", "O-O-O"},
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"},
      {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8Q", "e8=Q"},
      {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8(N)", "e8=N+"},
      {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "O-O+"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4+", "e4"},
      {"4k3/8/4K3/8/8/8/8/7R w - - 0 1", "Rh8+", "Rh8#"},
      {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "Rh8#", "Rh8+"},
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "ed5", "exd5"},
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4:d5", "exd5"},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p.", "exd6"},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "exd6"},
      {"4k3/8/8/8/8/8/8/R2RK3 w - - 0 1", "Ra1c1", "Rac1"},
      {"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "Ng1-f3", "Nf3"},
      {"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "g1f3", "Nf3"},
      {"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "\u2658f3", "Nf3"},
      {"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "nf3", "Nf3"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "Pe4", "e4"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "1e4", "e4"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "--", "--"},
  };
  for (const auto& move : cases) {
    CAPTURE(move.fen, move.written);
    CHECK(movetext_from(move.fen, move.written + " *") == "1. " + move.right + " *");
  }
  const PieceLetters german = *parse_piece_letters("KDTLS");
  CHECK(movetext("1. e4 e5 2. Sf3 Sc6 3. Lb5 *", german) == "1. e4 e5 2. Nf3 Nc6 3. Bb5 *");
}

TEST_CASE("move numbers follow from the moves", "[game_export]") {
  CHECK(movetext("e4 e5 7. Nf3 Nc6 3.Bb5 3...a6 *") ==
        "1. e4 e5 {unreadable: 7.} 2. Nf3 Nc6 3. Bb5 a6 *");
  CHECK(movetext("1. e4 {x} e5 (1... c5 $1 2. Nf3) 2. d4 *") ==
        "1. e4 {x} 1... e5 (1... c5 $1 2. Nf3) 2. d4 *");
  CHECK(movetext_from("4k3/8/8/8/8/8/8/4K3 b - - 0 10", "Kd7 Kd2 *") == "10... Kd7 11. Kd2 *");
}

TEST_CASE("suffixes and signs become NAGs", "[game_export]") {
  CHECK(movetext("1. e4! e5? 2. d4!! d5?? 3. c4!? c5?! 4. Nf3!!! *") ==
        "1. e4 $1 e5 $2 2. d4 $3 d5 $4 3. c4 $5 c5 $6 4. Nf3 $3 *");
  CHECK(movetext("1. e4+- e5 = 2. d4 $007 *") == "1. e4 $18 e5 $10 2. d4 $7 *");
}

TEST_CASE("a result given twice is written once", "[game_export]") {
  CHECK(tags("[Result \"*\"]\n[Result \" *\"]\n\n*") == tags("[Result \"*\"]\n\n*"));
}

TEST_CASE("a file that is not text is not written", "[game_export]") {
  const Exported result =
      exported(std::string("\x7f"
                           "ELF\x02\x01\x01\0\0\0\0\0\0",
                           13));
  CHECK_FALSE(result.is_text);
  CHECK(result.text.empty());
}

TEST_CASE("variations without moves are counted", "[game_export]") {
  CHECK(exported("1. e4 (((( *").tally.empty_variations == 4);
  CHECK(exported("1. e4 () e5 ({only words}) *").tally.empty_variations == 2);
  CHECK(exported("1. e4 (1. d4) e5 *").tally.empty_variations == 0);
}

TEST_CASE("a number in a variation without moves is ignored", "[game_export]") {
  CHECK(movetext("1. d4 ((1 {c} *") == "1. d4 {c} *");
  CHECK(movetext("1. d4 (1... {c}) 1... d5 (2.) *") == "1. d4 {c} 1... d5 *");
}

TEST_CASE("moves that cannot be checked stay unchanged", "[game_export]") {
  CHECK(movetext("[Variant \"Crazyhouse\"]\n\n1. e4 e5 2... P@e6+! (2. Ke9 {x}) *") ==
        "1. e4 e5 2... P@e6+ $1 (2. Ke9 {x}) *");
  CHECK(movetext("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. Ke9 Kd9 *") == "1. Ke9 Kd9 *");
}

TEST_CASE("a FEN adds a SetUp tag", "[game_export]") {
  CHECK(tags("[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*")
            .ends_with("[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n"));
}

TEST_CASE("text between games is kept after percent signs", "[game_export]") {
  const std::string text = exported(
                               "\xEF\xBB\xBF"
                               "From: me\n\nHello\n1. e4 *\n\n% aside\nbye")
                               .text;
  CHECK(text.starts_with("% From: me\n% Hello\n\n[Event \"?\"]\n"));
  CHECK(text.ends_with("\n1. e4 *\n\n% aside\n% bye\n\n"));
}

TEST_CASE("control characters outside of comments become blanks", "[game_export]") {
  CHECK(exported("junk\1 and\x7f\n\n1. e4\n% \2 e\n*\n")
            .text.starts_with("% junk  and\n\n[Event \"?\"]"));
  CHECK(movetext("1. e4\n% \2 e\ne5 *") == "1. e4\n%   e\ne5 *");
}

TEST_CASE("repairs are counted", "[game_export]") {
  const ExportTally tally = exported(
                                "junk\n[Event \"\xFC\"]\n[Event \"\xFC\"]\n\n"
                                "1. e4! e5 (2. e6) 2. Ngf3 Ke6 ; x\n1/2")
                                .tally;
  CHECK(tally.games == 1);
  CHECK(tally.respelled_moves == 1);
  CHECK(tally.corrected_numbers == 1);
  CHECK(tally.nags == 1);
  CHECK(tally.line_comments == 1);
  CHECK(tally.unreadable_pieces == 1);
  CHECK(tally.added_tags == 6);
  CHECK(tally.dropped_tags == 1);
  CHECK(tally.respelled_results == 1);
  CHECK(tally.added_terminators == 0);
  CHECK(tally.skipped_lines == 1);
}
