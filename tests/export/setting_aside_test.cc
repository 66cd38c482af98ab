#include <catch2/catch.hpp>
#include <string>

#include "lib/export/movetext_export.h"
#include "tests/export/exported.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

TEST_CASE("text that cannot be played or parsed stays as a comment", "[setting_aside]") {
  const struct {
    std::string moves;
    std::string written;
  } cases[] = {
      {"1. e4 e5 2. Ke3 Nc6 3. Nf3 1-0", "1. e4 e5 {unreadable: 2. Ke3 Nc6 3. Nf3} 1-0"},
      {"e5 *", "{unreadable: 1. e5} *"},
      {"1. e4 xyz 2. Nf3 *", "1. e4 {unreadable: 1... xyz 2. Nf3} *"},
      {"1. e4 e5 2. Ke3 {good} Nc6 (2... d6 $1) 3. Nf3! *",
       "1. e4 e5 {unreadable: 2. Ke3} {good} {unreadable: Nc6 (2... d6 $1) 3. Nf3!} *"},
      {"1. e4 (1. d4 Ke6 2. c4) e5 *", "1. e4 (1. d4 {unreadable: 1... Ke6 2. c4}) 1... e5 *"},
      {"1. e4 (1. Ke5 {x} Nc6) e5 *",
       "1. e4 {unreadable: (1. Ke5} {x} {unreadable: Nc6)} 1... e5 *"},
      {"(1. d4) 1. e4 *", "{unreadable: (1. d4)} 1. e4 *"},
      {"1. e4 ) e5 *", "1. e4 {unreadable: )} 1... e5 *"},
      {"1. e4 e5 @@ 2. Nf3 *", "1. e4 e5 {unreadable: @@} 2. Nf3 *"},
      {"1. e4 e5 2. said Nf3 *", "1. e4 e5 {unreadable: ... 2. said} 2. Nf3 *"},
      {"1. e4 e5 (see 1... c5) 2. Nf3 *", "1. e4 e5 ({unreadable: see} 1... c5) 2. Nf3 *"},
      {"1. e4 e5 Ke3 Nc6 *", "1. e4 e5 {unreadable: 2. Ke3 Nc6} *"},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 Kd5 1-0",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 {unreadable: 3... Kd5} 1-0"},
      {"1. e4 } e5 *", "1. e4 {unreadable: )} 1... e5 *"},
      {"1. e4 (1. d4 } e5 *", "1. e4 (1. d4) 1... e5 *"},
      {"1. e4 e5 000 2. Nf3 *", "1. e4 e5 {unreadable: 000} 2. Nf3 *"},
      {"1. e4 e5 2. ch Nf3 *", "1. e4 e5 {unreadable: ... 2. ch} 2. Nf3 *"},
      {"1. e4 e5 2. Nf3 ch Nc6 *", "1. e4 e5 2. Nf3 Nc6 *"},
      {"1. e4 e5 2. Nf3 said ch Nc6 *", "1. e4 e5 2. Nf3 {unreadable: said ch} 2... Nc6 *"},
      {"1. e4 e5 2. OO Nc6 *", "1. e4 e5 {unreadable: 2. OO Nc6} *"},
      {"1. e4 f6 2. Qh5+ -- g6 *", "1. e4 f6 2. Qh5+ {unreadable: --} 2... g6 *"},
      {"1. e4 e5 2. nf3 nc6 3. bb5 a6 4. bxc6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 *"},
      {"1. e4 e5 2. Nf3=Q Nc6 *", "1. e4 e5 2. Nf3 Nc6 *"},
      {"1. e4 <x> e5 *", "1. e4 {unreadable: <x>} 1... e5 *"},
      {"1. e4 () e5 ({only words}) *", "1. e4 e5 {only words} *"},
      {"1. e4 (1. d4 d5 e5 *", "1. e4 (1. d4 d5 {unreadable: 2. e5}) *"},
      {"1. e4 (1. d4 0-1) e5 *", "1. e4 (1. d4 {0-1}) 1... e5 *"},
      {"1. e4 1-0 e5 {end} 0-1", "1. e4 {after-result: e5} {end} {after-result: 0-1} 1-0"},
      {"1. e4 Ke5 1-0 d5", "1. e4 {unreadable: 1... Ke5} {after-result: d5} 1-0"},
      {"1. e4 e5 2. Nf3 1 - 0 {time}", "1. e4 e5 2. Nf3 {time} 1-0"},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 =", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 $10 *"},
      {"1. e4 e5 1-0 {White won}", "1. e4 e5 {White won} 1-0"},
      {"1. e4 e5 1-0F", "1. e4 e5 {1-0F} 1-0"},
      {"1. e4 e5 0-0", "1. e4 e5 {0-0} *"},
      {"1. e4 e5 1-0 (41)", "1. e4 e5 {after-result: (41)} 1-0"},
      {"1. e4 e5 1-0 [time]", "1. e4 e5 {after-result: [time]} 1-0"},
      {"1. e4 {not closed", "1. e4 {not closed} *"},
      {"1. e4 ; a } b { c\ne5 *", "1. e4 {a ) b ( c} 1... e5 *"},
      {"1. e4\n% private\ne5 *", "1. e4\n% private\ne5 *"},
  };
  for (const auto& game : cases) {
    CAPTURE(game.moves);
    CHECK(movetext(game.moves) == game.written);
  }
}

