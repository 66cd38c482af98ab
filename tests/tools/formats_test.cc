// Tests the same findings in every format, with independent parsers.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <set>

#include "lib/diagnostics/catalogue.h"
#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"
#include "tests/tools/table_readers.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

namespace {

const std::string kTournament = "testdata/tournament.pgn";

std::vector<Json> json_lines(const std::string& text) {
  std::vector<Json> objects;
  for (const std::string& line : lines_of(text)) objects.push_back(Json::parse(line));
  return objects;
}

// Fields common to all formats.
struct Row {
  std::string id;
  std::string severity;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
  bool operator==(const Row&) const = default;
};

std::vector<Row> rows_of_json(const std::string& text) {
  std::vector<Row> rows;
  for (const Json& object : json_lines(text)) {
    if (object["type"] != "finding") continue;
    rows.push_back({object["id"].text(), object["severity"].text(), object["line"].count(),
                    object["column"].count()});
  }
  return rows;
}

std::vector<Row> all_rows() {
  return rows_of_json(run_arbiter({"validate", "--format", "json", "--notes", kTournament}).output);
}

}  // namespace

TEST_CASE("JSON has an object per finding and one for the run") {
  const ProgramRun run = run_arbiter({"validate", "--format", "json", "--notes", kTournament});
  const std::vector<Json> objects = json_lines(run.output);
  REQUIRE(objects.size() > 20);
  const std::string text = read_text(testdata("tournament.pgn").string());
  for (std::size_t i = 0; i + 1 < objects.size(); ++i) {
    const Json& finding = objects[i];
    CAPTURE(finding);
    CHECK(finding["type"] == "finding");
    CHECK(finding["file"] == kTournament);
    CHECK(finding.size() == 18);
    const auto code = parse_code(finding["id"].text());
    REQUIRE(code.has_value());
    const std::string reference(entry_of(*code).reference);
    // A finding may cite a sub-article.
    CHECK_THAT(finding["article"].is_null() ? "" : finding["article"].text(),
               Catch::Matchers::StartsWith(reference));
    CHECK(!finding["message"].text().empty());

    // The offset, line and column are the same position.
    const auto offset = finding["offset"].count();
    REQUIRE(offset <= text.size());
    const auto line_start = text.rfind('\n', offset == 0 ? 0 : offset - 1);
    const std::size_t start = line_start == std::string::npos || offset == 0 ? 0 : line_start + 1;
    CHECK(finding["column"] == offset - start + 1);
    CHECK(finding["line"] ==
          1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
  }
  const Json& summary = objects.back();
  CHECK(summary["type"] == "summary");
  CHECK(summary["files"] == 1);
  CHECK(summary["games"] == 15);
  CHECK(summary["bytes"] == text.size());
  CHECK(summary["errors"].count() + summary["warnings"].count() + summary["notes"].count() ==
        objects.size() - 1);
  std::map<std::string, std::size_t> counts;
  for (const Row& row : rows_of_json(run.output)) ++counts[row.id];
  for (const auto& [id, count] : summary["counts"].members()) {
    CAPTURE(id);
    if (!entry_of(*parse_code(id)).once_per_file) CHECK(counts[id] == count);
  }
}

TEST_CASE("notes are counted but not shown, and findings are in the order of the file") {
  const std::vector<Row> all = all_rows();
  std::vector<Row> without_notes;
  std::copy_if(all.begin(), all.end(), std::back_inserter(without_notes),
               [](const Row& row) { return row.severity != "note"; });
  CHECK(without_notes.size() < all.size());
  const ProgramRun run = run_arbiter({"validate", "--format", "json", kTournament});
  CHECK(rows_of_json(run.output) == without_notes);
  CHECK(json_lines(run.output).back()["hidden"] == all.size() - without_notes.size());
}

TEST_CASE("the mark is below the marked text, for any width of the line number") {
  const std::size_t empty_lines = GENERATE(0, 99'998, 99'999, 1'234'566);
  const std::string text = std::string(empty_lines, '\n') + "1. e4 e5 2. Ke3 *\n";
  const ProgramRun run = run_arbiter({"validate", "--select", "legality"}, text);
  const std::vector<std::string> lines = lines_of(run.output);
  CAPTURE(run.output);
  REQUIRE(lines.size() >= 3);
  CHECK(lines[1].find("Ke3") == lines[2].find("^^^"));
  CHECK(lines[1].find('|') == lines[2].find('|'));
}

TEST_CASE("the number of threads does not change the output") {
  // testdata here contains links to other files, which commands skip in folders.
  const std::string folder = (scratch_folder() / "threads").string();
  std::filesystem::copy("testdata", folder, std::filesystem::copy_options::recursive);
  const auto with_jobs = [&](const std::string& jobs) {
    return run_arbiter({"validate", "--notes", "--jobs", jobs, folder}).output;
  };
  const std::string one = with_jobs("1");
  CHECK(!one.empty());
  CHECK(with_jobs("2") == one);
  CHECK(with_jobs("7") == one);
}

TEST_CASE("CSV has a header and the same findings") {
  const ProgramRun run = run_arbiter({"validate", "--format", "csv", "--notes", kTournament});
  const auto rows = csv_rows(run.output);
  REQUIRE(rows.size() > 1);
  CHECK(rows[0] == std::vector<std::string>{"file", "line", "column", "offset", "length", "game",
                                            "ply", "id", "severity", "article", "message", "help",
                                            "san", "fen", "white", "black", "round"});
  std::vector<Row> found;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    REQUIRE(rows[i].size() == rows[0].size());
    found.push_back({rows[i][7], rows[i][8], std::stoull(rows[i][1]), std::stoull(rows[i][2])});
  }
  CHECK(found == all_rows());
}

