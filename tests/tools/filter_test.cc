// Compares `arbiter filter` with `arbiter export` after an import of the same files.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

using Words = std::vector<std::string>;

const std::string kTournament = "testdata/tournament.pgn";

ProgramRun filter(Words words, const std::string& input = "") {
  words.insert(words.begin(), {"filter", "--quiet"});
  return run_arbiter(words, input);
}

// Returns the games in a text in export format.
std::vector<std::string> games_of(const std::string& text) {
  std::vector<std::string> games;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = std::min(text.find("\n[Event ", at + 1), text.size() - 1) + 1;
    games.push_back(text.substr(at, next - at));
    at = next;
  }
  return games;
}

// Returns the tournament in a database.
const std::string& imported() {
  static const std::string database = [] {
    const std::string path = (scratch_folder() / "tournament.db").string();
    run_arbiter({"import", "-q", path, kTournament});
    return path;
  }();
  return database;
}

TEST_CASE("filter selects the same games as export") {
  const Words question = GENERATE(values<Words>({
      {},
      {"--player", "Adler"},
      {"--white", "Falk", "--result", "0-1"},
      {"--not-player", "Falk"},
      {"--elo", "2000.."},
      {"--date", "2024.05.11"},
      {"--round", "3"},
      {"--eco", "C"},
      {"--event", "Lindenau"},
      {"--plies", "..20"},
      {"--ending", "stalemate"},
      {"--result", "1-0"},
      {"--material", "Kkp"},
      {"--finding", "errors"},
      {"--source", "tournament"},
      {"--source", "other"},
      {"--tag", "PlyCount=40"},
      {"--where", "white-elo >= 1900 and not (plies < 40 or black = Falk)"},
      {"--moves", "1. e4 e5"},
      {"--moves", "e4", "--player", "Adler"},
      {"--fen", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
      {"--fen", "8/8/8/3k4/8/4p3/8/4K3 b - - 0 61", "--ignore-rights"},
  }));
  CAPTURE(question);
  Words words = question;
  words.push_back(kTournament);
  Words exported = {"export", "--quiet"};
  exported.insert(exported.end(), words.begin(), words.end());
  const ProgramRun expected = run_arbiter(exported);
  REQUIRE(expected.status < 2);
  CHECK(filter(words).output == expected.output);
  words.back() = imported();
  if (question.empty() || question[0] != "--source") CHECK(filter(words).output == expected.output);
  words.back() = kTournament;
  words.push_back("--count");
  CHECK(filter(words).output == std::to_string(games_of(expected.output).size()) + "\n");
}

// Returns five games: B is a copy of A with other spellings, C has other players, D another result,
// and E other moves.
const std::string& copies() {
  static const std::string path = [] {
    const std::string moves =
        "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 8. f3 Be7 9. Qd2 "
        "O-O "
        "10. O-O-O Nbd7 ";
    const auto game = [](const std::string& event, const std::string& white,
                         const std::string& date, const std::string& line) {
      return "[Event \"" + event + "\"]\n[Date \"" + date + "\"]\n[White \"" + white +
             "\"]\n[Black \"Adams, Michael\"]\n\n" + line + "\n\n";
    };
    return write_scratch("copies.pgn",
                         game("A", "Carlsen, Magnus", "2020.01.02", moves + "1-0") +
                             game("B", "Carlsen, M", "2020.??.??", moves + "{good} 1-0") +
                             game("C", "Anand, V", "2020.01.02", moves + "1-0") +
                             game("D", "Carlsen, Magnus", "2020.01.02", moves + "0-1") +
                             game("E", "Carlsen, Magnus", "2020.01.02", moves + "11. g4 1-0"));
  }();
  return path;
}

// Returns the first letters of the events of the games, such as "ABC".
std::string events_of(const std::string& pgn) {
  std::string events;
  for (const std::string& game : games_of(pgn)) events += game[std::string("[Event \"").size()];
  return events;
}

TEST_CASE("duplicates are those of import, of files and of databases") {
  const std::string database = (scratch_folder() / "copies.db").string();
  run_arbiter({"import", "-q", database, copies(), "--duplicates", "skip"});
  CHECK(events_of(run_arbiter({"export", "-q", database}).output) == "ACDE");
  CHECK(events_of(filter({copies(), "--unique"}).output) == "ACDE");
  CHECK(filter({copies(), copies(), "--unique", "--count"}).output == "4\n");
  CHECK(filter({copies(), database, "--unique", "--count"}).output == "4\n");
  CHECK(events_of(filter({copies(), "--check-file", database}).output).empty());
  CHECK(events_of(run_arbiter({"export", "-q", database, "--unique"}).output) == "ACDE");
}

TEST_CASE("duplicates go to a file, and those of another file are omitted") {
  const std::string others = (scratch_folder() / "others.pgn").string();
  const std::string first = write_scratch("first.pgn", games_of(read_text(copies()))[0]);
  CHECK(events_of(filter({copies(), "--duplicates", others}).output) == "ACDE");
  CHECK(events_of(read_text(others)) == "B");
  CHECK(events_of(filter({copies(), "--check-file", first, "--duplicates", others}).output) ==
        "CDE");
  CHECK(events_of(read_text(others)) == "AB");
  CHECK(events_of(filter({copies(), "--unique", "--player", "Carlsen", "--offset", "1"}).output) ==
        "DE");
}

TEST_CASE("short games with the same moves are duplicates only with the same known players") {
  const auto game = [](const std::string& event, const std::string& white,
                       const std::string& moves) {
    return "[Event \"" + event + "\"]\n[White \"" + white + "\"]\n[Black \"B\"]\n\n" + moves +
           " *\n\n";
  };
  std::string input = game("A", "Carlsen, M", "1. e4 e5") + game("B", "Carlsen,M.", "1. e4 e5") +
                      game("C", "Anand, V", "1. e4 e5") + game("D", "?", "1. e4 e5") +
                      game("E", "?", "1. e4 e5") + game("F", "Anand, V", "") +
                      game("G", "Anand, V", "");
  CHECK(events_of(filter({"--unique"}, input).output) == "ACDEF");
  // So many players have played the same long game that filter cannot remember them all.
  input.clear();
  const std::string moves =
      "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 "
      "7. Nf3 Nf6 8. Ng1 Ng8 9. Nf3 Nf6 10. Ng1 Ng8";
  for (int i = 0; i < 600; ++i) input += game("A", "Player" + std::to_string(100 + i), moves);
  CHECK(filter({"--unique", "--count"}, input).output == "600\n");
}

TEST_CASE("games are split while duplicates are omitted") {
  const std::string name = (scratch_folder() / "split-{}.pgn").string();
  CHECK(filter({copies(), "--unique", "--split", "white", "-o", name}).status == 0);
  CHECK(events_of(read_text((scratch_folder() / "split-Carlsen, Magnus.pgn").string())) == "ADE");
  CHECK(events_of(read_text((scratch_folder() / "split-Anand, V.pgn").string())) == "C");
}

TEST_CASE("matching games are selected by their numbers") {
  const auto selected = [](Words words) {
    words.push_back(copies());
    return events_of(filter(words).output);
  };
  CHECK(selected({"--select", "2..3,5"}) == "BCE");
  CHECK(selected({"--not-select", "2..3,5"}) == "AD");
  CHECK(selected({"--select", "4.."}) == "DE");
  CHECK(selected({"--player", "Carlsen", "--select", "3"}) == "D");
  CHECK(selected({"--select", "2..4", "--not-select", "3", "--limit", "1"}) == "B");
  CHECK(filter({copies(), "--select", "x"}).status == 2);
}

// Returns the output as CSV with plain line ends.
std::string csv_of(Words words, const std::string& input = "") {
  words.insert(words.end(), {"--format", "csv"});
  std::string output = filter(words, input).output;
  std::erase(output, '\r');
  return output;
}

TEST_CASE("games with positions of a file get the names of the positions") {
  const std::string positions = write_scratch(
      "positions.epd",
      "# Sicilian positions\n\n"
      "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3; id \"Open; Sicilian\";\n"
      "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1 Reti\r\n");
  const std::string games =
      write_scratch("reached.pgn",
                    "[White \"A\"]\n\n1. e4 c5 *\n\n[White \"B\"]\n\n1. Nf3 d5 *\n\n"
                    "[White \"C\"]\n\n1. d4 *\n\n");
  CHECK(csv_of({games, "--positions-from", positions, "--add", "match", "--tags",
                "White,Match,MatchLabel"}) ==
        "White,Match,MatchLabel,Plies,Moves\nA,2,Open; Sicilian,2,e4 c5\nB,1,Reti,2,Nf3 d5\n");
  const std::string wrong = write_scratch("wrong.epd", "\n8/8 w - -\n");
  const ProgramRun failed = filter({games, "--positions-from", wrong});
  CHECK(failed.status == 2);
  CHECK_THAT(failed.errors, Contains("wrong.epd:2: "));
  const std::string empty = write_scratch("empty.txt", "# none\n");
  const ProgramRun second =
      filter({games, "--positions-from", positions, "--positions-from", empty});
  CHECK(second.status == 2);
  CHECK_THAT(second.errors, Contains("empty.txt: it contains no position"));
}

TEST_CASE("a cut beyond the end of all games is reported by status 1") {
  const std::string command = GENERATE("filter", "export");
  const std::string input = "[Event \"A\"]\n\n1. e4 e5 *\n\n[Event \"B\"]\n\n1. d4 *\n\n";
  const auto status = [&](const std::string& ply) {
    return run_arbiter({command, "-q", "-", "--from-ply", ply}, input).status;
  };
  CHECK(status("1") == 0);
  CHECK(status("2") == 0);
  CHECK(status("3") == 1);
  CHECK_THAT(run_arbiter({command, "-q", "-", "--from-ply", "9"}, input).errors,
             Contains("all games end before the first half-move"));
  CHECK(run_arbiter({command, "-q", "-", "--from-ply", "9"}, "").status == 0);
}

TEST_CASE("games begin at a comment, and count the moves of variations") {
  const std::string input =
      "[Event \"A\"]\n\n1. e4 (1. d4 d5 {start}) 1... e5 {the start} 2. Nf3 (2. f4) *\n\n"
      "[Event \"B\"]\n\n1. d4 *\n\n";
  CHECK(csv_of({"--from-comment", "start", "--tags", "Event"}, input) ==
        "Event,Plies,Moves\nA,1,Nf3\nB,1,d4\n");
  const std::string pgn = filter({"--add", "totalplycount", "--keep", "variations"}, input).output;
  CHECK_THAT(pgn, Contains("[TotalPlyCount \"6\"]") && Contains("[TotalPlyCount \"1\"]"));
}

TEST_CASE("games begin with their last half-moves") {
  const std::string input =
      "[Event \"A\"]\n\n1. e4 (1. d4 d5 2. c4) 1... e5 2. Nf3 *\n\n[Event \"B\"]\n\n1. d4 *\n\n"
      "[Event \"C\"]\n\n*\n\n";
  const auto [options, rows] = GENERATE(table<Words, std::string>({
      {{"--last-plies", "2"}, "A,2,e5 Nf3\nB,1,d4\nC,0,\n"},
      {{"--last-plies", "0"}, "A,0,\nB,0,\nC,0,\n"},
      {{"--last-plies", "1"}, "A,1,Nf3\nB,1,d4\nC,0,\n"},
      {{"--last-plies", "1", "--to-ply", "2"}, "A,1,e5\nB,1,d4\nC,0,\n"},
      {{"--last-plies", "2", "--from-ply", "3"}, "A,1,Nf3\n"},
  }));
  CAPTURE(options);
  Words words = options;
  words.insert(words.end(), {"--tags", "Event"});
  CHECK_THAT(csv_of(words, input), Catch::Matchers::StartsWith("Event,Plies,Moves\n" + rows));
}

TEST_CASE("a table has columns for added tags, and comments to be added are refused") {
  const std::string input = "[Event \"A\"]\n\n1. e4 e5 2. Nf3 *\n\n";
  CHECK(csv_of({"--tags", "roster", "--add", "plycount,eco,opening"}, input) ==
        "Event,Site,Date,Round,White,Black,Result,ECO,Opening,PlyCount,Plies,Moves\n"
        "A,?,????.??.??,?,?,?,*,C40,King's Knight Opening,3,3,e4 e5 Nf3\n");
  const auto [words, message] = GENERATE(table<Words, std::string>({
      {{"--add", "fen-end", "--format", "csv"}, "--last-plies 0 --format fen"},
      {{"--add", "fens", "--format", "uci"}, "--add fens needs --format pgn, json or jsonl"},
      {{"--add", "findings"}, "--add findings needs --format json or jsonl"},
  }));
  CAPTURE(words);
  const ProgramRun run = filter(words, input);
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains(message));
  const ProgramRun fens = filter({"--last-plies", "0", "--format", "fen"}, input);
  CHECK(fens.output == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n");
  CHECK(fens.status == 0);
  CHECK_THAT(fens.errors, !Contains("all games end before"));
}

TEST_CASE("games that do not match go to the other file, and none is lost") {
  const std::string rest = (scratch_folder() / "rest.pgn").string();
  const auto wanted = games_of(filter({kTournament, "--player", "Falk", "--rest", rest}).output);
  const auto others = games_of(read_text(rest));
  const auto all = games_of(filter({kTournament}).output);
  CHECK(wanted.size() == 4);
  CHECK(others.size() == 11);
  std::multiset<std::string> both(wanted.begin(), wanted.end());
  both.insert(others.begin(), others.end());
  CHECK(both == std::multiset<std::string>(all.begin(), all.end()));
  CHECK(games_of(filter({kTournament, "--not-player", "Falk"}).output) == others);
}

TEST_CASE("filter and export split the games of a database like those of its file") {
  const std::string command = GENERATE("export", "filter");
  const Words division = GENERATE(values<Words>({
      {"--player", "Falk", "--rest", "REST"},
      {"--moves", "e4", "--rest", "REST"},
      {"--finding", "errors", "--rest", "REST"},
      {"--sample", "4"},
      {"--sample", "2", "--seed", "7", "--player", "Falk"},
      {"--anywhere", "--moves", "1. e4 e5"},
      {"--anywhere", "--moves", "1. e4 e5", "--player", "Falk", "--count"},
      {"--player", "Falk", "--skip", "1", "--limit", "1", "--sample", "1"},
  }));
  CAPTURE(command, division);
  const auto outcome_of = [&](Words words) {
    const std::string rest = (scratch_folder() / "rest.pgn").string();
    std::filesystem::remove(rest);
    words.insert(words.end(), division.begin(), division.end());
    std::ranges::replace(words, std::string("REST"), rest);
    const ProgramRun run = run_arbiter(words);
    CAPTURE(run.errors);
    CHECK(run.status < 2);
    const bool has_rest = std::filesystem::exists(rest);
    return std::pair(run.output, has_rest ? read_text(rest) : std::string());
  };
  const auto expected = outcome_of({"filter", "-q", kTournament});
  CHECK(outcome_of({command, "-q", imported()}) == expected);
  CHECK((expected.second.empty()) == (std::ranges::find(division, "REST") == division.end()));
}

TEST_CASE("game ids of the database number the split files") {
  const std::string rest = (scratch_folder() / "rest.pgn").string();
  const auto all = games_of(filter({imported()}).output);
  CHECK(games_of(filter({imported(), "--id", "3", "--rest", rest}).output) ==
        std::vector<std::string>{all[2]});
  auto others = all;
  others.erase(others.begin() + 2);
  CHECK(games_of(read_text(rest)) == others);
}

TEST_CASE("a damaged database is reported as damaged, and its games are not split") {
  const std::string path = (scratch_folder() / "damaged.db").string();
  std::string bytes = read_text(imported());
  const std::size_t at = bytes.find("Falk");
  REQUIRE(at != std::string::npos);
  for (std::size_t i = at; i < bytes.size(); i += 4096) bytes[i] ^= 1;
  std::ofstream(path, std::ios::binary) << bytes;
  const ProgramRun run = run_arbiter({"export", "-q", path, "--sample", "3"});
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains(path));
}

