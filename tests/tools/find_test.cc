// The commands find, export and show on a database.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::Equals;
using Catch::Matchers::StartsWith;

namespace {

const std::string kTournament = "testdata/tournament.pgn";

// Returns a database of the tournament, created once.
const std::string& database() {
  static const std::string path = [] {
    const std::filesystem::path made = scratch_folder() / "find_test.db";
    for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(made.string() + ending);
    // Some games could not be parsed as moves.
    REQUIRE(run_arbiter({"import", "--quiet", made.string(), kTournament}).status == 1);
    return made.string();
  }();
  return path;
}

ProgramRun find(std::vector<std::string> options) {
  options.insert(options.begin(), {"find", database()});
  return run_arbiter(options);
}

std::vector<Json> games_found(std::vector<std::string> options) {
  options.insert(options.end(), {"--format", "json"});
  const ProgramRun run = find(options);
  CAPTURE(run.errors);
  REQUIRE(run.status == 0);
  std::vector<Json> games;
  for (const std::string& line : lines_of(run.output)) games.push_back(Json::parse(line));
  REQUIRE(games.back()["type"] == "summary");
  CHECK(games.back()["listed"] == games.size() - 1);
  games.pop_back();
  return games;
}

std::vector<int> ids(const std::vector<Json>& games) {
  std::vector<int> ids;
  for (const Json& game : games) ids.push_back(static_cast<int>(game["id"].number()));
  return ids;
}

// Returns the number of occurrences of a line in the file of games.
std::size_t lines_like(const std::string& line) {
  const auto lines = lines_of(read_text((repository() / kTournament).string()));
  return static_cast<std::size_t>(std::count(lines.begin(), lines.end(), line));
}

}  // namespace

TEST_CASE("find restricts a player's games to results and colours") {
  const auto count = [](std::vector<std::string> options) {
    options.insert(options.begin(), {"find", database(), "--count"});
    return run_arbiter(options).output;
  };
  const auto [options, games] = GENERATE(table<std::vector<std::string>, std::string>({
      {{"--player", "Adler"}, "3\n"},
      {{"--as", "Adler"}, "3\n"},
      {{"--player", "Adler", "--as-white"}, "2\n"},
      {{"--player", "Adler", "--as-white", "--as-black"}, "3\n"},
      {{"--won", "--player", "Brandt"}, "1\n"},
      {{"--player", "Brandt", "--lost"}, "3\n"},
      {{"--player", "Brandt", "--lost", "--won"}, "4\n"},
      {{"--player", "Brandt", "--drew"}, "0\n"},
      {{"--where", "player = Brandt", "--lost", "--as-black"}, "2\n"},
  }));
  CAPTURE(options);
  CHECK(count(options) == games);
}

TEST_CASE("results of a player need a player") {
  const ProgramRun run = find({"--won"});
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("--won") && Contains("needs a player"));
}

TEST_CASE("find lists the games of a player") {
  const std::vector<Json> games = games_found({"--white", "adler"});
  CHECK(games.size() == lines_like("[White \"Adler, Nora\"]"));
  for (const Json& game : games) CHECK(game["white"] == "Adler, Nora");
  CHECK(games_found({"--player", "Adler, N"}).size() ==
        games.size() + lines_like("[Black \"Adler, Nora\"]"));
  CHECK(games_found({"--player", "=Adler"}).empty());
  CHECK(games_found({"--where", "white=Adler|Falk"}).size() ==
        games.size() + lines_like("[White \"Falk, Greta\"]"));
}

TEST_CASE("find prints the same in every format") {
  const std::vector<Json> games = games_found({"--result", "1-0"});
  CHECK(find({"--result", "1-0", "--count"}).output == std::to_string(games.size()) + "\n");
  const auto table = lines_of(find({"--result", "1-0"}).output);
  const auto csv = lines_of(find({"--result", "1-0", "--format", "csv"}).output);
  REQUIRE(table.size() == games.size() + 1);
  REQUIRE(csv.size() == games.size() + 1);
  for (std::size_t i = 0; i < games.size(); ++i) {
    const std::string id = std::to_string(games[i]["id"].number());
    CHECK_THAT(csv[i + 1], StartsWith(id + ","));
    CHECK_THAT(table[i + 1], Contains(id + "  ") && Contains(games[i]["date"].text()));
  }
}