TEST_CASE("Markdown has a table of the same findings") {
  const ProgramRun run = run_arbiter({"validate", "--format", "markdown", "--notes", kTournament});
  const auto rows = markdown_rows(run.output);
  REQUIRE(rows.size() > 1);
  CHECK(rows[0] == std::vector<std::string>{"File", "Line", "Column", "Game", "Severity", "Finding",
                                            "Message", "Article"});
  std::vector<Row> found;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    REQUIRE(rows[i].size() == rows[0].size());
    CHECK(rows[i][0] == kTournament);
    found.push_back({rows[i][5], rows[i][4], std::stoull(rows[i][1]), std::stoull(rows[i][2])});
  }
  CHECK(found == all_rows());
}

TEST_CASE("a finding names the players and the round of its game, in text once per game") {
  const ProgramRun text = run_arbiter({"validate", "-q", "--notes", kTournament});
  std::size_t labels = 0;
  for (const std::string& line : lines_of(text.output)) labels += line.find(" = game: ") < 8;
  std::set<std::uint64_t> games;
  for (const Json& object :
       json_lines(run_arbiter({"validate", "--format", "json", "--notes", kTournament}).output)) {
    if (object["type"] != "finding") continue;
    const bool is_in_game = !object["game"].is_null();
    CHECK(object["white"].is_null() != is_in_game);
    CHECK(object["round"].is_null() != is_in_game);
    if (is_in_game) games.insert(object["game"].count());
    if (object["id"] != "pinned") continue;
    CHECK(object["white"] == "Castell, Mira");
    CHECK(object["black"] == "Dorn, Jakob");
    CHECK(object["round"] == "1.2");
  }
  CHECK(games.size() > 8);
  CHECK(labels == games.size());
  const std::string pinned =
      run_arbiter({"validate", "-q", "--select", "pinned", kTournament}).output;
  CHECK_THAT(pinned, Catch::Matchers::EndsWith(
                         "^^^^\n      = game: Castell, Mira - Dorn, Jakob, round 1.2\n"));
  const std::string unknown = "[White \"?\"]\n[Round \"2\"]\n\n1. e4 Ke6 *\n";
  CHECK_THAT(run_arbiter({"validate", "-q"}, unknown).output,
             Catch::Matchers::Contains("      = game: round 2\n"));
  CHECK_THAT(run_arbiter({"validate", "-q"}, "1. e4 Ke6 *\n").output,
             !Catch::Matchers::Contains("= game"));
}