TEST_CASE("evaluations of zero are not castling", "[setting_aside]") {
  const std::string start = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. d3";
  const struct {
    std::string moves;
    std::string written;
  } cases[] = {
      {"4.00 *", " {unreadable: 4.00} *"},
      {"(0.00) d6 *", " {unreadable: (0.00)} 4... d6 *"},
      {"(4.00) d6 *", " {unreadable: (4.00)} 4... d6 *"},
      {"(3.00%) d6 *", " {unreadable: (3.00%)} 4... d6 *"},
      {"+0.00 d6 *", " {unreadable: +0.00} 4... d6 *"},
      {"-0,00/7 d6 *", " {unreadable: -0,00/7} 4... d6 *"},
      {"0.00/12 d6 5. c3 *", " {unreadable: 0.00/12} 4... d6 5. c3 *"},
      {"0,00 d6 5. c3 *", " {unreadable: 0,00} 4... d6 5. c3 *"},
      {"00 d6 5. c3 *", " {unreadable: 00} 4... d6 5. c3 *"},
      {"00 5. c3 *", " O-O 5. c3 *"},
      {"d6 5.00 c6 *", " d6 5. O-O c6 *"},
      {"O-O 5.1/2-1/2", " O-O 1/2-1/2"},
  };
  for (const auto& game : cases) {
    CAPTURE(game.moves);
    CHECK(movetext(start + " " + game.moves) == start + game.written);
  }
}

TEST_CASE("a sign before a pawn move may replace a piece letter", "[setting_aside]") {
  const struct {
    std::string moves;
    std::string written;
  } cases[] = {
      {"1. e4 e5 2. ?f3 Nc6 *", "1. e4 e5 {unreadable: 2. ?f3 Nc6} *"},
      {"1. e4 e5 2. \u25a1f3 Nc6 *", "1. e4 e5 {unreadable: 2. \u25a1f3 Nc6} *"},
      {"1. e4 e5 2. (N)f3 Nc6 *", "1. e4 e5 {unreadable: 2. (N)f3 Nc6} *"},
      {"1. e4 e5 2. .f3 Nc6 *", "1. e4 e5 {unreadable: 2. .f3 Nc6} *"},
      {"1. e4 e5 2. Nf3 {unreadable: 2... .f6 3. d4} *",
       "1. e4 e5 2. Nf3 {unreadable: 2... .f6 3. d4} *"},
      {"1. e4 e5 2. ? f3 Nc6 *", "1. e4 e5 $2 2. f3 Nc6 *"},
      {"1. e4 e5 2. f3? Nc6 *", "1. e4 e5 2. f3 $2 Nc6 *"},
      // Only a pawn can move to a4.
      {"1. e4 e5 2. \u25a1a4 Nc6 *", "1. e4 e5 2. a4 $7 Nc6 *"},
      // The signs of this game precede its moves.
      {"1. e4 e5 2. \u25a1f3 \u25a1Nc6 *", "1. e4 e5 2. f3 $7 Nc6 $7 *"},
  };
  for (const auto& game : cases) {
    CAPTURE(game.moves);
    CHECK(movetext(game.moves) == game.written);
  }
}