TEST_CASE("find lists the positions and the moves played there") {
  for (const Json& game : games_found({"--moves", "e4"})) {
    CHECK(game["ply"] == 1);
    CHECK_FALSE(game["next"].is_null());
  }
  const std::string rights =
      // Without castling rights, which both players still have after 1. e4.
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1";
  CHECK(games_found({"--fen", rights}).empty());
  CHECK(ids(games_found({"--fen", rights, "--ignore-rights"})) ==
        ids(games_found({"--moves", "e4"})));
}

TEST_CASE("find sorts and limits") {
  const std::vector<int> all = ids(games_found({}));
  CHECK(all.size() == 15);
  CHECK(std::is_sorted(all.begin(), all.end()));
  CHECK(ids(games_found({"--limit", "4", "--offset", "3"})) ==
        std::vector(all.begin() + 3, all.begin() + 7));
  std::int64_t plies = 100000;
  for (const Json& game : games_found({"--sort", "-plies,white"})) {
    CHECK(game["plies"] <= plies);
    plies = game["plies"].number();
  }
  const ProgramRun cut = find({"--limit", "4"});
  CHECK(lines_of(cut.output).size() == 5);
  CHECK_THAT(cut.errors, Contains("15 games; showing 1 to 4"));
  CHECK_THAT(find({"--limit", "1", "--offset", "1"}).errors, Contains("15 games; showing 2 ("));
  CHECK_THAT(find({"--limit", "all"}).errors, Equals("15 games\n"));
}

