// Tests properties of every command: usage, exit status, error messages, streams.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <set>
#include <sstream>

#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"
#include "tests/tools/terminal.h"
#include "tools/cli/help.h"
#include "tools/cli/output/text_cells.h"
#include "tools/commands/commands.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;
using Catch::Matchers::Equals;
using Catch::Matchers::StartsWith;

namespace {

constexpr const char* kCleanGame =
    "[Event \"Club evening\"]\n[Site \"Lindenau GER\"]\n[Date \"2024.05.09\"]\n[Round \"1\"]\n"
    "[White \"Adler, Nora\"]\n[Black \"Brandt, Ole\"]\n[Result \"1-0\"]\n\n"
    "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";

// 3... Nb4 does not answer the check.
constexpr const char* kIllegalGame =
    "[Event \"Club evening\"]\n[Site \"Lindenau GER\"]\n[Date \"2024.05.09\"]\n[Round \"1\"]\n"
    "[White \"Adler, Nora\"]\n[Black \"Brandt, Ole\"]\n[Result \"1-0\"]\n\n"
    "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Nb4 1-0\n";

constexpr const char* kWarnedGame =
    "[Event \"Club evening\"]\n[Site \"Lindenau GER\"]\n[Date \"2024.05.09\"]\n[Round \"1\"]\n"
    "[White \"Adler, Nora\"]\n[Black \"Brandt, Ole\"]\n[Result \"1-0\"]\n\n"
    "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 1-0\n";

}  // namespace

TEST_CASE("the program prints its version and lists its commands") {
  CHECK(run_arbiter({"--version"}).output == "arbiter 0.2.0\n");
  CHECK_THAT(run_arbiter({"--version", "--verbose"}).output,
             Contains("arbiter 0.2.0\n") && Contains("\n  asserts          "));
  const ProgramRun help = run_arbiter({"--help"});
  CHECK(help.status == 0);
  for (const Command& command : commands()) {
    CHECK_THAT(help.output, Contains("  " + std::string(command.name) + " "));
    CHECK_THAT(help.output, Contains(wrapped(command.meaning, 15)));
  }
  CHECK(run_arbiter({"help"}).output == help.output);
  CHECK(run_arbiter({}).errors == help.output + "\n");
  CHECK(run_arbiter({}).status == 2);
}

TEST_CASE("help lists the commands by task") {
  std::vector<std::string_view> groups;
  for (const Command& command : commands()) {
    if (groups.empty() || groups.back() != command.group) groups.push_back(command.group);
  }
  CHECK(groups == std::vector<std::string_view>{"Check", "Tournament", "Database", "Search", "Laws",
                                                "Maintenance"});
  const std::string help = run_arbiter({"help"}).output;
  std::size_t place = 0;
  for (const std::string_view group : groups) {
    const std::size_t found = help.find("\n\n" + std::string(group) + ":\n  ", place);
    REQUIRE(found != std::string::npos);
    place = found;
  }
}

TEST_CASE("help fits the width of the terminal") {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"help"},
                                                {"help", "find"},
                                                {"help", "watch"},
                                                {"show", "--help"}}) {
    CAPTURE(words);
    CHECK(shown_on_terminal(words, 80) == run_arbiter(words).output);
    CHECK(shown_on_terminal(words, 200, {"COLUMNS=60"}) == shown_on_terminal(words, 60));
    for (const unsigned short width : std::initializer_list<unsigned short>{50, 60, 120}) {
      for (const std::string& line : lines_of(shown_on_terminal(words, width))) {
        CAPTURE(line);
        CHECK(count_cells(line) <= width);
      }
    }
    CHECK(shown_on_terminal(words, 120) != shown_on_terminal(words, 60));
  }
}

