// Tests which parts of a game fmt, filter and export keep, omit or add.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

using Words = std::vector<std::string>;

const std::string kGame =
    "[Event \"Club\"]\n[Site \"?\"]\n[Date \"2024.05.01\"]\n[Round \"1\"]\n[White \"A\"]\n"
    "[Black \"B\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n"
    "[SetUp \"1\"]\n[WhiteElo \"2000\"]\n\n"
    "1. e4! {[%clk 0:10:00] good} Ke7 $2 (1... Kd7 {no} 2. e5 (2. Kd2)) 2. e5 {[%eval 1.2] "
    "[%csl Ga4]} Ke6 1-0\n";

std::string output_of(Words words, const std::string& input = kGame) {
  const ProgramRun run = run_arbiter(words, input);
  CAPTURE(words, run.errors);
  CHECK(run.status == 0);
  return run.output;
}

std::string in_one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

// Returns the text after the tags.
std::string movetext_of(const std::string& game) { return game.substr(game.find("\n\n") + 2); }

TEST_CASE("parts of the movetext can be omitted or kept") {
  struct Row {
    Words options;
    std::string movetext;
  };
  const Row row = GENERATE(values<Row>({
      {{"--strip", "comments"}, "1. e4 $1 Ke7 $2 (1... Kd7 2. e5 (2. Kd2)) 2. e5 Ke6 1-0\n\n"},
      {{"--strip", "clocks"},
       "1. e4 $1 {good} 1... Ke7 $2 (1... Kd7 {no} 2. e5 (2. Kd2)) 2. e5 {[%eval 1.2]\n[%csl Ga4]} "
       "2... Ke6 1-0\n\n"},
      {{"--strip", "commands,variations"}, "1. e4 $1 {good} 1... Ke7 $2 2. e5 Ke6 1-0\n\n"},
      {{"--strip", "nags", "--strip", "variations,comments"}, "1. e4 Ke7 2. e5 Ke6 1-0\n\n"},
      {{"--strip", "numbers,comments,variations,nags"}, "e4 Ke7 e5 Ke6 1-0\n\n"},
      {{"--keep", "numbers"}, "1. e4 Ke7 2. e5 Ke6 1-0\n\n"},
      {{"--keep", "evals,numbers"}, "1. e4 Ke7 2. e5 {[%eval 1.2]} 2... Ke6 1-0\n\n"},
      {{"--keep", "variations,numbers"}, "1. e4 Ke7 (1... Kd7 2. e5 (2. Kd2)) 2. e5 Ke6 1-0\n\n"},
      {{"--keep", "numbers", "--width", "12"}, "1. e4 Ke7 2.\ne5 Ke6 1-0\n\n"},
  }));
  CAPTURE(row.options);
  Words words = {"fmt", "-q", "-"};
  words.insert(words.end(), row.options.begin(), row.options.end());
  const std::string written = output_of(words);
  CHECK(movetext_of(written) == row.movetext);
  CHECK(written.substr(0, written.find("\n\n")) == kGame.substr(0, kGame.find("\n\n")));
  CHECK(output_of(words, written) == written);
}

TEST_CASE("tags can be selected, omitted and set, except those that the moves depend on") {
  const auto tags_with = [](Words options) {
    options.insert(options.begin(), {"filter", "-q", "-"});
    const std::string game = output_of(options);
    std::vector<std::string> tags = lines_of(game.substr(0, game.find("\n\n")));
    return tags;
  };
  const std::vector<std::string> all = lines_of(kGame.substr(0, kGame.find("\n\n")));
  CHECK(tags_with({"--tags", "all"}) == all);
  CHECK(tags_with({"--tags", "White,WhiteElo"}) == Words{all[4], all[6], all[8], all[9], all[10]});
  CHECK(tags_with({"--tags", "roster"}).size() == 9);
  CHECK(tags_with({"--drop", "ECO,Site", "--drop", "WhiteElo"}).size() == all.size() - 3);
  CHECK(tags_with({"--set", "Event=Open \"A\"", "--set", "Annotator=Me"}) ==
        Words{"[Event \"Open \\\"A\\\"\"]", all[1], all[2], all[3], all[4], all[5], all[6],
              "[Annotator \"Me\"]", all[7], all[8], all[9], all[10]});
  for (const Words& refused :
       {Words{"--drop", "FEN"}, Words{"--set", "Result=1-0"}, Words{"--set", "Event"},
        Words{"--tags", "a b"}, Words{"--strip", "comment"}, Words{"--width", "x"}}) {
    CAPTURE(refused);
    Words words = {"filter", "-"};
    words.insert(words.end(), refused.begin(), refused.end());
    CHECK(run_arbiter(words, kGame).status == 2);
  }
  CHECK_THAT(run_arbiter({"fmt", "--lossless", "--strip", "nags", "-"}, kGame).errors,
             Contains("--lossless changes nothing but white space"));
}