TEST_CASE("semicolons separate moves and variations", "[setting_aside]") {
  const struct {
    std::string moves;
    std::string written;
  } cases[] = {
      {"1. e4 e5; 2. Nf3 Nc6; 3. Bb5 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"},
      {"[White \"W\"]\n\n1 e4, e5; 2 Nf3, Nc6; 3 Bb5, a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"},
      {"1. e4 e5; 2. Nf3 Nc6 3. Bb5\n2. d4 *", "1. e4 e5 {2. Nf3 Nc6 3. Bb5} 2. d4 *"},
      {"1. e4 e5 2. Nf3 [2. Nc3 Nf6 3. f4; 2. f4 exf4; 2. d4!?] 2... Nc6 3. Bb5 *",
       "1. e4 e5 2. Nf3 (2. Nc3 Nf6 3. f4) (2. f4 exf4) (2. d4 $5) 2... Nc6 3. Bb5 *"},
      {"1. e4 e5 2. Nf3 (2. Nc3 Nf6;\n2. f4 exf4; 2. d4\nexd4) 2... Nc6 *",
       "1. e4 e5 2. Nf3 (2. Nc3 Nf6) (2. f4 exf4) (2. d4 exd4) 2... Nc6 *"},
      {"1. e4 e5 2. Nf3 (2. Nc3 ; 2. f4 is as good\nNf6) 2... Nc6 *",
       "1. e4 e5 2. Nf3 (2. Nc3 {2. f4 is as good} 2... Nf6) 2... Nc6 *"},
  };
  for (const auto& game : cases) {
    CAPTURE(game.moves);
    CHECK(movetext(game.moves) == game.written);
  }
}

TEST_CASE("unreadable comments become moves again if they are legal", "[setting_aside]") {
  const struct {
    std::string moves;
    std::string written;
  } cases[] = {
      {"1. e4 e5 {unreadable: 2. Nf3 Nc6} *", "1. e4 e5 2. Nf3 Nc6 *"},
      {"1. e4 e5 {unreadable: 2. Ke3 Nc6\n3. Nf3} *", "1. e4 e5 {unreadable: 2. Ke3 Nc6 3. Nf3} *"},
      {"1. e4 {unreadable: 1... e5} {good} {unreadable: 2. Nf3 $1} 1-0",
       "1. e4 e5 {good} 2. Nf3 $1 1-0"},
      {"1. e4 (1. d4 {unreadable: 1... d5 (1... Nf6) 2. c4}) 1... e5 *",
       "1. e4 (1. d4 d5 (1... Nf6) 2. c4) 1... e5 *"},
      {"1. e4 {unreadable: 1... e5}", "1. e4 e5 *"},
      // These comments are kept: another move follows, or the text is not a complete line of moves.
      {"1. e4 {unreadable: 1... e5} c5 *", "1. e4 {unreadable: 1... e5} 1... c5 *"},
      {"1. e4 {unreadable: e5} *", "1. e4 {unreadable: e5} *"},
      {"1. e4 {unreadable: 1... e5 0-1} *", "1. e4 {unreadable: 1... e5 0-1} *"},
      {"1. e4 {unreadable: 1... e5 (} *", "1. e4 {unreadable: 1... e5 (} *"},
      {"1. e4 {after-result: 1... e5} *", "1. e4 {after-result: 1... e5} *"},
      {"1. e4 {unreadable: 1... e5 ; x} *", "1. e4 {unreadable: 1... e5 ; x} *"},
  };
  for (const auto& game : cases) {
    CAPTURE(game.moves);
    CHECK(movetext(game.moves) == game.written);
  }
  const std::string english = movetext("1. e4 e5 2. Re2 Cc6 3. Dz *");
  CHECK(movetext(english, *parse_piece_letters("RDTFC")).starts_with("1. e4 e5 2. Ke2 Nc6 "));
}