TEST_CASE("skip and limit count matching games over all files") {
  const auto all = games_of(filter({kTournament, kTournament, "--player", "Falk"}).output);
  REQUIRE(all.size() == 8);
  const auto some = games_of(
      filter({kTournament, kTournament, "--player", "Falk", "--skip", "3", "--limit", "2"}).output);
  CHECK(some == std::vector<std::string>(all.begin() + 3, all.begin() + 5));
  CHECK(filter({kTournament, "--skip", "9", "--count"}).output == "6\n");
  CHECK(filter({kTournament, "--skip", "90"}).output.empty());
}

TEST_CASE("a sample has its size, the order of the files, and the same games for the same seed") {
  const auto all = games_of(filter({kTournament}).output);
  const Words five = {kTournament, "--sample", "5"};
  const auto chosen = games_of(filter(five).output);
  CHECK(chosen.size() == 5);
  CHECK(games_of(filter({kTournament, "--sample", "5", "--jobs", "1"}).output) == chosen);
  auto next = all.begin();
  for (const std::string& game : chosen) {
    next = std::find(next, all.end(), game);
    REQUIRE(next != all.end());
    ++next;
  }
  std::set<std::vector<std::string>> samples;
  for (int seed = 0; seed < 8; ++seed) {
    samples.insert(
        games_of(filter({kTournament, "--sample", "5", "--seed", std::to_string(seed)}).output));
  }
  CHECK(samples.size() > 4);
  CHECK(games_of(filter({kTournament, "--sample", "50"}).output) == all);
}