TEST_CASE("tags, comments and other spellings can be added, and plies cut off") {
  struct Row {
    Words options;
    std::string has;  // added tags, one per line
    std::string movetext;
  };
  const Row row = GENERATE(values<Row>({
      {{"--add", "plycount"}, "[PlyCount \"4\"]\n", "1. e4 Ke7 2. e5 Ke6 1-0\n\n"},
      {{"--add", "hash,plycount"},
       "[HashCode \"9fd7e215352e5134\"]\n[PlyCount \"4\"]\n",
       "1. e4 Ke7 2. e5 Ke6 1-0\n\n"},
      {{"--add", "fen-end"}, "", "1. e4 Ke7 2. e5 Ke6 {8/8/4k3/4P3/8/8/8/4K3 w - - 1 3} 1-0\n\n"},
      {{"--add", "fens", "--to-ply", "1"}, "", "1. e4 {4k3/8/8/8/4P3/8/8/4K3 b - - 0 1} 1-0\n\n"},
      {{"--from-ply", "3"},
       "[FEN \"8/4k3/8/8/4P3/8/8/4K3 w - - 1 2\"]\n[SetUp \"1\"]\n",
       "2. e5 Ke6 1-0\n\n"},
      {{"--from-ply", "4", "--to-ply", "4", "--add", "plycount"},
       "[PlyCount \"1\"]\n",
       "2... Ke6 1-0\n\n"},
      {{"--to-ply", "0"}, "", "1-0\n\n"},
      {{"--to-ply", "2", "--set", "PlyCount=4"}, "[PlyCount \"4\"]\n", "1. e4 Ke7 1-0\n\n"},
      {{"--notation", "lan"}, "", "1. e2-e4 Ke8-e7 2. e4-e5 Ke7-e6 1-0\n\n"},
      {{"--notation", "uci"}, "", "1. e2e4 e8e7 2. e4e5 e7e6 1-0\n\n"},
      {{"--notation", "figurine"}, "", "1. e4 ♔e7 2. e5 ♔e6 1-0\n\n"},
      {{"--notation", "КрФЛСК"}, "", "1. e4 Крe7 2. e5 Крe6 1-0\n\n"},
      {{"--tag-order", "WhiteElo,White"},
       "[WhiteElo \"2000\"]\n[White \"A\"]\n[Event \"Club\"]\n[Site",
       "1. e4 Ke7 2. e5 Ke6 1-0\n\n"},
      {{"--rename-player", "A=Adler, Nora", "--rename-player", "Club=X"},
       "[Event \"Club\"]\n[Site \"?\"]\n[Date \"2024.05.01\"]\n[Round \"1\"]\n[White \"Adler, "
       "Nora\"]\n[Black \"B\"]\n",
       "1. e4 Ke7 2. e5 Ke6 1-0\n\n"},
  }));
  CAPTURE(row.options);
  const std::string plain = kGame.substr(0, kGame.find("\n\n")) + "\n\n1. e4 Ke7 2. e5 Ke6 1-0\n\n";
  for (const Words& command :
       {Words{"fmt", "-q", "-"}, Words{"filter", "-q", "-"}, Words{"export", "-q", "-"}}) {
    Words words = command;
    words.insert(words.end(), row.options.begin(), row.options.end());
    const std::string written = output_of(words, plain);
    CHECK(movetext_of(written) == row.movetext);
    CHECK_THAT(written, Contains(row.has));
  }
}

