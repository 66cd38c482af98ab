// The tables of the commands: on a terminal, in a pipe, in ASCII, and in every format.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/support/json.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"
#include "tests/tools/table_readers.h"
#include "tests/tools/terminal.h"
#include "tools/cli/output/text_cells.h"

using namespace arbiter::testing;

namespace {

// Long names, names with wide, combining and right-to-left characters, and much punctuation.
constexpr const char* kGames = R"PGN([Event "World Rapid | \"Open\" \\ 2024"]
[Site "Almaty"]
[Date "2024.01.02"]
[Round "1"]
[White "侯逸凡"]
[Black "Nepomniachtchi, Ян"]
[Result "1-0"]
[WhiteElo "2650"]
[ECO "C65"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 1-0

[Event "An event with a name that is much longer than any column of a table should become"]
[Site "?"]
[Date "2024.01.03"]
[Round "2"]
[White "Bo\u0302ris-Müller, Jean-Jacques Alexandre Maximilien"]
[Black "שחמט, דוד"]
[Result "1/2-1/2"]

1. d4 {🙂🙂 a comment} d5 2. c4 e6 3. Ke2 {illegal? no} 1/2-1/2

[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "*star* _under_ <b>"]
[Black "`code` [x](y)"]
[Result "*"]

1. e4 *
)PGN";

const std::string& games_file() {
  static const std::string path = [] {
    std::string games = kGames;
    const std::string escape = "\\u0302";
    games.replace(games.find(escape), escape.size(), "\u0302");
    return write_scratch("tables_test.pgn", games);
  }();
  return path;
}

const std::string& database() {
  static const std::string path = [] {
    const std::filesystem::path made = scratch_folder() / "tables_test.db";
    for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(made.string() + ending);
    REQUIRE(run_arbiter({"import", "--quiet", made.string(), games_file(), games_file() + "x",
                         "testdata/tournament.pgn"})
                .status == 2);  // because a file is missing
    return made.string();
  }();
  return path;
}

// Returns the commands that print tables.
std::vector<std::vector<std::string>> tables() {
  return {{"find", database()},
          {"find", database(), "--moves", "e4"},
          {"tree", database()},
          {"tree", database(), "--moves", "e4", "--depth", "3"},
          {"stats", database()},
          {"stats", database(), "--by", "player"},
          {"stats", database(), "--by", "event"},
          {"stats", database(), "--by", "eco"},
          {"sql", database(), "SELECT * FROM games"},
          {"dedup", database(), "--kind", "all"},
          {"validate", "--fail-on", "never", "--summary", "testdata/tournament.pgn"},
          {"validate", "--fail-on", "never", "--games", games_file(), "testdata/tournament.pgn"},
          {"explain"}};
}

std::vector<std::string> with(std::vector<std::string> words,
                              const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  for (const std::string& line : lines_of(text)) widest = std::max(widest, count_cells(line));
  return widest;
}

