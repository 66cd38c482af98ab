// Tests file names and tag values that try to inject commands into a terminal or log.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/export/neutral_text.h"
#include "tests/io/packing.h"
#include "tests/tools/capture.h"
#include "tests/tools/terminal.h"
#include "tests/tools/workbench.h"
#include "tools/cli/output/text_table.h"

using namespace arbiter::testing;

namespace {

using Words = std::vector<std::string>;

// Text that clears the screen, rings the bell, sets the title (also with C1), and reverses the
// writing direction.
constexpr std::string_view kHostile =
    "\x1b[2J\x07\x1b]0;t\x07\u009b31m\u202egnp\u2066\u200f\u2028\x7f";

// Returns control characters except line ends, and lines that are commands for GitHub Actions.
std::vector<std::string> commands_in(const std::string& text) {
  std::vector<std::string> commands;
  for (const std::string_view active :
       {"\x1b", "\x07", "\x08", "\x7f", "\u009b", "\u202e", "\u2066", "\u200f", "\u2028"}) {
    if (text.find(active) != std::string::npos) commands.emplace_back(active);
  }
  for (const std::string& line : lines_of(text)) {
    const std::size_t start = line.find_first_not_of(" \t");
    if (start != std::string::npos && line.compare(start, 2, "::") == 0) commands.push_back(line);
  }
  return commands;
}

// Returns games with hostile tags, comments and moves.
std::string hostile_games() {
  const std::string text(kHostile);
  std::string games;
  for (const std::string moves : {"1. e4 e5 2. Ke3 Nc6",
                                  "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bf4 Be7 "
                                  "5. Bxf6 Bxf6"}) {
    for (const std::string tag : {"Event", "Site", "Date", "Round", "White", "Black", "ECO"}) {
      games += "[" + tag + " \"" + text + tag + "\"]\n";
    }
    games += "[Result \"" + text + "\"]\n[" + text + " \"x\"]\n\n" + moves + " {" + text +
             "\n::error::in a comment} " + text + " 1-0\n\n% " + text + "\n\n";
  }
  return games;
}

// A folder with the games, under a name with a line break, and a database of them.
class HostileBench : public Workbench {
 public:
  HostileBench() {
    write(name(), hostile_games());
    REQUIRE(run("arbiter import --quiet 'hostile.db' '" + name() + "'").status == 1);
    REQUIRE(run("arbiter import --quiet 'hostile.db' games.pgn").status == 1);
  }

  static std::string name() { return "a" + std::string(kHostile) + "\n::error::x.pgn"; }
};

}  // namespace

