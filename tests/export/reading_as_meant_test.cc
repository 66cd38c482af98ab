// Tests signs, spaces, numbers and brackets from books, score sheets and web pages, in every
// position. Each one is read as intended, and written in the standard form.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "lib/diagnostics/sink.h"
#include "lib/pgn/reader.h"
#include "lib/validate/validator.h"
#include "tests/export/exported.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
namespace {

struct Sign {
  std::string text;
  int nag;
};

// Symbols from the table of NAGs (PGN 10), and from the legends of books, Lichess and ChessBase.
const std::vector<Sign> kSymbols = {
    {"\u203c", 3},   {"\u2047", 4},   {"\u2049", 5},   {"\u2048", 6},       {"\u25a1", 7},
    {"\u221e", 13},  {"\u2a72", 14},  {"\u2a71", 15},  {"\u00b1", 16},      {"\u2213", 17},
    {"\u2a00", 22},  {"\u27f3", 32},  {"\u2191", 36},  {"\u2192", 40},      {"\u2bf9", 44},
    {"\u21c6", 132}, {"\u2a01", 138}, {"\u2206", 140}, {"\u2207", 141},     {"\u2313", 142},
    {"+\u2212", 18}, {"\u2212+", 19}, {"=\u221e", 44}, {"\u203c\ufe0f", 3}, {"(D)", 220},
    {"(!?)", 5},
};

// Signs in ASCII, which may also be parts of words.
const std::vector<Sign> kPlainSigns = {{"+-", 18},  {"-+", 19},  {"=", 10},   {"+/=", 14},
                                       {"=/+", 15}, {"+/-", 16}, {"-/+", 17}, {"N", 146},
                                       {"TN", 146}, {"~", 13}};

const std::vector<std::string> kBlanks = {"\u00a0", "\u00ad", "\u061c", "\u1680", "\u2002",
                                          "\u2009", "\u200a", "\u200b", "\u200e", "\u200f",
                                          "\u2028", "\u202f", "\u2060", "\u3000", "\ufeff"};

std::string nag(int number) { return "$" + std::to_string(number); }

// Returns the findings in a game, except notes.
std::vector<std::string> findings(const std::string& moves) {
  const std::string text = moves + std::string(kTextPadding, '\0');
  CollectingSink sink;
  PgnReader reader({std::string_view(text).substr(0, moves.size())}, sink);
  Validator validator({}, sink);
  PgnGame game;
  while (reader.next(game)) validator.check(game);
  std::vector<std::string> ids;
  for (const Diagnostic& diagnostic : sink.diagnostics()) {
    const CatalogueEntry& entry = entry_of(diagnostic.code);
    const bool is_minor = entry.severity == Severity::Note || entry.severity == Severity::Style;
    if (!is_minor && entry.group != Group::Tags) ids.emplace_back(entry.id);
  }
  return ids;
}

void check_reading(const std::string& moves, const std::string& written) {
  CAPTURE(moves);
  CHECK(movetext(moves) == written);
  CHECK(movetext(written) == written);
}

}  // namespace

TEST_CASE("signs of annotation are read in every place", "[as_meant]") {
  for (const Sign& sign : kSymbols) {
    const std::string after = "1. e4 e5 2. Nf3 " + nag(sign.nag) + " Nc6 3. Bb5 a6 *";
    const std::string in_variation = "1. e4 e5 2. Nf3 (2. Nc3 " + nag(sign.nag) + ") 2... Nc6 *";
    for (const std::string& moves : {
             "1. e4 e5 2. Nf3" + sign.text + " Nc6 3. Bb5 a6 *",
             "1. e4 e5 2. Nf3 " + sign.text + " Nc6 3. Bb5 a6 *",
             "1. e4 e5 2. Nf3" + sign.text + "Nc6 3. Bb5 a6 *",
             "1. e4 e5 2. " + sign.text + " Nf3 Nc6 3. Bb5 a6 *",
             "1. e4 e5 2." + sign.text + "Nf3 Nc6 3. Bb5 a6 *",
             "1.e4 e5 2.Nf3" + sign.text + "\u00a0Nc6 3.Bb5 a6 *",
         }) {
      check_reading(moves, after);
      const auto ids = findings(moves);
      CHECK((ids.empty() || ids == std::vector<std::string>{"unicode-blank"}));
    }
    check_reading("1. e4 e5 2. Nf3 (" + sign.text + "2. Nc3) 2... Nc6 *", in_variation);
    check_reading("1. e4 e5 2. Nf3 (2. Nc3" + sign.text + ") 2... Nc6 *", in_variation);
  }
}

