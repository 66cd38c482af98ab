// Tests that `arbiter dedup --apply` keeps the better copy of each game, and loses nothing.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <regex>
#include <string>
#include <vector>

#include "tests/db/written_games.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"
#include "tests/tools/workbench.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;

constexpr std::size_t kPairs = 1200;

// A tag or comment of a copy. The other copy may have less of it, or another value.
struct Part {
  std::string tag;
  std::string value;
  std::string less = {};   // empty for no such tag
  std::string other = {};  // empty if copies do not differ in it
};

enum PartIndex : std::size_t { kDate = 2, kWhite = 4, kResult, kPlyCount, kComment };

const std::vector<Part> kParts = {
    {"Event", "Open", "?", "Blitz"},
    {"Site", "Bern", "?", "Basel"},
    {"Date", "2024.05.09", "2024.??.??"},
    {"Round", "3", "?"},
    {"White", "Anna", "A"},
    {"Result", "1-0", "*"},
    {"PlyCount", "24"},
    {"", "{Best}"},
    {"WhiteElo", "2510", "", "2500"},
    {"BlackElo", "2430"},
    {"ECO", "A00"},
    {"WhiteTitle", "GM"},
    {"Annotator", "Somebody", "", "Another"},
};

enum class Has { Both, First, Second, Differ };

using Pair = std::vector<Has>;  // an entry for each part

bool has(const Pair& pair, std::size_t part, std::size_t copy) {
  return pair[part] != (copy == 0 ? Has::Second : Has::First);
}

bool alone_has(const Pair& pair, std::size_t part, std::size_t copy) {
  return pair[part] == (copy == 0 ? Has::First : Has::Second);
}

std::string value_of(const Pair& pair, std::size_t part, std::size_t copy) {
  const Part& means = kParts[part];
  if (!has(pair, part, copy)) return means.less;
  return pair[part] == Has::Differ && copy == 1 ? means.other : means.value;
}

// Returns pairs with each part missing in either copy, then pairs of two parts, then any number of
// parts.
std::vector<Pair> constructed_pairs() {
  const Pair same(kParts.size(), Has::Both);
  std::vector<Pair> pairs;
  const auto states = [](std::size_t part) {
    std::vector<Has> all = {Has::First, Has::Second};
    if (!kParts[part].other.empty()) all.push_back(Has::Differ);
    return all;
  };
  for (std::size_t a = 0; a < kParts.size(); ++a) {
    for (const Has of_a : states(a)) {
      pairs.push_back(same);
      pairs.back()[a] = of_a;
      for (std::size_t b = 0; b < a; ++b) {
        for (const Has of_b : states(b)) {
          pairs.push_back(same);
          pairs.back()[a] = of_a;
          pairs.back()[b] = of_b;
        }
      }
    }
  }
  std::mt19937 random(1200);
  while (pairs.size() < kPairs) {
    Pair& pair = pairs.emplace_back(same);
    for (std::size_t part = 0; part < kParts.size(); ++part) {
      const std::vector<Has> all = states(part);
      const std::size_t choice = random() % (2 * all.size());
      if (choice < all.size()) pair[part] = all[choice];
    }
  }
  return pairs;
}

std::string written(const Pair& pair, std::size_t number, std::size_t copy) {
  static const char* const kFirst[] = {"e3", "e4", "f4", "g3", "g4"};
  static const char* const kReply[] = {"e5", "e6", "f5", "g5", "g6"};
  std::string text;
  for (std::size_t part = 0; part < kParts.size(); ++part) {
    std::string value = value_of(pair, part, copy);
    if (part == kWhite) value = fmt::format("Player{:04}, {}", number, value);
    if (part != kComment && !value.empty()) {
      text += fmt::format("[{} \"{}\"]\n", kParts[part].tag, value);
    }
    if (part == kWhite) text += "[Black \"Brandt, Ole\"]\n";
  }
  return fmt::format(
      "{}\n{} {} {}\n\n", text,
      moves_of(24, fmt::format("1. {} {}", kFirst[number / 5 % 5], kReply[number % 5])),
      has(pair, kComment, copy) ? "{Best}" : "", value_of(pair, kResult, copy));
}