TEST_CASE("SARIF has its rules from the catalogue and the same findings") {
  const ProgramRun run = run_arbiter({"validate", "--format", "sarif", "--notes", kTournament});
  const Json log = Json::parse(run.output);
  CHECK(log["version"] == "2.1.0");
  REQUIRE(log["runs"].size() == 1);
  const Json& driver = log["runs"][0]["tool"]["driver"];
  CHECK(driver["name"] == "Arbiter");
  REQUIRE(driver["rules"].size() == kDiagnosticCount);
  for (const CatalogueEntry& entry : catalogue()) {
    const Json& rule = driver["rules"][index_of(entry.code)];
    CHECK(rule["id"] == std::string(entry.id));
    CHECK(rule["shortDescription"]["text"] == std::string(entry.meaning));
  }
  const std::set<std::string> levels = {"note", "warning", "error"};
  std::vector<Row> found;
  for (const Json& result : log["runs"][0]["results"].elements()) {
    CHECK(driver["rules"][result["ruleIndex"].count()]["id"] == result["ruleId"]);
    CHECK(levels.count(result["level"].text()) == 1);
    CHECK(!result["message"]["text"].text().empty());
    const Json& place = result["locations"][0]["physicalLocation"];
    CHECK(place["artifactLocation"]["uri"] == kTournament);
    const Json& region = place["region"];
    CHECK(region["endColumn"] > region["startColumn"]);
    found.push_back({result["ruleId"].text(), result["level"].text(), region["startLine"].count(),
                     region["startColumn"].count()});
  }
  CHECK(found == all_rows());
  CHECK(log["runs"][0]["invocations"][0]["executionSuccessful"] == true);
}

// Returns the fingerprints of a file's findings, by id.
std::multimap<std::string, std::string> fingerprints_of(const std::string& file) {
  const ProgramRun run =
      run_arbiter({"validate", "--select", "legality", "--format", "sarif", file});
  std::multimap<std::string, std::string> found;
  const Json log = Json::parse(run.output);
  for (const Json& result : log["runs"][0]["results"].elements()) {
    found.emplace(result["ruleId"].text(),
                  result["partialFingerprints"]["arbiterFinding/v1"].text());
  }
  return found;
}

TEST_CASE("fingerprints in SARIF are unique, and stay the same if a game is added before") {
  const Workbench bench;
  const std::string wrong =
      "[Event \"A\"]\n[White \"Adler, Nora\"]\n[Black \"Brandt, Ole\"]\n[Result \"1-0\"]\n\n"
      "1. e4 e5 2. Ke3 1-0\n\n";
  const std::string right = "[Event \"B\"]\n[Result \"1-0\"]\n\n1. d4 d5 1-0\n\n";
  bench.write("one.pgn", wrong);
  bench.write("two.pgn", right + wrong);
  bench.write("twice.pgn", wrong + wrong);
  const auto before = fingerprints_of(bench.path("one.pgn"));
  REQUIRE(!before.empty());
  const auto after = fingerprints_of(bench.path("two.pgn"));
  for (const auto& one : before) {
    CHECK(std::ranges::find(after, one) != after.end());
  }
  std::set<std::string> unique;
  const auto twice = fingerprints_of(bench.path("twice.pgn"));
  for (const auto& [id, fingerprint] : twice) unique.insert(fingerprint);
  CHECK(unique.size() == twice.size());
  CHECK(twice.size() == 2 * before.size());
}