TEST_CASE("signs of plain letters and marks are read after moves", "[as_meant]") {
  for (const Sign& sign : kPlainSigns) {
    const std::string after = "1. e4 e5 2. Nf3 " + nag(sign.nag) + " Nc6 3. Bb5 a6 *";
    for (const std::string gap : {"", " "}) {
      const std::string moves = "1. e4 e5 2. Nf3" + gap + sign.text + " Nc6 3. Bb5 a6 *";
      check_reading(moves, after);
      CHECK(findings(moves).empty());
    }
  }
  check_reading("1. e4 e5 2. Nf3!?\u25a1+- Nc6 *", "1. e4 e5 2. Nf3 $5 $7 $18 Nc6 *");
  check_reading("1. e4 e5 2. Nf3+-! Nc6 *", "1. e4 e5 2. Nf3 $18 $1 Nc6 *");
  check_reading("1. e4 e5 2. Qh5 Nc6 3. Qxf7+\u2212+ Kxf7 *",
                "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ $19 Kxf7 *");
}

TEST_CASE("a promotion is not a sign", "[as_meant]") {
  const std::string start = "[SetUp \"1\"]\n[FEN \"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1\"]\n\n";
  CHECK(movetext(start + "1. e8N+ *").ends_with("1. e8=N+ *"));
  CHECK(movetext(start + "1. e8=Q\u25a1 *").ends_with("1. e8=Q $7 *"));
}

TEST_CASE("a sign before a move that cannot be played stays with it", "[as_meant]") {
  check_reading("1. e4 e5 2. \u25a1 Ke3 Nc6 *", "1. e4 e5 {unreadable: 2. Ke3 \u25a1 Nc6} *");
}

TEST_CASE("an offer of a draw becomes a comment", "[as_meant]") {
  check_reading("1. e4 e5 2. Nf3 (=) Nc6 *", "1. e4 e5 2. Nf3 {(=)} 2... Nc6 *");
  check_reading("1. e4 e5 2. Nf3(=) Nc6 *", "1. e4 e5 2. Nf3 {(=)} 2... Nc6 *");
  CHECK(findings("1. e4 e5 2. Nf3 (=) Nc6 *").empty());
}

TEST_CASE("signs are the same in Windows-1252 and UTF-8", "[as_meant]") {
  check_reading(
      "1. e4 e5 2. Nf3\xB1 Nc6\xA0 3.\xA0"
      "Bb5 a6 \xB1 *",
      "1. e4 e5 2. Nf3 $16 Nc6 3. Bb5 a6 $16 *");
}

TEST_CASE("blanks and invisible characters of Unicode are spaces", "[as_meant]") {
  const std::string written = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *";
  for (const std::string& blank : kBlanks) {
    for (const std::string& moves : {
             "1." + blank + "e4 e5 2. Nf3 Nc6 3. Bb5 a6 *",
             "1. e4" + blank + "e5 2. Nf3 Nc6 3. Bb5 a6 *",
             "1. e4 e5" + blank + "2. Nf3 Nc6 3. Bb5 a6 *",
             "1. e4 e5 2" + blank + ". Nf3 Nc6 3. Bb5 a6 *",
             "1. e4 e5 2. " + blank + " Nf3 Nc6 3. Bb5 a6 *",
             blank + "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *",
             "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6" + blank + "*" + blank,
         }) {
      check_reading(moves, written);
      const auto ids = findings(moves);
      CAPTURE(ids);
      CHECK((ids == std::vector<std::string>{"unicode-blank"} ||
             ids == std::vector<std::string>{"utf8-bom"} || blank == "\ufeff"));
    }
  }
}