TEST_CASE("every game of many is chosen about equally often") {
  std::string games;
  for (int i = 0; i < 10; ++i) games += "[Event \"" + std::to_string(i) + "\"]\n\n*\n\n";
  std::vector<int> chosen(10);
  for (int seed = 0; seed < 200; ++seed) {
    const std::string text =
        filter({"--sample", "3", "--seed", std::to_string(seed), "-"}, games).output;
    for (int i = 0; i < 10; ++i)
      chosen[i] += text.find("[Event \"" + std::to_string(i)) != text.npos;
  }
  // The expected number is 60, with a standard deviation of 6.5.
  CHECK(*std::min_element(chosen.begin(), chosen.end()) > 60 - 26);
  CHECK(*std::max_element(chosen.begin(), chosen.end()) < 60 + 26);
}

TEST_CASE("filter reads standard input, compressed files and folders") {
  const std::string expected = filter({kTournament, "--black", "Adler"}).output;
  CHECK(filter({"--black", "Adler"}, read_text(kTournament)).output == expected);
  CHECK(run_shell("gzip -c testdata/tournament.pgn | arbiter filter -q --black Adler - 2>/dev/null")
            .output == expected);
  const std::string folder = (scratch_folder() / "folder").string();
  run_shell("mkdir -p " + folder + " && cp testdata/tournament.pgn " + folder);
  CHECK(filter({folder, "--black", "Adler"}).output == expected);
}