TEST_CASE("fixes in SARIF are the moves that the program would write") {
  const Workbench bench;
  // Missing capture and check signs, long notation, and an illegal move, whose correction would be
  // a guess.
  const std::string before =
      "[Result \"*\"]\n\n1. e4 d5 2. ed5 Qxd5 3. Nb1c3 Qe5 4. Be2 Bf5 5. Nf3 Qe4 6. Ne4 Bxe4! 7. "
      "Ng5 "
      "Bc2!? 8. Qc2 Nc6 9. Ke4 *\n";
  bench.write("moves.pgn", before);
  const ProgramRun run = run_arbiter(
      {"validate", "--strict", "--notes", "--format", "sarif", bench.path("moves.pgn")});
  std::map<std::uint64_t, std::string> corrections;  // by column
  std::string text = before;
  const Json log = Json::parse(run.output);
  for (const Json& result : log["runs"][0]["results"].elements()) {
    if (!result.contains("fixes")) continue;
    const Json& change = result["fixes"][0]["artifactChanges"][0];
    CHECK(change["artifactLocation"] ==
          result["locations"][0]["physicalLocation"]["artifactLocation"]);
    const Json& region = change["replacements"][0]["deletedRegion"];
    CHECK(region == result["locations"][0]["physicalLocation"]["region"]);
    corrections[region["byteOffset"].count()] =
        text.substr(region["byteOffset"].count(), region["byteLength"].count()) + " " +
        change["replacements"][0]["insertedContent"]["text"].text();
  }
  std::vector<std::string> found;
  for (const auto& [offset, correction] : corrections) found.push_back(correction);
  CHECK(found ==
        std::vector<std::string>{"ed5 exd5", "Qe5 Qe5+", "Ne4 Nxe4", "Bc2 Bxc2", "Qc2 Qxc2"});
}

TEST_CASE("GitHub commands are one line each, in the same order") {
  const ProgramRun run = run_arbiter({"validate", "--format", "github", "--notes", kTournament});
  std::vector<Row> found;
  for (const std::string& line : lines_of(run.output)) {
    CAPTURE(line);
    REQUIRE(line.substr(0, 2) == "::");
    const auto value = [&](const std::string& key) {
      const std::size_t start = line.find(key + "=") + key.size() + 1;
      return line.substr(start, line.find_first_of(",:", start) - start);
    };
    const std::string level = line.substr(2, line.find(' ') - 2);
    CHECK(value(" file") == kTournament);
    CHECK(value("title").find(' ') == std::string::npos);
    found.push_back({value("title"), level == "notice" ? "note" : level,
                     std::stoull(value(",line")), std::stoull(value(",col"))});
  }
  CHECK(found == all_rows());
}

TEST_CASE("--max-findings limits the findings shown and counts the others") {
  const std::size_t shown = all_rows().size();
  const ProgramRun run =
      run_arbiter({"validate", "--format", "json", "--notes", "--max-findings", "3", kTournament});
  const std::vector<Json> objects = json_lines(run.output);
  CHECK(objects.size() == 4);
  CHECK(objects.back()["withheld"] == shown - 3);
}

TEST_CASE("--summary counts by diagnostic, in every format alike") {
  const Json counts = json_lines(
      run_arbiter({"validate", "--format", "json", "--summary", kTournament}).output)[0]["counts"];
  const auto table =
      csv_rows(run_arbiter({"validate", "--format", "csv", "--summary", kTournament}).output);
  REQUIRE(table.size() == counts.size() + 1);
  for (std::size_t i = 1; i < table.size(); ++i) {
    CHECK(counts[table[i][0]] == std::stoull(table[i][2]));
  }
  const ProgramRun text = run_arbiter({"validate", "--summary", kTournament});
  const std::vector<std::string> lines = lines_of(text.output);
  const auto markdown = markdown_rows(
      run_arbiter({"validate", "--format", "markdown", "--summary", kTournament}).output);
  REQUIRE(lines.size() == counts.size() + 1);
  REQUIRE(markdown.size() == lines.size());
  for (std::size_t i = 1; i < lines.size(); ++i) {
    CHECK(lines[i].find(" " + table[i][0] + " ") != std::string::npos);
    CHECK(markdown[i] == std::vector{table[i][2], table[i][1], table[i][0], table[i][5]});
  }
}