TEST_CASE("numbers, captures and letters of score sheets are read", "[as_meant]") {
  const struct {
    std::string moves;
    std::string written;
  } cases[] = {
      {"1) e4 e5 2) Nf3 Nc6 *", "1. e4 e5 2. Nf3 Nc6 *"},
      {"1)e4 e5 2)Nf3 Nc6 *", "1. e4 e5 2. Nf3 Nc6 *"},
      {"1.) e4 e5 2.) Nf3 Nc6 *", "1. e4 e5 2. Nf3 Nc6 *"},
      {"1: e4 e5 2: Nf3 Nc6 *", "1. e4 e5 2. Nf3 Nc6 *"},
      {"1:e4 e5 2:Nf3 Nc6 *", "1. e4 e5 2. Nf3 Nc6 *"},
      {"1) e4 e5 (1... c5 2. Nf3) 2) Nf3 *", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *"},
      {"1. e4 e5 (1... c5 2) 2. Nf3 *", "1. e4 e5 (1... c5) 2. Nf3 *"},
      {"1. e4 d5 2. exd Qxd5 *", "1. e4 d5 2. exd5 Qxd5 *"},
      {"1. e4 d5 2. ed Qxd5 *", "1. e4 d5 2. exd5 Qxd5 *"},
      {"1. e4 d5 2. ed! Qxd5 *", "1. e4 d5 2. exd5 $1 Qxd5 *"},
      {"1. e4 d5 2. ed\u25a1 Qxd5 *", "1. e4 d5 2. exd5 $7 Qxd5 *"},
      {"1. e4 d5 (1... c5 2. b4 cb) 2. ed *", "1. e4 d5 (1... c5 2. b4 cxb4) 2. exd5 *"},
      {"1. E4 E5 2. NF3 NC6 3. BB5 A6 4. BXC6 DXC6 5. O-O *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *"},
      {"1. B4 C5 2. BXC5 *", "1. b4 c5 2. bxc5 *"},
      {"1. e4 e5 A1 2. Nf3 *", "1. e4 e5 {unreadable: A1} 2. Nf3 *"},
      {"1. e4 e5 2) Ke3 Nc6 3) Nf3 *", "1. e4 e5 {unreadable: 2. Ke3 Nc6 3. Nf3} *"},
  };
  for (const auto& game : cases) check_reading(game.moves, game.written);
}

TEST_CASE("a result may have blanks of Unicode", "[as_meant]") {
  check_reading("1. e4 e5 1\u00a0-\u200a0", "1. e4 e5 1-0");
  check_reading("1. e4 e5 1\ufeff/2", "1. e4 e5 1/2-1/2");
}

TEST_CASE("results and times with a colon are no numbers", "[as_meant]") {
  check_reading("1. e4 e5 2. Nf3 1:0", "1. e4 e5 2. Nf3 1-0");
  check_reading("1. e4 e5 2. Nf3 0:1", "1. e4 e5 2. Nf3 0-1");
}

TEST_CASE("variations in square brackets are variations", "[as_meant]") {
  const struct {
    std::string moves;
    std::string written;
  } cases[] = {
      {"1. e4 e5 [1... c5 2. Nf3] 2. Nf3 *", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *"},
      {"1. e4 e5 [ 1... c5 2. Nf3 ] 2. Nf3 *", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *"},
      {"1. e4 e5 [1... c5 2. Nf3 (2. c3 d5)] 2. Nf3 *",
       "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5)) 2. Nf3 *"},
      {"1. e4 e5 (1... c5 2. Nf3 [2. c3 d5]) 2. Nf3 *",
       "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5)) 2. Nf3 *"},
      {"1. e4 e5\n[1... c5 2. Nf3]\n2. Nf3 *", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *"},
      {"1. e4 e5 [x] 2. Nf3 *", "1. e4 e5 {unreadable: [x]} 2. Nf3 *"},
      {"1. e4 e5 ] 2. Nf3 *", "1. e4 e5 {unreadable: ]} 2. Nf3 *"},
  };
  for (const auto& game : cases) check_reading(game.moves, game.written);
  CHECK(findings("1. e4 e5 [1... c5 2. Nf3] 2. Nf3 *") ==
        std::vector<std::string>{"rav-in-square-brackets"});
}

TEST_CASE("times in parentheses become commands", "[as_meant]") {
  check_reading("1. e4 (0:05) e5 (1:02:03) 2. Nf3 (12:30) *",
                "1. e4 {[%emt 0:00:05]} 1... e5 {[%emt 1:02:03]} 2. Nf3 {[%emt 0:12:30]} *");
  CHECK(findings("1. e4 (0:05) e5 (0:03) *").empty());
  check_reading("1. e4 (0:75) e5 *", "1. e4 {unreadable: (0:75)} 1... e5 *");
}

TEST_CASE("the moves of bughouse are not judged", "[as_meant]") {
  const std::string moves = "1A. e4 1B. d4 1a. d5 1b. Nf6 2A. exd5 2B. P@e5 *";
  CHECK(findings(moves).empty());
  check_reading(moves, moves);
  check_reading("1A. e4 1a. e5 1-0\u2047 1-0", "1A. e4 1a. e5 {after-result: \u2047 1-0} 1-0");
  CHECK(findings("1. e4 e5 1A. Nf3 *") == std::vector<std::string>{"unknown-token"});
}

TEST_CASE("blanks of Unicode between tags separate no games", "[as_meant]") {
  const Exported result = exported(
      "[Event \"a\"]\u00a0\n\u00a0[Site \"b\"]\u200b\n\u00a0\n1. e4 *\n\u00a0\n[Event \"c\"]\n\n1. "
      "d4 *\n");
  CHECK(result.file.games == 2);
  CHECK(result.text.find("[Site \"b\"]") != std::string::npos);
  CHECK(result.text.find("\u00a0") == std::string::npos);
  CHECK(result.file.set_aside == 0);
}
