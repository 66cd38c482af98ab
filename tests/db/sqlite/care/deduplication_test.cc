#include "db/sqlite/care/deduplication.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "db/sqlite/query/sqlite_reader.h"
#include "tests/db/care_database.h"
#include "tests/db/sample_games.h"
#include "tests/db/written_games.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

std::vector<std::string> groups_of(const std::vector<WrittenGame>& games) {
  const auto database = testing::empty_database();
  std::string text;
  for (const WrittenGame& game : games) text += pgn(game);
  testing::import_text(*database, text);
  std::vector<std::string> lines;
  const auto note = [&](const DuplicateGroup& group) {
    std::string line = fmt::format("{}", number_of(group.kept));
    for (const DuplicateGame& other : group.others) {
      line += fmt::format("; {} {}, {}{}", number_of(other.game), to_string(other.kind), other.why,
                          other.is_held() ? ", held" : "");
    }
    lines.push_back(line);
  };
  find_duplicates(*database, SqliteReader(*database).select({}), note);
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("the same moves of the same players are one game") {
  const std::string moves = moves_of(30);
  CHECK(groups_of({{.moves = moves}, {.moves = moves}}) ==
        Lines{"1; 2 same-moves, the earlier copy is kept"});
  CHECK(groups_of({{.white = "Carlsen, M", .moves = moves},
                   {.black = "ANAND,V.", .date = "2013.??.??", .moves = moves}}) ==
        Lines{"1; 2 same-moves, its date is less complete, held"});
  CHECK(
      groups_of({{.moves = moves}, {.white = "Carlsen, M", .black = "ANAND,V.", .moves = moves}}) ==
      Lines{"1; 2 same-moves, its names are less complete"});
  CHECK(groups_of({{.moves = moves},
                   {.moves = moves, .more_tags = "[Annotator \"A\"]\n[Board \"1\"]\n"},
                   {.moves = moves, .more_tags = "[Annotator \"A\"]\n[Mode \"?\"]\n"}}) ==
        Lines{"2; 1 same-moves, it has 2 tags fewer; 3 same-moves, it has 1 tag fewer"});
}

TEST_CASE("a round with its board equals the round without") {
  const std::string moves = moves_of(30);
  CHECK(groups_of({{.moves = moves, .round = "5"}, {.moves = moves, .round = "5.1"}}).size() == 1);
  CHECK(groups_of({{.moves = moves, .round = "5"}, {.moves = moves, .round = "15.1"}}).empty());
}

TEST_CASE("games with contradicting tags are different") {
  const std::string moves = moves_of(30);
  const WrittenGame other = GENERATE_COPY(WrittenGame{.white = "Karpov, Anatoly", .moves = moves},
                                          WrittenGame{.date = "2014.11.12", .moves = moves},
                                          WrittenGame{.result = "1-0", .moves = moves},
                                          WrittenGame{.moves = moves, .round = "4"},
                                          WrittenGame{.moves = moves_of(30, "1. e4 e6")});
  CHECK(groups_of({{.moves = moves}, other}) == Lines());
}

TEST_CASE("short games are duplicates only if all known values are equal") {
  const std::string moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4";
  CHECK(groups_of({{.moves = moves}, {.moves = moves}}).size() == 1);
  CHECK(groups_of({{.moves = moves}, {.white = "Carlsen, M", .moves = moves}}).empty());
  CHECK(groups_of({{.moves = moves}, {.white = "CARLSEN, Magnus", .moves = moves}}).size() == 1);
  CHECK(groups_of({{.moves = moves}, {.moves = moves, .event = "Blitz"}}).empty());
  CHECK(groups_of({{.moves = moves}, {.moves = moves, .round = "3.2"}}).empty());
  CHECK(groups_of({{.moves = moves}, {.moves = moves, .round = "?"}}).size() == 1);
}

TEST_CASE("a game that is the beginning of another is a duplicate if nothing else differs") {
  CHECK(groups_of({{.moves = moves_of(20)}, {.moves = moves_of(44)}}) ==
        Lines{"2; 1 prefix, it is 24 half-moves shorter"});
  CHECK(groups_of({{.moves = moves_of(43)}, {.moves = moves_of(44)}, {.moves = moves_of(20)}}) ==
        Lines{"2; 1 prefix, it is 1 half-move shorter; 3 prefix, it is 24 half-moves shorter"});
  CHECK(groups_of({{.date = "2012.01.01", .moves = moves_of(20)}, {.moves = moves_of(44)}}) ==
        Lines());
  CHECK(groups_of({{.result = "*", .moves = moves_of(20)}, {.moves = moves_of(44)}}).size() == 1);
  CHECK(groups_of({{.moves = moves_of(8)}, {.moves = moves_of(44)}}) == Lines());
}

TEST_CASE("a common beginning of two different games is a duplicate of neither") {
  const WrittenGame fragment{.white = "?",
                             .black = "?",
                             .date = "????.??.??",
                             .result = "*",
                             .moves = moves_of(24),
                             .event = "?",
                             .round = "?"};
  const std::string one = moves_of(24) + " g3";
  const std::string two = moves_of(24) + " g4";
  CHECK(groups_of({fragment, {.moves = one}}).size() == 1);
  CHECK(groups_of({fragment,
                   {.moves = one},
                   {.white = "Karpov, A", .date = "1990.01.01", .moves = two}}) == Lines());
}

TEST_CASE("unknown values of a game do not make two others duplicates") {
  const std::string moves = moves_of(30);
  const WrittenGame unknown{.date = "????.??.??", .result = "*", .moves = moves};
  const auto groups = groups_of(
      {unknown, {.date = "2013.01.01", .moves = moves}, {.date = "2014.01.01", .moves = moves}});
  CHECK(groups == Lines{"2; 1 same-moves, its result is unknown"});
}

TEST_CASE("a long game under other names is reported as such") {
  const WrittenGame other{.white = "Karlsson, Peter", .moves = moves_of(50)};
  CHECK(groups_of({{.moves = moves_of(50)}, other}) ==
        Lines{"1; 2 other-names, the earlier copy is kept"});
  CHECK(groups_of({{.moves = moves_of(50)},
                   {.white = "Karlsson, Peter", .date = "2012.01.01", .moves = moves_of(50)}}) ==
        Lines());
}

TEST_CASE("games under other names need the same known date and result") {
  const std::string moves = moves_of(50);
  struct Case {
    std::string date, other_date, result, other_result;
    bool is_group;
  };
  const Case cases[] = {
      {"2013.11.12", "2013.11.12", "1-0", "1-0", true},
      {"2013.11.12", "????.??.??", "1-0", "1-0", false},
      {"????.??.??", "????.??.??", "1-0", "1-0", false},
      {"2013.11.12", "2013.11.??", "1-0", "1-0", false},
      {"2013.11.??", "2013.11.??", "1-0", "1-0", false},
      {"2013.11.12", "2013.11.13", "1-0", "1-0", false},
      {"2013.11.12", "2013.11.12", "1-0", "*", false},
      {"2013.11.12", "2013.11.12", "*", "*", false},
      {"2013.11.12", "2013.11.12", "1-0", "0-1", false},
  };
  for (const Case& one : cases) {
    CAPTURE(one.date, one.other_date, one.result, one.other_result);
    const WrittenGame game{.date = one.date, .result = one.result, .moves = moves};
    WrittenGame other = game;
    other.white = "Karlsson, Peter";
    other.date = one.other_date;
    other.result = one.other_result;
    CHECK(groups_of({game, other}).empty() != one.is_group);
    other.moves = moves_of(52);
    CHECK(groups_of({game, other}).empty());
  }
}

TEST_CASE("comments that the kept game lacks are a reason to keep a game") {
  const std::string moves = moves_of(30);
  CHECK(groups_of({{.moves = moves}, {.moves = moves + " {A comment}"}}) ==
        Lines{"2; 1 same-moves, it has no comments or variations"});
  CHECK(groups_of({{.moves = moves + " {One}"}, {.moves = moves + " {Two}"}}) ==
        Lines{"1; 2 same-moves, the earlier copy is kept, held"});
  CHECK(groups_of({{.moves = moves + " {One}"}, {.moves = moves + " {One}"}}) ==
        Lines{"1; 2 same-moves, the earlier copy is kept"});
  CHECK(groups_of({{.moves = moves + " {One}"}, {.moves = moves_of(32) + " {One}"}}) ==
        Lines{"2; 1 prefix, it is 2 half-moves shorter, held"});
  CHECK(groups_of({{.result = "*", .moves = moves_of(2) + " {One} " + moves.substr(8)},
                   {.moves = moves_of(2) + " {One} " + moves_of(32).substr(8)}}) ==
        Lines{"2; 1 prefix, it is 2 half-moves shorter"});
}

TEST_CASE("deleted games and variants are not compared") {
  const auto database = testing::empty_database();
  const std::string moves = moves_of(30);
  testing::import_text(*database, pgn({.moves = moves}) + pgn({.moves = moves}) +
                                      pgn({.moves = moves, .more_tags = "[Variant \"Atomic\"]\n"}));
  testing::delete_numbers(*database, {2});
  find_duplicates(*database, SqliteReader(*database).select({}),
                  [](const DuplicateGroup& group) { FAIL(number_of(group.kept)); });
}

}  // namespace arbiter::testing