TEST_CASE("find mentions --ignore-rights if only other rights lead to games") {
  const std::string start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b";
  const std::size_t lines = lines_of(find({"--moves", "e4"}).output).size();
  const std::string games = std::to_string(lines - 1) + " games";
  CHECK_THAT(
      find({"--fen", start + " - - 0 1"}).errors,
      Contains("\n" + games + " with other castling or en passant rights; use --ignore-rights"));
  CHECK_THAT(find({"--fen", start + " KQkq - 0 1"}).errors, !Contains("--ignore-rights"));
  CHECK_THAT(find({"--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}).errors, !Contains("--ignore-rights"));
}

TEST_CASE("find reports the number of games searched and the time") {
  const ProgramRun run = find({"--moves", "e4", "--explain"});
  CHECK_THAT(run.errors, Contains("all positions of the main lines were searched") &&
                             Contains("1 segment") && Contains(" in total"));
  const auto lines = lines_of(find({"--moves", "e4", "--explain", "--format", "json"}).output);
  const Json cost = Json::parse(lines.back())["cost"];
  CHECK(cost["segments"] == 1);
  CHECK(cost["postings"] == lines.size() - 1);
  CHECK(cost["seconds"] > 0);

  const std::string capped = (scratch_folder() / "find_test_capped.db").string();
  std::filesystem::remove(capped);
  run_arbiter({"import", "--quiet", "--index-plies", "6", capped, kTournament});
  CHECK_THAT(run_arbiter({"find", capped, "--moves", "e4"}).errors,
             Contains("only the first 6 half-moves of each game"));
}

TEST_CASE("find rejects invalid queries") {
  struct Case {
    std::vector<std::string> options;
    std::string said;
  };
  const std::vector<Case> cases = {
      {{"--fen", "8/8/8/8/8/8/8/8 w - - 0 1"}, "--fen: "},
      {{"--moves", "e4 e4"}, "--moves: e4 cannot be played after 1 half-move: "},
      {{"--ignore-rights"}, "--ignore-rights needs a position"},
      {{"--sort", "name"}, "invalid value 'name' (expected one of id"},
      {{"--limit", "many"}, "'many' must be an integer from 0, or 'all'"},
      {{"--elo", "strong"}, "--elo: invalid value 'strong' (expected a form such as 2600"},
      {{"--where", "elo"}, "--where: 'elo' is not a condition"},
      {{"--where", "white = 'open"}, "--where: unterminated quote: 'open"},
      {{"--material", "KRP"}, "--material: "},
      {{"--format", "xml"}, "invalid value 'xml' (expected one of"},
  };
  for (const Case& row : cases) {
    const ProgramRun run = find(row.options);
    CAPTURE(row.options, run.errors);
    CHECK(run.status == 2);
    CHECK(run.output.empty());
    CHECK_THAT(run.errors, Contains(row.said));
  }
  const ProgramRun missing = run_arbiter({"find", "none.db"});
  CHECK(missing.status == 2);
  CHECK_THAT(missing.errors, StartsWith("arbiter: find: none.db: "));
}

TEST_CASE("moves after a database lead to --moves") {
  for (const std::string command : {"find", "tree"}) {
    const ProgramRun run = run_arbiter({command, database(), "e4", "e5"});
    CAPTURE(command);
    CHECK(run.status == 2);
    CHECK(run.output.empty());
    CHECK(run.errors ==
          "arbiter: " + command +
              ": unexpected argument 'e4' (moves go in --moves, names in --player)\n");
  }
}

TEST_CASE("export writes the output of fmt for the imported file") {
  const std::string judge = run_arbiter({"fmt", "--quiet", kTournament}).output;
  CHECK(run_arbiter({"export", "--quiet", database()}).output == judge);
  CHECK(find({"--format", "pgn"}).output == judge);
  for (const std::string ending : {".pgn", ".pgn.gz", ".pgn.zst"}) {
    const std::string path = (scratch_folder() / ("find_test_out" + ending)).string();
    const ProgramRun run = run_arbiter({"export", database(), "-o", path});
    CAPTURE(path);
    CHECK(run.status == 1);
    CHECK(run.output.empty());
    CHECK_THAT(run.errors, StartsWith("5 text fragments could not be parsed as moves; "));
    CHECK_THAT(run.errors, Contains("15 games in "));
    CHECK(run_arbiter({"fmt", "--quiet", path}).output == judge);
  }
}

TEST_CASE("export writes only the selected games") {
  const ProgramRun run = run_arbiter({"export", "-q", database(), "--white", "Gross, L"});
  const std::string line = "[White \"Gross, Lena\"]";
  std::size_t written = 0;
  for (const std::string& exported : lines_of(run.output)) {
    written += exported == line ? 1 : 0;
    CHECK((!exported.starts_with("[White ") || exported == line));
  }
  CHECK(written == lines_like(line));
  CHECK(written > 0);
  CHECK(run_arbiter({"export", "-q", database(), "--moves", "e4"}).output ==
        find({"--moves", "e4", "--format", "pgn"}).output);
  const std::string missing = (scratch_folder() / "no folder" / "out.pgn").string();
  CHECK(run_arbiter({"export", database(), "-o", missing}).status == 2);
}

TEST_CASE("show describes a game and draws one of its positions") {
  const ProgramRun end = run_arbiter({"show", database(), "3", "--ascii"});
  CHECK(end.status == 0);
  CHECK_THAT(end.output, Contains("  White        Ehlers, Tom (1911)\n") &&
                             Contains("mate-vs-result") && Contains(kTournament + ", line "));
  const ProgramRun start = run_arbiter({"show", database(), "3", "--ply", "0", "--ascii"});
  CHECK_THAT(start.output, StartsWith(run_arbiter({"show", "--ascii"}).output.substr(0, 100)) &&
                               Contains("before the first move"));
  const ProgramRun second = run_arbiter({"show", database(), "3", "--ply", "2"});
  CHECK_THAT(second.output, Contains("(ply 2 of "));
  CHECK_THAT(run_arbiter({"show", database(), "16"}).errors, EndsWith("has no game 16\n"));
  CHECK_THAT(run_arbiter({"show", database(), "3", "--ply", "999"}).errors,
             Contains("game 3 has only "));
  CHECK_THAT(run_arbiter({"show", database(), "x"}).errors, EndsWith("'x' is not a game number\n"));
  CHECK(run_arbiter({"show", "--ply", "3"}).status == 2);
}

TEST_CASE("--game names a game of a database or of files in every command") {
  const auto [path, option] = GENERATE(table<std::string, std::string>({{database(), "--game"},
                                                                        {kTournament, "--game"},
                                                                        {database(), "--id"},
                                                                        {kTournament, "--id"}}));
  CAPTURE(path, option);
  // Runs a command on the third game.
  const auto output = [&](std::vector<std::string> words) {
    words.insert(words.begin() + 1, {path, option, "3"});
    return run_arbiter(words).output;
  };
  CHECK_THAT(output({"find", "--format", "csv"}), Contains("\n3,") && Contains("\"Ehlers, Tom\""));
  CHECK(output({"find", "--count"}) == "1\n");
  const std::string text = output({"export"});
  CHECK_THAT(text, Contains("[White \"Ehlers, Tom\"]"));
  CHECK(output({"filter"}) == text);
  CHECK(output({"show"}) == run_arbiter({"show", path, "3"}).output);
  CHECK_THAT(output({"show"}), Contains("  White        Ehlers, Tom (1911)\n"));
}

TEST_CASE("filter numbers the games of all files, in any number of threads") {
  const auto white = [](const std::string& games) {
    const auto run =
        run_arbiter({"filter", "-q", "-j", "4", kTournament, kTournament, "--game", games});
    std::string names;
    for (const std::string& line : lines_of(run.output)) {
      if (line.starts_with("[White ")) names += line.substr(8, 5);
    }
    return names;
  };
  CHECK(white("1") == "Adler");
  CHECK(white("16,18") == "AdlerEhler");  // 15 games per file
}

TEST_CASE("--offset, --limit and --sort mean the same in every command") {
  const auto whites = [](const std::string& output) {
    std::string names;
    for (const std::string& line : lines_of(output)) {
      if (line.starts_with("[White ")) names += line.substr(8, 2);
    }
    return names;
  };
  const auto names = [&](std::vector<std::string> words) {
    words.insert(words.begin() + 1, {database(), "--limit", "2", "-q"});
    return whites(run_arbiter(words).output);
  };
  CHECK(names({"export"}) == "AdCa");
  for (const std::string option : {"--offset", "--skip"}) {
    CAPTURE(option);
    CHECK(names({"export", option, "1"}) == "CaEh");
    CHECK(names({"filter", option, "1"}) == "CaEh");
    CHECK(names({"find", option, "1", "--format", "pgn"}) == "CaEh");
  }
  // The highest ratings of White: 2214 three times, in games 1, 7 and 13.
  CHECK(names({"export", "--sort", "-white-elo"}) ==
        names({"find", "--sort", "-white-elo", "--format", "pgn"}));
  CHECK(names({"export", "--sort", "-white"}) != "AdCa");
  const std::size_t games = 15;
  const std::string all =
      run_arbiter({"find", database(), "--limit", "all", "--format", "csv"}).output;
  CHECK(lines_of(all).size() == games + 1);
  CHECK_THAT(run_arbiter({"export", database(), "--sort", "date", "--split", "year"}).errors,
             Contains("--sort cannot be combined"));
}

TEST_CASE("players and moves of a tree can be sorted and limited") {
  const auto first_column = [](const std::string& csv) {
    std::vector<std::string> values;
    for (const std::string& line : lines_of(csv))
      values.push_back(line.substr(0, line.find_last_of('"') + 1));
    return values;
  };
  const std::vector<std::string> players = first_column(
      run_arbiter({"players", database(), "--sort", "-name", "--limit", "2", "--format", "csv"})
          .output);
  REQUIRE(players.size() == 3);
  CHECK(players[1] > players[2]);
  CHECK(run_arbiter({"players", database(), "--history", "--limit", "2"}).status == 2);
  const auto moves = [](const std::string& order) {
    std::vector<std::string> lines;
    for (const std::string& line : lines_of(
             run_arbiter({"tree", database(), "-q", "--sort", order, "--format", "csv"}).output)) {
      lines.push_back(line.substr(0, line.find(',')));
    }
    return std::vector<std::string>(lines.begin() + 1, lines.end());
  };
  const std::vector<std::string> by_move = moves("move");
  CHECK(std::ranges::is_sorted(by_move));
  CHECK(moves("-move") == std::vector<std::string>(by_move.rbegin(), by_move.rend()));
  CHECK(moves("-games").size() == by_move.size());
  // The initial position and the two positions after its listed moves each list two moves.
  const auto limited = lines_of(run_arbiter({"tree", database(), "-q", "--depth", "2", "--sort",
                                             "move", "--limit", "2", "--format", "csv"})
                                    .output);
  REQUIRE(limited.size() >= 3);
  std::vector<std::string> first;
  for (const std::string& line : limited) {
    const std::string moves_of_line = line.substr(0, line.find(','));
    if (moves_of_line.find(' ') == std::string::npos) first.push_back(moves_of_line);
  }
  CHECK(first == std::vector<std::string>{"line", by_move[0], by_move[1]});
  CHECK(limited.size() <= 1 + 2 + 4);
}

TEST_CASE("show asks for a game where a file has several") {
  for (const std::string& path : {database(), kTournament}) {
    const ProgramRun run = run_arbiter({"show", path});
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains("has 15 games; choose one with --game N"));
    CHECK_THAT(run_arbiter({"show", path, "2", "--game", "3"}).errors,
               Contains("unexpected argument '2'"));
  }
  const std::string one = write_scratch("one.pgn", "[White \"Adler\"]\n\n1. e4 *\n");
  CHECK_THAT(run_arbiter({"show", one}).output, Contains("  White        Adler\n"));
  CHECK_THAT(run_arbiter({"show", "--game", "3"}).errors,
             Contains("need a database or a game file"));
}

TEST_CASE("find prints where a pattern holds, and how often") {
  const std::string pattern = "move Bxf7 then Ke7 then Nd5";
  const std::vector<Json> games = games_found({"--pattern", pattern, "--hits", "all"});
  REQUIRE(games.size() == 1);
  CHECK(games[0]["hits"].number() == 1);
  CHECK(games[0]["hit_plies"][0] == "13");
  CHECK(games[0]["hit_moves"][0] == "7. Nd5#");
  CHECK(games[0]["hit_contexts"][0] == "6. Bxf7+ Ke7 [7. Nd5#]");
  CHECK_THAT(find({"--pattern", pattern}).output, Contains("6. Bxf7+ Ke7 [7. Nd5#]"));
  CHECK(find({"--pattern", pattern, "--count"}).output == "1\n");
  const ProgramRun counted = find({"--pattern", "move captures", "--hits", "count"});
  CHECK_THAT(lines_of(counted.output)[0], Contains("Hits"));
}

TEST_CASE("find replays a listed game once, for all patterns and the position") {
  const auto [options, replays_each] = GENERATE(table<std::vector<std::string>, std::int64_t>({
      {{"--player", "Adler"}, 0},
      {{"--moves", "e4 e5"}, 1},
      {{"--pattern", "move captures"}, 1},
      {{"--pattern", "move captures", "--pattern", "check", "--hits", "all"}, 1},
      {{"--pattern", "move captures", "--moves", "e4 e5", "--hits", "count"}, 1},
  }));
  CAPTURE(options);
  std::vector<std::string> words = {"--explain", "--format", "json"};
  words.insert(words.end(), options.begin(), options.end());
  const Json summary = Json::parse(lines_of(find(words).output).back());
  CHECK(summary["listed"].number() > 0);
  CHECK(summary["cost"]["listing_replays"].number() == summary["listed"].number() * replays_each);
}

TEST_CASE("find prints after which move a number in comments matches") {
  const std::string games =
      "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} 2. Nf3 "
      "{[%eval -2.5]} Nc6 {[%eval 1.0]} 3. Bc4 {[%clk 0:00:05]} *\n";
  const auto [options, moves] = GENERATE(table<std::vector<std::string>, std::vector<std::string>>({
      {{"--blunder", "2"}, {"2. Nf3", "2... Nc6"}},
      {{"--blunder", "2", "--player", "A"}, {"2. Nf3"}},
      {{"--blunder", "2", "--player", "B"}, {"2... Nc6"}},
      {{"--black-blunder", "2"}, {"2... Nc6"}},
      {{"--eval", "..-2"}, {"2. Nf3"}},
      {{"--white-clock", "..10"}, {"3. Bc4"}},
      {{"--pattern", "move Bc4", "--eval", "1.."}, {"2... Nc6", "3. Bc4"}},
  }));
  std::vector<std::string> words = {"find", "-", "-q", "--format", "json", "--hits", "all"};
  words.insert(words.end(), options.begin(), options.end());
  const Json found = Json::parse(lines_of(run_arbiter(words, games).output)[0]);
  CAPTURE(options);
  REQUIRE(static_cast<std::size_t>(found["hits"].number()) == moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) CHECK(found["hit_moves"][i] == Json(moves[i]));
}

TEST_CASE("a mistake in a pattern is marked in its place") {
  const ProgramRun run = find({"--pattern", "Nf9 and kg8"});
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("'Nf9' is unknown in a pattern\n  Nf9 and kg8\n  ^^^\n"));
  CHECK(find({"--hits", "all"}).status == 2);
}

TEST_CASE("find replays only the games in which the index has one of the positions") {
  std::string games;
  for (int i = 1; i <= 450; ++i) {
    const std::string round = std::to_string(i);
    games += "[White \"White " + round + "\"]\n[Black \"B\"]\n[Result \"*\"]\n\n" +
             (i % 100 == 0   ? "1. Nf3 d5 2. d4 *\n\n"
              : i % 150 == 0 ? "1. c4 *\n\n"
                             : "1. e4 *\n\n");
  }
  const std::string file = write_scratch("positions_games.pgn", games);
  const std::string positions = write_scratch(
      "positions.epd",
      "rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - id \"Queen's pawn\";\n"
      "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - id \"English\";\n");
  const auto found = [&](const std::vector<std::string>& importing) {
    const std::filesystem::path made = scratch_folder() / "positions.db";
    for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(made.string() + ending);
    std::vector<std::string> words = {"import", "--quiet", made.string(), file};
    words.insert(words.end(), importing.begin(), importing.end());
    REQUIRE(run_arbiter(words).status == 0);
    return run_arbiter(
        {"find", made.string(), "--positions-from", positions, "--count", "--explain"});
  };
  // The matching games are 100, 200, 300 and 400, and 150 and 450.
  const ProgramRun whole = found({});
  CHECK_THAT(whole.output + whole.errors, StartsWith("6\n") && Contains("6 games walked"));
  // Without an index of all positions, every game is replayed.
  const ProgramRun part = found({"--index-plies", "2"});
  CHECK_THAT(part.output + part.errors, StartsWith("6\n") && Contains("450 games walked"));
}

// The pawn on e5 is pinned, so it cannot capture the pawn that has passed d6.
TEST_CASE("a key of a Polyglot book finds a position after a double step beside a pinned pawn") {
  const std::string first = "[FEN \"4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1\"]\n[SetUp \"1\"]\n";
  const std::string second = "[FEN \"4r1k1/8/3p4/4P3/8/8/8/4K3 b - - 0 1\"]\n[SetUp \"1\"]\n";
  const std::string file =
      write_scratch("pinned_pawn.pgn", first + "\n1... d5 *\n\n" + second + "\n1... d5 *\n\n");
  const ProgramRun keys = run_arbiter({"fmt", "-q", "--add", "hash", file});
  const auto key = [&](std::size_t from) {
    const std::size_t place = keys.output.find("[HashCode \"", from) + 11;
    return keys.output.substr(place, 16);
  };
  const std::string after_double_step = key(0);
  const std::string otherwise = key(keys.output.find("[HashCode") + 1);
  REQUIRE(after_double_step != otherwise);
  const std::string made = (scratch_folder() / "pinned_pawn.db").string();
  for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(made + ending);
  REQUIRE(run_arbiter({"import", "--quiet", made, file}).status == 0);
  for (const std::string& games : {made, file}) {
    CAPTURE(games);
    CHECK(run_arbiter({"find", games, "-q", "--count", "--key", after_double_step}).output ==
          "1\n");
    // Under the Laws, both games reach the same position.
    CHECK(run_arbiter({"find", games, "-q", "--count", "--key", otherwise}).output == "2\n");
  }
}

TEST_CASE("find by a frequent key lists the games that the position lists") {
  std::string games;
  for (int i = 1; i <= 300; ++i) {
    games += "[White \"White " + std::to_string(i) + "\"]\n[Black \"B\"]\n[Result \"*\"]\n\n" +
             (i % 7 == 0 ? "1. d4 *\n\n" : "1. e4 *\n\n");
  }
  const std::string file = write_scratch("frequent_key.pgn", games);
  const std::string made = (scratch_folder() / "frequent_key.db").string();
  for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(made + ending);
  REQUIRE(run_arbiter({"import", "--quiet", made, file}).status == 0);
  const auto listed = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"find", made, "--format", "csv"});
    return run_arbiter(words).output;
  };
  // The key of the position after 1. e4, which 258 games reach.
  CHECK(listed({"--key", "823c9b50fd114196", "--count"}) == listed({"--moves", "e4", "--count"}));
  CHECK(run_arbiter({"find", made, "--key", "823c9b50fd114196", "--count"}).output == "258\n");
  CHECK(run_arbiter({"find", made, "--where", "not key = 823c9b50fd114196", "--count"}).output ==
        "42\n");
}

