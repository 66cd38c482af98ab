// Tests `arbiter prepare`: every number in the report is verified with SQL, and with the command
// that it names.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/corpus.h"
#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"
#include "tests/tools/terminal.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;

namespace {

namespace fs = std::filesystem;
using Numbers = std::vector<std::int64_t>;

std::string imported(const std::string& name, const std::string& games) {
  const fs::path made = scratch_folder() / name;
  for (const char* ending : {"", "-wal", "-shm"}) fs::remove(made.string() + ending);
  REQUIRE(run_arbiter({"import", "--quiet", made.string(), games}).status < 2);
  return made.string();
}

const std::string& sample() {
  static const std::string path = imported("prepare_test.db", "testdata/tournament.pgn");
  return path;
}

std::vector<Json> rows_of(std::vector<std::string> options) {
  options.insert(options.begin(), "prepare");
  options.insert(options.end(), {"--format", "json"});
  const ProgramRun run = run_arbiter(options);
  CAPTURE(options, run.errors);
  REQUIRE(run.status == 0);
  std::vector<Json> rows;
  for (const std::string& line : lines_of(run.output)) rows.push_back(Json::parse(line));
  return rows;
}

std::string quoted(std::string text) {
  for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += 2) {
    text.insert(at, "'");
  }
  return "'" + text + "'";
}

// The kinds of endings: pieces besides pawns.
const std::map<std::string, std::string> kEndingPieces = {
    {"Pawns", "'Kk'"},
    {"Rooks", "'KRkr'"},
    {"Two rooks each", "'KRRkrr'"},
    {"Queens", "'KQkq'"},
    {"Bishops", "'KBkb'"},
    {"Knights", "'KNkn'"},
    {"Bishop against knight", "'KBkn','KNkb'"},
    {"Rook and bishop each", "'KRBkrb'"},
    {"Rook and knight each", "'KRNkrn'"},
    {"Rook and bishop against rook and knight", "'KRBkrn','KRNkrb'"},
};

// Counts the games of a player with SQL.
class Recount {
 public:
  Recount(std::string database, const std::string& player)
      : database_(std::move(database)), player_(quoted(player)) {}

  // A count of the rows of "mine" that meet the condition, and of those in `years` ("2024-2026").
  struct Count {
    std::string condition;
    std::string years = "0000-0000";
  };

  // Returns for each count the games, wins, draws and losses. The number of games in its years
  // follows, and the last year, or 0 if there is none. One query, because each reads all games.
  std::vector<Numbers> counts(const std::vector<Count>& all) const {
    std::string query;
    for (const auto& [condition, years] : all) {
      const std::string is_recent = "substr(date, 1, 4) BETWEEN " + quoted(years.substr(0, 4)) +
                                    " AND " + quoted(years.substr(5));
      query +=
          (query.empty() ? "" : " UNION ALL ") +
          ("SELECT count(*), total(r = 'w'), total(r = 'd'), total(r = 'l'), total(" + is_recent +
           "), coalesce(max(CAST(substr(date, 1, 4) AS INTEGER)), 0) FROM mine WHERE " + condition);
    }
    std::vector<Numbers> counts;
    for (const std::string& row : rows_of_sql(query)) counts.push_back(numbers_in(row));
    REQUIRE(counts.size() == all.size());
    return counts;
  }

