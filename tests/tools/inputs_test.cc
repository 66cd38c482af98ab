// Tests the kinds of input, and the errors if an input is damaged.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

const std::string kTournament = "testdata/tournament.pgn";

std::string scratch_file(const std::string& name) { return write_scratch(name, ""); }

}  // namespace

TEST_CASE("fewer threads than requested give the same result") {
#ifdef __SANITIZE_ADDRESS__
  SKIP_TEST("the address sanitizer needs more room than is left here");
#endif
  const std::string tournament = read_text(testdata("tournament.pgn").string());
  std::string text;
  while (text.size() < 1'000'000) text += tournament;  // enough for several chunks
  const std::string games = write_scratch("many.pgn", text);
  const std::string database = scratch_file("many.db");
  // Memory for the stacks of at most three threads.
  const std::string limited = "ulimit -s 1000000 -v 4000000; arbiter ";
  const std::string all = run_shell("arbiter validate -q " + games).output;
  CHECK(!all.empty());
  CHECK(run_shell(limited + "validate -q --jobs 1024 " + games).output == all);
  CHECK_THAT(
      run_shell(limited + "import -q --jobs 256 " + database + " " + games + "; echo $?").output,
      Contains("could not be parsed as moves\n1\n"));
  const std::string exported = run_shell("arbiter export -q " + database).output;
  CHECK(run_shell(limited + "export -q --jobs 256 " + database).output == exported);
}

TEST_CASE("standard input is read if no file is named, and for a dash") {
  const std::string game = read_text(testdata("tournament.pgn").string());
  const std::string named = run_arbiter({"validate", "-q", kTournament}).output;
  const std::string piped = run_arbiter({"validate", "-q"}, game).output;
  CHECK_THAT(piped, StartsWith("<stdin>:28:50: error[pinned]"));
  CHECK(run_arbiter({"validate", "-q", "-"}, game).output == piped);
  CHECK(lines_of(piped).size() == lines_of(named).size());
}

TEST_CASE("compressed files are read directly") {
  for (const std::string packer : {"gzip -c", "bzip2 -c", "xz -c", "zstd -qfc"}) {
    const std::string program = packer.substr(0, packer.find(' '));
    if (run_shell("command -v " + program + " > /dev/null").status != 0) continue;
    CAPTURE(packer);
    const ProgramRun run =
        run_shell(packer + " " + kTournament + " | arbiter validate -q --select pinned");
    CHECK_THAT(run.output, StartsWith("<stdin>:28:50: error[pinned]"));
    CHECK(run.status == 1);
  }
}

TEST_CASE("a truncated compressed file is read to its end, and reported") {
  const std::string path = scratch_file("cut.pgn.gz");
  run_shell("gzip -c " + kTournament + " | head -c 1500 > '" + path + "'");
  const ProgramRun run = run_arbiter({"validate", "-q", path});
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains("error[pinned]"));
  CHECK_THAT(run.output, Contains("error[archive-damaged]: cut off in the middle"));
  CHECK_THAT(run_arbiter({"import", "-q", scratch_file("cut.db"), path}).errors,
             Contains("its last game may be incomplete and was not imported"));
}

TEST_CASE("UTF-16 is reported and still read") {
  const std::string path = scratch_file("wide.pgn");
  if (run_shell("iconv -f UTF-8 -t UTF-16LE " + kTournament + " > '" + path + "'").status != 0) {
    return;
  }
  const ProgramRun run = run_arbiter({"validate", "-q", path});
  CHECK_THAT(run.output, StartsWith(path + ":1:1: error[utf-16]"));
  CHECK_THAT(run.output, Contains(path + ":28:50: error[pinned]"));
}

TEST_CASE("a folder stands for its game files, sorted by name") {
  const std::string path = scratch_file("folder.list");
  const std::string folder = path + ".d";
  run_shell("mkdir -p '" + folder + "/b' && cp " + kTournament + " '" + folder +
            "/b/1.pgn' && cp " + kTournament + " '" + folder + "/a.pgn' && cp " + kTournament +
            " '" + folder + "/notes.txt'");
  const ProgramRun run = run_arbiter({"validate", "--select", "pinned", folder});
  const std::vector<std::string> lines = lines_of(run.output);
  REQUIRE(lines.size() == 8);
  CHECK_THAT(lines[0], StartsWith(folder + "/a.pgn:28:50"));
  CHECK_THAT(lines[4], StartsWith(folder + "/b/1.pgn:28:50"));
  CHECK_THAT(run.errors, StartsWith("2 files, 30 games, "));
}

TEST_CASE("a folder without games is reported") {
  const std::string path = scratch_file("empty.list");
  run_shell("mkdir -p '" + path + ".d'");
  const ProgramRun run = run_arbiter({"validate", path + ".d"});
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, StartsWith("arbiter: " + path + ".d: no .pgn files or archives"));
}

