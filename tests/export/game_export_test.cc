#include "lib/export/game_export.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "lib/diagnostics/sink.h"
#include "lib/export/file_export.h"
#include "lib/pgn/reader.h"
#include "lib/validate/validator.h"
#include "tests/pgn/games_read.h"
#include "tests/pgn/mutations.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
namespace {

class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string_view rest) : rest_(rest) {}
  std::size_t read(std::span<char> into) override {
    const std::size_t size = rest_.copy(into.data(), into.size());
    rest_.remove_prefix(size);
    return size;
  }

 private:
  std::string_view rest_;
};

struct Exported {
  std::string text;
  ExportTally tally;
  FileExport file;
  bool is_text = true;
};

Exported exported(std::string_view text, const std::optional<PieceLetters>& letters = {}) {
  TextSource source(text);
  FileExporter exporter(GameForm::Export, letters);
  Exported result;
  auto file = exporter.run(
      source, [&](std::string_view written, std::string_view) { result.text += written; });
  result.is_text = file.has_value();
  if (file) result.file = *file;
  result.tally = exporter.tally();
  return result;
}

// The whole file in the lossless form.
std::string without_loss(std::string_view text) {
  TextSource source(text);
  FileExporter exporter(GameForm::Lossless);
  std::string result;
  const auto file =
      exporter.run(source, [&](std::string_view written, std::string_view) { result += written; });
  return file ? result : "no text";
}

// The movetext of a game without tags, in one line.
std::string movetext(std::string_view moves, const std::optional<PieceLetters>& letters = {}) {
  std::string text = exported(moves, letters).text;
  text.erase(0, text.find("\n\n") + 2);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

std::string movetext_from(const std::string& fen, const std::string& moves) {
  return movetext("[FEN \"" + fen + "\"]\n\n" + moves);
}

std::string tags(std::string_view text) {
  const std::string whole = exported(text).text;
  return whole.substr(0, whole.find("\n\n") + 1);
}

}  // namespace

TEST_CASE("an escape on the line below the result stays behind the game", "[export]") {
  CHECK(exported("1. e4 *\n% x\n").text.ends_with("1. e4 *\n\n% x\n\n"));
}

TEST_CASE("the lossless form of a file stays the same when it is written again", "[export]") {
  const std::string broken = GENERATE(
      "1. d4 *[\"x\"]\n[Bad x", "*[White w][White w]\n\n[Event \"b\"]\n\n1. d4 *\n",
      "[Event \"a\"]\n\n1-0[Bad x\n[White \"w\"]\n\n1. e4 *\n", " [Bad x\n\n[White \"w\"]\n\n*\n");
  const std::string once = without_loss(broken);
  CAPTURE(broken, once);
  REQUIRE(without_loss(once) == once);
  REQUIRE(read_in_one_piece(once).games.size() == read_in_one_piece(broken).games.size());
}

TEST_CASE("the same holds for damaged files", "[export]") {
  std::mt19937 chance(13);
  for (int round = 0; round < 5000; ++round) {
    const std::vector<std::string>& files = sample_files();
    const std::string text = mutated(files[chance() % files.size()], chance);
    const std::string once = without_loss(text);
    CAPTURE(text, once);
    REQUIRE(without_loss(once) == once);
    REQUIRE(read_in_one_piece(once).games.size() == read_in_one_piece(text).games.size());
  }
}

