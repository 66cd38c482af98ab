#include "db/model/filter_text.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "db/model/filter_fields.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

namespace {

GameFilter parsed(const std::string& text) {
  auto filter = parse_filter(text);
  CAPTURE(text);
  if (!filter) FAIL(filter.error());
  return *filter;
}

// Returns the only test of a filter, or the first of several.
template <class Test>
Test first_test(const GameFilter& filter) {
  std::optional<Test> found;
  for_each_test(filter, [&](const GameTest& test) {
    if (!found) found = std::get<Test>(test);
  });
  return found.value();
}

NumberTest number_test(const GameFilter& filter) { return first_test<NumberTest>(filter); }

struct RangeCase {
  std::string text;
  std::optional<std::uint64_t> min;
  std::optional<std::uint64_t> max;
};

}  // namespace

TEST_CASE("a date can be a year, a month, a day or a range of them", "[filter]") {
  const auto [text, min, max] = GENERATE(values<RangeCase>({
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
  }));
  CAPTURE(text);
  CHECK(number_test(parsed(text)).range == ValueRange{min, max});
}

TEST_CASE("ratings and lengths are numbers or ranges", "[filter]") {
  const auto [text, min, max] = GENERATE(values<RangeCase>({
      {"elo=2600", 2600, 2600},
      {"elo == 2600", 2600, 2600},
      {"elo=2400..2500", 2400, 2500},
      {"elo=2400-2500", 2400, 2500},
      {"elo=2400..", 2400, {}},
      {"elo>=2400", 2400, {}},
      {"elo>2400", 2401, {}},
      {"elo<=2400", 1, 2400},
      {"elo < 2400", 1, 2399},
  }));
  CAPTURE(text);
  CHECK(number_test(parsed(text)).range == ValueRange{min, max});
}

TEST_CASE("opening codes match by letter, ten or one", "[filter]") {
  const auto [text, min, max] = GENERATE(values<RangeCase>({
      {"eco=A00", 1, 1},
      {"eco=B", 101, 200},
      {"eco=b9", 191, 200},
      {"eco=E99", 500, 500},
      {"eco=B20..B99", 121, 200},
      {"eco=B20-C", 121, 300},
      {"eco>=E", 401, {}},
  }));
  CAPTURE(text);
  CHECK(first_test<EcoTest>(parsed(text)).range == ValueRange{min, max});
}

namespace {

struct TextCase {
  std::string text;
  std::string printed;  // the same filter, from to_string()
};

}  // namespace

TEST_CASE("a filter is printed as it is parsed", "[filter]") {
  const auto [text, printed] = GENERATE(values<TextCase>({
      {"white=Carlsen, M", "white = \"Carlsen, M\""},
      {"white = Carlsen, M and elo>1", "white = \"Carlsen, M\" and elo > 1"},
      {"white==Carlsen, Magnus", "white = \"=Carlsen, Magnus\""},
      {"white=\"=Carlsen\" ", "white = \"=Carlsen\""},
      {"white=='Carlsen, M'", "white = \"=Carlsen, M\""},
      {"event=\"Rest and Play\" and elo>1", "event = \"Rest and Play\" and elo > 1"},
      {"event='Rest or Play'", "event = \"Rest or Play\""},
      {"event='The \"Rest\"'", "event = \"The \"\"Rest\"\"\""},
      {"event=\"The \"\"Rest\"\"\"", "event = \"The \"\"Rest\"\"\""},
      {"event=Open (rapid)", "event = \"Open (rapid)\""},
      {"(event=Open (rapid))", "event = \"Open (rapid)\""},
      {"event='A and B'|'C'", "event = \"A and B|C\""},
      {"black=O'Kelly and white=L'Ami", "black = \"O'Kelly\" and white = \"L'Ami\""},
      {"player=Anderson", "player = Anderson"},
      {"player=Orr", "player = Orr"},
      {"player=Carlsen|Anand", "player = Carlsen|Anand"},
      {"between = Carlsen vs Anand", "between = \"Carlsen vs Anand\""},
      {"white_elo>2000 and PLIES<20", "white-elo > 2000 and plies < 20"},
      {"(white-elo + black-elo) / 2>=2500 and (plies>4)",
       "(white-elo + black-elo) / 2 >= 2500 and plies > 4"},
      {"(white-elo) >2400", "(white-elo) > 2400"},
      {"((white-elo-black-elo)*2 > 100 or eco=B)", "(white-elo-black-elo)*2 > 100 or eco = B"},
      {"elo == 2600", "elo = 2600"},
      {"tag.Annotator=Tal", "tag.Annotator = Tal"},
      {"not eco=B90", "not eco = B90"},
      {"eco!=B90", "eco != B90"},
      {"NOT(eco=B90)", "not eco = B90"},
      {"not not eco=B90", "not not eco = B90"},
      {"eco=B or eco=C and elo>1", "eco = B or (eco = C and elo > 1)"},
      {"(eco=B or eco=C) and elo>1", "(eco = B or eco = C) and elo > 1"},
      {"not (eco=B or eco=C)and not elo>1", "not (eco = B or eco = C) and not elo > 1"},
      {" ( ( eco = B ) ) ", "eco = B"},
      {"eco=B AND\n(result=1-0 OR result=0-1)", "eco = B and (result = 1-0 or result = 0-1)"},
  }));
  CAPTURE(text);
  const GameFilter filter = parsed(text);
  CHECK(to_string(filter) == printed);
  CHECK(to_string(parsed(printed)) == printed);
}