  // Returns the condition for the games of a row, in the order of the report.
  std::string condition_of(const Json& row) {
    const std::string& part = row["part"].text();
    const std::string& label = row["label"].text();
    const bool is_sub_row = row["depth"].number() > 0;
    if (part == "form") return side_condition(label);
    if (part == "years") return "substr(date, 1, 4) = " + quoted(label);
    if (part == "ratings") return rating_condition(label);
    if (part == "white" || part == "black") {
      return side(part == "white") + " AND " + reached(row["moves"].text());
    }
    if (part == "weak-white" || part == "weak-black") {
      return side(part == "weak-white") + " AND " + opening(label);
    }
    if (part == "claims") {
      return std::string(label.starts_with("Lost") ? "r = 'l'" : "r = 'w'") +
             " AND id IN (SELECT game FROM findings WHERE finding = "
             "'decisive-despite-claimable-draw')";
    }
    if (part == "endings") {
      if (!is_sub_row) return "id IN " + endings(ending_ = label, 0, 1);
      const int lead = label.ends_with("up") ? 1 : -1;
      return "(w AND id IN " + endings(ending_, lead, 4) + " OR NOT w AND id IN " +
             endings(ending_, -lead, 4) + ")";
    }
    if (part == "clocks") {
      if (label == "Games with clocks") return "id IN (" + clocks("1") + ")";
      const std::string less = label.substr(label.find("below ") + 6, 2);
      const std::string is_own = label.starts_with("player") ? "" : "NOT ";
      return "id IN (" +
             clocks("m.clock < " + less + " AND " + is_own + "(m.side = 'white') = mine.w") + ")";
    }
    if (part == "against") return {};
    FAIL("unknown part " << part);
    return {};
  }

  Numbers numbers(const std::string& query) const { return numbers_in(rows_of_sql(query).at(0)); }

  static std::string opening(const std::string& name) {
    return "opening_eco || ' ' || opening = " + quoted(name);
  }

  static std::string side(bool is_white) { return is_white ? "w" : "NOT w"; }

  // Returns the condition for games that reached the position after the moves.
  static std::string reached(const std::string& moves) {
    const ProgramRun run = run_arbiter({"position", "--moves", moves, "--format", "json"});
    REQUIRE(run.status == 0);
    return "id IN (SELECT game FROM position_games(" +
           quoted(Json::parse(lines_of(run.output).front())["fen"].text()) + "))";
  }

 private:
  static Numbers numbers_in(const std::string& row) {
    Numbers numbers;
    for (std::size_t at = 0; at < row.size();) {
      const std::size_t end = std::min(row.find(',', at), row.size());
      numbers.push_back(std::stoll(row.substr(at, end - at)));
      at = end + 1;
    }
    return numbers;
  }

  // Runs a query on "mine", the player's games. Returns the rows as CSV, without the header.
  std::vector<std::string> rows_of_sql(const std::string& query) const {
    const std::string sql =
        "WITH mine AS MATERIALIZED (SELECT *, white = " + player_ +
        " AS w, CASE WHEN result = '*' THEN '*' "
        "WHEN result = '1/2-1/2' THEN 'd' WHEN (result = '1-0') = (white = " +
        player_ + ") THEN 'w' ELSE 'l' END AS r, CASE WHEN white = " + player_ +
        " THEN black_elo ELSE white_elo END AS opponent FROM games WHERE white = " + player_ +
        " OR black = " + player_ + ") " + query;
    const ProgramRun run = run_arbiter({"sql", database_, "--format", "csv", sql});
    CAPTURE(sql, run.errors);
    REQUIRE(run.status == 0);
    std::vector<std::string> rows = lines_of(run.output);
    REQUIRE(!rows.empty());
    rows.erase(rows.begin());
    return rows;
  }

  // Returns the games with a clock after a move that meets the condition.
  static std::string clocks(const std::string& condition) {
    return "SELECT mine.id FROM mine, game_moves(mine.id) m WHERE m.clock IS NOT NULL AND (" +
           condition + ")";
  }

  static std::string side_condition(const std::string& label) {
    return label == "All games" ? "1" : side(label == "As White");
  }

  static std::string rating_condition(const std::string& label) {
    if (label.starts_with("below ")) return "opponent BETWEEN 1 AND " + label.substr(6) + " - 1";
    if (label.ends_with(" and more")) return "opponent >= " + label.substr(0, 4);
    return "opponent BETWEEN " + label.substr(0, 4) + " AND " + label.substr(5);
  }

  // A position of an ending in a game of the player.
  struct EndingPosition {
    std::int64_t game;
    std::int64_t ply;
    std::string pieces;
    std::int64_t lead;  // White's pawns minus Black's
  };

