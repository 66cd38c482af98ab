// Tests every diagnostic in the catalogue with two small files: one that triggers it, and a similar
// one that must not. The expected findings were determined by hand from the files (see
// testdata/README.md).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "tests/support/json.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

struct Place {
  std::uint64_t line = 0;
  std::uint64_t column = 0;  // in code points
  bool operator==(const Place&) const = default;
};

// A row of expected.tsv.
struct Expectation {
  // Positions of the first finding; several if the catalogue allows several.
  std::vector<Place> places;
  std::string options;
  std::set<std::string> others;   // ids of other findings in the trigger, without notes
  std::set<std::string> in_near;  // ids of findings in the near miss, without notes
};

struct Finding {
  std::string id;
  std::string severity;
  Place place;
  std::string message;
  bool operator==(const Finding&) const = default;
};

// Diagnostics that no small file can trigger, and the tests that trigger them.
constexpr std::pair<std::string_view, std::string_view> kElsewhere[] = {
    {"archive-damaged", "needs an archive: tests of lib/pgn"},
    {"archive-encrypted", "needs an archive: tests of lib/pgn"},
    {"archive-entry-skipped", "needs an archive: tests of lib/pgn"},
    {"too-many-in-file", "needs 20,000 findings: tests of lib/validate"},
    {"game-too-long", "needs a game of many thousand moves: below"},
    {"game-too-large", "needs a game of many megabytes: tests of lib/pgn"},
};

// Returns whether the diagnostic is about tournaments. These are triggered in tests/tournament by
// damaging whole tournaments.
bool is_about_tournaments(std::string_view id) {
  const auto code = parse_code(id);
  return code && entry_of(*code).group == Group::Tournament;
}

bool is_shown_elsewhere(std::string_view id) {
  return is_about_tournaments(id) ||
         std::any_of(std::begin(kElsewhere), std::end(kElsewhere),
                     [&](const auto& entry) { return entry.first == id; });
}

// Splits "a,b" into {"a", "b"}, and "" into {}.
std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::set<std::string> set_of(const std::string& list) {
  const auto ids = split(list, ',');
  return {ids.begin(), ids.end()};
}

Expectation expectation_of(const std::vector<std::string>& columns) {
  Expectation expected;
  const auto lines = split(columns.at(1), '|');
  const auto starts = split(columns.at(2), '|');
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::string& line = lines.at(std::min(i, lines.size() - 1));
    expected.places.push_back({std::stoull(line), std::stoull(starts[i])});
  }
  expected.options = columns.at(3);
  expected.others = set_of(columns.at(4));
  expected.in_near = set_of(columns.at(5));
  return expected;
}

std::map<std::string, Expectation> read_expectations() {
  std::map<std::string, Expectation> rows;
  std::ifstream file(testing::testdata("diagnostics/expected.tsv"));
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::vector<std::string> columns = split(line, '\t');
    columns.resize(6);
    INFO(line);
    CHECK(rows.emplace(columns[0], expectation_of(columns)).second);
  }
  return rows;
}

const std::map<std::string, Expectation>& expectations() {
  static const auto rows = read_expectations();
  return rows;
}

// Returns the program's findings in a file, in order.
std::vector<Finding> findings_in(const std::string& name, const std::string& options) {
  const auto file = testing::testdata("diagnostics") / name;
  REQUIRE(std::filesystem::exists(file));
  std::vector<std::string> arguments = {"validate", "--quiet", "--format", "json", "--notes"};
  for (const std::string& option : split(options, ' ')) arguments.push_back(option);
  arguments.push_back(std::filesystem::absolute(file).string());
  const auto run = testing::run_arbiter(arguments);
  INFO(fmt::format("arbiter {}\n{}{}", fmt::join(arguments, " "), run.errors, run.output));
  REQUIRE(run.status <= 2);
  std::vector<Finding> findings;
  for (const std::string& line : testing::lines_of(run.output)) {
    const auto object = testing::Json::parse(line);
    if (object["type"] != "finding") continue;
    findings.push_back({object["id"].text(),
                        object["severity"].text(),
                        {object["line"].count(), object["column"].count()},
                        object["message"].text()});
  }
  return findings;
}