bool is_ascii(const std::string& text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

TEST_CASE("no table is wider than the terminal") {
  for (const auto& command : tables()) {
    for (const unsigned columns : {140U, 100U, 80U, 60U, 40U}) {
      const std::string shown = shown_on_terminal(command, static_cast<unsigned short>(columns));
      CAPTURE(command, columns, shown);
      std::string tables;  // without the surrounding sentences
      for (const std::string& line : lines_of(shown)) {
        const bool is_sentence = line.find("arbiter explain ID") != std::string::npos ||
                                 line.find(": White ") != std::string::npos ||
                                 line.find(" on average") != std::string::npos ||
                                 line.find(" a game, from ") != std::string::npos ||
                                 line.starts_with("Results ") ||
                                 line.find(" hidden (") != std::string::npos;
        if (!is_sentence) tables += line + "\n";
      }
      CHECK(widest_line(tables) <= columns);
    }
  }
}

TEST_CASE("a wide terminal shows the same as a pipe") {
  for (const auto& command : tables()) {
    CAPTURE(command);
    CHECK(shown_on_terminal(command, 1000) == run_arbiter(command).output);
  }
  const std::string piped = run_arbiter({"find", database()}).output;
  CHECK(piped.find("should become\n") != std::string::npos);  // values are not shortened
  CHECK(piped.find("…") == std::string::npos);
}

TEST_CASE("in a pipe long names are complete and columns aligned") {
  const auto lines = lines_of(run_arbiter({"stats", database(), "--by", "event"}).output);
  std::size_t games = 0;  // end of the column
  for (const std::string& line : lines) {
    const std::size_t end = line.find(line == lines[0] ? "Games" : "An event");
    if (line == lines[0]) games = end + 5;
    if (end != 0) continue;
    CHECK_THAT(line, Catch::Matchers::Contains("should become"));
    CHECK(line.substr(0, games).find_last_not_of(' ') + 1 == games);
    CHECK(line[games] == ' ');
  }
  CHECK(games > 80);
}

TEST_CASE("a table on a narrow terminal names the columns that are hidden") {
  const std::vector<std::string> games = {
      "validate", "--games", "--fail-on", "never", "-q", games_file(), "testdata/tournament.pgn"};
  for (const unsigned columns : {60U, 80U, 100U, 120U}) {
    const std::string shown = shown_on_terminal(games, static_cast<unsigned short>(columns));
    CAPTURE(columns, shown);
    CHECK_THAT(shown, Catch::Matchers::StartsWith("File"));
    CHECK_THAT(shown, Catch::Matchers::Contains("ent.pgn "));  // end of the path
  }
  const std::vector<std::string> standings = {"standings", "testdata/tournament.pgn"};
  std::string narrow = all_shown_on_terminal(standings, 60);
  for (std::size_t end; (end = narrow.find("\n  ")) != std::string::npos;)
    narrow.replace(end, 3, " ");
  CAPTURE(narrow);
  const std::size_t sentence = narrow.find(" hidden (");
  REQUIRE(sentence != std::string::npos);
  const std::size_t width = narrow.find("COLUMNS=", sentence);
  REQUIRE(width != std::string::npos);
  const auto columns = static_cast<unsigned short>(std::stoul(narrow.substr(width + 8)));
  CHECK_THAT(all_shown_on_terminal(standings, columns), !Catch::Matchers::Contains(" hidden ("));
  CHECK_THAT(all_shown_on_terminal(standings, static_cast<unsigned short>(columns - 1)),
             Catch::Matchers::Contains(" hidden (") || Catch::Matchers::Contains("…"));
}

TEST_CASE("the width is that of COLUMNS, the terminal, or eighty") {
  const std::vector<std::string> find = {"find", database()};
  CHECK(shown_on_terminal(find, 200, {"COLUMNS=60"}) == shown_on_terminal(find, 60));
  CHECK(shown_on_terminal(find, 60, {"COLUMNS="}) == shown_on_terminal(find, 60));
  CHECK(shown_on_terminal(find, 60, {"COLUMNS=wide"}) == shown_on_terminal(find, 60));
  CHECK(shown_on_terminal(find, 0) == shown_on_terminal(find, 80));
}

TEST_CASE("a narrow terminal still shows the players and the result") {
  const auto lines = lines_of(shown_on_terminal({"find", database()}, 60));
  CHECK(lines[0].starts_with("Game  "));
  CHECK(lines[0].find("White") != std::string::npos);
  CHECK(lines[0].find("Result") != std::string::npos);
  CHECK(lines[0].find("Event") == std::string::npos);
  CHECK(lines[1].find("侯逸凡") != std::string::npos);
  CHECK(lines[2].find("…") != std::string::npos);
}

TEST_CASE("columns are aligned for any names") {
  const auto lines = lines_of(run_arbiter({"find", database(), "--limit", "2"}).output);
  REQUIRE(lines.size() == 3);
  const auto cells_before = [](const std::string& line, const std::string& word) {
    return count_cells(line.substr(0, line.find(word)));
  };
  CHECK(cells_before(lines[1], "1-0") == cells_before(lines[0], "Result"));
  CHECK(cells_before(lines[1], "Nepom") == cells_before(lines[0], "Black"));
  CHECK(cells_before(lines[1], "World") == cells_before(lines[0], "Event"));
}

TEST_CASE("tables and excerpts are ASCII if the locale is not UTF-8") {
  for (auto command : tables()) {
    CAPTURE(command);
    CHECK(is_ascii(shown_on_terminal(command, 80, {"LC_ALL=C"})));
    CHECK(is_ascii(shown_on_terminal(command, 80, {"LANG=de_DE.ISO-8859-1"})));
    const std::string utf8 = shown_on_terminal(command, 80);
    CHECK(shown_on_terminal(command, 80, {"LC_ALL=C.UTF-8", "LANG=C"}) == utf8);
    CHECK(shown_on_terminal(command, 80, {"LC_CTYPE=de_DE.utf8", "LANG=C"}) == utf8);
  }
  const std::string tree = shown_on_terminal({"tree", database()}, 120, {"LC_ALL=C"});
  CHECK(tree.find("####") != std::string::npos);
  const std::string find = shown_on_terminal({"find", database()}, 60, {"LC_ALL=C"});
  CHECK(find.find("...") != std::string::npos);
  CHECK(find.find("???") != std::string::npos);
  const std::vector<std::string> validate = {"validate", "--notes", "--fail-on", "never",
                                             games_file()};
  CHECK_FALSE(is_ascii(shown_on_terminal(validate, 80)));
  CHECK(is_ascii(shown_on_terminal(validate, 80, {"LC_ALL=C"})));
  // Machine-readable formats are UTF-8 in every locale.
  const auto csv = with({"find", database()}, {"--format", "csv"});
  CHECK(shown_on_terminal(csv, 80, {"LC_ALL=C"}) == run_arbiter(csv).output);
}

TEST_CASE("Markdown has the rows of CSV") {
  for (const auto& command : tables()) {
    const bool is_of_many = command[0] == "explain" || command.size() == 2;
    if (is_of_many && command[0] != "find" && command[0] != "tree") continue;
    CAPTURE(command);
    const auto csv = csv_rows(run_arbiter(with(command, {"--format", "csv"})).output);
    const std::string markdown = run_arbiter(with(command, {"--format", "markdown"})).output;
    const auto rows = markdown_rows(markdown.substr(markdown.find("| ")));
    REQUIRE(rows.size() >= 1);
    const bool is_find = command[0] == "find";
    if (!is_find) CHECK(rows.size() == csv.size());
    for (const auto& row : rows) CHECK(row.size() == rows[0].size());
  }
  const auto rows = markdown_rows(run_arbiter({"find", database(), "--format", "markdown"}).output);
  const auto cell = [&](std::size_t row, const std::string& heading) {
    const auto found = std::find(rows[0].begin(), rows[0].end(), heading);
    REQUIRE(found != rows[0].end());
    return rows[row].at(static_cast<std::size_t>(found - rows[0].begin()));
  };
  CHECK(cell(1, "White") == "侯逸凡");
  CHECK(cell(3, "White") == "*star* _under_ <b>");
  CHECK(cell(3, "Black") == "`code` [x](y)");
}

TEST_CASE("CSV has CRLF after every line") {
  for (const auto& command : tables()) {
    if (command[0] == "explain") continue;
    const std::string csv = run_arbiter(with(command, {"--format", "csv"})).output;
    CAPTURE(command, csv);
    for (std::size_t at = csv.find('\n'); at != std::string::npos; at = csv.find('\n', at + 1)) {
      REQUIRE(at > 0);
      CHECK(csv[at - 1] == '\r');
    }
  }
}

TEST_CASE("stats prints the largest groups first if limited") {
  const std::string games = (repository() / "testdata/tournament.pgn").string();
  const auto names = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"stats", games, "--format", "json"});
    std::vector<std::pair<std::string, int>> groups;
    for (const std::string& line : lines_of(run_arbiter(options).output)) {
      const Json group = Json::parse(line);
      groups.emplace_back(group["name"].is_null() ? "" : group["name"].text(),
                          static_cast<int>(group["games"].number()));
    }
    return groups;
  };
  const auto all = names({"--by", "elo"});
  auto expected = all;
  std::ranges::stable_sort(expected, std::ranges::greater(),
                           [](const auto& group) { return group.second; });
  REQUIRE(expected.size() >= 3);
  CHECK(expected != all);  // ratings ascend
  CHECK(names({"--by", "elo", "--sort", "-games"}) == expected);
  expected.resize(2);
  CHECK(names({"--by", "elo", "--limit", "2"}) == expected);
  auto by_name = names({"--by", "player", "--sort", "name"});
  CHECK(std::ranges::is_sorted(by_name));
  std::ranges::reverse(by_name);
  CHECK(names({"--by", "player", "--sort", "-name"}) == by_name);
  CHECK(names({"--by", "elo", "--sort", "name", "--limit", "2"}) ==
        std::vector(all.begin(), all.begin() + 2));
  for (const auto& options : std::vector<std::vector<std::string>>{
           {"--by", "elo", "--sort", "size"}, {"--sort", "games"}}) {
    CHECK(run_arbiter(with({"stats", database()}, options)).status == 2);
  }
}