TEST_CASE("a comment in the letters of a language stays so in English", "[setting_aside]") {
  const struct {
    std::string moves;
    std::string written;
  } cases[] = {
      {"1. e4 e5 2. Sf3 Sc -- *", "1. e4 e5 2. Nf3 {unreadable: Sc --} *"},
      {"1. e4 e5 2. Sf3 Sc {x} -- *", "1. e4 e5 2. Nf3 {unreadable: Sc} {x} {unreadable: --} *"},
      {"1. e4 e5 2. Sf3 (2. Sc d5) *", "1. e4 e5 2. Nf3 {unreadable: (2. Sc d5)} *"},
      {"1. e4 e5 2. Sf3 (2. d4 Sc d5) *", "1. e4 e5 2. Nf3 (2. d4 {unreadable: 2... Sc d5}) *"},
      {"1. e4 e5 2. Sf3 2... said 2... Sc 3. Nf3 *",
       "1. e4 e5 2. Nf3 {unreadable: ... 2... said 2... Sc 3. Nf3} *"},
      {"1. e4 e5 2. Sf3 Sc5 *", "1. e4 e5 2. Nf3 {unreadable: 2... Sc5} *"},
      {"1. e4 e5 2. Sf3 Sc {x} 3. Nf3 *",
       "1. e4 e5 2. Nf3 {unreadable: 2... Sc} {x} {unreadable: 3. Nf3} *"},
      {"1. e4 e5 2. D4 (b4 {x}) 2. Ke8 d6 *",
       "1. e4 e5 2. d4 (2. b4 {x}) {unreadable: ... 2. Ke8} 2... d6 *"},
      {"1. e4 e5 2. Ke3 {x} 2... d6 (2... d5 {y} 3. f3) *",
       "1. e4 e5 {unreadable: 2. Ke3} {x} {unreadable: 2... d6 (2... d5} {y}\n{unreadable: 3. "
       "f3)} *"},
      {"1. e4 e5 2. said *", "1. e4 e5 {unreadable: ... 2. said} *"},
      {"1. e. 4 e5 *", "{unreadable: ... 1. e. 4} {unreadable: 1. e5} *"},
  };
  for (const auto& game : cases) {
    CAPTURE(game.moves);
    CHECK(movetext(game.moves) == game.written);
    CHECK(movetext(game.written) == game.written);
  }
}

TEST_CASE("set-aside text in the rest of a broken line joins it", "[setting_aside]") {
  const struct {
    std::string moves;
    std::string written;
  } cases[] = {
      {"1. e4 e5 2. Ke3 Nc6 {unreadable: x} 3. Nf3 *",
       "1. e4 e5 {unreadable: 2. Ke3 Nc6 x 3. Nf3} *"},
      {"1. e4 e5 2. Ke3 {unreadable: ... 2. said} *",
       "1. e4 e5 {unreadable: 2. Ke3 ... 2. said} *"},
      {"1. e4 e5 2. Ke3 {unreadable: 2... Nc6} {good} 3. Nf3 *",
       "1. e4 e5 {unreadable: 2. Ke3 2... Nc6} {good} {unreadable: 3. Nf3} *"},
      {"1. e4 e5 2. Ke3 {unreadable: 1-0} Nc6 *", "1. e4 e5 {unreadable: 2. Ke3 1-0 Nc6} *"},
      {"1. e4 (1. Ke5 {unreadable: x} Nc6) e5 *", "1. e4 {unreadable: (1. Ke5 x Nc6)} 1... e5 *"},
      {"1. e4 e5 2. Ke3 {unreadable:} Nc6 *", "1. e4 e5 {unreadable: 2. Ke3 Nc6} *"},
  };
  for (const auto& game : cases) {
    CAPTURE(game.moves);
    CHECK(movetext(game.moves) == game.written);
    CHECK(movetext(game.written) == game.written);
  }
}

