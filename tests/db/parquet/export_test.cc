// Tests tables written by the program, with DuckDB and hyparquet, or by a slow reader if these are
// not installed. The values are compared with the program's own results.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/db/parquet/other_readers.h"
#include "tests/db/parquet/slow_reader.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/corpus.h"
#include "tests/support/json.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

using Words = std::vector<std::string>;

const std::string kTournament = "testdata/tournament.pgn";

std::vector<Json> rows_by(const std::string& reader, const std::string& what) {
  const ProgramRun run =
      run_shell("node tests/db/parquet/query.mjs " + reader + " \"" + what + "\" 2>/dev/null");
  CAPTURE(reader, what, run.output);
  REQUIRE(run.status == 0);
  std::vector<Json> rows;
  for (std::size_t at = 0; at < run.output.size();) {
    const std::size_t end = run.output.find('\n', at);
    rows.push_back(Json::parse(run.output.substr(at, end - at)));
    at = end + 1;
  }
  return rows;
}

void write_table(const std::string& games, const std::string& path, Words options = {}) {
  Words words = {"export", "-q", games, "--format", "parquet", "-o", path};
  words.insert(words.end(), options.begin(), options.end());
  const ProgramRun run = run_arbiter(words);
  CAPTURE(words, run.errors);
  REQUIRE(run.status == 0);
}

std::map<std::string, ReadColumn> columns_of(const std::string& path) {
  std::map<std::string, ReadColumn> columns;
  for (ReadColumn& column : read_table(read_text(path))) {
    columns.emplace(column.name, std::move(column));
  }
  return columns;
}

// Returns the moves of a JSON game, such as "e4 e5 Nf3".
std::string moves_of(const Json& game) {
  std::string moves;
  for (const Json& move : game["moves"].elements()) {
    moves += (moves.empty() ? "" : " ") + move["san"].text();
  }
  return moves;
}

TEST_CASE("a table of games has the tags and moves of their JSON") {
  const TemporaryFolder folder;
  const std::string database = folder.path("games.db");
  run_arbiter({"import", "-q", database, kTournament});
  const std::string source = GENERATE_COPY(kTournament, database);
  write_table(source, folder.path("games.parquet"));
  const auto columns = columns_of(folder.path("games.parquet"));
  const Json games =
      Json::parse(run_arbiter({"export", "-q", database, "--format", "json"}).output);
  REQUIRE(columns.at("id").values.size() == games.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    const Json& tags = games[i]["tags"];
    CAPTURE(i);
    CHECK(columns.at("id").values[i] == std::to_string(i + 1));
    CHECK(columns.at("moves").values[i] == moves_of(games[i]));
    CHECK(columns.at("result").values[i] == games[i]["result"].text());
    const std::map<std::string, std::string> tag_of = {
        {"white", "White"}, {"black", "Black"},        {"event", "Event"},
        {"site", "Site"},   {"date", "Date"},          {"white_elo", "WhiteElo"},
        {"round", "Round"}, {"black_elo", "BlackElo"}, {"eco", "ECO"}};
    for (const auto& [column, tag] : tag_of) {
      CAPTURE(column);
      std::string expected = tags.contains(tag) ? tags[tag].text() : "?";
      if (expected == "2024.05.32") expected = "2024.05.??";  // an invalid day
      if (expected.starts_with("?")) continue;                // null, or derived from the moves
      CHECK(columns.at(column).values[i] == expected);
    }
  }
}

TEST_CASE("an unknown value of a tag is null in a table of games") {
  const TemporaryFolder folder;
  const std::vector<std::string> columns = {"white", "black", "event", "site", "round"};
  const std::vector<std::string> values = {"?", "", "??", "3", "-"};
  std::string games;
  for (const std::string& value : values) {
    for (const std::string& column : columns) {
      const char first = static_cast<char>(column[0] - 'a' + 'A');
      games += "[" + std::string(1, first) + column.substr(1) + " \"" + value + "\"]\n";
    }
    games += "\n1. e4 *\n\n";
  }
  folder.write("games.pgn", games + "1. d4 *\n");
  write_table(folder.path("games.pgn"), folder.path("games.parquet"));
  const auto table = columns_of(folder.path("games.parquet"));
  for (const std::string& column : columns) {
    CAPTURE(column);
    CHECK(table.at(column).values ==
          std::vector<std::optional<std::string>>{{}, {}, "??", "3", "-", {}});
  }
}