  // Reads all ending positions in one replay of the games, because replaying for each query would
  // take a minute.
  std::vector<EndingPosition> ending_positions() const {
    std::string kinds;
    for (const auto& [label, pieces] : kEndingPieces) kinds += (kinds.empty() ? "" : ",") + pieces;
    std::vector<EndingPosition> positions;
    for (const std::string& row : rows_of_sql(
             "SELECT id, ply, replace(replace(m, 'P', ''), 'p', '') AS pieces, "
             "length(replace(m, 'p', '')) - length(replace(m, 'P', '')) FROM (SELECT mine.id AS "
             "id, ply, material(fen) AS m FROM mine, game_positions(mine.id)) WHERE pieces IN (" +
             kinds + ") ORDER BY id, ply")) {
      std::istringstream fields(row);
      std::string id, ply, pieces, lead;
      for (std::string* field : {&id, &ply, &pieces, &lead}) std::getline(fields, *field, ',');
      positions.push_back({std::stoll(id), std::stoll(ply), pieces, std::stoll(lead)});
    }
    return positions;
  }

  // Returns the ids of games, such as "(3,8)", that have these pieces in `plies` consecutive
  // positions. White's lead in pawns must have this sign (0: any).
  std::string endings(const std::string& label, int sign, int plies) const {
    std::string games;
    const EndingPosition* before = nullptr;
    int run = 0;
    for (const EndingPosition& position : endings_) {
      const bool counts = sign == 0 || (sign > 0 ? position.lead > 0 : position.lead < 0);
      if (!counts || kEndingPieces.at(label).find("'" + position.pieces + "'") == std::string::npos)
        continue;
      const bool continues =
          before != nullptr && before->game == position.game && before->ply + 1 == position.ply;
      run = continues ? run + 1 : 1;
      before = &position;
      if (run >= plies) games += (games.empty() ? "" : ",") + std::to_string(position.game);
    }
    return "(" + games + ")";
  }

  std::string database_;
  std::string player_;
  std::vector<EndingPosition> endings_ = ending_positions();
  std::string ending_;  // last kind of ending
};

// Returns the number of games that a command lists.
std::int64_t counted_by(const std::string& command) {
  const ProgramRun run = run_shell(command + " --count 2> /dev/null");
  CAPTURE(command, run.output);
  REQUIRE(run.status == 0);
  return std::stoll(run.output);
}

void check_player(const std::string& database, const std::string& name, bool checks_commands) {
  Recount recount(database, name);
  const std::vector<Json> rows = rows_of({"=" + name, database});
  REQUIRE(rows.size() >= 3);
  const auto is_one_game = [](const Json& row) {
    return row["part"].text() == "games" || row["part"].text() == "novelties";
  };
  std::vector<Recount::Count> counts;
  for (const Json& row : rows) {
    const std::string label = row["label"].text();
    if (!is_one_game(row)) {
      counts.push_back({recount.condition_of(row)});
      if (row.contains("recent_games")) counts.back().years = row["recent_years"].text();
      continue;
    }
    std::string condition = "id = " + std::to_string(row["game"].number());
    if (label.find("loss") != std::string::npos) condition += " AND r = 'l'";
    if (label.find("win as") != std::string::npos) condition += " AND r = 'w'";
    if (label.find("as White") != std::string::npos) condition += " AND w";
    if (label.find("as Black") != std::string::npos) condition += " AND NOT w";
    counts.push_back({condition});
  }
  const std::vector<Numbers> counted = recount.counts(counts);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Json& row = rows[i];
    const Numbers& expected = counted[i];
    const std::string label = row["label"].text();
    CAPTURE(name, row["part"].text(), label, row["find"].text());
    if (is_one_game(row)) {
      const ProgramRun run = run_shell(row["find"].text() + " --format json 2> /dev/null");
      CHECK(Json::parse(lines_of(run.output).front())["id"].number() == row["game"].number());
      CHECK(expected.front() == 1);
      continue;
    }
    CHECK(row["games"].number() == expected[0]);
    CHECK(row["wins"].number() == expected[1]);
    CHECK(row["draws"].number() == expected[2]);
    CHECK(row["losses"].number() == expected[3]);
    if (checks_commands) CHECK(counted_by(row["find"].text()) == row["games"].number());
    if (row.contains("recent_games")) {
      CHECK(row["recent_games"].number() == expected[4]);
      CHECK((row["last_year"].is_null() ? 0 : row["last_year"].number()) == expected[5]);
      if (checks_commands)
        CHECK(counted_by(row["find_recent"].text()) == row["recent_games"].number());
    }
    if (row.contains("field_score")) {
      const Numbers field = recount.numbers(
          "SELECT total(result = '1-0') * 2 + total(result = '1/2-1/2'), total(result <> '*') FROM "
          "games WHERE " +
          Recount::opening(label));
      const double white = static_cast<double>(field[0]) / 2 / static_cast<double>(field[1]);
      const bool is_white = row["part"].text() == "weak-white";
      const double score = is_white ? white : 1 - white;
      CHECK(row["field_score"] >= Json(score - 0.0001));
      CHECK(row["field_score"] <= Json(score + 0.0001));
    }
  }
}

}  // namespace