TEST_CASE("nothing in a name or a game sends a command to a terminal or a log") {
  const HostileBench bench;
  const std::string file = "'" + HostileBench::name() + "'";
  const std::string db = "hostile.db";
  const std::string text = "'" + std::string(kHostile) + "\n::error::x'";
  const Words commands = {"validate FILE",
                          "validate --notes --strict FILE",
                          "validate --games FILE",
                          "validate --summary FILE",
                          "validate --format json FILE",
                          "validate --format csv FILE",
                          "validate --format markdown FILE",
                          "validate --format sarif FILE",
                          "validate --format csv --games FILE",
                          "validate --format json --games FILE",
                          "validate TEXT",
                          "fmt -o out.pgn FILE",
                          "fmt -o out.pgn TEXT",
                          "fmt --check FILE",
                          "fmt --in-place TEXT",
                          "fmt -o TEXT/x FILE",
                          "repair FILE",
                          "repair --format json FILE",
                          "repair TEXT",
                          "repair --apply -o out.pgn FILE",
                          "import new.db FILE games.pgn",
                          "import new.db FILE",
                          "import --illegal stop stop.db FILE",
                          "import new.db TEXT",
                          "import TEXT games.pgn",
                          "find DB",
                          "find DB --format json",
                          "find DB --format csv",
                          "find DB --format markdown",
                          "find DB --moves d4",
                          "find FILE",
                          "find DB --player TEXT",
                          "find DB --where TEXT",
                          "find DB --moves TEXT",
                          "find DB --fen TEXT",
                          "find DB --sort TEXT",
                          "find TEXT",
                          "tree DB",
                          "tree DB --format json",
                          "tree FILE",
                          "stats DB",
                          "stats FILE",
                          "stats DB --by player",
                          "stats DB --by event --format markdown",
                          "stats DB --by site --format csv",
                          "stats DB --by eco --format json",
                          "stats DB --by TEXT",
                          "dedup DB",
                          "dedup DB --format json",
                          "dedup DB --format csv",
                          "verify DB",
                          "verify TEXT",
                          "compact DB",
                          "compact TEXT",
                          "delete DB --id 99 --white TEXT",
                          "delete TEXT --all",
                          "sql DB 'SELECT * FROM games'",
                          "sql DB 'SELECT * FROM games' --format json",
                          "sql DB 'SELECT * FROM games' --format csv",
                          "sql DB 'SELECT * FROM games' --format markdown",
                          "sql DB 'SELECT * FROM players'",
                          "sql DB TEXT",
                          "sql DB \"SELECT 1 AS $'\\x1b[2J'\"",
                          "show DB 1",
                          "show DB 1 --format json",
                          "show TEXT",
                          "show DB TEXT",
                          "explain TEXT",
                          "perft TEXT 1",
                          "winnable TEXT",
                          "position TEXT",
                          "position TEXT --format json",
                          "adjudicate TEXT",
                          "adjudicate --event TEXT",
                          "touch startpos TEXT",
                          "touch TEXT e2",
                          "conditional TEXT",
                          "conditional startpos TEXT",
                          "completions TEXT",
                          "help TEXT",
                          "TEXT",
                          "--TEXT",
                          "validate --TEXT",
                          "validate --format TEXT FILE"};
  for (std::string command : commands) {
    for (const auto& [word, value] :
         {std::pair<std::string, std::string>{"FILE", file}, {"TEXT", text}, {"DB", db}}) {
      if (const std::size_t at = command.find(word); at != std::string::npos) {
        command.replace(at, word.size(), value);
      }
    }
    const ProgramRun run = bench.run("arbiter " + command + " < /dev/null");
    CAPTURE(command, run.output);
    CHECK(run.status <= 2);
    CHECK_FALSE(run.output.empty());
    CHECK(commands_in(run.output) == Words());
  }
}

TEST_CASE("names in an archive send no commands") {
  const HostileBench bench;
  const std::string text(kHostile);
  bench.write("hostile.zip", pack("zip", {{text + "\n::error::x.pgn", hostile_games()},
                                          {text + "\n::error::y.txt", "Dear all"},
                                          {"::error::z.pgn", "1. e4 Ke6 *"}}));
  for (const std::string command :
       {"validate hostile.zip", "validate --format csv hostile.zip", "fmt -o out.pgn hostile.zip",
        "fmt --check hostile.zip", "repair hostile.zip", "import new.db hostile.zip",
        "import --illegal stop stop.db hostile.zip", "find hostile.zip"}) {
    const ProgramRun run = bench.run("arbiter " + command);
    CAPTURE(command, run.output);
    CHECK(commands_in(run.output) == Words());
  }
}

TEST_CASE("GitHub output has exactly one command per finding") {
  const HostileBench bench;
  const ProgramRun run =
      bench.run("arbiter validate -q --notes --format github '" + HostileBench::name() + "'");
  CHECK(run.status == 1);
  for (const std::string& line : lines_of(run.output)) {
    CAPTURE(line);
    CHECK((line.starts_with("::error file=a") || line.starts_with("::warning file=a") ||
           line.starts_with("::notice file=a")));
    CHECK(line.find("%0A%3A%3Aerror%3A%3Ax.pgn,line=") != std::string::npos);
    CHECK(is_neutral(line));
  }
}

TEST_CASE("games are written unchanged to files, but send no commands to a terminal") {
  const HostileBench bench;
  const std::string path = bench.path(HostileBench::name());
  CHECK(bench.run("arbiter fmt --lossless -q '" + path + "'").output.find('\x1b') !=
        std::string::npos);
  const std::vector<Words> commands = {{"fmt", path},
                                       {"export", path},
                                       {"filter", path},
                                       {"find", path, "--format", "pgn"},
                                       {"find", path, "--format", "csv"},
                                       {"stats", path, "--by", "player"},
                                       {"validate", "--fail-on", "never", path}};
  for (const Words& command : commands) {
    CAPTURE(command);
    CHECK(commands_in(shown_on_terminal(command, 80)) == Words());
  }
}