const std::string kClocks =
    "[Event \"Rated blitz game\"]\n[Site \"https://lichess.org/abcdefgh\"]\n"
    "[Date \"2017.03.31\"]\n[Round \"-\"]\n[White \"anna\"]\n[Black \"bert\"]\n"
    "[Result \"1-0\"]\n[UTCDate \"2017.03.31\"]\n[UTCTime \"22:00:27\"]\n"
    "[WhiteElo \"1500\"]\n[BlackElo \"1480\"]\n[WhiteRatingDiff \"+11\"]\n"
    "[BlackRatingDiff \"-12\"]\n[WhiteTitle \"FM\"]\n[ECO \"C20\"]\n"
    "[Opening \"King's Pawn Game\"]\n[TimeControl \"180+2\"]\n[Termination \"Normal\"]\n\n"
    "1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... e5 { [%eval -1.5] [%clk 0:02:59.5] }"
    " 2. Qh5 (2. Nf3 { [%clk 0:01:00] }) 2... Nc6 { [%clk 0:02:58] } 3. Bc4"
    " { [%eval #-3] } 3... Nf6 { [%eval #1] } 4. Qxf7# 1-0\n\n"
    "[Event \"Casual game\"]\n[Result \"*\"]\n[WhiteElo \"?\"]\n[UTCTime \"25:00:00\"]\n"
    "[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O-O\n% an escape\n*\n\n"
    "[Event \"None\"]\n[Result \"*\"]\n\n*\n";

using Row = std::vector<std::optional<std::string>>;

TEST_CASE("the layout with lists has the main line with its clocks and evaluations") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", kClocks);
  write_table(games, folder.path("games.parquet"), {"--layout", "lists"});
  const auto table = columns_of(folder.path("games.parquet"));
  const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  CHECK(table.at("time_control").values == Row{"180+2", {}, {}});
  CHECK(table.at("fen").values == Row{start, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", start});
  CHECK(table.at("san").values == Row{"[e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#]", "[O-O-O]", "[]"});
  CHECK(table.at("uci").values == Row{"[e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7]", "[e1c1]", "[]"});
  CHECK(table.at("clocks").values == Row{"[180 179.5 - 178 - - -]", {}, {}});
  CHECK(table.at("evals").values == Row{"[0.17 -1.5 - - - - -]", {}, {}});
  CHECK(table.at("mates").values == Row{"[- - - - -3 1 -]", {}, {}});
  CHECK(table.at("white").values == Row{"anna", {}, {}});
  CHECK_FALSE(table.contains("moves"));
}

TEST_CASE("the layout of Lichess has the columns of its public data set") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", kClocks);
  write_table(games, folder.path("games.parquet"), {"--layout", "lichess"});
  const std::vector<ReadColumn> columns = read_table(read_text(folder.path("games.parquet")));
  const std::string movetext =
      "1. e4 {[%eval 0.17] [%clk 0:03:00]} 1... e5 {[%eval -1.5] [%clk 0:02:59.5]} 2. Qh5 (2. Nf3 "
      "{[%clk 0:01:00]}) 2... Nc6 {[%clk 0:02:58]} 3. Bc4 {[%eval #-3]} 3... Nf6 {[%eval #1]} 4. "
      "Qxf7# 1-0";
  const std::vector<std::pair<std::string, Row>> expected = {
      {"Event", {"Rated blitz game", "Casual game", "None"}},
      {"Site", {"https://lichess.org/abcdefgh", {}, {}}},
      {"White", {"anna", {}, {}}},
      {"Black", {"bert", {}, {}}},
      {"Result", {"1-0", "*", "*"}},
      {"WhiteTitle", {"FM", {}, {}}},
      {"BlackTitle", {{}, {}, {}}},
      {"WhiteElo", {"1500", {}, {}}},
      {"BlackElo", {"1480", {}, {}}},
      {"WhiteRatingDiff", {"11", {}, {}}},
      {"BlackRatingDiff", {"-12", {}, {}}},
      {"UTCDate", {"17256", {}, {}}},
      {"UTCTime", {"79227000", {}, {}}},
      {"ECO", {"C20", {}, {}}},
      {"Opening", {"King's Pawn Game", {}, {}}},
      {"Termination", {"Normal", {}, {}}},
      {"TimeControl", {"180+2", {}, {}}},
      {"movetext", {movetext, "1. O-O-O\n% an escape\n*", "*"}},
  };
  REQUIRE(columns.size() == expected.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    CAPTURE(i);
    CHECK(columns[i].name == expected[i].first);
    CHECK(columns[i].values == expected[i].second);
  }
}