TEST_CASE("a regular expression selects the same games in a database and in files") {
  const auto [expression, count] = GENERATE(table<std::string, std::string>({
      {"White=/^(adler|gross), [a-z]{4}$/", "4\n"},
      {"White=/^(Adler|Gross),/|castell", "6\n"},
      {"Annotator=/^$/", "15\n"},
      {"Annotator=/./", "0\n"},
  }));
  CAPTURE(expression);
  CHECK(find({"--tag", expression, "--count"}).output == count);
  CHECK(run_arbiter({"find", kTournament, "--tag", expression, "--count", "-q"}).output == count);
  CHECK(run_arbiter({"filter", kTournament, "--tag", expression, "--count", "-q"}).output == count);
}

TEST_CASE("merged games have all lines of the games, and their numbers at each branch") {
  const std::string merged = run_arbiter({"tree", database(), "--merge", "-q"}).output;
  const auto lines = [](const std::string& games, const std::string& option) {
    const ProgramRun run = run_arbiter({"fmt", "-q", "--format", "uci", option, "-"}, games);
    std::vector<std::string> sorted = lines_of(run.output);
    std::ranges::sort(sorted);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    // A game that continues in another one is not a separate line.
    std::vector<std::string> ends;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      if (i + 1 == sorted.size() || !sorted[i + 1].starts_with(sorted[i]))
        ends.push_back(sorted[i]);
    }
    return ends;
  };
  const std::string games =
      run_arbiter({"find", database(), "--fen",
                   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "--format", "pgn", "-q"})
          .output;
  const auto expected = lines(games, "--jobs=1");
  CHECK(expected.size() > 3);
  CHECK(lines(merged, "--split-variations") == expected);
  CHECK(run_arbiter({"validate", "-q", "-"}, merged).status == 0);

  const std::string three =
      write_scratch("merge.pgn",
                    "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"
                    "[White \"C\"]\n[Black \"A\"]\n[Result \"1/2-1/2\"]\n\n1. e4 c5 1/2-1/2\n\n"
                    "[White \"D\"]\n[Black \"E\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 0-1\n\n");
  const auto moves = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"tree", three, "--merge", "-q"});
    const std::string text = run_arbiter(options).output;
    std::string line = text.substr(std::min(text.find("\n\n"), text.size() - 2) + 2);
    std::ranges::replace(line, '\n', ' ');
    return line;
  };
  CHECK_THAT(moves({}), StartsWith("1. e4 {3 games, 50.0 %} 1... e5 {2 games, 50.0 %} "
                                   "(1... c5 {C - A 1/2-1/2}) 2. Nf3 {A - B 1-0; D - E 0-1} *"));
  CHECK_THAT(moves({"--player", "=A"}),
             StartsWith("1. e4 {2 games, 75.0 %} 1... c5 {C - A 1/2-1/2} "
                        "(1... e5 2. Nf3 {A - B 1-0}) *"));
  CHECK_THAT(moves({"--min-games", "2", "--depth", "2"}),
             StartsWith("1. e4 {3 games, 50.0 %} 1... e5 {2 games, 50.0 %} *"));
  CHECK(run_arbiter({"tree", three, "--merge", "--format", "csv"}).status == 2);
}