TEST_CASE("a file that cannot be read completely ends with status 2, for any selection") {
  const std::string cut = scratch_file("damaged.pgn.gz");
  run_shell("gzip -c " + kTournament + " | head -c 1500 > '" + cut + "'");
  const std::string binary = write_scratch("games.cbh", std::string(500, '\x01'));
  for (const std::string& path : {cut, binary}) {
    CAPTURE(path);
    const ProgramRun shown = run_arbiter({"validate", path});
    CHECK(shown.status == 2);
    CHECK_THAT(shown.errors, Contains("1 file could not be read in full"));
    CHECK_THAT(shown.errors, !Contains("arbiter: "));
    CHECK(run_arbiter({"fmt", path}).status == 2);
    const std::vector<std::vector<std::string>> choices = {
        {"--select", "pinned"}, {"--ignore", "all"}, {"--max-findings", "0"}, {"--summary"}};
    for (const std::vector<std::string>& choice : choices) {
      std::vector<std::string> arguments = {"validate", "-q", path};
      arguments.insert(arguments.end(), choice.begin(), choice.end());
      const ProgramRun run = run_arbiter(arguments);
      CAPTURE(arguments);
      CHECK(run.status == 2);
      CHECK_THAT(run.errors, StartsWith("arbiter: " + path + ": "));
    }
  }
}

TEST_CASE("an answer without the games of an unreadable file ends with status 2") {
  const Workbench bench;
  for (const std::string command :
       {"find", "tree", "stats", "prepare Adler", "export", "filter", "standings",
        "novelty --against base.db", "book --min-games 1 -o book.bin", "repair --apply -o out.pgn",
        "report -o page.html"}) {
    const ProgramRun run = bench.run("arbiter " + command + " other.pgn no.pgn");
    CAPTURE(command, run.output);
    CHECK(run.status == 2);
    CHECK_THAT(run.output, Contains("arbiter: no.pgn: no such file or directory\n"));
  }
  CHECK_THAT(bench.run("arbiter find other.pgn no.pgn").output, Contains("1 game\n"));
  CHECK_THAT(bench.run("arbiter export other.pgn no.pgn").output, Contains("1. c4 *"));
}

TEST_CASE("an input without games gives a warning") {
  for (const std::string text : {"", "\n\n", "% nothing\n"}) {
    CAPTURE(text);
    const ProgramRun run = run_arbiter({"validate", "-q"}, text);
    CHECK_THAT(run.output, Contains("warning[empty-file]: the file has no games"));
    CHECK(run_arbiter({"validate", "-q", "--fail-on", "warning"}, text).status == 1);
  }
}

TEST_CASE("text that is not PGN gives one finding") {
  const std::string readme = read_text((repository() / "README.md").string());
  for (const std::string& text :
       {readme, std::string("Dear arbiter,\n\nhere are\n\nthe games.\n")}) {
    CAPTURE(text);
    const ProgramRun run = run_arbiter({"validate"}, text);
    CHECK(run.output == "<stdin>:1:1: warning[empty-file]: no games found; is this PGN? (PGN 8)\n");
    CHECK(run.errors == "1 file, 0 games, 0 plies: 1 warning; 1 file could not be read in full\n");
    CHECK(run.status == 2);
  }
  const ProgramRun page = run_arbiter({"validate", "-q"}, "<html>404</html>\n");
  CHECK(lines_of(page.output).size() == 2);
  CHECK_THAT(page.output,
             Contains("warning[html-page]") && Contains("warning[empty-file]: no games found"));
  // A few moves with mistakes are still a game.
  CHECK_THAT(run_arbiter({"validate", "-q"}, "1. Ke2 foo bar *\n").output,
             Contains("error[") && !Contains("is this PGN?"));
}

TEST_CASE("files of a folder with different rounds of an event are checked together") {
  const Workbench bench;
  const auto round = [](const char* number, const char* event = "Open") {
    const auto game = [&](const char* white, const char* black, const char* board) {
      return fmt::format(
          "[Event \"{}\"]\n[Site \"Bern\"]\n[Date \"2024.05.01\"]\n[Round \"{}.{}\"]\n"
          "[White \"{}\"]\n[Black \"{}\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n",
          event, number, board, white, black);
    };
    return game("Adler, Nora", "Brandt, Ole", "1") + game("Castell, Mira", "Dorn, Jakob", "2");
  };
  const auto met = [&](const std::string& files) {
    return bench.run("arbiter validate --select game-twice " + files);
  };
  bench.run("mkdir rounds weeks");
  bench.write("rounds/round1.pgn", round("1"));
  bench.write("rounds/round2.pgn", round("2"));
  bench.write("rounds/round2b.pgn", round("2", "Women"));
  const ProgramRun joined = met("rounds");
  CHECK_THAT(joined.output, Contains("rounds/round2.pgn:") && Contains("of rounds/round1.pgn"));
  CHECK_THAT(joined.output, !Contains("round2b.pgn") && !Contains("separately"));
  CHECK_THAT(met("rounds/round2.pgn").output, !Contains("round1"));
  // Each week has a first round.
  bench.write("weeks/week1.pgn", round("1"));
  bench.write("weeks/week2.pgn", round("1"));
  const ProgramRun apart = met("weeks");
  CHECK_THAT(apart.output, !Contains("of weeks/week1.pgn"));
  CHECK_THAT(apart.output, Contains("1 file has the Event tag of another file and was checked "
                                    "separately (--event all merges them)\n"));
}