TEST_CASE("headings of help are bold on a terminal with colours") {
  const std::string bold = "\n\x1b[1mCheck:\x1b[0m\n";
  CHECK_THAT(shown_on_terminal({"help"}, 80, {"NO_COLOR=", "TERM=xterm"}), Contains(bold));
  CHECK_THAT(shown_on_terminal({"help"}, 80, {"TERM=xterm"}), !Contains("\x1b"));
  CHECK_THAT(run_arbiter({"help", "--color", "always"}).output, Contains(bold));
  CHECK_THAT(run_arbiter({"help", "watch", "--color", "always"}).output,
             Contains("\n\x1b[1mOptions:\x1b[0m\n"));
  CHECK_THAT(run_arbiter({"help"}).output, !Contains("\x1b"));
}

TEST_CASE("every command prints its help in the same two ways") {
  for (const Command& command : commands()) {
    const std::string name(command.name);
    CAPTURE(name);
    const ProgramRun help = run_arbiter({name, "--help"});
    CHECK(help.status == 0);
    CHECK(help.errors.empty());
    CHECK_THAT(help.output,
               StartsWith(wrapped("arbiter " + name + ": " + std::string(command.meaning), 0)));
    CHECK(run_arbiter({"help", name}).output == help.output);
    for (const std::string& line : lines_of(help.output)) {
      CAPTURE(line);
      CHECK(line.size() <= 90);
    }
  }
}

TEST_CASE("-h is short: a line for each option, and names alone of shared groups") {
  const std::string text = run_arbiter({"find", "-h"}).output;
  CHECK(lines_of(text).size() <= 60);
  CHECK(lines_of(run_arbiter({"find", "--help"}).output).size() > 80);
  CHECK_THAT(text, Contains("\n  --offset N                Skip the first N matching games\n"));
  CHECK_THAT(text,
             Contains("--not-player, --not-white, ...") && Contains("--player --white --black"));
  CHECK_THAT(text, Contains("\nRun `arbiter find --help` for all details.\n"));
  for (const Command& command : commands()) {
    CAPTURE(command.name);
    const ProgramRun help = run_arbiter({std::string(command.name), "-h"});
    CHECK(help.status == 0);
    CHECK(lines_of(help.output).size() < 80);
  }
}

TEST_CASE("a long help goes through the pager of a terminal") {
  const std::vector<std::string> words = {"help", "find"};
  const std::string help = shown_on_terminal(words, 80);
  const std::string mark = "sed s/^/+/";
  const auto shown = [&](std::vector<std::string> settings) {
    return shown_on_terminal(words, 80, settings);
  };
  CHECK_THAT(shown({"LINES=20", "PAGER=" + mark}), StartsWith("+arbiter find: "));
  CHECK(shown({"LINES=20", "PAGER=head -1"}) == help.substr(0, help.find('\n') + 1));
  CHECK(shown({"LINES=900", "PAGER=" + mark}) == help);
  CHECK(shown({"LINES=20", "PAGER="}) == help);
  CHECK_THAT(shown({"LINES=20", "PAGER=no-such-pager 2> /dev/null"}),
             Catch::Matchers::EndsWith(help));
  CHECK_THAT(shown_on_terminal({"find", "--help"}, 80, {"LINES=20", "PAGER=" + mark}),
             StartsWith("+"));
  CHECK(run_shell("LINES=20 PAGER='" + mark + "' arbiter help find").output ==
        run_arbiter({"help", "find"}).output);
}