TEST_CASE("--games does not depend on the selected findings") {
  const std::string file = "testdata/diagnostics/dead-by-structure-vs-result.pgn";
  const auto games_with = [&](const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {"validate", "-q", "--fail-on", "never",
                                          "--games",  file, "--format",  "csv"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_arbiter(arguments).output;
  };
  const std::string all = games_with({});
  CHECK_THAT(all, Catch::Matchers::Contains("dead position"));
  for (const std::string ids : {"zero-castling", "clocks", "notes", "ending"}) {
    CAPTURE(ids);
    CHECK(games_with({"--select", ids}) == all);
    CHECK(games_with({"--ignore", ids}) == all);
  }
}

TEST_CASE("--games has a line for each game") {
  const ProgramRun text = run_arbiter({"validate", "--games", kTournament});
  const std::vector<std::string> lines = lines_of(text.output);
  REQUIRE(lines.size() == 16);
  CHECK_THAT(lines[3], Catch::Matchers::StartsWith(kTournament +
                                                   "     3  1.3    Ehlers, Tom    Falk, Greta ") &&
                           Catch::Matchers::EndsWith("  0-1         13  checkmate (Laws 5.1.1)"));

  const auto rows =
      csv_rows(run_arbiter({"validate", "--games", "--format", "csv", kTournament}).output);
  REQUIRE(rows.size() == 16);
  CHECK(rows[3] == std::vector<std::string>{kTournament, "3", "Ehlers, Tom", "Falk, Greta", "0-1",
                                            "13", "yes", "checkmate", "Laws 5.1.1", "13", "", "",
                                            "", "", "1.3"});
  // Half-move 10 is 5... Nxd4, by a pinned knight.
  CHECK(rows[2][rows[2].size() - 2] == "10");
  CHECK(rows[2][rows[2].size() - 3] == "pinned");
  CHECK_THAT(lines[2], Catch::Matchers::Contains("not replayed beyond ply 9: pinned"));

  std::vector<Json> games;
  for (const Json& object :
       json_lines(run_arbiter({"validate", "--games", "--format", "json", kTournament}).output)) {
    if (object["type"] == "game") games.push_back(object);
  }
  REQUIRE(games.size() == 15);
  CHECK(games[1]["stop"] == Json::parse(R"({"id": "pinned", "ply": 10})"));
  CHECK(games[2]["stop"].is_null());
  CHECK(games[2]["white"] == "Ehlers, Tom");
  CHECK(games[2]["end"]["reason"] == "checkmate");
  CHECK(games[2]["end"]["result"] == "1-0");
  CHECK(games[2]["result"] == "0-1");
  CHECK(games[0]["end"].is_null());
  // 14. Nf3 repeats the position after 10. d4 and 12. Nf3: White could have claimed before playing
  // it.
  CHECK(games[8]["first_claim"]["claim"] == "threefold-ahead");
  CHECK(games[8]["first_claim"]["ply"] == 26);
}

TEST_CASE("unreadable files are reported in JSON and SARIF") {
  const ProgramRun run = run_arbiter({"validate", "--format", "json", "no such.pgn"});
  const std::vector<Json> lines = json_lines(run.output);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0]["type"] == "failure");
  CHECK(lines[0]["file"] == "no such.pgn");
  CHECK_FALSE(lines[0]["message"].text().empty());
  CHECK(lines[1]["failed"] == 1);
  const Json log =
      Json::parse(run_arbiter({"validate", "--format", "sarif", "no such.pgn", "nor this"}).output);
  const Json& invocation = log["runs"][0]["invocations"][0];
  CHECK(invocation["executionSuccessful"] == false);
  REQUIRE(invocation["toolExecutionNotifications"].size() == 2);
  const Json& notification = invocation["toolExecutionNotifications"][0];
  CHECK(notification["level"] == "error");
  CHECK(notification["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] ==
        "no%20such.pgn");
}