TEST_CASE("filter rejects contradicting options") {
  struct Row {
    Words words;
    std::string error;
  };
  const Row row = GENERATE(values<Row>({
      {{"--where", "game = 3", imported()}, "--game needs either databases or files"},
      {{"--count", "-o", "out.pgn"}, "--count writes no games"},
      {{"--rest", "out.pgn", "--limit", "3"}, "--rest writes the games that do not match"},
      {{"--rest", "out.pgn", "-o", "out.pgn"}, "--output and --rest name the same file"},
      {{"--rest", "./out.pgn", "-o", "out.pgn"}, "--output and --rest name the same file"},
      {{"--rest", "-"}, "--output and --rest name the same file"},
      {{"--moves", "e5"}, "--moves: "},
      {{"missing.pgn"}, "missing.pgn: no such file"},
      {{"--rest", kTournament}, "tournament.pgn"},
      {{"--anywhere", "--moves", "e4", "--rest", "out.pgn", imported()},
       "--rest cannot be combined with --anywhere"},
  }));
  CAPTURE(row.words);
  Words words = row.words;
  words.push_back(kTournament);
  const ProgramRun run = filter(words);
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains(row.error));
}

TEST_CASE("text that could not be parsed as moves is reported with status 1") {
  const ProgramRun run = filter({"-"}, "[Event \"a\"]\n\n1. e4 e4 *\n");
  CHECK(run.status == 1);
  CHECK_THAT(run.errors, Contains("1 text fragment could not be parsed as moves"));
  const ProgramRun between = filter({"-"}, "[Event \"a\"]\n\n1. e4 *\n\nhello\n");
  CHECK(between.status == 1);
  CHECK_THAT(between.errors, Contains("1 line of text between games was not kept"));
  CHECK(filter({"-"}, "[Event \"a\"]\n\n1. e4 *\n").status == 0);
  const std::string second = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 e4 *\n";
  CHECK(filter({"-", "--limit", "1"}, second).status == 0);
  CHECK(filter({"-", "--event", "b"}, second).status == 1);
}