TEST_CASE("wrong usage ends with status 2 and a hint") {
  struct Case {
    std::vector<std::string> arguments;
    std::string complaint;
  };
  const std::vector<Case> cases = {
      {{"valdate"}, "arbiter: unknown command 'valdate'; did you mean `arbiter validate`?"},
      {{"round1.pgn"}, "did you mean `arbiter validate round1.pgn`?"},
      {{"--quiet"}, "arbiter: unknown option --quiet before the command"},
      {{"help", "nothing"}, "arbiter: help: unknown command 'nothing'"},
      {{"validate", "--frmat", "json"}, "unknown option --frmat; did you mean --format?"},
      {{"validate", "--jobz=3"}, "unknown option --jobz; did you mean --jobs?"},
      {{"report", "player", "Adler", "a.db"}, "use `arbiter prepare PLAYER FILE`"},
      {{"stats", "--moves", "e4"}, "unknown option --moves; `arbiter find` and `arbiter tree`"},
      {{"validate", "--format", "xml", "-"},
       "invalid value 'xml' (expected one of text, json, csv, markdown, sarif, github, junit, "
       "gitlab)"},
      {{"validate", "--format", "jsn", "-"}, "did you mean json?"},
      {{"adjudicate", "startpos", "--event", "mobile-phone"}, "did you mean electronic-device?"},
      {{"find", "a.db", "--sort", "moves"}, "invalid value 'moves'; did you mean plies?"},
      {{"find", "a.db", "--format", "table"}, "did you mean text?"},
      {{"show", "a.db", "--format", "pgn"}, "`arbiter export` writes it"},
      {{"filter", "-", "--format", "parquet"}, "`arbiter export` writes it"},
      {{"standings", "-", "--format", "html"}, "`arbiter report` writes it"},
      {{"import", "--workers", "2", "a.db", "-"}, "--workers needs a cluster"},
      {{"import", "--part", "3/2", "a.db", "-"}, "invalid value '3/2' (expected K/N, such as 2/8)"},
      {{"report", "-o", "a.html", "-o", "b.html"}, "--output is given twice"},
      {{"validate", "--format"}, "--format needs a value: text|json|csv|markdown|sarif|github"},
      {{"validate", "--jobs", "0", "-"}, "'0' must be an integer from 1 to 1024"},
      {{"validate", "--jobs", "two", "-"}, "'two' must be an integer from 1 to 1024"},
      {{"validate", "--select", "pined", "-"}, "did you mean pinned?"},
      {{"validate", "--severity", "pinned", "-"}, "invalid value 'pinned' (expected ID=note"},
      {{"validate", "--severity", "error", "-"}, "; to select by severity, use --select errors"},
      {{"validate", "--piece-letters", "KDT", "-"}, "'KDT' has 3 letters instead of 5"},
      {{"validate", "--format", "sarif", "--games", "-"},
       "--games is not available in this format"},
      {{"validate", "--format", "github", "--summary", "-"}, "--summary is not available"},
      {{"validate", "--format", "csv", "--summary", "--games", "-"}, "two tables"},
      {{"explain", "pined"}, "unknown diagnostic 'pined'; did you mean pinned?"},
      {{"perft"}, "no depth given"},
      {{"perft", "startpos"}, "no depth given after startpos"},
      {{"perft", "startpos", "x"}, "the depth 'x' must be an integer from 0 to 40"},
      {{"perft", "8/8", "3"}, "arbiter: perft: "},
      {{"show", "8/8/8/8 w"}, "the FEN cannot be read"},
      {{"completions"}, "no shell given"},
      {{"completions", "tcsh"},
       "invalid value 'tcsh' (expected one of bash, zsh, fish, powershell)"},
  };
  for (const Case& wrong : cases) {
    CAPTURE(wrong.arguments);
    const ProgramRun run = run_arbiter(wrong.arguments);
    CHECK(run.status == 2);
    CHECK(run.output.empty());
    CHECK_THAT(run.errors, StartsWith("arbiter: "));
    CHECK_THAT(run.errors, Contains(wrong.complaint));
  }
}

