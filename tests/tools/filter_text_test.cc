#include "tools/cli/options/filter_text.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "db/model/game_draft.h"
#include "lib/diagnostics/catalogue.h"
#include "tests/support/namespaces.h"
#include "tools/cli/bound_command.h"
#include "tools/cli/options/filter_fields.h"
#include "tools/cli/options/filter_options.h"

using namespace arbiter::testing;

namespace {

GameFilter filter_of(const std::string& conditions) {
  auto filter = with_conditions({}, conditions);
  CAPTURE(conditions);
  if (!filter) FAIL(filter.error());
  return *filter;
}

template <class T>
struct RangeCase {
  std::string text;
  std::optional<T> least;
  std::optional<T> most;
};

}  // namespace

TEST_CASE("a date can be a year, a month, a day or a range of them", "[filter]") {
  const auto [text, least, most] = GENERATE(values<RangeCase<std::uint32_t>>({
      {"date=1992", 19920000, 19921231},
      {"date=1992.11", 19921100, 19921131},
      {"date=1992.11.04", 19921104, 19921104},
      {"date=1992-11-04", 19921104, 19921104},
      {"date=1992.??.??", 19920000, 19921231},
      {"date=1990..1999", 19900000, 19991231},
      {"date=1990-1999", 19900000, 19991231},
      {"date=2000..", 20000000, {}},
      {"date=..2000.05", {}, 20000531},
      {"date = 1992.11.04..1993", 19921104, 19931231},
      {"date>=2000", 20000000, {}},
      {"date>2000", 20001232, {}},
      {"date<=2000", {}, 20001231},
      {"date<2000", {}, 19999999},
      {"date < 2000.05.17", {}, 20000516},
      {"date>=2000 and date<=2010", 20000000, 20101231},
      {"date=1990..2005 AND date=2000..2010", 20000000, 20051231},
  }));
  CAPTURE(text);
  const GameFilter filter = filter_of(text);
  CHECK(filter.date.least == least);
  CHECK(filter.date.most == most);
}

TEST_CASE("ratings and lengths are numbers or ranges", "[filter]") {
  const auto [text, least, most] = GENERATE(values<RangeCase<std::uint16_t>>({
      {"elo=2600", 2600, 2600},
      {"elo == 2600", 2600, 2600},
      {"elo=2400..2500", 2400, 2500},
      {"elo=2400-2500", 2400, 2500},
      {"elo=2400..", 2400, {}},
      {"elo>=2400", 2400, {}},
      {"elo>2400", 2401, {}},
      {"elo<=2400", {}, 2400},
      {"elo < 2400", {}, 2399},
      {"elo>=2400 and elo<2500", 2400, 2499},
  }));
  CAPTURE(text);
  const GameFilter filter = filter_of(text);
  CHECK(filter.elo.least == least);
  CHECK(filter.elo.most == most);
}

TEST_CASE("codes of openings go by letter, ten or one", "[filter]") {
  const auto [text, least, most] = GENERATE(values<RangeCase<std::uint16_t>>({
      {"eco=A00", 1, 1},
      {"eco=B", 101, 200},
      {"eco=b9", 191, 200},
      {"eco=E99", 500, 500},
      {"eco=B20..B99", 121, 200},
      {"eco=B20-C", 121, 300},
      {"eco>=E", 401, {}},
  }));
  CAPTURE(text);
  const GameFilter filter = filter_of(text);
  CHECK(filter.eco.least == least);
  CHECK(filter.eco.most == most);
}

TEST_CASE("names go to the next 'and' or to the end of the quotes", "[filter]") {
  using Names = std::vector<std::string>;
  CHECK(filter_of("white=Carlsen, M").white == Names{"Carlsen, M"});
  CHECK(filter_of("white = Carlsen, M and elo>1").white == Names{"Carlsen, M"});
  CHECK(filter_of("white==Carlsen, Magnus").white == Names{"=Carlsen, Magnus"});
  CHECK(filter_of("event=\"Rest and Play\" and elo>1").event == Names{"Rest and Play"});
  CHECK(filter_of("event='Rest and Play'").event == Names{"Rest and Play"});
  CHECK(filter_of("black=O'Kelly and white=L'Ami").black == Names{"O'Kelly"});
  CHECK(filter_of("player=Anderson").player == Names{"Anderson"});
  CHECK(filter_of("player=Carlsen|Anand").player == Names{"Carlsen", "Anand"});
}