TEST_CASE("a saved search has the games of its filters") {
  const std::string copy = (scratch_folder() / "searches.db").string();
  std::filesystem::remove(copy + ".searches");
  std::filesystem::copy_file(database(), copy, std::filesystem::copy_options::overwrite_existing);
  const auto count = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"find", copy, "--count", "-q"});
    return run_arbiter(options);
  };
  const std::string won = count({"--player", "Adler", "--won", "--save", "won: by Adler"}).errors;
  CHECK_THAT(won, Contains("--save: invalid name 'won: by Adler'"));
  const std::string saved =
      count({"--player", "Adler, Nora", "--won", "--save", "won by Adler"}).output;
  CHECK(count({"--search", "won by Adler"}).output == saved);
  const std::string of_year = count({"--date", "2024", "--save", "new"}).output;
  CHECK(of_year == count({"--search", "new", "--where", "date = 2024"}).output);
  CHECK(lines_of(read_text(copy + ".searches")).size() == 2);
  write_scratch("searches.db.searches", "# by hand\n" + read_text(copy + ".searches"));
  count({"--date", "2023", "--save", "new"});
  CHECK_THAT(read_text(copy + ".searches"), StartsWith("# by hand\n") && Contains("new: "));
  count({"--date", "2024", "--save", "new"});
  CHECK_THAT(count({"--search", "old"}).errors,
             Contains("unknown search 'old' (expected new, won"));
  CHECK_THAT(count({"--date", "2024", "--may-match", "--save", "x"}).errors,
             Contains("--may-match"));
  CHECK_THAT(count({"--moves", "e4", "--save", "x"}).errors, Contains("--key HASH"));
  CHECK_THAT(run_arbiter({"find", kTournament, "--search", "x"}).errors,
             Contains("need a database file"));
  const std::string listed = run_arbiter({"find", copy, "--searches"}).output;
  CHECK("# by hand\n" + listed == read_text(copy + ".searches"));
  CHECK_THAT(run_arbiter({"find", copy, "--searches", "--format", "json"}).output,
             Contains(R"({"type":"search","name":"new","where":"date = 2024"})"));
  CHECK_THAT(run_arbiter({"find", copy, "--searches", "--eco", "A"}).errors,
             Contains("--searches cannot be combined with filters"));
  CHECK_THAT(run_arbiter({"find", copy, "--searches", "--format", "csv"}).errors,
             Contains("--searches needs --format text or json"));
}