TEST_CASE("an option does not take the next option as its value, nor a switch a value") {
  const std::string path = testdata("tournament.pgn").string();
  CHECK_THAT(run_arbiter({"find", path, "--between", "Karpov", "--count"}).errors,
             Contains("--between needs 2 values: "));
  CHECK_THAT(run_arbiter({"find", path, "--count", "--between", "Karpov"}).errors,
             Contains("--between needs 2 values: "));
  CHECK_THAT(run_arbiter({"find", path, "--limit", "--count"}).errors,
             Contains("--limit needs a value: "));
  CHECK_THAT(run_arbiter({"validate", path, "--notes=x"}).errors,
             Contains("--notes takes no value"));
  CHECK_THAT(run_arbiter({"validate", path, "-7"}).errors, Contains("unknown option -7"));
  CHECK(run_arbiter({"find", path, "--between", "Karpov", "--count"}).status == 2);
}

TEST_CASE("--color needs no value, and takes only the word of a colour mode") {
  const std::string path = testdata("tournament.pgn").string();
  const std::string coloured = run_arbiter({"validate", "-q", path, "--color=always"}).output;
  CHECK_THAT(coloured, Contains("\x1b["));
  CHECK(run_arbiter({"validate", "-q", "--color", path}).output == coloured);
  CHECK(run_arbiter({"validate", "-q", path, "--color"}).output == coloured);
  CHECK(run_arbiter({"validate", "-q", "--color", "always", path}).output == coloured);
  CHECK_THAT(run_arbiter({"validate", "--color=blue", path}).errors,
             Contains("invalid value 'blue' (expected one of auto, always, never)"));
}

TEST_CASE("--help before a command prints the help of the command") {
  const std::string help = run_arbiter({"validate", "--help"}).output;
  CHECK(run_arbiter({"--help", "validate"}).output == help);
  CHECK(run_arbiter({"-h", "validate"}).output == help);
  CHECK(run_arbiter({"--help", "nothing"}).status == 2);
}

TEST_CASE("names of commands and options in other programs lead to those of arbiter") {
  const auto [word, command] = GENERATE(table<std::string, std::string>({{"check", "validate"},
                                                                         {"lint", "validate"},
                                                                         {"search", "find"},
                                                                         {"query", "find"},
                                                                         {"convert", "filter"},
                                                                         {"split", "filter"},
                                                                         {"duplicates", "dedup"},
                                                                         {"dedupe", "dedup"}}));
  const ProgramRun run = run_arbiter({word});
  CHECK(run.status == 2);
  CHECK_THAT(run.errors,
             Contains("unknown command '" + word + "'") && Contains("`arbiter " + command + "`"));
  CHECK_THAT(run_arbiter({"validate", "--fix", "x.pgn"}).errors, Contains("`arbiter repair`"));
}

TEST_CASE("explain lists the diagnostics of an article, and help knows topics") {
  const std::string fifty = run_arbiter({"explain", "9.6.2"}).output;
  CHECK_THAT(fifty, Contains("seventyfive-ended"));
  CHECK_THAT(fifty, !Contains("fivefold-ended"));
  CHECK(run_arbiter({"explain", "Laws 9.6.2"}).output == fifty);
  CHECK(run_arbiter({"explain", "Laws", "9.6.2"}).output == fifty);
  CHECK_THAT(run_arbiter({"explain", "9.6"}).output,
             Contains("Laws") || Contains("seventyfive-ended"));
  CHECK(run_arbiter({"explain", "99.1"}).status == 2);
  CHECK(run_arbiter({"help", "pinned"}).output == run_arbiter({"explain", "pinned"}).output);
  CHECK(run_arbiter({"help", "patterns"}).output == run_arbiter({"explain", "pattern"}).output);
  for (const char* topic : {"articles", "config", "exit-status", "formats", "names"}) {
    INFO(topic);
    CHECK(run_arbiter({"help", topic}).status == 0);
  }
}

TEST_CASE("import counts findings by severity, and unread files at the end") {
  const TemporaryFolder folder;
  const std::string path = testdata("tournament.pgn").string();
  const ProgramRun run =
      run_arbiter({"import", folder.path("games.db"), folder.path("none.pgn"), path});
  CHECK(run.status == 2);
  CHECK_THAT(run.output, StartsWith("13 errors, 8 warnings, 13 notes ("));
  CHECK_THAT(run.output, Catch::Matchers::EndsWith("1 file could not be read\n"));
  CHECK_THAT(run.output, !Contains("Severity"));
}

