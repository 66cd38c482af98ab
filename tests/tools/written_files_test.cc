// Every command that writes files, against everything that could make it destroy some.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/skip.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// What writes to another file than it reads: OUT stands for that file.
struct Writer {
  std::string command;
  std::string input;  // one of the files it reads
  bool has_force = true;
};

const std::vector<Writer>& writers() {
  static const std::vector<Writer> writers = {
      {"arbiter fmt games.pgn other.pgn -o OUT", "games.pgn"},
      {"arbiter fmt . -o OUT", "other.pgn"},
      {"arbiter fmt -o OUT < games.pgn", "games.pgn"},
      {"arbiter fmt --lossless - -o OUT < games.pgn", "games.pgn"},
      {"arbiter export base.db -o OUT", "base.db"},
      {"arbiter export base.db --player Zzzz -o OUT", "base.db"},
      {"arbiter export games.pgn other.pgn -o OUT", "other.pgn"},
      {"arbiter export . -o OUT", "games.pgn"},
      {"arbiter filter games.pgn other.pgn -o OUT", "games.pgn"},
      {"arbiter filter other.pgn --player Zzzz --rest OUT", "other.pgn"},
      {"arbiter filter --rest OUT < games.pgn", "games.pgn"},
      {"arbiter export base.db --format parquet -o OUT", "base.db"},
      {"arbiter export games.pgn --format parquet --positions -o OUT", "games.pgn"},
      {"arbiter validate games.pgn other.pgn --write-baseline OUT", "other.pgn", false},
      {"arbiter validate . --write-baseline OUT", "games.pgn", false},
      {"arbiter report games.pgn other.pgn -o OUT", "games.pgn", false},
      {"arbiter repair --apply games.pgn -o OUT", "games.pgn"},
      {"arbiter repair --apply - -o OUT < games.pgn", "games.pgn"},
      {"arbiter import OUT games.pgn other.pgn", "other.pgn"},
      {"arbiter import OUT base.db", "base.db"},
      {"arbiter import OUT .", "games.pgn"},
      {"arbiter import OUT < games.pgn", "games.pgn"},
  };
  return writers;
}

// What replaces the file that it reads.
const Words& replacers() {
  static const Words replacers = {"arbiter fmt --in-place OUT", "arbiter fmt -q --in-place OUT",
                                  "arbiter repair --apply OUT"};
  return replacers;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

std::string into(const std::string& target, const std::string& command) {
  return replaced(command, "OUT", target);
}

// The line does nothing, with status 2 and a reason.
void check_refused(const Workbench& bench, const std::string& line) {
  const FolderContent before = bench.content();
  const ProgramRun run = bench.run(line);
  CAPTURE(line, run.output);
  CHECK(run.status == 2);
  CHECK_THAT(run.output, StartsWith("arbiter: "));
  CHECK((bench.content() == before));
}

}  // namespace

TEST_CASE("no command writes to what it reads, by whatever name") {
  struct Name {
    std::string made_by;  // of TARGET, INPUT being the file that is read
    std::string name;
  };
  const Name name = GENERATE(as<Name>{}, Name{"true", "INPUT"}, Name{"true", "./INPUT"},
                             Name{"true", "$PWD/INPUT"}, Name{"ln INPUT TARGET", "TARGET"},
                             Name{"ln -s INPUT TARGET", "TARGET"},
                             Name{"ln -s INPUT a.link; ln -s $PWD/a.link TARGET", "TARGET"});
  for (const Writer& writer : writers()) {
    const Workbench bench;
    REQUIRE(bench.run(replaced(name.made_by, "INPUT", writer.input)).status == 0);
    check_refused(bench, into(replaced(name.name, "INPUT", writer.input), writer.command));
  }
}

TEST_CASE("no command writes to a file that belongs to a database, whether it is there or not") {
  for (const std::string target :
       {"base.db-wal", "base.db-shm", "base.db-journal", "foreign.db-wal"}) {
    for (const Writer& writer : writers()) {
      const Workbench bench;
      check_refused(bench, into(target, writer.command));
      bench.write(target, "pages");
      check_refused(bench, into(target, writer.command));
    }
  }
}

TEST_CASE("no command replaces a database unless that is asked for") {
  for (const Writer& writer : writers()) {
    const Workbench bench;
    check_refused(bench, into("foreign.db", writer.command));
    if (writer.command.find("import") != std::string::npos) continue;
    REQUIRE(bench.run("cp base.db copy.db").status == 0);
    check_refused(bench, into("copy.db", writer.command));
    if (!writer.has_force) continue;
    check_refused(bench, into(writer.input, writer.command + " --force"));
    CHECK(bench.run(into("copy.db --force", writer.command)).status < 2);
    CHECK_THAT(bench.text("copy.db"), !StartsWith("SQLite"));
  }
  for (const std::string& replacer : replacers()) {
    const Workbench bench;
    for (const std::string name : {"base.db", "foreign.db"}) {
      check_refused(bench, into(name, replacer));
    }
  }
}

TEST_CASE("no command writes where no file can be") {
  for (const std::string target : {".", "missing/out.pgn", "games.pgn/out.pgn"}) {
    for (const Writer& writer : writers()) {
      const Workbench bench;
      check_refused(bench, into(target, writer.command));
    }
  }
}

TEST_CASE("in place only files are replaced that hold games as they are") {
  for (const std::string& replacer : replacers()) {
    const Workbench bench;
    REQUIRE(bench.run("gzip -k games.pgn; mkfifo pipe.pgn; ln -s /dev/null null.pgn").status == 0);
    for (const std::string target : {"games.pgn.gz", "-", "missing.pgn", "null.pgn"}) {
      check_refused(bench, into(target, replacer) + " < other.pgn");
    }
  }
}

TEST_CASE("a file that is replaced keeps its permissions and its owner, and a link stays a link") {
  Words commands = replacers();
  for (const Writer& writer : writers()) {
    if (writer.command.find("import") == std::string::npos) commands.push_back(writer.command);
  }
  for (const std::string& command : commands) {
    const Workbench bench;
    REQUIRE(bench.run("cp games.pgn out; chmod 640 out; ln out second; ln -s out link").status ==
            0);
    // Root may give it away, but not in every sandbox.
    const bool is_anothers = bench.run("chown 1234:2345 out").status == 0;
    const std::string before = bench.run("stat -c '%a %u %g' out").output;
    const ProgramRun run = bench.run(into("link", command));
    CAPTURE(command, run.output);
    CHECK(run.status < 2);
    CHECK(bench.run("stat -c '%a %u %g' out").output == before);
    CHECK(fs::is_symlink(bench.path("link")));
    CHECK(bench.text("out") != bench.text("games.pgn"));
    CHECK(bench.text("second") == bench.text("games.pgn"));
    CHECK_THAT(run.output, Contains("link: it had 2 names (hard links); the others still lead to"));
    if (is_anothers) CHECK(before == "640 1234 2345\n");
  }
}
