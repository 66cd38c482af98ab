// Tests how games are split among files, and the names of these files.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"
#include "tools/cli/games_output.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// Returns the files written by filter into an empty folder, by name.
std::map<std::string, std::string> files_of(const Words& options, const std::string& input) {
  const fs::path folder = scratch_folder() / "split";
  fs::remove_all(folder);
  fs::create_directories(folder);
  Words words = {"filter", "-q", "-"};
  words.insert(words.end(), options.begin(), options.end());
  const bool names_output = std::ranges::find(options, "-o") != options.end();
  if (!names_output) words.insert(words.end(), {"-o", (folder / "{}.pgn").string()});
  for (std::string& word : words) {
    if (word.starts_with("OUT/")) word = (folder / word.substr(4)).string();
  }
  const ProgramRun run = run_arbiter(words, input);
  CAPTURE(words, run.errors);
  CHECK(run.status < 2);
  std::map<std::string, std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    files[entry.path().filename().string()] = read_text(entry.path().string());
  }
  return files;
}

Words names_of(const std::map<std::string, std::string>& files) {
  Words names;
  for (const auto& [name, text] : files) names.push_back(name);
  return names;
}

std::string game(const std::string& tags) { return tags + "\n1. e4 *\n\n"; }

std::string tag(const std::string& name, const std::string& value) {
  return "[" + name + " \"" + value + "\"]\n";
}

TEST_CASE("a database whose games are split counts unreadable text once") {
  const std::string tournament = testdata("tournament.pgn").string();
  const std::string database = (scratch_folder() / "split.db").string();
  run_arbiter({"import", "-q", database, tournament});
  for (const std::string& input : {tournament, database}) {
    const ProgramRun run = run_arbiter({"filter", "-q", "--split", "year", "-o",
                                        (scratch_folder() / "split-{}.pgn").string(), input});
    CAPTURE(input);
    CHECK(run.status == 1);
    CHECK_THAT(run.errors, Catch::Matchers::StartsWith("5 text fragments could not be parsed"));
  }
}

TEST_CASE("games are split by number and by their tags, and none is lost") {
  const std::string input = read_text(testdata("tournament.pgn").string());
  const std::string all = run_arbiter({"filter", "-q", "-"}, input).output;
  const auto [key, files] = GENERATE(table<std::string, std::size_t>({
      {"4", 4},
      {"15", 1},
      {"1000", 1},
      {"result", 3},
      {"event", 1},
      {"date", 5},
      {"date:4", 1},
      {"tag:Round", 15},
      {"white", 8},
  }));
  CAPTURE(key);
  const auto written = files_of({"--split", key}, input);
  CHECK(written.size() == files);
  std::size_t size = 0;
  for (const auto& [name, text] : written) {
    size += text.size();
    CHECK_THAT(all, Contains(text.substr(0, text.find("\n\n"))));
  }
  CHECK(size == all.size());
}

TEST_CASE("a game of two players goes to both, of a player against himself once") {
  const std::string input = game(tag("Event", "a") + tag("White", "X") + tag("Black", "Y")) +
                            game(tag("Event", "b") + tag("White", "Y") + tag("Black", "Y"));
  const auto files = files_of({"--split", "player"}, input);
  CHECK(names_of(files) == Words{"X.pgn", "Y.pgn"});
  CHECK_THAT(files.at("Y.pgn"), Contains("\"a\"") && Contains("\"b\""));
}

TEST_CASE("all boards of a round go to one file") {
  std::string input;
  for (const char* round : {"1.1", "2.10", "1.2", "1", "2.1.4", "Final", "10.1", "?", "1a.2"}) {
    input += game(tag("Event", "a") + tag("Round", round));
  }
  const auto games_in = [](const std::map<std::string, std::string>& files, const char* name) {
    const auto file = files.find(name);
    std::size_t games = 0;
    if (file == files.end()) return games;
    for (std::size_t at = 0; (at = file->second.find("[Event ", at)) != std::string::npos; ++at)
      ++games;
    return games;
  };
  const auto files = files_of({"--split", "round"}, input);
  CHECK(files.size() == 6);
  CHECK(games_in(files, "1.pgn") == 3);
  CHECK(games_in(files, "2.pgn") == 2);
  CHECK(games_in(files, "10.pgn") == 1);
  CHECK(games_in(files, "1a.2.pgn") == 1);
  CHECK(files_of({"--split", "tag:Round"}, input).size() == 9);
  CHECK(files_of({"--split", "round:1"}, input).size() == 4);
}