TEST_CASE("a command that needs a database first names the way to write it") {
  const std::string path = testdata("tournament.pgn").string();
  CHECK_THAT(run_arbiter({"import", path}).errors, Contains("name the database first"));
}

TEST_CASE("the format of an output follows its name, unless --format is given") {
  const TemporaryFolder folder;
  const std::string path = testdata("tournament.pgn").string();
  const auto first_byte = [&](const std::string& command, const std::string& name) {
    const std::string output = folder.path(name);
    run_arbiter({command, path, "-q", "-o", output});
    return read_text(output).substr(0, 1);
  };
  for (const std::string command : {"export", "filter", "fmt"}) {
    INFO(command);
    CHECK(first_byte(command, command + ".pgn") == "[");
    CHECK(first_byte(command, command + ".jsonl") == "{");
    CHECK(first_byte(command, command + ".epd") != "[");
    const std::string output = folder.path(command + ".json");
    run_arbiter({command, path, "--format", "csv", "-o", output});
    CHECK_THAT(read_text(output), StartsWith("Event,"));
  }
  CHECK(first_byte("export", "x.parquet") == "P");
  for (const std::string command : {"filter", "fmt"}) {
    const ProgramRun run = run_arbiter({command, path, "-o", folder.path("y.parquet")});
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains("only `arbiter export` writes Parquet"));
  }
  CHECK_THAT(run_arbiter({"report", path, "-o", "x.pdf"}).errors,
             Contains("only HTML is supported"));
}

TEST_CASE("each command with tables writes the format of the output's name, or rejects the name") {
  const TemporaryFolder folder;
  const std::string path = testdata("tournament.pgn").string();
  const std::string database = folder.path("games.db");
  run_arbiter({"import", "-q", database, path});
  const std::vector<std::vector<std::string>> commands = {
      {"find", path},        {"tree", path},     {"stats", path, "--by", "result"},
      {"standings", path},   {"validate", path}, {"sql", database, "select 1 as one"},
      {"players", database}, {"dedup", database}};
  for (std::vector<std::string> words : commands) {
    CAPTURE(words);
    const auto written = [&](const std::string& name, std::vector<std::string> more = {}) {
      std::vector<std::string> all = words;
      all.insert(all.end(), {"-o", folder.path(name)});
      all.insert(all.end(), more.begin(), more.end());
      const ProgramRun run = run_arbiter(all);
      CHECK(run.status != 2);
      const std::string shown = name.ends_with(".gz")
                                    ? run_shell("gunzip -c " + folder.path(name)).output
                                    : read_text(folder.path(name));
      run_shell("rm " + folder.path(name));
      return shown.substr(0, shown.rfind(R"("seconds")"));
    };
    const auto printed = [&](const std::string& format) {
      std::vector<std::string> all = words;
      all.insert(all.end(), {"--format", format});
      const std::string shown = run_arbiter(all).output;
      return shown.substr(0, shown.rfind(R"("seconds")"));
    };
    CHECK(written("x.csv") == printed("csv"));
    CHECK(written("x.JSON") == printed("json"));
    CHECK(written("x.jsonl.gz") == printed("json"));
    CHECK(written("x.md") == printed("markdown"));
    CHECK(written("x.txt") == printed("text"));
    CHECK(written("x") == printed("text"));
    CHECK(written("x.xlsx", {"--format", "csv"}) == printed("csv"));
    words.insert(words.end(), {"-o", folder.path("x.xlsx")});
    const ProgramRun run = run_arbiter(words);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains("unknown extension '.xlsx' (expected ") && Contains(".csv"));
    CHECK_FALSE(std::filesystem::exists(folder.path("x.xlsx")));
  }
  CHECK_THAT(run_arbiter({"show", "-o", folder.path("board.svg")}).errors, Equals(""));
  CHECK_THAT(read_text(folder.path("board.svg")), StartsWith("<svg"));
  CHECK(run_arbiter({"show", "-o", folder.path("board.pdf")}).status == 2);
  CHECK(run_arbiter({"book", path, "-o", folder.path("book.pgn")}).status == 2);
  CHECK(run_arbiter({"report", path, "-o", folder.path("page.db")}).status == 2);
}