// The keys published in Polyglot's description of its books.
TEST_CASE("the hash of a game is the key of its last position") {
  const auto [moves, key] = GENERATE(table<std::string, std::string>({
      {"", "463b96181691fc9c"},
      {"1. e4", "823c9b50fd114196"},
      {"1. e4 d5 2. e5 f5", "22a48b5a8e47ff78"},
      {"1. e4 d5 2. e5 f5 3. Ke2 Kf7", "00fdd303c946bdd9"},
  }));
  CHECK_THAT(output_of({"fmt", "-q", "--add", "hash", "-"}, "[Event \"?\"]\n\n" + moves + " *\n"),
             Contains("[HashCode \"" + key + "\"]\n"));
}

TEST_CASE("a PlyCount tag has the half-moves that are written") {
  const std::string input =
      "[PlyCount \"4\"]\n[Result \"*\"]\n\n1. e4 e5 (1... c5 2. Nf3 d6 3. d4) 2. Nf3 Nc6 *\n\n";
  const auto [options, counts] = GENERATE(table<Words, Words>({
      {{}, {"4"}},
      {{"--to-ply", "3"}, {"3"}},
      {{"--from-ply", "2"}, {"3"}},
      {{"--from-ply", "2", "--to-ply", "3"}, {"2"}},
      {{"--split-variations"}, {"4", "5"}},
      {{"--strip", "comments"}, {"4"}},
  }));
  Words words = {"filter", "-q", "-"};
  words.insert(words.end(), options.begin(), options.end());
  const std::string written = output_of(words, input);
  CAPTURE(options, written);
  std::size_t at = 0;
  for (const std::string& count : counts) {
    at = written.find("[PlyCount \"" + count + "\"]", at);
    REQUIRE(at != std::string::npos);
    ++at;
  }
  const ProgramRun dropped =
      run_arbiter({"filter", "-q", "-", "--drop", "PlyCount", "--to-ply", "2"}, input);
  CHECK_THAT(dropped.output, !Contains("PlyCount"));
}

TEST_CASE("a cut beyond the end of all games leaves the tags and the result") {
  for (const std::string command : {"fmt", "filter", "export"}) {
    const ProgramRun run =
        run_arbiter({command, "-q", "-", "--from-ply", "9", "--add", "plycount"}, kGame);
    CAPTURE(command, run.output);
    CHECK_THAT(run.output,
               Contains("[FEN \"8/8/4k3/4P3/8/8/8/4K3 w - - 1 3\"]\n[PlyCount \"0\"]\n"));
    CHECK(movetext_of(run.output) == "1-0\n\n");
  }
}

TEST_CASE("a range of half-moves without any is an error") {
  const ProgramRun run = run_arbiter({"filter", "-", "--from-ply", "9", "--to-ply", "5"}, kGame);
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("5 is before --from-ply 9"));
}

TEST_CASE("added comments are in the right place among variations, NAGs and comments") {
  struct Row {
    Words options;
    std::string movetext;
  };
  const Row row = GENERATE(values<Row>({
      {{"--add", "match", "--fen", "3k4/8/8/8/4P3/8/8/4K3 w - - 1 2", "--anywhere"}, ""},
      {{"--add", "match", "--fen", "8/3k4/8/8/4P3/8/8/4K3 w - - 1 2", "--anywhere"},
       "1. e4 $1 {[%clk 0:10:00] good} 1... Ke7 $2 (1... Kd7 {match} {no} 2. e5 (2. Kd2 )) 2. e5 "
       "{[%eval 1.2] [%csl Ga4]} 2... Ke6 1-0\n\n"},
      {{"--add", "match", "--fen", "8/3k4/8/8/4P3/8/8/4K3 w - - 1 2"}, ""},
      {{"--add", "match", "--moves", "e4 Ke7", "--fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
       "1. e4 $1 {[%clk 0:10:00] good} 1... Ke7 $2 {match} (1... Kd7 {no} 2. e5 (2. Kd2 )) 2. e5 "
       "{[%eval 1.2] [%csl Ga4]} 2... Ke6 1-0\n\n"},
      {{"--line-per-comment", "--strip", "commands"},
       "1. e4 $1\n{good}\n1... Ke7 $2 (1... Kd7\n{no}\n2. e5 (2. Kd2)) 2. e5\nKe6 1-0\n\n"},
      {{"--from-ply", "2", "--strip", "commands"},
       "1... Ke7 $2 (1... Kd7 {no} 2. e5 (2. Kd2)) 2. e5 Ke6 1-0\n\n"},
      {{"--to-ply", "2", "--strip", "commands"},
       "1. e4 $1 {good} 1... Ke7 $2 (1... Kd7 {no} 2. e5 (2. Kd2)) 1-0\n\n"},
  }));
  CAPTURE(row.options);
  Words words = {"filter", "-q", "-"};
  words.insert(words.end(), row.options.begin(), row.options.end());
  const std::string written = output_of(words);
  CHECK((written.empty() ? "" : in_one_line(movetext_of(written))) == in_one_line(row.movetext));
}

TEST_CASE("--add match needs a position") {
  const std::string pattern = "move Bxh7";
  for (const Words& words : {Words{"filter", "--pattern", pattern, "--add", "match", "-"},
                             Words{"export", "--pattern", pattern, "--add", "match", "-"},
                             Words{"export", "--sample", "1", "--add", "match", "-"},
                             Words{"fmt", "--add", "match", "-"}}) {
    CAPTURE(words);
    const ProgramRun run = run_arbiter(words, kGame);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains("--add match needs "));
  }
}

