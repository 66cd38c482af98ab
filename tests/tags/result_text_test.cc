#include <catch2/catch.hpp>
#include <string>

#include "lib/laws/game_end.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

struct Row {
  std::string text;
  Outcome outcome;
  ResultForm form;
};

using enum Outcome;
using enum ResultForm;

TEST_CASE("a result is parsed in all its spellings", "[result_text]") {
  const Row row = GENERATE(values<Row>({
      {"1-0", WhiteWins, Standard},
      {"0-1", BlackWins, Standard},
      {"1/2-1/2", Draw, Standard},
      {"*", Unknown, Standard},

      {" 1-0", WhiteWins, Nonstandard},
      {"1:0", WhiteWins, Nonstandard},
      {"1 - 0", WhiteWins, Nonstandard},
      {"1\xE2\x80\x93\x30", WhiteWins, Nonstandard},
      {"1-O", WhiteWins, Nonstandard},
      {"White wins", WhiteWins, Nonstandard},
      {"0 : 1", BlackWins, Nonstandard},
      {"0\xE2\x88\x92\x31", BlackWins, Nonstandard},
      {"Black won", BlackWins, Nonstandard},
      {"1/2", Draw, Nonstandard},
      {"\xC2\xBD-\xC2\xBD", Draw, Nonstandard},
      {"\xC2\xBD:\xC2\xBD", Draw, Nonstandard},
      {"\xC2\xBD", Draw, Nonstandard},
      {"1/2 - 1/2", Draw, Nonstandard},
      {"1/2:1/2", Draw, Nonstandard},
      {"1\xE2\x81\x84\x32-1\xE2\x81\x84\x32", Draw, Nonstandard},
      {"0.5-0.5", Draw, Nonstandard},
      {"0,5:0,5", Draw, Nonstandard},
      {".5-.5", Draw, Nonstandard},
      {"Draw", Draw, Nonstandard},
      {"DRAWN", Draw, Nonstandard},
      {"remis", Draw, Nonstandard},
      {"=", Draw, Nonstandard},
      {"(1-0)", WhiteWins, Nonstandard},
      {"1-0.", WhiteWins, Nonstandard},
      {"White resigns", BlackWins, Nonstandard},
      {"Draw agreed.", Draw, Nonstandard},
      {"?", Unknown, Nonstandard},
      {"* ", Unknown, Nonstandard},
      {"Unfinished", Unknown, Nonstandard},
      {"In progress", Unknown, Nonstandard},

      {"1-0F", WhiteWins, Forfeit},
      {"1F-0F", WhiteWins, Forfeit},
      {"1-0 (forfeit)", WhiteWins, Forfeit},
      {"+/-", WhiteWins, Forfeit},
      {"+:-", WhiteWins, Forfeit},
      {"+ -", WhiteWins, Forfeit},
      {"0-1 ff", BlackWins, Forfeit},
      {"-/+", BlackWins, Forfeit},
      {"- : +", BlackWins, Forfeit},

      {"0-0", Unknown, DoubleForfeit},
      {"0:0", Unknown, DoubleForfeit},
      {"0F-0F", Unknown, DoubleForfeit},
      {"-:-", Unknown, DoubleForfeit},
      {"-/-", Unknown, DoubleForfeit},
  }));
  CAPTURE(row.text);
  const auto reading = read_result(row.text);
  REQUIRE(reading.has_value());
  REQUIRE(reading->outcome == row.outcome);
  REQUIRE(reading->form == row.form);
}

TEST_CASE("text other than results is not a result", "[result_text]") {
  const std::string text =
      GENERATE(as<std::string>{}, "", " ", "1", "0", "2-0", "1-1", "1/3", "1/2-0", "0-1/2", "10",
               "won", "1-0 or 0-1", "e4", "O-O", "\xC2", "\xBD", "1-0-1", "11/2-1/2",
               "1-0 because White played better all the time");
  CAPTURE(text);
  REQUIRE_FALSE(read_result(text).has_value());
}

TEST_CASE("an assessment ends no game", "[result_text]") {
  const std::string text = GENERATE(as<std::string>{}, "=", "+-", "-+", "+--", "--+", "+/-", "-/+",
                                    "=-=", "-/-", "---", "+\u2212", "(=)", "- +", "+/=");
  CAPTURE(text);
  REQUIRE_FALSE(read_terminator(text).has_value());
}

TEST_CASE("a result at the end of the moves may have the form of a tag", "[result_text]") {
  const std::string text = GENERATE(as<std::string>{}, "1-0", "*", "1 - 0", "draw", "0-0", "1-0F");
  CAPTURE(text);
  REQUIRE(read_terminator(text) == read_result(text));
}

}  // namespace
}  // namespace arbiter::testing