TEST_CASE("export skips, stops and counts like filter") {
  const auto options = GENERATE(values<std::vector<std::string>>({
      {"--count"},
      {"--count", "--skip", "4", "--limit", "20"},
      {"--count", "--skip", "40"},
      {"--skip", "3", "--limit", "2"},
      {"--skip", "14"},
      {"--white", "Falk", "--limit", "1"},
  }));
  CAPTURE(options);
  const std::string file = "testdata/tournament.pgn";
  std::vector<std::string> filter = {"filter", "-q", file};
  std::vector<std::string> exported = {"export", "-q", file};
  for (auto* words : {&filter, &exported})
    words->insert(words->end(), options.begin(), options.end());
  CHECK(run_arbiter(exported).output == run_arbiter(filter).output);
}

TEST_CASE("players are renamed in a folder of files, and no other byte changes") {
  const Workbench bench;
  // Unusual spellings, line ends and moves are preserved; only whole names are replaced.
  const std::string first =
      "[White \"Castell, M\"]\r\n[Black \"Adler, Nora\"]\r\n[Annotator \"Castell, M\"]\r\n\r\n1.e4 "
      "e5 2 Ngf3 {Castell, M} 0-0 1-0\r\n";
  const std::string second =
      "% made by hand\n\n[Event \"x\"]\n[Black   \"Castell, M\"]\n[White \"Castell, Mira\"]\n\n1. "
      "d4 "
      "*\n";
  bench.run("mkdir rounds rounds/two");
  bench.write("rounds/1.pgn", first);
  bench.write("rounds/two/2.pgn", second + second);
  bench.write("rounds/two/3.pgn", "[White \"Dorn, Jakob\"]\n\n1. d4 *\n");
  bench.run("touch -d 2001-01-01 rounds/two/3.pgn");
  const ProgramRun run = bench.run(
      "arbiter filter -i --rename-player 'Castell, M=Castell, \"Mira\"' rounds 2> message");
  CHECK(run.status == 0);
  CHECK(run.output ==
        "rounds/1.pgn:1: game 1: White Castell, M is now Castell, \"Mira\"\n"
        "rounds/two/2.pgn:4: game 1: Black Castell, M is now Castell, \"Mira\"\n"
        "rounds/two/2.pgn:11: game 2: Black Castell, M is now Castell, \"Mira\"\n");
  CHECK(bench.text("message") == "2 of 3 files changed: 3 names replaced\n");
  const auto renamed = [](std::string text, const std::string& tag) {
    for (std::size_t at = 0; (at = text.find(tag + "\"Castell, M\"", at)) != std::string::npos;) {
      text.replace(at + tag.size(), 12, R"("Castell, \"Mira\"")");
    }
    return text;
  };
  CHECK(bench.text("rounds/1.pgn") == renamed(first, "[White "));
  CHECK(bench.text("rounds/two/2.pgn") == renamed(second + second, "[Black   "));
  CHECK_THAT(bench.run("stat -c %y rounds/two/3.pgn").output, Contains("2001-01-01"));
  // No player has the name any more.
  const FolderContent before = bench.content();
  const ProgramRun again =
      bench.run("arbiter filter -q -i --rename-player 'Castell, M=X' rounds 2>&1");
  CHECK(again.status == 1);
  CHECK_THAT(again.output, Contains("no game has the player 'Castell, M'"));
  CHECK((bench.content() == before));
}