TEST_CASE("the roster comes first, the other tags by name", "[game_export]") {
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

TEST_CASE("values keep what they mean", "[game_export]") {
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

TEST_CASE("a repeated tag stays where its value is another", "[game_export]") {
  const std::string section = tags("[White \"a\"]\n[White \"b\"]\n[White \"a\"]\n\n*");
  CHECK(section.find("[White \"a\"]\n[White \"b\"]\n[Black") != std::string::npos);
}

TEST_CASE("no result is altered", "[game_export]") {
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
      // Fool's mate, given to the loser.
      {"[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0", "1-0", "1-0"},
  };
  for (const auto& example : cases) {
    CAPTURE(example.text);
    const std::string text = exported(example.text).text;
    CHECK(text.find("[Result \"" + example.tag + "\"]") != std::string::npos);
    CHECK(text.ends_with(" " + example.terminator + "\n\n"));
  }
}

TEST_CASE("moves are written as PGN 8.2.3 has it", "[game_export]") {
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

TEST_CASE("numbers follow from the moves", "[game_export]") {
  CHECK(movetext("e4 e5 7. Nf3 Nc6 3.Bb5 3...a6 *") == "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
  CHECK(movetext("1. e4 {x} e5 (1... c5 $1 2. Nf3) 2. d4 *") ==
        "1. e4 {x} 1... e5 (1... c5 $1 2. Nf3) 2. d4 *");
  CHECK(movetext_from("4k3/8/8/8/8/8/8/4K3 b - - 0 10", "Kd7 Kd2 *") == "10... Kd7 11. Kd2 *");
}

TEST_CASE("suffixes and signs become NAGs", "[game_export]") {
  CHECK(movetext("1. e4! e5? 2. d4!! d5?? 3. c4!? c5?! 4. Nf3!!! *") ==
        "1. e4 $1 e5 $2 2. d4 $3 d5 $4 3. c4 $5 c5 $6 4. Nf3 $3 *");
  CHECK(movetext("1. e4+- e5 = 2. d4 $007 *") == "1. e4 $18 e5 $10 2. d4 $7 *");
}

TEST_CASE("what cannot be played or read stays as a comment", "[game_export]") {
  const struct {
    std::string moves;
    std::string written;
  } cases[] = {
      {"1. e4 e5 2. Ke3 Nc6 3. Nf3 1-0", "1. e4 e5 {unreadable: 2. Ke3 Nc6 3. Nf3} 1-0"},
      {"e5 *", "{unreadable: 1. e5} *"},
      {"1. e4 xyz 2. Nf3 *", "1. e4 {unreadable: xyz} {unreadable: 2. Nf3} *"},
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
      {"1. e4 {not closed", "1. e4 {not closed} *"},
      {"1. e4 ; a } b { c\ne5 *", "1. e4 {a ) b ( c} 1... e5 *"},
      {"1. e4\n% private\ne5 *", "1. e4\n% private\ne5 *"},
  };
  for (const auto& game : cases) {
    CAPTURE(game.moves);
    CHECK(movetext(game.moves) == game.written);
  }
}

TEST_CASE("moves that were set aside are moves again", "[game_export]") {
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
      // No moves at the end of a line, or no longer what they were among others.
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

TEST_CASE("what was set aside in the letters of a language stays so in English", "[game_export]") {
  const struct {
    std::string moves;
    std::string written;
  } cases[] = {
      {"1. e4 e5 2. Sf3 Sc -- *", "1. e4 e5 2. Nf3 {unreadable: 2... Sc --} *"},
      {"1. e4 e5 2. Sf3 Sc {x} -- *",
       "1. e4 e5 2. Nf3 {unreadable: 2... Sc} {x} {unreadable: --} *"},
      {"1. e4 e5 2. Sf3 (2. Sc d5) *", "1. e4 e5 2. Nf3 {unreadable: (2. Sc d5)} *"},
      {"1. e4 e5 2. Sf3 (2. d4 Sc d5) *", "1. e4 e5 2. Nf3 (2. d4 {unreadable: 2... Sc d5}) *"},
      {"1. e4 e5 2. Sf3 2... said 2... Sc 3. Nf3 *",
       "1. e4 e5 2. Nf3 {unreadable: ... 2... said} {unreadable: 2... Sc 3. Nf3} *"},
      {"1. e4 e5 2. Sf3 Sc {x} 3. Nf3 *",
       "1. e4 e5 2. Nf3 {unreadable: 2... Sc} {x} {unreadable: 3. Nf3} *"},
      {"1. e4 e5 2. said *", "1. e4 e5 {unreadable: ... 2. said} *"},
      {"1. e. 4 e5 *", "{unreadable: ... 1. e.} {unreadable: 4 e5} *"},
  };
  for (const auto& game : cases) {
    CAPTURE(game.moves);
    CHECK(movetext(game.moves) == game.written);
    CHECK(movetext(game.written) == game.written);
  }
}

TEST_CASE("what could not be kept as moves is counted, now and every time", "[game_export]") {
  const Exported first = exported("1. e4 e5 2. Ke3 Nc6 (x) 1-0 d4");
  CHECK(first.file.set_aside == 2);
  CHECK(exported(first.text).file.set_aside == 2);
  CHECK(exported("1. e4 e5 1-0").file.set_aside == 0);
}

TEST_CASE("the same result twice is written once", "[game_export]") {
  CHECK(tags("[Result \"*\"]\n[Result \" *\"]\n\n*") == tags("[Result \"*\"]\n\n*"));
}

TEST_CASE("English letters that mean nothing in the other language are read", "[game_export]") {
  const PieceLetters french = *parse_piece_letters("RDTFC");
  CHECK(movetext("1. e4 e5 2. Nf3 Cc6 *", french) == "1. e4 e5 2. Nf3 Nc6 *");
  // R is the French king.
  CHECK(movetext("1. e4 e5 2. Re2 Nc6 *", french) == "1. e4 e5 2. Ke2 Nc6 *");
}

TEST_CASE("games that became a comment are told with their place", "[game_export]") {
  const Exported result = exported(
      "[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. e4 e5\n2. Re2 Nc6 *\n\n"
      "[Event \"c\"]\n\n1. e4 (1. Ke5) e5 2. Ke3 *\n\n[Event \"d\"]\n\n1. e4 @@ e5 *\n");
  CHECK(result.file.games == 4);
  CHECK(result.tally.unplayed_games == 2);
  REQUIRE(result.file.unplayed.size() == 2);
  CHECK(result.file.unplayed[0].game == 2);
  CHECK(result.file.unplayed[0].line == 8);
  CHECK(result.file.unplayed[0].rest.first_move == "2. Re2");
  CHECK(result.file.unplayed[0].rest.letters == "RDTAC");  // the king of the Spanish
  CHECK(result.file.unplayed[1].rest.letters.empty());
  CHECK(result.file.unplayed[1].game == 3);
  CHECK(result.file.unplayed[1].line == 12);
}

TEST_CASE("letters that nobody has named are read, and told", "[game_export]") {
  const Exported result =
      exported("[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. e4 e5\n2. Sf3 Sc6 3. Lb5 *\n");
  CHECK(result.text.ends_with("\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n"));
  CHECK(result.tally.unplayed_games == 0);
  REQUIRE(result.file.translated.size() == 1);
  CHECK(result.file.translated[0].game == 2);
  CHECK(result.file.translated[0].line == 8);
  CHECK(result.file.translated[0].moves.first_move == "2. Sf3");
  CHECK(result.file.translated[0].moves.letters == "KDTLS");
}

TEST_CASE("of many games that became a comment the first are told", "[game_export]") {
  std::string text;
  for (int game = 0; game < 30; ++game) text += "[Event \"e\"]\n\n1. e5 *\n\n";
  const Exported result = exported(text);
  CHECK(result.tally.unplayed_games == 30);
  CHECK(result.file.unplayed.size() == FileExporter::kMostTold);
}

TEST_CASE("a file that is no text is not written", "[game_export]") {
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

TEST_CASE("damaged tags stay as a comment before the moves", "[game_export]") {
  CHECK(movetext("[Event \"e\"]\n[White Smith]\n[Black \"b\" and more]\n\n1. e4 *") ==
        "{unreadable-tag: [White Smith]} {unreadable-tag: and more]} 1. e4 *");
  CHECK(movetext("[Event \"e\"]\n% private\n[White Smith]\n\n1. e4 *") ==
        "{unreadable-tag: [White Smith]}\n% private\n1. e4 *");
}

TEST_CASE("moves that cannot be checked stay as they are", "[game_export]") {
  CHECK(movetext("[Variant \"Crazyhouse\"]\n\n1. e4 e5 2... P@e6+! (2. Ke9 {x}) *") ==
        "1. e4 e5 2... P@e6+ $1 (2. Ke9 {x}) *");
  CHECK(movetext("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. Ke9 Kd9 *") == "1. Ke9 Kd9 *");
}

TEST_CASE("a FEN is announced", "[game_export]") {
  CHECK(tags("[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*")
            .ends_with("[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n"));
}

TEST_CASE("text between games stays behind percent signs", "[game_export]") {
  const std::string text = exported(
                               "\xEF\xBB\xBF"
                               "From: me\n\nHello\n1. e4 *\n\n% aside\nbye")
                               .text;
  CHECK(text.starts_with("% From: me\n% Hello\n\n[Event \"?\"]\n"));
  CHECK(text.ends_with("\n1. e4 *\n\n% aside\n% bye\n\n"));
}

TEST_CASE("what was mended is counted", "[game_export]") {
  const ExportTally tally = exported(
                                "junk\n[Event \"\xFC\"]\n[Event \"\xFC\"]\n\n"
                                "1. e4! e5 5. Ngf3 Ke6 ; x\n1/2")
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

namespace {

// Ids of the groups that writing anew mends, found in `text`.
std::vector<std::string> faults_left(const std::string& text) {
  const std::string padded = text + std::string(kTextPadding, '\0');
  CollectingSink sink;
  PgnReader reader({std::string_view(padded).substr(0, text.size()), 0, true}, sink,
                   SetAside::Keep);
  Validator validator({}, sink);
  PgnGame game;
  while (reader.next(game)) validator.check(game);
  std::vector<std::string> ids;
  for (const Diagnostic& diagnostic : sink.diagnostics()) {
    const CatalogueEntry& entry = entry_of(diagnostic.code);
    // What depends on what the user wrote: long words, and tags given twice.
    const bool is_kept = entry.id == "line-over-79" || entry.id == "str-order";
    const bool is_mended =
        entry.group == Group::Spelling || (entry.severity == Severity::Style && !is_kept);
    if (is_mended && entry.severity != Severity::Note) ids.emplace_back(entry.id);
  }
  return ids;
}

// The words of all comments, in order.
std::vector<std::string> comment_words(const std::string& text) {
  std::vector<std::string> words;
  for (const GameRead& game : read_in_one_piece(text).games) {
    for (const TokenRead& token : game.tokens) {
      if (token.kind != TokenKind::BraceComment) continue;
      std::istringstream stream(token.text.substr(1, token.text.find('}') - 1));
      for (std::string word; stream >> word;) words.push_back(word);
    }
  }
  return words;
}

bool is_subsequence(const std::vector<std::string>& part, const std::vector<std::string>& whole) {
  std::size_t at = 0;
  for (const std::string& word : whole) at += at < part.size() && part[at] == word ? 1 : 0;
  return at == part.size();
}

}  // namespace

TEST_CASE("writing anew what was written changes nothing and leaves no fault", "[game_export]") {
  std::mt19937 chance(5);
  for (int round = 0; round < 3000; ++round) {
    const std::vector<std::string>& files = sample_files();
    const std::string text = mutated(files[chance() % files.size()], chance);
    const Exported first = exported(text);
    const Exported second = exported(first.text);
    CAPTURE(text, first.text);
    REQUIRE(second.text == first.text);
    REQUIRE(second.tally.games == first.tally.games);
    REQUIRE(faults_left(first.text) == std::vector<std::string>());
  }
}

TEST_CASE("the words of comments are all there", "[game_export]") {
  std::mt19937 chance(6);
  for (int round = 0; round < 1000; ++round) {
    const std::vector<std::string>& files = sample_files();
    const std::string text = mutated(files[chance() % files.size()], chance);
    // Conversion to UTF-8 and blanks for control characters are other tests' matter.
    const auto is_plain = [](char c) { return (c >= ' ' && c < '\x7f') || c == '\n' || c == '\r'; };
    if (!std::ranges::all_of(text, is_plain)) continue;
    const std::string written = exported(text).text;
    CAPTURE(text, written);
    REQUIRE(is_subsequence(comment_words(text), comment_words(written)));
  }
}