TEST_CASE("a result is corrected from the board or the moves, with a comment") {
  struct Row {
    std::string tag;
    std::string moves;
    std::string written;  // expected movetext
  };
  const std::string mate = "1. f3 e5 2. g4 Qh4#";
  const std::string comment = " {Arbiter: the result ";
  const Row row = GENERATE_COPY(values<Row>({
      {"0-1", mate + " 0-1", mate + " 0-1"},
      {"1-0", mate + " 1-0",
       mate + comment +
           "1-0 (in the tag: 1-0) was corrected to 0-1: checkmate in the last position} 0-1"},
      {"*", mate + " 0-1",
       mate + comment +
           "0-1 (in the tag: *) was corrected to 0-1: checkmate in the last position} "
           "0-1"},
      {"1-0", "1. e4 0-1",
       "1. e4" + comment +
           "0-1 (in the tag: 1-0) was corrected to 0-1: the tag and the moves differ} 0-1"},
      {"1-0", "1. e4 *",
       "1. e4" + comment +
           "* (in the tag: 1-0) was corrected to 1-0: the tag and the moves differ} "
           "1-0"},
      {"1/2-1/2", "1. e4 1/2-1/2", "1. e4 1/2-1/2"},
      {"0-0", "1. e4 0-0 {double forfeit}", "1. e4 {double forfeit} {0-0} *"},
      // Castling would be legal.
      {"0-0", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 0-0", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 {0-0} *"},
  }));
  CAPTURE(row.tag, row.moves);
  const std::string game = "[Event \"?\"]\n[Result \"" + row.tag + "\"]\n\n" + row.moves + "\n";
  const std::string written = output_of({"fmt", "-q", "--fix-results", "-"}, game);
  CHECK(in_one_line(movetext_of(written)) == row.written + "  ");
  CHECK(output_of({"fmt", "-q", "--fix-results", "-"}, written) == written);
}

TEST_CASE("fmt, filter and export omit the same parts") {
  const std::string file = "testdata/tournament.pgn";
  const Words shape = GENERATE(values<Words>({
      {"--strip", "comments"},
      {"--strip", "variations,nags"},
      {"--keep", "clocks"},
      {"--tags", "roster", "--set", "Event=Open"},
      {"--width", "0"},
      {"--add", "plycount,hash,fen-end,fens"},
      {"--notation", "uci", "--strip", "numbers"},
      {"--notation", "ŞVKFA"},
      {"--from-ply", "7", "--to-ply", "20"},
      {"--fix-results", "--line-per-comment"},
  }));
  CAPTURE(shape);
  Words filter = {"filter", "-q", file};
  Words exported = {"export", "-q", file};
  for (Words* words : {&filter, &exported}) words->insert(words->end(), shape.begin(), shape.end());
  const std::string expected = run_arbiter(filter).output;
  CHECK(run_arbiter(exported).output == expected);
  // Only fmt keeps text between games.
  Words again = {"fmt", "-q", "-"};
  again.insert(again.end(), shape.begin(), shape.end());
  CHECK(run_arbiter(again, run_arbiter({"filter", "-q", file}).output).output == expected);
}

}  // namespace