TEST_CASE("files are split by date, month or year without the unknown parts") {
  std::string input;
  for (const char* date :
       {"1950.??.??", "1950.03.??", "1950.03.01", "1951.03.01", "????.??.??", "????.03.??"}) {
    input += game(tag("Event", "a") + tag("Date", date));
  }
  const auto names = [&](const std::string& key) {
    return names_of(files_of({"--split", key}, input));
  };
  CHECK(names("date") ==
        Words{"1950.03.01.pgn", "1950.03.pgn", "1950.pgn", "1951.03.01.pgn", "unknown.pgn"});
  CHECK(names("month") == Words{"1950.03.pgn", "1950.pgn", "1951.03.pgn", "unknown.pgn"});
  CHECK(names("year") == Words{"1950.pgn", "1951.pgn", "unknown.pgn"});
}

TEST_CASE("games are split by their tags as they are written") {
  const std::string input =
      game(tag("Event", "a") + tag("ECO", "A00") + tag("White", "X") + tag("Result", "1-0"));
  const auto [options, name] = GENERATE(table<Words, std::string>({
      {{"--split", "eco", "--add", "eco"}, "B00.pgn"},
      {{"--split", "eco"}, "A00.pgn"},
      {{"--split", "event", "--set", "Event=b"}, "b.pgn"},
      {{"--split", "event", "--drop", "Event"}, "a.pgn"},
      {{"--split", "white", "--rename-player", "X=Y"}, "Y.pgn"},
      {{"--split", "result", "--fix-results"}, "1-0.pgn"},
      {{"--split", "tag:PlyCount", "--add", "plycount", "--to-ply", "1"}, "1.pgn"},
  }));
  CAPTURE(options);
  CHECK(names_of(files_of(options, input)) == Words{name});
}

TEST_CASE("the folder of split files is made") {
  const std::string folder = (scratch_folder() / "years" / "all").string();
  const ProgramRun run = run_arbiter(
      {"filter", "-q", "testdata/tournament.pgn", "--split", "year", "-o", folder + "/{}.pgn"});
  CHECK(run.status == 1);  // some text is kept in comments
  CHECK_THAT(read_text(folder + "/2024.pgn"), Contains("Adler, Nora"));
}

TEST_CASE("a file that was not written is not reported as written") {
  const auto [options, words] = GENERATE(table<Words, std::string>({
      {{"--split", "event", "-o", "/proc/none/{}.pgn"}, "no file was written\n"},
      {{"--split", "1", "-o", "/proc/none/{}.pgn"}, "no file was written\n"},
      {{"-o", "/proc/none/all.pgn"}, ""},
      {{"/no/such/file.pgn", "-o", (scratch_folder() / "all.pgn").string()},
       "/all.pgn: not every input could be read completely; omit -o to print the games that could "
       "be read\n"},
  }));
  Words line = {"filter", "-"};
  line.insert(line.end(), options.begin(), options.end());
  const ProgramRun run = run_arbiter(line, game(tag("Event", "a")));
  CAPTURE(line, run.errors);
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Catch::Matchers::EndsWith(words));
  CHECK_THAT(run.errors, !Contains("0 files") && !Contains(" written in "));
}

TEST_CASE("every file of a format is complete") {
  const std::string input = read_text(testdata("tournament.pgn").string());
  for (const auto& [name, text] :
       files_of({"--split", "result", "--format", "json", "-o", "OUT/{}.json"}, input)) {
    CAPTURE(name);
    CHECK(run_arbiter({"fmt", "-q", "--from", "json", "-"}, text).status < 2);
    CHECK(text.starts_with("[\n{"));
  }
  for (const auto& [name, text] :
       files_of({"--split", "5", "--format", "csv", "-o", "OUT/part-{}.csv"}, input)) {
    CHECK_THAT(text, Catch::Matchers::StartsWith("Event,Site,"));
  }
}

TEST_CASE("a value is never the name of another file") {
  const auto [key, name] = GENERATE(table<std::string, std::string>({
      {"B90", "B90"},
      {"Müller, Ö.", "Müller, Ö"},
      {"", "unknown"},
      {"..", "unknown"},
      {"../../etc/passwd", "_.._.._etc_passwd"},
      {"/etc/passwd", "_etc_passwd"},
      {".hidden", "_.hidden"},
      {"-rf", "_-rf"},
      {"a\nb\x1b[31m", "a b [31m"},
      {"con", "_con"},
      {"COM1.x", "_COM1.x"},
      {"a:b*c?d\"e<f>g|h\\i", "a_b_c_d_e_f_g_h_i"},
      {std::string(300, 'x'), std::string(100, 'x')},
      {std::string(99, 'x') + "ü", std::string(99, 'x')},
  }));
  CHECK(file_name_of(key) == name);
}

TEST_CASE("values with the same name have a file each") {
  const std::string input = game(tag("Event", "a/b")) + game(tag("Event", "A:B")) +
                            game(tag("Event", "a_b")) + game(tag("Event", "a_b (2)")) +
                            game(tag("Event", "a/b"));
  const auto files = files_of({"--split", "event"}, input);
  CHECK(files.size() == 4);
  std::size_t games = 0;
  for (const auto& [name, text] : files) {
    for (std::size_t at = 0; (at = text.find("[Event ", at)) != std::string::npos; ++at) ++games;
  }
  CHECK(games == 5);
}

