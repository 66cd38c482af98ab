#include "tools/cli/options/filter_options.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "db/model/filter_fields.h"
#include "tests/support/namespaces.h"
#include "tools/cli/command.h"

using namespace arbiter::testing;

namespace {

using Words = std::vector<std::string>;

struct OptionCase {
  Words arguments;
  std::string said;
};

// Returns the filter for the options on a command line.
Result<GameFilter> filter_given(const Words& arguments) {
  GameFilter filter;
  BoundCommand command;
  add_filters(command.line, filter);
  const auto parsed = parse_arguments(command, arguments);
  if (!parsed) return Error{parsed.error()};
  return filter;
}

}  // namespace

TEST_CASE("every field has an option, and one that excludes", "[filter]") {
  CommandLine line;
  GameFilter unused;
  add_filters(line, unused);
  for (const FilterField& field : filter_fields()) {
    for (const std::string& prefix : Words{"--", "--not-"}) {
      CAPTURE(prefix, field.name);
      const auto is_its_option = [&](const auto& option) {
        return option->names().back() == prefix + std::string(field.name);
      };
      CHECK(std::any_of(line.options().begin(), line.options().end(), is_its_option));
    }
  }
}

TEST_CASE("one value of each option must match, and all options must match", "[filter]") {
  const auto [arguments, said] = GENERATE(values<OptionCase>({
      {{}, ""},
      {{"--white", "Carlsen", "--white", "Anand", "--elo", "2400.."},
       "(white = Carlsen or white = Anand) and elo = 2400.."},
      {{"--eco", "B90", "--eco", "C65"}, "eco = B90 or eco = C65"},
      {{"--eco", "B90", "--where", "eco=B or elo>1", "--where", "elo<9"},
       "eco = B90 and (eco = B or elo > 1) and elo < 9"},
      {{"--not-eco", "B90", "--not-eco", "C", "--eco", "A"},
       "eco = A and not (eco = B90 or eco = C)"},
      {{"--between", "Tal", "Anand", "--between", "Carlsen, M", "Tal"},
       "between = \"Tal vs Anand\" or between = \"Carlsen, M vs Tal\""},
      {{"--tag", "Annotator=Tal", "--tag", "Mode = OTB|ICS"},
       "tag.Annotator = Tal or tag.Mode = OTB|ICS"},
      {{"--tag", "Site=/^(a|b)\\/$/|x"}, "tag.Site = \"/^(a|b)\\/$/|x\""},
      {{"--game", "2,3", "--game", "5 7"}, "game = 2,3 or game = \"5 7\""},
      {{"--id", "2", "--not-id", "5"}, "game = 2 and not game = 5"},
      {{"--where", "id = 2"}, "game = 2"},
      {{"--where", "white-elo-black-elo > 100 or not abs( tag.X )<=-2.5"},
       "white-elo-black-elo > 100 or not abs( tag.X ) <= -2.5"},
      {{"--where", "plies != tag.PlyCount"}, "plies != tag.PlyCount"},
      {{"--eval", "-1..0.5", "--has", "comments,nags"}, "has = comments,nags and eval = -1..0.5"},
      {{"--key", "823c9b50fd114196"}, "key = 823c9b50fd114196"},
      {{"--white", "Tal", "--opponent-elo", "2600..", "--won"},
       "white = Tal and black-elo = 2600.. and result = 1-0"},
      {{"--black", "Tal", "--not-opponent-elo", "..2000,2600.."},
       "black = Tal and not white-elo = ..2000,2600.."},
      {{"--blunder", "2.0", "--elo", "2000.."}, "elo = 2000.. and blunder = 2.0"},
      {{"--blunder", "2", "--where", "black = Tal"}, "black = Tal and black-blunder = 2"},
      {{"--player", "Tal", "--blunder", "2"},
       "player = Tal and ((white = Tal and white-blunder = 2) or (not white = Tal and "
       "black-blunder = 2))"},
  }));
  CAPTURE(arguments);
  const auto filter = filter_given(arguments);
  REQUIRE(filter);
  CHECK(to_string(*filter) == said);
}

TEST_CASE("--may-match applies to all dates, wherever it appears", "[filter]") {
  const auto filter = filter_given({"--may-match", "--date", "1990", "--where", "not date=1999"});
  REQUIRE(filter);
  for_each_test(*filter, [](const GameTest& test) {
    CHECK(std::get<NumberTest>(test).form == NumberTest::Form::PossibleDate);
  });
}

TEST_CASE("invalid option values are rejected", "[filter]") {
  struct Refused {
    Words arguments;
    std::string part;
  };
  const auto [arguments, part] = GENERATE(values<Refused>({
      {{"--elo", "x"}, "--elo: invalid value 'x'"},
      {{"--not-elo", "x"}, "--not-elo: invalid value 'x'"},
      {{"--tag", "x"}, "--tag: invalid value 'x' (expected a form such as Annotator="},
      {{"--tag", "Site=/(/"}, "--tag: invalid regular expression '('"},
      {{"--where", "wite=1"}, "did you mean 'white'?"},
      {{"--between", "Tal"}, "--between"},
      {{"--where", "white-elo - elo > 3"}, "'elo' is not a number (after '-')"},
      {{"--where", "3 > 2"}, "unknown field '3'"},
      {{"--key", "x"}, "--key: invalid value 'x' (expected a form such as 463b"},
      {{"--eval", "a.."}, "--eval: invalid value 'a..' (expected a form such as 0.5"},
      {{"--white-clock", "x"}, "--white-clock: invalid value 'x' (expected a form such as ..60"},
      {{"--result", "Loss"},
       "--result: invalid value 'Loss' (expected 1-0, 0-1, 1/2-1/2, *, 1/2, draw; for a player, "
       "use --won"},
      {{"--opponent-elo", "2600.."}, "--opponent-elo: needs a player: --player"},
      {{"--blunder", "-1"},
       "--blunder: invalid value '-1' (expected pawns, such as 1.5, up to 20)"},
      {{"--player", "Tal", "--blunder", "x"}, "--blunder: invalid value 'x' (expected pawns"},
      {{"--has", "pictures"}, "--has: invalid value 'pictures' (expected one of comments"},
      {{"--positions-from", "/nowhere"}, "--positions-from: /nowhere: "},
  }));
  CAPTURE(arguments);
  const auto filter = filter_given(arguments);
  REQUIRE_FALSE(filter);
  CHECK_THAT(filter.error(), Catch::Contains(part));
}