TEST_CASE("other words are the options' words", "[filter]") {
  const GameFilter filter = filter_of(
      "result=1-0|draw and ending=mate,stalemate and flag=duplicate and finding=pinned"
      " and material=KRPkr and white_elo>2000 and PLIES<20");
  CHECK(filter.result == std::vector{Outcome::WhiteWins, Outcome::Draw});
  CHECK(filter.ending == std::vector{Ending::Checkmate, Ending::Stalemate});
  CHECK(filter.flags == kDuplicate);
  CHECK(filter.finding == std::vector{*parse_code("pinned")});
  CHECK(filter.material.has_value());
  CHECK(filter.white_elo.least == 2001);
  CHECK(filter.plies.most == 19);
}

TEST_CASE("what is no condition is refused with the reason", "[filter]") {
  struct Refused {
    std::string text;
    std::string part;
  };
  const auto [text, part] = GENERATE(values<Refused>({
      {"", "'' is no condition"},
      {"elo", "'elo' is no condition"},
      {"elo>=2400 or date>2000", "2400 or date>2000"},
      {"elo>=", "elo: '' is not of the form"},
      {"elo>=abc", "elo: 'abc' is not of the form 2600"},
      {"elo=2500..2400", "'2500..2400'"},
      {"elo<0", "'0'"},
      {"elo>=70000", "'70000'"},
      {"date=92", "date: '92'"},
      {"date=1992.13", "date: '1992.13'"},
      {"date=1992.00.04", "date"},
      {"date=1992.??.04", "date"},
      {"eco=F10", "eco"},
      {"eco=B100", "eco"},
      {"white>Carlsen", "white can only be compared with ="},
      {"white=", "nothing to look for"},
      {"white=A and white=B", "white is asked for twice; one of several is white=A|B"},
      {"wite=A", "did you mean white?"},
      {"result=2-0", "result: '2-0' is none of 1-0"},
      {"ending=mat", "ending: 'mat' is none of"},
      {"finding=pined", "did you mean pinned"},
      {"material=KRPkr and material=Kk", "only one material"},
      {"material=KR", "Black has no king"},
  }));
  CAPTURE(text);
  const auto filter = with_conditions({}, text);
  REQUIRE_FALSE(filter);
  CAPTURE(filter.error());
  CHECK(filter.error().find(part) != std::string::npos);
}

// The filter that the options on a command line name.
Result<GameFilter> filter_given(std::vector<std::string> arguments) {
  GameFilter filter;
  BoundCommand command;
  add_filters(command.line, filter);
  const auto parsed = parse_arguments(command, std::move(arguments));
  if (!parsed) return Error{parsed.error()};
  return filter;
}

TEST_CASE("every field is an option, and --where adds to them", "[filter]") {
  CommandLine line;
  GameFilter unused;
  add_filters(line, unused);
  for (const FilterField& field : filter_fields()) {
    CAPTURE(field.name);
    const auto is_its_option = [&](const auto& option) {
      return option->names().back() == "--" + std::string(field.name);
    };
    CHECK(std::any_of(line.options().begin(), line.options().end(), is_its_option));
  }
  const auto filter =
      filter_given({"--white", "Carlsen", "--white", "Anand", "--elo", "2400..", "--where",
                    "elo<2600 and black=Tal", "--date", "1990..1999", "--may-match"});
  REQUIRE(filter);
  CHECK(filter->white == std::vector<std::string>{"Carlsen", "Anand"});
  CHECK(filter->black == std::vector<std::string>{"Tal"});
  CHECK(filter->elo.least == 2400);
  CHECK(filter->elo.most == 2599);
  CHECK(filter->unknown_dates == UnknownDates::MayMatch);
  const auto refused = filter_given({"--material", "Kk", "--material", "Kk"});
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error(), Catch::Contains("only one material"));
}