TEST_CASE("lines with more games than the line above are explained") {
  const auto game = [](const std::string& moves) {
    return "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n" + moves + " *\n\n";
  };
  const std::string direct = game("1. d4 d5 2. c4 e6 3. Nc3");
  const std::string other = game("1. c4 e6 2. d4 f5 3. Nc3");
  const std::string games = direct + direct + direct + other;
  const std::vector<std::string> command = GENERATE(values<std::vector<std::string>>(
      {{"prepare", "=A", "-", "--min-games", "1"}, {"tree", "-", "--depth", "5"}}));
  CHECK_THAT(run_arbiter(command, games + game("1. c4 e6 2. d4 d5 3. Nc3")).errors,
             Contains("transpositions"));
  CHECK_THAT(run_arbiter(command, games).errors, !Contains("transpositions"));
}

TEST_CASE("every number of a player's report is that of SQL and of its command") {
  const std::string name = GENERATE(as<std::string>(), "Adler, Nora", "Brandt, Ole",
                                    "Castell, Mira", "Dorn, Jakob", "Falk, Greta");
  check_player(sample(), name, true);
}

TEST_CASE("every number of the report on five players of a corpus is that of SQL") {
  const auto folder = corpus();
  if (!folder) SKIP_TEST("ARBITER_CORPUS is not set");
  static const std::string database =
      imported("prepare_corpus.db", (*folder / "games/otb-players.pgn.zst").string());
  const std::string name = GENERATE(as<std::string>(), "Movsesian,S", "Gunina,V", "Tang,Andrew",
                                    "Kasparov, Gary", "Van Foreest,Jorden");
  check_player(database, name, false);
}

namespace {

// Returns five games of A and B: moves of both with the seconds left, and the results.
std::string games_with_clocks() {
  struct Game {
    int white_clock, black_clock;
    std::string result;
  };
  std::string text;
  int day = 1;
  for (const Game& game : {Game{90, 10, "1-0"},
                           {59, 61, "0-1"},
                           {15, 500, "1/2-1/2"},
                           {540, 540, "1-0"},
                           {60, 19, "0-1"}}) {
    const bool is_white = day % 2 == 1;
    text += "[Event \"E\"]\n[Date \"2024.05.0" + std::to_string(day++) + "\"]\n[White \"" +
            (is_white ? "A" : "B") + "\"]\n[Black \"" + (is_white ? "B" : "A") + "\"]\n[Result \"" +
            game.result + "\"]\n\n1. e4 {[%clk 0:0" + std::to_string(game.white_clock / 60) + ":" +
            (game.white_clock % 60 < 10 ? "0" : "") + std::to_string(game.white_clock % 60) +
            "]} e5 {[%clk 0:0" + std::to_string(game.black_clock / 60) + ":" +
            (game.black_clock % 60 < 10 ? "0" : "") + std::to_string(game.black_clock % 60) +
            "]} " + game.result + "\n\n";
  }
  return text;
}

}  // namespace