TEST_CASE("an output whose extension is unknown is rejected by all commands that write games") {
  const TemporaryFolder folder;
  const std::string path = testdata("tournament.pgn").string();
  for (const std::string extension :
       {"db", "sqlite", "arrow", "xlsx", "tsv", "npz", "html", "PNG", "db.gz", "pgn~"}) {
    const std::string output = folder.path("games." + extension);
    for (const std::string command : {"export", "filter", "fmt"}) {
      const ProgramRun run = run_arbiter({command, path, "-q", "-o", output});
      CAPTURE(command, output, run.errors);
      CHECK(run.status == 2);
      CHECK_THAT(run.errors, Contains("expected .pgn, .json") && Contains("--format"));
      CHECK(run_arbiter({command, path, "-q", "--format", "csv", "-o", output}).status != 2);
    }
    CHECK(run_arbiter({"repair", "--apply", path, "-o", output}).status == 2);
    CHECK(run_arbiter({"filter", path, "--rest", output}).status == 2);
    CHECK(run_arbiter({"filter", path, "--duplicates", output}).status == 2);
  }
  for (const std::string name :
       {"games", "games.PGN", "games.txt", "round.2", "Alder vs. Birch", "games.pgn.zst"}) {
    CAPTURE(name);
    CHECK(run_arbiter({"filter", path, "-q", "-o", folder.path(name)}).status == 1);
  }
}

TEST_CASE("every command writes its results to the file of -o, but to no input") {
  const TemporaryFolder folder;
  const std::string games = folder.path("games.pgn");
  folder.write("games.pgn", read_text(testdata("tournament.pgn").string()));
  const std::string written = folder.path("found.txt");
  const std::string printed = run_arbiter({"find", games, "--player", "Adler"}).output;
  CHECK(run_arbiter({"find", games, "--player", "Adler", "-o", written, "-q"}).output.empty());
  CHECK(read_text(written) == printed);
  CHECK(run_arbiter({"find", games, "-o", games}).status == 2);
  CHECK(run_arbiter({"find", folder.path("."), "-o", games}).status == 2);
  CHECK(run_arbiter({"find", folder.path("."), "--output=" + games}).status == 2);
  CHECK_THAT(read_text(games), StartsWith("[Event"));
  CHECK(run_arbiter({"find", folder.path("none.pgn"), "-o", written}).status == 2);
  CHECK(read_text(written) == printed);
  CHECK(run_arbiter({"find", games, "-q", "--output=" + written}).status == 0);
}

TEST_CASE("every command has -q, which leaves results and errors") {
  const std::string path = testdata("tournament.pgn").string();
  CHECK(!run_arbiter({"tree", path}).errors.empty());
  CHECK(run_arbiter({"tree", path, "-q"}).errors.empty());
  CHECK(run_arbiter({"tree", path, "--format", "jsonl"}).output ==
        run_arbiter({"tree", path, "--format", "json"}).output);
  CHECK(!run_arbiter({"tree", "none.pgn", "-q"}).errors.empty());
}

TEST_CASE("no synonym of a command is a command, or a synonym of another one") {
  std::set<std::string> seen;
  for (const Command& command : commands()) seen.insert(std::string(command.name));
  for (const Command& command : commands()) {
    std::istringstream synonyms{std::string(command.synonyms)};
    for (std::string synonym; synonyms >> synonym;) {
      INFO(synonym);
      CHECK(seen.insert(synonym).second);
    }
  }
}