// Returns the documented criteria. The copy with the greater values is better.
std::vector<std::size_t> merits(const Pair& pair, std::size_t copy) {
  std::size_t tags = 0;
  for (std::size_t part = 0; part < kParts.size(); ++part) {
    const bool is_counted =
        part != kPlyCount && part != kComment && part != kDate && part != kWhite;
    if (is_counted && has(pair, part, copy)) ++tags;
  }
  return {has(pair, kComment, copy), has(pair, kResult, copy), has(pair, kDate, copy), tags,
          has(pair, kWhite, copy)};
}

bool is_better_copy(const Pair& pair, std::size_t copy) {
  return merits(pair, copy) > merits(pair, 1 - copy);
}

// Returns the error in deleting this copy, if any. `line` is the output about it.
std::string fault_of_deleting(const Pair& pair, std::size_t copy, const std::string& line) {
  if (is_better_copy(pair, copy)) return "the better copy is deleted";
  for (std::size_t part = 0; part < kParts.size(); ++part) {
    const std::string& tag = kParts[part].tag;
    const std::string named = fmt::format("{} \\\"{}\\\"", tag, value_of(pair, part, copy));
    if (part != kPlyCount && alone_has(pair, part, copy)) return "lost: " + tag;
    if (pair[part] == Has::Differ && line.find(named) == std::string::npos) {
      return "not named: " + tag;
    }
  }
  return {};
}

bool has_something_alone(const Pair& pair, std::size_t copy) {
  for (std::size_t part = 0; part < kParts.size(); ++part) {
    if (part != kPlyCount && alone_has(pair, part, copy)) return true;
  }
  return false;
}

// Returns the JSON lines of games 1, 2, ...
std::vector<std::string> lines_by_game(const std::string& output) {
  std::vector<std::string> lines(2 * kPairs);
  for (const std::string& line : lines_of(output)) {
    std::smatch match;
    if (std::regex_search(line, match, std::regex("\"game\":([0-9]+)"))) {
      lines.at(std::stoul(match[1]) - 1) = line;
    }
  }
  return lines;
}

bool is_deleted(const std::string& line) {
  return line.find("\"action\":\"delete\"") != std::string::npos;
}

// Returns whether the line is about the copy with which the others are compared.
bool is_chosen(const std::string& line) { return line.find("\"kind\":null") != std::string::npos; }

std::vector<std::string> exported_games(const Workbench& bench) {
  const std::string text = bench.run("arbiter export copies.db -o - 2> /dev/null").output;
  std::vector<std::string> games;
  for (std::size_t at = text.find("[Event "); at != std::string::npos;) {
    const std::size_t next = text.find("\n[Event ", at);
    games.push_back(text.substr(at, next - at));
    at = next == std::string::npos ? next : next + 1;
  }
  return games;
}

}  // namespace

TEST_CASE("of 1,200 pairs of copies the better one is kept, and nothing is lost") {
  const std::vector<Pair> pairs = constructed_pairs();
  REQUIRE(pairs.size() == kPairs);
  std::string text;
  for (std::size_t i = 0; i < 2 * kPairs; ++i) text += written(pairs[i / 2], i / 2, i % 2);
  const Workbench bench;
  bench.write("copies.pgn", text);
  REQUIRE(bench.run("arbiter import -q copies.db copies.pgn").status <= 1);
  std::vector<std::string> expected = exported_games(bench);
  REQUIRE(expected.size() == 2 * kPairs);
  const std::string output = bench.run("arbiter dedup copies.db --apply --format json").output;
  CHECK_THAT(output, Contains("\"groups\":1200"));

  const std::vector<std::string> lines = lines_by_game(output);
  for (std::size_t i = 0; i < 2 * kPairs; ++i) {
    const Pair& pair = pairs[i / 2];
    const std::size_t copy = i % 2;
    CAPTURE(written(pair, i / 2, 0), written(pair, i / 2, 1), lines[i], lines[i ^ 1]);
    CHECK(is_chosen(lines[i]) != is_chosen(lines[i ^ 1]));
    if (is_better_copy(pair, copy)) CHECK(is_chosen(lines[i]));
    if (is_deleted(lines[i])) {
      CHECK(fault_of_deleting(pair, copy, lines[i]).empty());
      expected[i].clear();
    } else {
      const bool is_needed = is_chosen(lines[i]) || has_something_alone(pair, copy);
      CHECK(is_needed);
    }
  }
  std::erase(expected, std::string());
  CHECK(exported_games(bench) == expected);
}