TEST_CASE("without {} in its name, the output of a split is a folder") {
  const TemporaryFolder folder;
  const auto files_for = [&](const std::string& output) {
    run_arbiter({"filter", "-", "--split", "event", "-o", folder.path(output)},
                game(tag("Event", "a.gz")) + game(tag("Event", "b")));
    return run_shell("cd " + folder.path("") + " && find . -type f | sort && rm -rf *").output;
  };
  CHECK(files_for("all.pgn") == "./all/a_gz.pgn\n./all/b.pgn\n");
  CHECK(files_for("all.jsonl.gz") == "./all/a_gz.jsonl.gz\n./all/b.jsonl.gz\n");
  CHECK(files_for("sub/all") == "./sub/all/a_gz.pgn\n./sub/all/b.pgn\n");
  run_arbiter(
      {"filter", "-q", "-", "--split", "white", "--format", "json", "-o", folder.path("games")},
      game(tag("White", "Alder vs. Birch")) + game(tag("White", "Dr. No.")));
  CHECK(run_shell("cd " + folder.path("") + " && find . -type f | sort && rm -rf *").output ==
        "./games/Alder vs. Birch.json\n./games/Dr. No.json\n");
  // The key does not choose the compression.
  CHECK(files_for("{}") == "./a_gz\n./b\n");
}

TEST_CASE("an invalid split is rejected") {
  const auto [options, error] = GENERATE(table<Words, std::string>({
      {{"--split", "0"}, "--split"},
      {{"--split", "elo"}, "expected a number of games, event, eco,"},
      {{"--split", "eco:x"}, "expected a number of games"},
      {{"--split", "tag:"}, "expected a number of games"},
      {{"--split", "eco", "-o", "{}{}.pgn"}, "--split needs only one {} in the name of --output"},
      {{"--split", "eco", "--count"}, "cannot be combined"},
      {{"--split", "3", "--sample", "2"}, "cannot be combined"},
      {{"--split", "3", "-o", "/proc/none/{}.pgn"}, "/proc/none/1.pgn"},
  }));
  CAPTURE(options);
  Words words = {"filter", "-"};
  words.insert(words.end(), options.begin(), options.end());
  const ProgramRun run = run_arbiter(words, game(tag("Event", "a")));
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains(error));
}

TEST_CASE("no part replaces an input file") {
  const std::string input = write_scratch("a.pgn", game(tag("Event", "a")));
  const std::string pattern = (fs::path(input).parent_path() / "{}.pgn").string();
  const ProgramRun run = run_arbiter({"filter", "-q", input, "--split", "event", "-o", pattern});
  CHECK(run.status == 2);
  CHECK(read_text(input) == game(tag("Event", "a")));
}

TEST_CASE("each variation can be a game of its own, from the first move") {
  const std::string input =
      tag("Event", "a") + tag("Result", "1-0") +
      "\n{x} 1. e4 $1 (1. d4 {q} d5 (1... Nf6 2. c4) 2. c4) e5 {y} (1... c5) 2. Nf3 1-0\n\n";
  const std::string written =
      run_arbiter({"filter", "-q", "--tags", "Event", "--split-variations", "-"}, input).output;
  const auto one = [](const std::string& result, const std::string& moves) {
    return "[Event \"a\"]\n[Result \"" + result + "\"]\n\n" + moves + "\n\n";
  };
  CHECK(written == one("1-0", "{x} 1. e4 $1 e5 {y} 2. Nf3 1-0") +
                       one("*", "1. d4 {q} 1... d5 2. c4 *") + one("*", "1. d4 Nf6 2. c4 *") +
                       one("*", "1. e4 c5 *"));
  const std::string all =
      run_arbiter({"export", "-q", "--tags", "Event", "--split-variations", "-"}, input).output;
  CHECK(all == written);
  CHECK(run_arbiter({"fmt", "-q", "--split-variations", "--format", "uci", "-"}, input).output ==
        "position startpos moves e2e4 e7e5 g1f3\nposition startpos moves d2d4 d7d5 c2c4\n"
        "position startpos moves d2d4 g8f6 c2c4\nposition startpos moves e2e4 c7c5\n");
}

// With so many variations, the lines of the long game would fill a terabyte.
TEST_CASE("a game whose lines together are too long is not split") {
  std::string moves;
  for (int number = 1; number <= 4000; number += 2) {
    moves += "Nf3 (Nc3) Nf6 (Nc6) Ng1 (Nc3) Ng8 (Nc6) ";
  }
  const std::string input = "[Event \"a\"]\n\n" + moves + "*\n";
  CHECK(run_arbiter({"filter", "-q", "--split-variations", "-"}, input).output ==
        run_arbiter({"filter", "-q", "-"}, input).output);
}

}  // namespace