TEST_CASE("a table of positions has each position of a game once, by ascending key") {
  const TemporaryFolder folder;
  write_table(kTournament, folder.path("p.parquet"), {"--positions"});
  const auto columns = columns_of(folder.path("p.parquet"));
  const auto& keys = columns.at("key").values;
  std::set<std::pair<std::string, std::string>> rows;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    rows.emplace(*keys[i], *columns.at("game").values[i]);
    if (i == 0) continue;
    const auto number = [&](std::size_t row) {
      return static_cast<std::uint64_t>(std::stoll(*keys[row]));
    };
    REQUIRE(number(i - 1) <= number(i));
  }
  CHECK(rows.size() == keys.size());
  // The same positions as EPD, in which positions are equal if they are the same under the Laws.
  const ProgramRun epd = run_arbiter({"export", "-q", kTournament, "--format", "epd", "--unique"});
  std::set<std::optional<std::string>> different(keys.begin(), keys.end());
  const auto lines = static_cast<std::size_t>(std::ranges::count(epd.output, '\n'));
  CHECK(different.size() == lines);
}

TEST_CASE("a table of FENs has the same rows as JSON lines and CSV") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", kClocks);
  write_table(games, folder.path("p.parquet"), {"--positions", "--layout", "fens"});
  const std::string bytes = read_text(folder.path("p.parquet"));
  for (const std::string fact : {"arbiter.schema", "fens/1", "arbiter.version", "games.pgn"}) {
    CHECK(bytes.find(fact) != std::string::npos);
  }
  const auto table = columns_of(folder.path("p.parquet"));
  std::istringstream lines(
      run_arbiter({"export", "-q", games, "--format", "jsonl", "--positions"}).output);
  std::size_t row = 0;
  for (std::string line; std::getline(lines, line); ++row) {
    const Json position = Json::parse(line);
    for (const std::string name : {"fen", "san", "uci"}) {
      const auto& value = table.at(name).values[row];
      CHECK((position[name].is_null() ? !value : value == position[name].text()));
    }
    for (const std::string name : {"ply", "clock", "eval", "mate", "white_elo", "black_elo"}) {
      std::ostringstream number;
      number << position[name];
      CAPTURE(name, row);
      CHECK(table.at(name).values[row].value_or("null") == number.str());
    }
    CHECK(table.at("result").values[row] == position["result"].text());
  }
  CHECK(row == table.at("fen").values.size());
  const std::string csv =
      run_arbiter({"export", "-q", games, "--format", "csv", "--positions"}).output;
  CHECK(std::ranges::count(csv, '\n') == static_cast<std::ptrdiff_t>(row + 1));
  CHECK(csv.find(",1,e5,e7e5,179.5,-1.5,,anna,bert,") != std::string::npos);
}

TEST_CASE("parts of a table of positions together are the table, in their order") {
  const TemporaryFolder folder;
  write_table(kTournament, folder.path("all.parquet"), {"--positions"});
  write_table(kTournament, folder.path("part-{}.parquet"), {"--positions", "--partition", "16"});
  const auto all = columns_of(folder.path("all.parquet"));
  for (const std::string column : {"key", "game", "ply", "move", "result", "year"}) {
    std::vector<std::optional<std::string>> parts;
    for (int i = 0; i < 16; ++i) {
      const std::string name = (i < 10 ? "part-0" : "part-") + std::to_string(i) + ".parquet";
      const auto part = columns_of(folder.path(name));
      const auto& values = part.at(column).values;
      parts.insert(parts.end(), values.begin(), values.end());
    }
    CAPTURE(column);
    CHECK(parts == all.at(column).values);
  }
}

// Under the undefined-behaviour sanitizer, this found a copy from a null pointer.
TEST_CASE("a table of positions may have no rows") {
  const TemporaryFolder folder;
  write_table(kTournament, folder.path("none.parquet"), {"--positions", "--player", "=Nobody"});
  for (const auto& [name, column] : columns_of(folder.path("none.parquet"))) {
    CHECK(column.values.empty());
  }
}