TEST_CASE("a copy with the result or with ratings is kept") {
  const Workbench bench;
  bench.write("copies.pgn", read_text("testdata/duplicates.pgn"));
  REQUIRE(bench.run("arbiter import -q copies.db copies.pgn").status <= 1);
  const std::vector<std::string> before = exported_games(bench);
  REQUIRE(before.size() == 4);
  CHECK_THAT(bench.run("arbiter dedup copies.db --apply").output,
             Contains("its result is unknown") && Contains("it has 3 tags fewer"));
  CHECK(exported_games(bench) == std::vector{before[1], before[3]});
}

TEST_CASE("dedup reports the parts that only one copy has, and keeps that copy") {
  const Workbench bench;
  const auto game = [](const std::string& tags) {
    return pgn({.moves = moves_of(30), .more_tags = tags});
  };
  bench.write("copies.pgn", game("[WhiteElo \"2870\"]\n[BlackElo \"2775\"]\n") +
                                game("[Annotator \"Nora\"]\n") + game("[Annotator \"Nora\"]\n") +
                                game("[WhiteElo \"2872\"]\n"));
  REQUIRE(bench.run("arbiter import -q copies.db copies.pgn").status <= 1);
  CHECK_THAT(
      bench.run("arbiter dedup copies.db --apply").output,
      Contains("it has 1 tag fewer, but this copy has Annotator of its own") &&
          Contains("it has 1 tag fewer; not kept: WhiteElo \"2872\"") &&
          Contains("1 group, 2 games deleted (1 with different tag values); 1 game kept because it "
                   "contains unique information"));
  CHECK(bench.run("arbiter find copies.db --count 2> /dev/null").output == "2\n");
  CHECK_THAT(bench.run("arbiter dedup copies.db --apply").output, Contains("0 games deleted"));
}

TEST_CASE("duplicates of game files are listed, and the other games written") {
  const Workbench bench;
  bench.write("masters.pgn", read_text(testdata("masters.pgn").string()));
  bench.run("head -n 30 masters.pgn > one.pgn");
  const FolderContent before = bench.content();
  const ProgramRun run = bench.run("arbiter dedup masters.pgn one.pgn 2>&1");
  CHECK(run.status == 0);
  CHECK_THAT(bench.run("cp one.pgn two.pgn; arbiter dedup one.pgn two.pgn 2>&1; rm two.pgn").output,
             Contains("two.pgn: same text as ") && Contains("; read once"));
  CHECK_THAT(run.output, Contains("2 groups, 2 games would be omitted by -o NAME.pgn"));
  const ProgramRun applied = bench.run("arbiter dedup --apply masters.pgn one.pgn 2>&1");
  CHECK(applied.status == 2);
  CHECK_THAT(applied.output, Contains("`arbiter dedup masters.pgn one.pgn -o NAME.pgn`"));
  CHECK((bench.content() == before));
  CHECK(bench.run("arbiter dedup -q masters.pgn one.pgn -o rest.pgn").status == 0);
  CHECK(bench.run("arbiter filter -q --unique masters.pgn one.pgn").output ==
        bench.text("rest.pgn"));
  bench.run("arbiter import -q games.db masters.pgn one.pgn");
  CHECK(bench.run("arbiter dedup -q games.db --format pgn").output == bench.text("rest.pgn"));
}

}  // namespace arbiter::testing
