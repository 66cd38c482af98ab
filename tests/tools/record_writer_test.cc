// Tests records in every format, with other parsers.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "tests/support/json.h"
#include "tests/tools/capture.h"
#include "tests/tools/run_program.h"
#include "tests/tools/table_readers.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_table.h"

using namespace arbiter::testing;

namespace {

struct Player {
  std::string name;
  std::uint64_t games = 0;
  std::vector<std::string> titles = {};
};

RecordKind<Player> kind() {
  return {"player",
          {{{.heading = "Player", .min_width = 6, .max_width = 20},
            "name",
            [](auto& p) { return p.name; }},
           {{.heading = "Games", .align = Align::Right, .importance = 2},
            "games",
            [](auto& p) { return Value::of(p.games); }},
           {{"points", FieldOf::Json}, [](auto&) { return Value::written("1.5"); }},
           {"titles", [](auto& p) { return Value::of_list(p.titles); }},
           {{.heading = "", .importance = 1, .purpose = Purpose::Drawing},
            [](auto& p) { return std::string(p.games, '='); }}}};
}

std::string written(AnswerFormat format, const std::vector<Player>& players) {
  return printed([&](Console& console) { print_records(format, kind(), players, console); });
}

const std::vector<Player> kPlayers = {
    {"Adler, Nora", 4, {"WGM", "GM"}}, {"侯逸凡", 12}, {"", 1}, {"Bo\u0302ris \"the | pipe\"", 0}};

// Returns a table of names for a terminal width, without the message about hidden columns.
std::string table_of(const std::vector<Player>& players, std::optional<std::size_t> width,
                     Charset charset = Charset::Utf8) {
  return printed([&](Console& console) {
    console.set_quiet();
    std::vector<Column> columns;
    for (const auto& entry : kind().entries) {
      if (entry.column) columns.push_back(*entry.column);
    }
    TextTable table(columns, {.width = width, .charset = charset, .colors = kNoColors}, console);
    for (const Player& player : players) {
      std::vector<Cell> row;
      for (const auto& entry : kind().entries) {
        if (entry.column) row.push_back(entry.cell(player));
      }
      table.add(std::move(row));
    }
    table.finish();
  });
}

// Returns random bytes: a tag may contain anything.
std::string random_text(std::mt19937& random) {
  const std::vector<std::string> pieces = {"a",  "\"", ",",   "|", "\\",     "\n",    "\r\n",
                                           "*",  "_",  "<b>", "`", "[x](y)", "&amp;", "é",
                                           "棋", " ",  "\t",  "~", "'"};
  std::string text;
  for (std::size_t i = random() % 10; i > 0; --i) text += pieces[random() % pieces.size()];
  return text;
}

}  // namespace

TEST_CASE("a table has aligned columns, for characters of any width") {
  CHECK(table_of(kPlayers, std::nullopt) ==
        "Player              Games\n"
        "Adler, Nora             4  ====\n"
        "侯逸凡                 12  ============\n"
        "                        1  =\n"
        "Bo\u0302ris \"the | pipe\"      0\n");
}

TEST_CASE("no line is longer than the terminal") {
  CHECK(table_of(kPlayers, 39) == table_of(kPlayers, std::nullopt));
  CHECK(table_of(kPlayers, 38) ==
        "Player              Games\n"
        "Adler, Nora             4\n"
        "侯逸凡                 12\n"
        "                        1\n"
        "Bo\u0302ris \"the | pipe\"      0\n");
  CHECK(table_of(kPlayers, 18) ==
        "Player\n"
        "Adler, Nora\n"
        "侯逸凡\n"
        "\n"
        "Bo\u0302ris \"the | pipe\"\n");
  CHECK(table_of(kPlayers, 5) ==
        "Play…\n"
        "Adle…\n"
        "侯逸…\n"
        "\n"
        "Bo\u0302ri…\n");
  std::mt19937 random(20261122);
  for (int round = 0; round < 300; ++round) {
    std::vector<Player> players(1 + random() % 4);
    for (Player& player : players) player = {random_text(random), random() % 100, {}};
    const std::size_t width = 1 + random() % 60;
    const Charset charset = random() % 2 == 0 ? Charset::Utf8 : Charset::Ascii;
    const std::string table = table_of(players, width, charset);
    CAPTURE(width, table);
    for (const std::string& line : lines_of(table)) REQUIRE(count_cells(line) <= width);
    CHECK(lines_of(table).size() == players.size() + 1);
  }
}

TEST_CASE("in a pipe values are complete, and columns as wide as the longest") {
  const std::string name(60, 'x');
  CHECK(table_of({{name, 1}, {"Adler", 2}}, std::nullopt) ==
        "Player" + std::string(54, ' ') + "  Games\n" + name + "      1  =\n" + "Adler" +
            std::string(55, ' ') + "      2  ==\n");
}