TEST_CASE("data send no commands to a coloured terminal and have no colours of their own") {
  Terminal terminal(80);
  Console console({.output = terminal.descriptor(), .error = terminal.descriptor()});
  console.set_color(ColorMode::Always);
  console.write_data("{\x1b[8mhidden\x1b[2J}\r\n");
  console.print("\x1b[1mstrong\x1b[0m\x1b[2J\n");
  console.flush();
  console.complain("\x1b[1mname\n::error::x: why\n  \x1b[2Jbelow");
  console.show_status("50 %\x1b[2J\n");
  CHECK(terminal.shown() ==
        "{ [8mhidden [2J}\r\n\x1b[1mstrong\x1b[0m [2J\n"
        "arbiter:  [1mname ::error::x: why\n   [2Jbelow\n\r50 % [2J \x1b[K");
}

TEST_CASE("control characters become blanks, and widths are those of the blanks") {
  struct Case {
    std::string_view text;
    std::string_view shown;
  };
  const Case each = GENERATE(as<Case>{}, Case{"Adler, Nora", "Adler, Nora"},
                             Case{"B\u00f6hm\u00a0\u00ae", "B\u00f6hm\u00a0\u00ae"},
                             Case{"a\x1b[31mb\n\x7f", "a [31mb  "}, Case{"a\u009bb", "a b"},
                             Case{"a\x9b"
                                  "b",
                                  "a b"},
                             Case{"\u202eb\u2069", " b "}, Case{"a\tb", "a b"},
                             Case{"\u05e9\u05d7\u200f", "\u05e9\u05d7 "},
                             Case{"::error", "::error"}, Case{"", ""});
  CHECK(neutral(each.text) == each.shown);
  CHECK(is_neutral(each.shown));
  CHECK(is_neutral(each.text) == (each.text == each.shown));
  const std::string table = printed([&](Console& console) {
    TextTable rows({{.heading = "A"}, {.heading = "B"}}, {}, console);
    rows.add({{std::string(each.text)}, {"|"}});
    rows.add({{std::string(count_cells(each.shown), 'x')}, {"|"}});
    rows.finish();
  });
  const std::vector<std::string> lines = lines_of(table);
  REQUIRE(lines.size() == 3);
  CHECK(count_cells(lines[1]) == count_cells(lines[2]));
}

TEST_CASE("line ends and our colours stay in text, and no line of it commands GitHub") {
  CHECK(neutral("a\n\tb\r\r\n", Kept::Lines) == "a\n\tb \r\n");
  CHECK(neutral("::error::a\n ::b\nc ::d\n:", Kept::Lines) == " :error::a\n  :b\nc ::d\n:");
  CHECK(neutral("\x1b[1;31ma\x1b[0m\x1b[2J", Kept::Lines) == " [1;31ma [0m [2J");
  CHECK(neutral("\x1b[1;31ma\x1b[0m\x1b[2J\x1b[", Kept::ColoredLines) ==
        "\x1b[1;31ma\x1b[0m [2J [");
}

TEST_CASE("a CSV field keeps its value, but is neither a formula nor a command") {
  struct Case {
    std::string_view text;
    std::string_view field;
  };
  const Case each = GENERATE(
      as<Case>{}, Case{"Adler", "Adler"}, Case{"a,b", "\"a,b\""}, Case{"a\rb", "\"a\rb\""},
      Case{"a\nb", "\"a\nb\""}, Case{"a\"b", "\"a\"\"b\""}, Case{"a\x1b[2J\u009b", "a [2J "},
      Case{"=1+2", "'=1+2"}, Case{"@SUM(A1)", "'@SUM(A1)"}, Case{"+A1", "'+A1"},
      Case{"-2+cmd|x", "'-2+cmd|x"}, Case{"+1+1", "'+1+1"}, Case{"-2+3", "'-2+3"}, Case{"+-", "+-"},
      Case{"\t=1", "'\t=1"}, Case{"-", "-"}, Case{"-12.5", "-12.5"}, Case{"+1", "+1"},
      Case{"--", "--"}, Case{"1-0", "1-0"}, Case{"*", "*"}, Case{"", ""});
  CHECK(CsvRow().add(each.text).add("x").finish() == std::string(each.field) + ",x\r\n");
}