TEST_CASE("an unreadable folder does not hide its neighbours") {
  if (::geteuid() == 0) SKIP_TEST("every folder is open to root");
  const std::string path = scratch_file("closed.list");
  const std::string folder = path + ".d";
  run_shell("mkdir -p '" + folder + "/a' '" + folder + "/b' && cp " + kTournament + " '" + folder +
            "/b/1.pgn' && chmod 000 '" + folder + "/a'");
  const ProgramRun run = run_arbiter({"validate", "--select", "pinned", folder});
  run_shell("chmod 700 '" + folder + "/a'");
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, StartsWith("arbiter: " + folder + "/a: "));
  CHECK_THAT(run.output, StartsWith(folder + "/b/1.pgn:28:50"));
}

TEST_CASE("the summary of a short run has no times") {
  const std::string errors = run_arbiter({"validate", kTournament}).errors;
  CHECK_THAT(errors, Contains("1 file, 15 games, 498 plies: "));
  CHECK_THAT(errors, !Contains("plies/s") && !Contains(" ms"));
}

TEST_CASE("games that are not fully replayed are counted") {
  const ProgramRun run = run_arbiter({"validate"}, "1. e4 e5 2. Ke3 *\n\n1. e4 Ke6 *\n");
  CHECK_THAT(run.errors, Contains("; 2 games not fully replayed"));
  CHECK_THAT(run_arbiter({"validate"}, "1. e4 *").errors, !Contains("not replayed"));
}

TEST_CASE("words after two dashes are not options") {
  const ProgramRun run = run_shell(
      "folder=$(mktemp -d) && cp " + kTournament +
      " \"$folder/-dash.pgn\" && cd \"$folder\" && arbiter validate -q --select pinned -- "
      "-dash.pgn; rm -r \"$folder\"");
  CHECK_THAT(run.output, StartsWith("-dash.pgn:28:50: error[pinned]"));
  for (const std::string command : {"stats", "find", "tree", "standings", "export"}) {
    CAPTURE(command);
    CHECK(run_arbiter({command, "--quiet", "--", kTournament}).output ==
          run_arbiter({command, "--quiet", kTournament}).output);
  }
}

TEST_CASE("games in strings of programs, in RTF and before remarks are read whole") {
  const auto [text, games] = GENERATE(table<std::string, std::vector<std::string>>({
      {"games = [\n \"[Event \\\"x\\\"]\\n[White \\\"A, B\\\"]\\n\\n1. e4 e5 1-0\\n\",  # Nora's "
       "game\n"
       " \"[Event \\\"y\\\"]\\n[White \\\"A, B\\\"]\\n\\n1. d4 d5 1-0\\n\",\n]\n",
       {"\n1. e4 e5 1-0\n", "\n1. d4 d5 1-0\n"}},
      {"// Nora's games\nconst a = \"[Event \\\"x\\\"]\\n[White \\\"A, B\\\"]\\n\\n1. e4 e5 "
       "1-0\\n\";\n",
       {"[White \"A, B\"]", "\n1. e4 e5 1-0\n"}},
      {"{\\rtf1\\ansi [Event \"x\"]\\par [White \"M\\u252\\'fcller, Ann\"]\\par\\par 1. e4 e5 "
       "1\\u8211\\'960\\par}",
       {"[White \"Müller, Ann\"]", "\n1. e4 e5 1-0\n"}},
      {"[Event \"e\"]\n[White \"A, B\"]\n\n1. e4 e5 1-0\n\nWhite: bad\nBlack: agreed\n\n"
       "[Event \"f\"]\n\n1. d4 *\n",
       {"[White \"A, B\"]", "\n1. e4 e5 1-0\n", "\n% White: bad\n% Black: agreed\n",
        "\n1. d4 *\n"}},
      {"[Event \"e\"]\n[White \"A, B\"]\n\n1. e4 e5 1-0\nWhite: this was a poor game\nBlack: "
       "agreed\n",
       {"1. e4 e5 {after-result: White: this was a poor game Black: agreed} 1-0\n"}},
  }));
  const std::string written = run_arbiter({"fmt", "-q", "-"}, text).output;
  CAPTURE(text, written);
  for (const std::string& game : games) CHECK_THAT(written, Contains(game));
  const auto events = std::count(text.begin(), text.end(), 'E');
  CHECK(std::count(written.begin(), written.end(), 'E') == events);
}