TEST_CASE("the exit status follows --fail-on") {
  struct Case {
    const char* game;
    std::string fail_on;
    int status;
  };
  const std::vector<Case> cases = {
      {kCleanGame, "error", 0},     {kCleanGame, "warning", 0}, {kWarnedGame, "error", 0},
      {kWarnedGame, "warning", 1},  {kWarnedGame, "note", 1},   {kIllegalGame, "error", 1},
      {kIllegalGame, "warning", 1}, {kIllegalGame, "never", 0},
  };
  for (const Case& row : cases) {
    CAPTURE(row.game, row.fail_on);
    CHECK(run_arbiter({"validate", "--fail-on", row.fail_on}, row.game).status == row.status);
  }
  CHECK(run_arbiter({"validate", "--severity", "san-missing-mate=error"}, kWarnedGame).status == 1);
  CHECK(run_arbiter({"validate", "--ignore", "must-answer-check"}, kIllegalGame).status == 0);
}

TEST_CASE("findings go to standard output, the summary to standard error") {
  const ProgramRun run = run_arbiter({"validate"}, kIllegalGame);
  CHECK_THAT(run.output, StartsWith("<stdin>:9:30: error[must-answer-check]: 3... Nb4: "));
  CHECK_THAT(run.output, Contains("\n    9 | 1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Nb4 1-0\n"));
  CHECK_THAT(run.errors, StartsWith("1 file, 1 game, 5 plies: 1 error"));
  const ProgramRun quiet = run_arbiter({"validate", "--quiet", "-"}, kIllegalGame);
  CHECK(quiet.output == run.output);
  CHECK(quiet.errors.empty());
  CHECK(quiet.status == 1);
}

TEST_CASE("an unreadable file does not prevent the others from being read") {
  const std::string good = write_scratch("good.pgn", kWarnedGame);
  const ProgramRun run = run_arbiter({"validate", "no-such-file.pgn", good});
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, StartsWith("arbiter: no-such-file.pgn: no such file or directory\n"));
  CHECK_THAT(run.errors, Contains("1 file, 1 game, 7 plies: 1 warning"));
  CHECK_THAT(run.errors, Contains("1 file could not be read"));
  CHECK_THAT(run.output, Contains("warning[san-missing-mate]"));
}

TEST_CASE("a file without read permission is reported") {
  if (::geteuid() == 0) SKIP_TEST("every file is open to root");
  const std::string path = write_scratch("closed.pgn", kCleanGame);
  run_shell("chmod 000 '" + path + "'");
  const ProgramRun run = run_arbiter({"validate", path});
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, StartsWith("arbiter: " + path + ": permission denied"));
}

TEST_CASE("a reader that stops early ends the program quietly") {
  const ProgramRun run = run_shell(
      "for i in {1..20000}; do echo '1. e5 *'; echo; done | arbiter validate --quiet - | head -n 1;"
      " echo \"${PIPESTATUS[1]}\"");
  const std::vector<std::string> lines = lines_of(run.output);
  REQUIRE(lines.size() == 2);
  CHECK_THAT(lines[0], StartsWith("<stdin>:1:"));
  CHECK(lines[1] == "141");
}

TEST_CASE("a full disk is an error with status 2") {
  const ProgramRun run = run_shell("arbiter explain > /dev/full; echo $?");
  CHECK(run.output == "arbiter: standard output: no space left on device\n2\n");
}

TEST_CASE("colours are printed only if wanted") {
  const std::string escape = "\x1b[";
  CHECK_THAT(run_arbiter({"validate"}, kIllegalGame).output, !Contains(escape));
  CHECK_THAT(run_arbiter({"validate", "--color", "always"}, kIllegalGame).output, Contains(escape));
  CHECK_THAT(run_arbiter({"show", "--color", "always"}).output, Contains(escape));
  CHECK_THAT(run_arbiter({"show"}).output, !Contains(escape));
}