TEST_CASE("the report counts games in time trouble, of the player and of opponents") {
  const std::string games = write_scratch("clocks.pgn", games_with_clocks());
  const std::string database = imported("prepare_clocks.db", games);
  check_player(database, "A", true);
  std::map<std::string, std::int64_t> counted;
  for (const Json& row : rows_of({"=A", database})) {
    if (row["part"].text() == "clocks") counted[row["label"].text()] = row["games"].number();
  }
  // A has 90, 61, 15, 540 and 60 seconds; B has 10, 59, 500, 540 and 19.
  CHECK(counted == std::map<std::string, std::int64_t>{{"Games with clocks", 5},
                                                       {"player below 60 s", 1},
                                                       {"player below 20 s", 1},
                                                       {"opponent below 60 s", 3}});
}

TEST_CASE("the report lists the moves by which the player left the games of others") {
  const auto game = [](const std::string& white, const std::string& black, const std::string& date,
                       const std::string& moves) {
    return "[Event \"E\"]\n[Date \"" + date + "\"]\n[White \"" + white + "\"]\n[Black \"" + black +
           "\"]\n[Result \"*\"]\n\n" + moves + " *\n\n";
  };
  const std::string known = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6";
  const std::string games = write_scratch(
      "novelties.pgn",
      game("C", "D", "2020.01.01", known + " 5. O-O Be7") +
          game("A", "C", "2021.01.01", known + " 5. h4 h5") +   // A leaves at move 5
          game("D", "A", "2021.01.02", known + " 5. a4 a5") +   // D leaves
          game("D", "A", "2022.01.01", known + " 5. O-O h5") +  // A leaves with 5... h5
          game("A", "D", "2019.01.01", known + " 5. g4 g5"));   // nobody has played it before
  std::vector<std::string> found;
  for (const Json& row : rows_of({"=A", imported("prepare_novelties.db", games)})) {
    if (row["part"].text() == "novelties") {
      found.push_back(row["label"].text() + " in " + std::to_string(row["game"].number()));
    }
  }
  CHECK(found == std::vector<std::string>{"5... h5 in 4", "5. h4 in 2"});
}

TEST_CASE("the report has no filters by result and colour of the player") {
  const ProgramRun run = run_arbiter({"prepare", "Brandt", sample(), "--won"});
  CHECK(run.status == 2);
  CHECK_THAT(run_arbiter({"prepare", "--help"}).output, !Contains("--won"));
}

TEST_CASE("the report has the games against one opponent") {
  const std::vector<Json> rows = rows_of({"=Adler, Nora", sample(), "--against", "=Brandt, Ole"});
  const auto first =
      std::ranges::find_if(rows, [](const Json& row) { return row["part"].text() == "against"; });
  REQUIRE(first != rows.end());
  const Numbers expected = Recount(sample(), "Adler, Nora")
                               .counts({{"white = 'Brandt, Ole' OR black = 'Brandt, Ole'"}})
                               .front();
  CHECK((*first)["games"].number() == expected.front());
  CHECK(counted_by((*first)["find"].text()) == expected.front());
}

TEST_CASE("the page loads nothing and escapes names") {
  const std::string input =
      "[White \"<b>O'Kelly & \"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n";
  const ProgramRun run =
      run_arbiter({"prepare", "<b>O'Kelly &", "-", "--format", "html", "-q"}, input);
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("&lt;b&gt;O") && !Contains("<b>O") && !Contains("http://") &&
                             !Contains("https://") && !Contains("<script") &&
                             Contains("script-src 'none'"));
}

TEST_CASE("the name of the output chooses the format of the report") {
  const auto [name, start] = GENERATE(table<std::string, std::string>({
      {"brandt.html", "<!DOCTYPE html>"},
      {"brandt.json", "{\"type\":\"row\""},
      {"brandt.txt", "Results\n"},
  }));
  const std::string path = (scratch_folder() / name).string();
  REQUIRE(run_arbiter({"prepare", "=Brandt, Ole", sample(), "-q", "-o", path}).status == 0);
  CHECK_THAT(read_text(path), Catch::Matchers::StartsWith(start));
}