TEST_CASE("a table is ASCII if the locale is not UTF-8") {
  const std::string table = table_of({{"Müller – 侯逸凡", 3}}, std::nullopt, Charset::Ascii);
  CHECK(table == "Player        Games\nM?ller - ???      3  ===\n");
  CHECK(table_of({{"Müller – 侯逸凡", 3}}, 8, Charset::Ascii) == "Player\nM?lle...\n");
}

TEST_CASE("rows after the first thousand keep complete numbers") {
  std::vector<Player> players(1500);
  for (std::size_t i = 0; i < players.size(); ++i) players[i] = {"a", i < 1000 ? 7U : 123U, {}};
  const auto lines = lines_of(table_of(players, 20));
  REQUIRE(lines.size() == 1501);
  CHECK(lines[1000].find(" 7") != std::string::npos);
  CHECK(lines[1001].find("123") != std::string::npos);
}

TEST_CASE("a value with line ends is printed on several lines if its column keeps them") {
  const std::string table = printed([](Console& console) {
    TextTable out(
        {{.heading = "Board", .line_ends = LineEnds::Kept}, {.heading = "Id"}, {.heading = "Name"}},
        {}, console);
    out.add({{"r . k\n. . .\n"}, {"7"}, {"a\nb"}});
    out.finish();
  });
  CHECK(table ==
        "Board  Id  Name\n"
        "r . k  7   a b\n"
        ". . .\n");
}

TEST_CASE("nothing in a value sends a command to the terminal") {
  CHECK(table_of({{"a\x1b[31mb", 0}}, std::nullopt) == "Player   Games\na [31mb      0\n");
}

TEST_CASE("a table without rows is empty as text, and only headings in CSV and Markdown") {
  CHECK(written(AnswerFormat::Text, {}).empty());
  CHECK(written(AnswerFormat::Json, {}).empty());
  CHECK(written(AnswerFormat::Csv, {}) == "name,games,titles\r\n");
  CHECK(written(AnswerFormat::Markdown, {}) == "| Player | Games |\n| --- | ---: |\n");
}

TEST_CASE("records are the same in every format") {
  const std::vector<std::string> lines = lines_of(written(AnswerFormat::Json, kPlayers));
  const auto csv = csv_rows(written(AnswerFormat::Csv, kPlayers));
  const auto markdown = markdown_rows(written(AnswerFormat::Markdown, kPlayers));
  REQUIRE(lines.size() == kPlayers.size());
  REQUIRE(csv.size() == kPlayers.size() + 1);
  REQUIRE(markdown.size() == kPlayers.size() + 1);
  CHECK(lines[0] ==
        "{\"type\":\"player\",\"name\":\"Adler, Nora\",\"games\":4,\"points\":1.5,"
        "\"titles\":[\"WGM\",\"GM\"]}");
  CHECK(csv[1] == std::vector<std::string>{"Adler, Nora", "4", "WGM GM"});
  CHECK(Json::parse(lines[2])["name"].is_null());
  for (std::size_t i = 0; i < kPlayers.size(); ++i) {
    const Json object = Json::parse(lines[i]);
    if (!kPlayers[i].name.empty()) CHECK(object["name"] == kPlayers[i].name);
    CHECK(object["games"] == kPlayers[i].games);
    CHECK(csv[i + 1][0] == kPlayers[i].name);
    CHECK(csv[i + 1][1] == std::to_string(kPlayers[i].games));
    CHECK(markdown[i + 1] ==
          std::vector<std::string>{kPlayers[i].name, std::to_string(kPlayers[i].games)});
  }
}

TEST_CASE("any text can be read back from JSON, CSV and Markdown") {
  std::mt19937 random(12);
  for (int round = 0; round < 500; ++round) {
    const std::string text = "x" + random_text(random) + "x";
    CAPTURE(round, text);
    const std::vector<Player> players = {{text, 1}};
    CHECK(Json::parse(written(AnswerFormat::Json, players))["name"] == text);
    CHECK(csv_rows(written(AnswerFormat::Csv, players))[1][0] == text);
    // In Markdown, tabs become spaces, and every line end becomes <br>.
    std::string shown = text;
    std::erase(shown, '\r');
    std::ranges::replace(shown, '\t', ' ');
    CHECK(markdown_rows(written(AnswerFormat::Markdown, players))[1][0] == shown);
  }
}

TEST_CASE("field names are quoted if necessary") {
  const std::string line = printed([](Console& console) {
    const auto writer = make_record_writer(
        AnswerFormat::Json, {.type = "", .columns = {}, .fields = {{"a\"b"}}}, console);
    writer->add_values(std::vector{Value::of("c")});
  });
  CHECK(Json::parse(line)["a\"b"] == "c");
}