std::string listed(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) {
    text += fmt::format("  {}:{} {} {}\n", finding.place.line, finding.place.column,
                        finding.severity, finding.id);
  }
  return text.empty() ? "  nothing\n" : text;
}

// Returns the ids found in a file, each once, except `id` and notes.
std::set<std::string> others_in(const std::vector<Finding>& findings, std::string_view id) {
  std::set<std::string> ids;
  for (const Finding& finding : findings) {
    if (finding.id != id && finding.severity != "note") ids.insert(finding.id);
  }
  return ids;
}

void judge_trigger(const std::string& id, const Expectation& expected) {
  const auto findings = findings_in(id + ".pgn", expected.options);
  INFO(id << ".pgn has\n" << listed(findings));
  const auto found = std::find_if(findings.begin(), findings.end(),
                                  [&](const Finding& finding) { return finding.id == id; });
  const bool is_found = found != findings.end();
  CHECK(is_found);
  // The output adds the article after the message, so the message must not cite one.
  for (const Finding& finding : findings) {
    CHECK_THAT(finding.message, !Catch::Contains("(Laws ") && !Catch::Contains("(PGN "));
  }
  if (is_found) {
    INFO(fmt::format("found at {}:{}, expected at {}:{}", found->place.line, found->place.column,
                     expected.places.front().line, expected.places.front().column));
    CHECK(std::count(expected.places.begin(), expected.places.end(), found->place) == 1);
  }
  CHECK(fmt::format("{}", fmt::join(others_in(findings, id), ",")) ==
        fmt::format("{}", fmt::join(expected.others, ",")));
}

void judge_near_miss(const std::string& id, const Expectation& expected) {
  const auto findings = findings_in(id + ".near.pgn", expected.options);
  INFO(id << ".near.pgn has\n" << listed(findings));
  CHECK(std::none_of(findings.begin(), findings.end(),
                     [&](const Finding& finding) { return finding.id == id; }));
  CHECK(fmt::format("{}", fmt::join(others_in(findings, id), ",")) ==
        fmt::format("{}", fmt::join(expected.in_near, ",")));
}

void judge(const std::string& id) {
  const auto row = expectations().find(id);
  if (is_shown_elsewhere(id)) {
    CHECK(row == expectations().end());
    return;
  }
  if (row == expectations().end()) FAIL("no row in testdata/diagnostics/expected.tsv");
  judge_trigger(id, row->second);
  judge_near_miss(id, row->second);
}

// Defines a test case for each line of the catalogue, so that none is forgotten.
#define ARBITER_DIAGNOSTIC(name, id, ...)                                                        \
  TEST_CASE("diagnostics: " id " is found in its file, not in its near miss", "[diagnostics]") { \
    judge(id);                                                                                   \
  }
#include "lib/diagnostics/catalogue.inc"
#include "tests/support/namespaces.h"
#undef ARBITER_DIAGNOSTIC

TEST_CASE("diagnostics: game-too-long is found once, and only far beyond the limit of 75 moves",
          "[diagnostics]") {
  const auto count_in_game_of = [](int rounds) {
    std::string moves = "[Event \"?\"]\n\n";
    for (int i = 0; i < rounds; ++i) moves += "Nf3 Nf6 Ng1 Ng8\n";
    const auto file = testing::write_scratch("long_game.pgn", moves + "*\n");
    const auto run = testing::run_arbiter(
        {"validate", "--quiet", "--format", "csv", "--select", "game-too-long", file});
    const auto lines = testing::lines_of(run.output);
    return std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
      return line.find("game-too-long") != std::string::npos;
    });
  };
  CHECK(count_in_game_of(4'499) == 0);
  CHECK(count_in_game_of(20'000) == 1);
}

TEST_CASE("diagnostics: expectations and exceptions contain only ids of the catalogue",
          "[diagnostics]") {
  for (const auto& [id, expected] : expectations()) {
    INFO(id);
    CHECK(parse_code(id).has_value());
    for (const std::string& other : expected.others) CHECK(parse_code(other).has_value());
    for (const std::string& other : expected.in_near) CHECK(parse_code(other).has_value());
  }
  for (const auto& [id, reason] : kElsewhere) {
    INFO(id << ": " << reason);
    CHECK(parse_code(id).has_value());
  }
}

}  // namespace
}  // namespace arbiter::testing