TEST_CASE("DuckDB and hyparquet read the same as the slow reader") {
  if (const std::string missing = readers_obstacle(); !missing.empty()) SKIP_TEST(missing);
  const TemporaryFolder folder;
  const Words options =
      GENERATE(Words{}, Words{"--positions"}, Words{"--layout", "lists"},
               Words{"--layout", "lichess"}, Words{"--positions", "--layout", "fens"});
  const std::string path = folder.path("table.parquet");
  const std::string clocks = folder.write("clocks.pgn", kClocks);
  const bool has_clocks = options.size() == 2;
  write_table(has_clocks ? clocks : kTournament, path, options);
  const std::vector<ReadColumn> columns = read_table(read_text(path));
  const std::vector<Json> by_duckdb = rows_by("duckdb", "from '" + path + "'");
  const std::vector<Json> by_hyparquet = rows_by("hyparquet", path);
  const std::function<std::string(const Json&)> text_of = [&](const Json& value) {
    if (value.is_null()) return std::string("-");
    if (value.is_text()) return value.text();
    std::ostringstream text;
    if (!value.is_array()) {
      text << value;
      return text.str();
    }
    std::string list = "[";
    for (const Json& element : value.elements()) {
      list += (list.size() > 1 ? " " : "") + text_of(element);
    }
    return list + "]";
  };
  REQUIRE(by_duckdb.size() == columns[0].values.size());
  REQUIRE(by_hyparquet.size() == columns[0].values.size());
  for (std::size_t row = 0; row < by_duckdb.size(); ++row) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      CAPTURE(row, columns[i].name);
      if (columns[i].name == "UTCTime") continue;  // the spellings of the readers differ
      CHECK(text_of(by_duckdb[row][i]) == text_of(by_hyparquet[row][i]));
      if (std::set<std::string>{"key", "day", "UTCDate"}.contains(columns[i].name)) continue;
      CHECK(text_of(by_duckdb[row][i]) == columns[i].values[row].value_or("-"));
    }
  }
}

// Compares the tree of the initial position from the program and from DuckDB.
void compare_trees(const std::string& games, const std::string& path) {
  const std::string lines = run_arbiter({"tree", games, "--format", "json"}).output;
  std::map<std::string, std::int64_t> expected;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = lines.find('\n', at);
    const Json row = Json::parse(lines.substr(at, end - at));
    if (row["type"].text() == "move") expected[row["uci"].text()] = row["games"].number();
    at = end + 1;
  }
  std::map<std::string, std::int64_t> counted;
  const std::string first =
      "(select key from '" + path + "' where ply = 0 group by key order by count(*) desc limit 1)";
  for (const Json& row :
       rows_by("duckdb", "select move, count(*)::int from '" + path + "' where key = " + first +
                             " and move is not null group by move")) {
    counted[row[0].text()] = row[1].number();
  }
  CHECK(counted == expected);
  CHECK(!expected.empty());
}

TEST_CASE("DuckDB's tree of the first position is that of the program") {
  if (const std::string missing = readers_obstacle(); !missing.empty()) SKIP_TEST(missing);
  const TemporaryFolder folder;
  write_table(kTournament, folder.path("p.parquet"), {"--positions"});
  compare_trees(kTournament, folder.path("p.parquet"));
}

TEST_CASE("DuckDB's tree of 150,000 real games is that of the program") {
  if (const std::string missing = readers_obstacle(); !missing.empty()) SKIP_TEST(missing);
  if (!corpus()) SKIP_TEST("ARBITER_CORPUS is not set");
  const std::string games = (*corpus() / "games" / "otb-mixed.pgn.zst").string();
  if (!std::filesystem::exists(games)) SKIP_TEST("the corpus has no otb-mixed");
  const TemporaryFolder folder;
  const std::string database = folder.path("games.db");
  run_arbiter({"import", "-q", database, games});
  write_table(database, folder.path("p.parquet"), {"--positions"});
  compare_trees(database, folder.path("p.parquet"));
}

TEST_CASE("unsupported options of a table are rejected") {
  struct Refusal {
    Words words;
    std::string error;
  };
  const Refusal row = GENERATE(values<Refusal>({
      {{"--partition", "4"}, "--partition needs --positions"},
      {{"--layout", "fens"}, "--layout fens needs --positions"},
      {{"--positions", "--layout", "lists"}, "--positions needs the layout plain or fens"},
      {{"--positions", "--partition", "3", "-o", "x-{}.parquet"}, "3 is not a power of two"},
      {{"--positions", "--partition", "4", "-o", "x.parquet"}, "--partition needs {}"},
      {{"--strip", "comments"}, "options for the text of games do not apply"},
      {{"--split", "event"}, "--format parquet cannot be combined"},
      {{"--count"}, "--format parquet cannot be combined"},
      {{"-o", kTournament}, "tournament.pgn"},
  }));
  CAPTURE(row.words);
  Words words = {"export", kTournament, "--format", "parquet"};
  words.insert(words.end(), row.words.begin(), row.words.end());
  const ProgramRun run = run_arbiter(words);
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Catch::Matchers::Contains(row.error));
  CHECK(run.output.empty());
}

}  // namespace
}  // namespace arbiter::testing