TEST_CASE("invalid conditions are rejected with the reason", "[filter]") {
  struct Refused {
    std::string text;
    std::string part;
  };
  const auto [text, part] = GENERATE(values<Refused>({
      {"", "'' is not a condition"},
      {"elo", "'elo' is not a condition"},
      {"elo 2400", "'elo 2400' is not a condition"},
      {"white like 'Carls%'", "(expected a form such as white = Carls, by the beginnings"},
      {"elo>=2400 or", "'' is not a condition"},
      {"not", "'' is not a condition"},
      {"elo>=", "elo: a value is missing"},
      {"elo>=abc", "elo: invalid value 'abc' (expected a form such as 2600"},
      {"elo=2500..2400", "the range '2500..2400' is empty"},
      {"elo<0", "no value is less than '0'"},
      {"elo>=70000", "'70000'"},
      {"elo=2400|x", "invalid value 'x'"},
      {"date=92", "date: invalid value '92'"},
      {"date=1992.13", "date: invalid value '1992.13'"},
      {"date=?", "for incomplete dates: --tag 'Date=/\\?/'"},
      {"date=1992.00.04", "date"},
      {"date=1992.??.04", "date"},
      {"eco=F10", "eco"},
      {"eco=B100", "eco"},
      {"id=0", "game: invalid value '0'"},
      {"round>Final", "round: invalid value"},
      {"white>Carlsen", "white can only be compared with ="},
      {"white=", "a value is missing"},
      {"white=A||B", "a value is missing"},
      {"wite=A", "unknown field 'wite' (did you mean 'white'?); fields: player, white,"},
      {"zzz=A", "unknown field 'zzz'; fields: player, white,"},
      {"white.x=A", "unknown field 'white.x'; use tag.x for a tag"},
      {"tag=A", "tag needs a tag name"},
      {"between=A", "invalid value 'A' (expected a form such as Carlsen vs Anand)"},
      {"result=2-0", "result: invalid value '2-0' (expected one of 1-0"},
      {"ending=mat", "ending: invalid value 'mat' (expected one of unknown, mate"},
      {"title=XM", "title: invalid value 'XM' (expected one of GM"},
      {"finding=pined", "did you mean pinned"},
      {"material=KR", "Black has no king"},
      {"white=\"Carlsen", "unterminated quote: \"Carlsen"},
      {"white='t Hooft and elo>1", "unterminated quote: 't Hooft"},
      {"white=\"A\" B", "unexpected 'B' after the closing quote"},
      {"(eco=B", "')' is missing after '(eco=B'"},
      {"eco=B)", "unexpected ')'"},
      {std::string(200, '(') + "eco=B" + std::string(200, ')'), "nested too deeply"},
      {std::string(100000, '('), "nested too deeply"},
  }));
  CAPTURE(text);
  const auto filter = parse_filter(text);
  REQUIRE_FALSE(filter);
  CAPTURE(filter.error());
  CHECK(filter.error().find(part) != std::string::npos);
}

TEST_CASE("a filter can be added to", "[filter]") {
  GameFilter filter;
  CHECK(filter.is_empty());
  filter.require(parsed("eco=B or eco=C"));
  filter.require(parsed("elo>1"));
  filter.require(parsed("plies>1 and date>2000"));
  CHECK(to_string(filter) == "(eco = B or eco = C) and elo > 1 and (plies > 1 and date > 2000)");
  CHECK_FALSE(filter.is_empty());
}

TEST_CASE("the game ids in a filter are found", "[filter]") {
  CHECK(games_by_id(parsed("id=2,3|7..9 and not id=4")) == std::vector{GameId{2}, GameId{3}});
  CHECK(uses_number(parsed("eco=B or not id=4"), GameNumber::Id));
  CHECK_FALSE(uses_number(parsed("elo=2000"), GameNumber::Id));
}