TEST_CASE("the repertoire is written as two trees with counts") {
  const ProgramRun run =
      run_arbiter({"prepare", "Adler, Nora", sample(), "--format", "pgn", "--min-games", "1"});
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("[Event \"Repertoire as White\"]") &&
                             Contains("[Event \"Repertoire as Black\"]") && Contains(" game"));
  CHECK(run_arbiter({"validate", "-q", "-"}, run.output).status == 0);
}

namespace {

std::string game_with(const std::string& white, const std::string& black,
                      const std::string& moves) {
  return "[White \"" + white + "\"]\n[Black \"" + black + "\"]\n[Result \"*\"]\n\n" + moves +
         " *\n\n";
}

}  // namespace

TEST_CASE("a repertoire lacks the moves of the player for which no variation has a reply") {
  const std::string games = write_scratch(
      "gaps.pgn", game_with("B", "A", "1. e4 c5 2. Nf3 d6") +       // moves in a variation
                      game_with("C", "A", "1. e4 c5 2. Nf3 Nc6") +  // no reply in the repertoire
                      // The same position by transposition.
                      game_with("B", "A", "1. Nf3 c5 2. e4 Nc6") +
                      // The opponent leaves the repertoire.
                      game_with("B", "A", "1. e4 c5 2. Nc3 Nc6") +
                      game_with("B", "A", "1. e4 e6 2. d4 d5") +  // not in the repertoire
                      game_with("A", "B", "1. d4 d5 2. c4 e6") +  // lines for Black
                      game_with("A", "B", "1. e4 e5"));
  const std::string repertoire = write_scratch(
      "repertoire.pgn",
      game_with("?", "?", "1. e4 e5 (1... c5 2. Nf3 d6 (2... g6 3. c3) 3. d4) 2. Nf3") +
          game_with("?", "?", "1. d4 (1. c4 e5) 1... d5"));
  std::vector<std::string> found;
  for (const Json& row :
       rows_of({"=A", imported("prepare_gaps.db", games), "--repertoire", repertoire})) {
    if (!row["part"].text().ends_with("gaps")) continue;
    found.push_back(row["part"].text() + ": " + row["label"].text() + ": " +
                    std::to_string(row["games"].number()));
    CHECK(counted_by(row["find"].text()) == row["games"].number());
  }
  CHECK(found == std::vector<std::string>{"white-gaps: 1. d4 d5 2. c4: 1", "white-gaps: 1. e4: 1",
                                          "black-gaps: 1. e4 c5 2. Nf3 Nc6: 2",
                                          "black-gaps: 1. e4 e6: 1"});
}

TEST_CASE("all variations of a repertoire are known moves") {
  const std::string repertoire = write_scratch(
      "known_lines.pgn", game_with("?", "?", "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5)) 2. Nf3"));
  const auto novelty = [&](const std::string& moves) {
    const ProgramRun run =
        run_arbiter({"novelty", "-", "--against", repertoire, "--format", "json", "-q"},
                    game_with("A", "B", moves));
    return Json::parse(lines_of(run.output).front());
  };
  CHECK(novelty("1. e4 c5 2. c3 d5 3. exd5")["novelty"].text() == "3. exd5");
  CHECK(novelty("1. e4 c5 2. Nf3 d6")["novelty"].text() == "2... d6");
  CHECK(novelty("1. e4 e5 2. Nf3")["novelty"].is_null());
  CHECK(novelty("1. e4 c5 2. Nf3 d6")["example"].is_null());
}

TEST_CASE("lines of the report fit 80 columns") {
  const std::string shown = shown_on_terminal(
      {"prepare", "Brandt", sample(), "-q", "--against", "Adler", "--min-games", "1"}, 80);
  CHECK_THAT(shown, Contains("Form by year") && Contains("Repertoire as Black"));
  for (std::string line : lines_of(shown)) {
    while (line.ends_with('\r')) line.pop_back();
    CAPTURE(line);
    CHECK(std::ranges::count_if(line, [](char c) { return (c & 0xc0) != 0x80; }) <= 80);
  }
}