TEST_CASE("text that could not be parsed as moves is counted, every time", "[setting_aside]") {
  const Exported first = exported("1. e4 e5 2. Ke3 Nc6 (x) 1-0 d4");
  CHECK(first.file.set_aside == 2);
  CHECK(exported(first.text).file.set_aside == 2);
  CHECK(exported("1. e4 e5 1-0").file.set_aside == 0);
}

TEST_CASE("English letters that are unused in the other language are accepted", "[setting_aside]") {
  const PieceLetters french = *parse_piece_letters("RDTFC");
  CHECK(movetext("1. e4 e5 2. Nf3 Cc6 *", french) == "1. e4 e5 2. Nf3 Nc6 *");
  // R is the king in French.
  CHECK(movetext("1. e4 e5 2. Re2 Nc6 *", french) == "1. e4 e5 2. Ke2 Nc6 *");
}

TEST_CASE("games that became a comment are reported with their place", "[setting_aside]") {
  const Exported result = exported(
      "[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. e4 e5\n2. Re2 Nc6 *\n\n"
      "[Event \"c\"]\n\n1. e4 (1. Ke5) e5 2. Ke3 *\n\n[Event \"d\"]\n\n1. e4 @@ e5 *\n");
  CHECK(result.file.games == 4);
  CHECK(result.tally.unplayed_games == 2);
  REQUIRE(result.file.unplayed.size() == 2);
  CHECK(result.file.unplayed[0].game == 2);
  CHECK(result.file.unplayed[0].line == 8);
  CHECK(result.file.unplayed[0].move.text == "2. Re2");
  CHECK(result.file.unplayed[0].move.letters == "RDTAC");  // R is the king in Spanish
  CHECK(result.file.unplayed[1].move.letters.empty());
  CHECK(result.file.unplayed[1].game == 3);
  CHECK(result.file.unplayed[1].line == 12);
}

TEST_CASE("piece letters that were not configured are recognized and reported", "[setting_aside]") {
  const Exported result =
      exported("[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. e4 e5\n2. Sf3 Sc6 3. Lb5 *\n");
  CHECK(result.text.ends_with("\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n"));
  CHECK(result.tally.unplayed_games == 0);
  REQUIRE(result.file.translated.size() == 1);
  CHECK(result.file.translated[0].game == 2);
  CHECK(result.file.translated[0].line == 8);
  CHECK(result.file.translated[0].move.text == "2. Sf3");
  CHECK(result.file.translated[0].move.letters == "KDTLS");
}

TEST_CASE("only the first games that became a comment are reported", "[setting_aside]") {
  std::string text;
  for (int game = 0; game < 30; ++game) text += "[Event \"e\"]\n\n1. e5 *\n\n";
  const Exported result = exported(text);
  CHECK(result.tally.unplayed_games == 30);
  CHECK(result.file.unplayed.size() == FileExporter::kMaxReported);
}

TEST_CASE("damaged tags stay as a comment before the moves", "[setting_aside]") {
  CHECK(movetext("[Event \"e\"]\n[White Smith]\n[Black \"b\" and more]\n\n1. e4 *") ==
        "{unreadable-tag: and more]} 1. e4 *");
  CHECK(movetext("[Event \"e\"]\n% private\n[White Smith]\n\n1. e4 *") == "% private\n1. e4 *");
}
