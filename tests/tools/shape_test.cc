// What fmt, filter and export write of a game where some of it is not wanted.
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

// Behind the tags.
std::string movetext_of(const std::string& game) { return game.substr(game.find("\n\n") + 2); }

TEST_CASE("parts of the movetext can be left out, or all but some") {
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

TEST_CASE("tags can be chosen, left out and set, but not those that say what the moves are") {
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

TEST_CASE("fmt, filter and export leave out the same") {
  const std::string file = "testdata/tournament.pgn";
  const Words shape = GENERATE(values<Words>({
      {"--strip", "comments"},
      {"--strip", "variations,nags"},
      {"--keep", "clocks"},
      {"--tags", "roster", "--set", "Event=Open"},
      {"--width", "0"},
  }));
  CAPTURE(shape);
  Words filter = {"filter", "-q", file};
  Words exported = {"export", "-q", file};
  for (Words* words : {&filter, &exported}) words->insert(words->end(), shape.begin(), shape.end());
  const std::string expected = run_arbiter(filter).output;
  CHECK(run_arbiter(exported).output == expected);
  // Text between games is fmt's alone.
  Words again = {"fmt", "-q", "-"};
  again.insert(again.end(), shape.begin(), shape.end());
  CHECK(run_arbiter(again, run_arbiter({"filter", "-q", file}).output).output == expected);
}

}  // namespace