TEST_CASE("games are sorted by the numbers of their rounds") {
  const Workbench bench;
  std::string games;
  for (const std::string round : {"10", "9.2", "?", "9.1", "Final", "2", "9.10"}) {
    games += "[White \"A\"]\n[Round \"" + round + "\"]\n\n1. e4 *\n\n";
  }
  bench.write("games.pgn", games);
  const auto rounds = [&](const std::string& key) {
    return bench
        .run("arbiter export -q games.pgn --sort " + key +
             " | grep Round | cut -d '\"' -f 2 | tr '\\n' ' '")
        .output;
  };
  CHECK(rounds("round") == "2 9.1 9.2 9.10 10 ? Final ");
  CHECK(rounds("-round") == "10 9.10 9.2 9.1 2 ? Final ");
  CHECK_THAT(bench.run("arbiter filter games.pgn --sort date 2>&1").output,
             Contains("use `arbiter export` with --sort date,round"));
}

TEST_CASE("show finds the board after a numbered move") {
  const std::string game = "testdata/tournament.pgn";
  const auto board = [&](const std::string& option, const std::string& number) {
    return run_arbiter({"show", game, "--game", "1", option, number});
  };
  CHECK(board("--move", "20").output == board("--ply", "40").output);
  CHECK(board("--move", "30").output == board("--ply", "59").output);
  const ProgramRun run = board("--move", "31");
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("the game has no move 31; the last one is 30"));
}

TEST_CASE("words of themes lead to patterns") {
  CHECK(run_arbiter({"find", "testdata/tournament.pgn", "--ending", "checkmate"}).output ==
        run_arbiter({"find", "testdata/tournament.pgn", "--ending", "mate"}).output);
  CHECK_THAT(run_arbiter({"find", "testdata/tournament.pgn", "--ending", "rook"}).errors,
             Contains("for the remaining pieces: --pattern 'rook ending'"));
  CHECK_THAT(run_arbiter({"find", "testdata/tournament.pgn", "--pattern", "smothered"}).errors,
             Contains("the pattern matches the initial position"));
  CHECK_THAT(run_arbiter({"explain", "pattern", "smothered"}).output,
             Contains("'smothered mate' is a theme: mate and move N and smothered"));
}
