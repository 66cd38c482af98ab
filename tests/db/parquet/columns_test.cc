// Tests that every column of game tables, as read by DuckDB and hyparquet, equals the JSON of the
// games.
#include <fmt/format.h>

#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "lib/notation/fen.h"
#include "tests/db/parquet/other_readers.h"
#include "tests/db/random_games.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/corpus.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

constexpr std::size_t kGames = 20'000;

struct TagValues {
  std::string_view name;
  std::vector<std::string_view> values;  // as in PGN, with backslashes; a game may lack the tag
};

const std::vector<TagValues> kTags = {
    {"Event", {"Rated blitz game", "?", "", "??", "a \\\"b\\\" \\\\ c", "Großmeister, Žatec"}},
    {"Site", {"https://lichess.org/abcdefgh", "?", "-", "Žatec CZE", "[x]"}},
    {"Date", {"2017.03.31", "1999.??.??", "2023.02.29", "????.??.??", "1950.05.??", "????.05.17"}},
    {"White", {"anna", "?", "", "Карпов, Анатолий", "O'Neil, \\\"Tip\\\"", "a\tb"}},
    {"Black", {"bert", "?", "Müller, Hans", "{x}", "0"}},
    {"WhiteTitle", {"GM", "BOT", "", "?"}},
    {"BlackTitle", {"WFM", "-"}},
    {"WhiteElo", {"1500", "?", "0", "12345", "", "2400", "-", "9999"}},
    {"BlackElo", {"1480", "?", "abc", "7"}},
    {"WhiteRatingDiff", {"+11", "-12", "0", "?", "", "+99999", "abc"}},
    {"BlackRatingDiff", {"32767", "-32768", "32768", "5"}},
    {"UTCDate",
     {"2017.03.31", "1970.01.01", "2016.02.29", "2017.02.30", "????.??.??", "1969.12.31"}},
    {"UTCTime", {"22:00:27", "00:00:00", "23:59:59", "25:00:00", "?", "", "22:00", "27"}},
    {"ECO", {"C20", "A00", "E99", "?", "Z99", ""}},
    {"Opening", {"King's Pawn Game", "?", "Ruy Lopez: \\\"Open\\\""}},
    {"Termination", {"Normal", "Time forfeit", "Abandoned", "?"}},
    {"TimeControl", {"180+2", "-", "?", "1/86400", "40/7200:3600", ""}},
    {"Annotator", {"has no column"}},
};

constexpr std::array<std::string_view, 8> kClocks = {"0:03:00",   "0:02:59.5", "1:40:00", "0:00:00",
                                                     "0:00:00.1", "10:00:00",  "0:00:59", "2:00"};
constexpr std::array<std::string_view, 10> kEvaluations = {
    "0.17", "-1.5", "0", "#3", "#-12", "0.00", "152.65", "-0.01", "+0.3", "#1"};
constexpr std::array<std::string_view, 6> kTexts = {"good",         "two  words", "{x",
                                                    "Žatec: 1. e4", "[%csl Ge4]", "a \"b\" \\ c"};

// Games as on servers, the same in every run. Some have clocks, evaluations, variations, escapes or
// another initial position. Tags may be unknown, missing or unusual.
class GameWriter {
 public:
  explicit GameWriter(std::size_t games) {
    for (std::size_t i = 0; i < games; ++i) add(games_[i % games_.size()]);
  }

  const std::string& text() const { return text_; }

 private:
  std::size_t below(std::size_t number) { return random_() % number; }
  bool happens_once_in(std::size_t number) { return below(number) == 0; }
  template <class Values>
  std::string_view one_of(const Values& values) {
    return values[below(values.size())];
  }