TEST_CASE("a file that cannot be renamed in place is unchanged, and others are renamed") {
  const Workbench bench;
  bench.run(
      "mkdir in; printf '[White \"A\"]\\n\\n1. e4 *\\n' > in/1.pgn; gzip -c in/1.pgn > "
      "in/2.pgn.gz");
  const std::string packed = bench.text("in/2.pgn.gz");
  const ProgramRun run = bench.run("arbiter filter -i --rename-player A=B in 2>&1");
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains("in/2.pgn.gz: it is compressed") &&
                             Contains("in/1.pgn:1: game 1: White A is now B"));
  CHECK_THAT(bench.text("in/1.pgn"), Contains("[White \"B\"]"));
  CHECK(bench.text("in/2.pgn.gz") == packed);
  const std::string options =
      GENERATE("", "--rename-player A=B --white A", "--rename-player A=B -o x",
               "--rename-player A=B --strip comments", "--set Event=x",
               "--rename-player A=B --limit 1", "--rename-player A=B --format json");
  const FolderContent before = bench.content();
  CAPTURE(options);
  CHECK(bench.run("arbiter filter -i " + options + " in/1.pgn 2>&1").status == 2);
  CHECK((bench.content() == before));
}

TEST_CASE("the result of one game is replaced in its file") {
  const Workbench bench;
  const auto with = [](const std::string& result) {
    return "[White \"A\"]\r\n[Result  \"" + result + "\"]\r\n\r\n1.e4 (1. d4 0-1) e5 {no 1-0} " +
           result + " {late}\r\n\r\n";
  };
  const std::string game = with("1-0");
  const std::string last = "[White \"B\"]\r\n\r\n1. e4\r\n";
  bench.write("1.pgn", game);
  bench.write("2.pgn", game + game + game + last);
  const std::string command = "arbiter filter -i --set Result=1/2-1/2 1.pgn 2.pgn --game ";
  const ProgramRun run = bench.run(command + "3 2>&1");
  CHECK(run.status == 0);
  CHECK(run.output ==
        "2.pgn:7: game 2: the result is now 1/2-1/2\n1 of 2 files changed: 1 result replaced\n");
  CHECK(bench.text("1.pgn") == game);
  CHECK(bench.text("2.pgn") == game + with("1/2-1/2") + game + last);
  const FolderContent before = bench.content();
  const auto [options, status, words] = GENERATE(table<std::string, int, std::string>({
      {"3", 1, "game 3 not found, or it already has this result"},
      {"6", 1, "game 6 not found"},
      {"5", 2, "2.pgn: game 4: it needs a Result tag"},
      {"3 --white A", 2, "--game N alone"},
      {"2..3", 2, "--game N alone"},
      {"3 --limit 1", 2, "cannot be combined"},
      {"3 --set Result=1:0", 2, "1/2-1/2"},
  }));
  CAPTURE(options);
  const ProgramRun refused = bench.run(command + options + " 2>&1");
  CHECK(refused.status == status);
  CHECK_THAT(refused.output, Contains(words));
  CHECK((bench.content() == before));
  for (const std::string writer : {"fmt", "filter", "export"}) {
    const ProgramRun other = bench.run("arbiter " + writer + " 1.pgn --set Result=0-1 2>&1");
    CHECK(other.status == 2);
    CHECK_THAT(other.output, Contains("`arbiter filter -i --game N --set Result=0-1 FILE`"));
  }
}

TEST_CASE("renames are listed up to a number, and counted") {
  const Workbench bench;
  bench.run("for i in $(seq 25); do printf '[White \"A\"]\\n\\n1. e4 *\\n\\n'; done > games.pgn");
  const ProgramRun run = bench.run("arbiter filter -i --rename-player A=B games.pgn 2>&1");
  CHECK(std::ranges::count(run.output, '\n') == 22);
  CHECK_THAT(run.output, Contains("games.pgn:77: game 20: White A is now B\n... and 5 other names\n"
                                  "1 of 1 file changed: 25 names replaced\n"));
}

}  // namespace