  void add(const RandomGame& game) {
    constexpr std::array<std::string_view, 4> kResults = {"1-0", "0-1", "1/2-1/2", "*"};
    for (const TagValues& tag : kTags) {
      if (!happens_once_in(4)) add_tag(tag.name, one_of(tag.values));
    }
    add_tag("Round", happens_once_in(9) ? "?" : fmt::format("{}", ++rounds_));
    const std::string_view result = one_of(kResults);
    add_tag("Result", result);
    const std::vector<std::string> moves = words_of(game.sample.moves);
    const std::size_t first = happens_once_in(5) ? below(moves.size() + 1) : 0;
    if (first > 0 || !game.sample.start.empty()) {
      add_tag("SetUp", "1");
      add_tag("FEN", fen_of(game.positions[first]));
    }
    if (happens_once_in(50)) add_tag("Variant", "Atomic");
    text_ += '\n';
    if (happens_once_in(9)) add_word("{before the first move}");
    has_clocks_ = happens_once_in(2);
    has_evaluations_ = happens_once_in(3);
    has_remarks_ = happens_once_in(4);
    for (std::size_t ply = first; ply < moves.size(); ++ply) add_move(moves[ply]);
    text_.append(result).append("\n\n");
  }

  static std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    for (std::size_t end = text.find(' '); end != text.npos; end = text.find(' ')) {
      words.emplace_back(text.substr(0, end));
      text.remove_prefix(end + 1);
    }
    return words;
  }

  void add_tag(std::string_view name, std::string_view value) {
    text_ += fmt::format("[{} \"{}\"]\n", name, value);
  }

  void add_word(std::string_view word) { text_.append(word) += ' '; }

  // Adds a move. A variation repeats the move before it.
  void add_move(const std::string& move) {
    add_word(move);
    if (has_remarks_ && happens_once_in(5)) add_word("$4");
    std::string comment;
    if (has_evaluations_ && !happens_once_in(9)) {
      comment += fmt::format("[%eval {}] ", one_of(kEvaluations));
    }
    if (has_clocks_ && !happens_once_in(9)) comment += fmt::format("[%clk {}]", one_of(kClocks));
    if (!comment.empty()) add_word("{ " + comment + " }");
    if (!has_remarks_) return;
    if (happens_once_in(5)) add_word(fmt::format("{{{}}}", one_of(kTexts)));
    if (happens_once_in(5)) add_word("(" + move + " {[%clk 0:00:07] [%eval 7]})");
    if (happens_once_in(9)) text_ += "\n% an escape\n";
  }

  std::mt19937 random_{20261126};
  const std::vector<RandomGame> games_ = random_games(500);
  std::string text_;
  int rounds_ = 0;
  bool has_clocks_ = false;
  bool has_evaluations_ = false;
  bool has_remarks_ = false;  // true for NAGs, comments, variations and escapes
};

void check_columns(const std::string& games) {
  const TemporaryFolder folder;
  const std::string database = folder.path("games.db");
  REQUIRE(run_arbiter({"import", "-q", database, games}).status <= 1);
  const std::string limit = fmt::format("{}", kGames);
  const auto write = [&](const std::string& command, const std::string& path) {
    const ProgramRun run = run_shell(
        fmt::format("arbiter {} -q '{}' --limit {} -o '{}'", command, database, limit, path));
    CAPTURE(command, run.output);
    REQUIRE(run.status <= 1);
    return path;
  };
  const std::string json = write("export --format jsonl", folder.path("games.jsonl"));
  const std::string found = write("find --format jsonl --sort id", folder.path("found.jsonl"));
  for (const std::string layout : {"plain", "lists", "lichess"}) {
    const std::string table =
        write("export --format parquet --layout " + layout, folder.path(layout + ".parquet"));
    const ProgramRun run = run_shell(
        fmt::format("node tests/db/parquet/compare.mjs {} {} {} {}", layout, table, json, found));
    CAPTURE(layout);
    CHECK(run.output == limit + "\n");
  }
}

TEST_CASE("every column of 20,000 generated games equals their JSON, by DuckDB and hyparquet") {
  if (const std::string missing = readers_obstacle(); !missing.empty()) SKIP_TEST(missing);
  const TemporaryFolder folder;
  check_columns(folder.write("games.pgn", GameWriter(kGames).text()));
}

TEST_CASE("every column of 20,000 real games with clocks equals their JSON") {
  if (const std::string missing = readers_obstacle(); !missing.empty()) SKIP_TEST(missing);
  if (!corpus()) SKIP_TEST("ARBITER_CORPUS is not set");
  const std::filesystem::path games = *corpus() / "games" / "lichess-clocks.pgn.zst";
  if (!std::filesystem::exists(games)) SKIP_TEST("the corpus has no lichess-clocks");
  check_columns(games.string());
}

}  // namespace
}  // namespace arbiter::testing
