// Tests every command that writes files, in all situations where it could destroy some.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/io/packing.h"
#include "tests/support/skip.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// A command that writes to a file other than its input. OUT is that file.
struct Writer {
  std::string command;
  std::string input;  // one of the input files
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
      {"arbiter book games.pgn other.pgn --min-games 1 -o OUT", "games.pgn"},
      {"arbiter book . --min-games 1 -o OUT", "other.pgn"},
      {"arbiter standings rounds.txt --write-trf OUT", "rounds.txt", false},
      {"arbiter show base.db 1 --format svg -o OUT", "base.db", false},
      {"arbiter repair --apply games.pgn -o OUT", "games.pgn"},
      {"arbiter repair --apply - -o OUT < games.pgn", "games.pgn"},
      {"arbiter import OUT games.pgn other.pgn", "other.pgn"},
      {"arbiter import OUT base.db", "base.db"},
      {"arbiter import OUT .", "games.pgn"},
      {"arbiter import OUT < games.pgn", "games.pgn"},
  };
  return writers;
}

// Returns commands that replace their input files.
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

bool is_import(const std::string& command) { return command.starts_with("arbiter import"); }

std::string into(const std::string& target, const std::string& command) {
  return replaced(command, "OUT", target);
}

// Checks that the command line changes nothing, and reports the reason with status 2.
void check_refused(const Workbench& bench, const std::string& line) {
  const FolderContent before = bench.content();
  const ProgramRun run = bench.run(line);
  CAPTURE(line, run.output);
  CHECK(run.status == 2);
  CHECK_THAT(run.output, StartsWith("arbiter: "));
  CHECK((bench.content() == before));
}

// Writes games to the file "out" in the form that the command requires, before it runs.
void prepare_out(const Workbench& bench, const std::string& command) {
  REQUIRE(bench.run(is_import(command) ? "cp base.db out" : "cp games.pgn out").status == 0);
}

// Returns the contents of the file "out"; for a database its games, because databases are not
// reproducible.
std::string out_of(const Workbench& bench, const std::string& command) {
  return is_import(command) ? bench.run("arbiter export -q out 2> /dev/null").output
                            : bench.text("out");
}

Words all_commands() {
  Words commands = replacers();
  for (const Writer& writer : writers()) commands.push_back(writer.command);
  return commands;
}

// A change to INPUT, which is one of the files of write_broken_files().
struct Fault {
  std::string made_by;
  bool needs_name = false;  // does not apply to standard input or a folder
};

const std::vector<Fault>& faults() {
  static const std::vector<Fault> faults = {
      {"rm INPUT", true},
      {"rm INPUT; ln -s INPUT INPUT", true},
      {"ln -sf /proc/self/mem INPUT", true},  // its first byte cannot be read
      {"mv cut.gz INPUT"},
      {"mv cut.zst INPUT"},
      {"mv damaged.zip INPUT"}};
  return faults;
}

void write_broken_files(const Workbench& bench) {
  std::string games;
  for (int i = 0; i < 500; ++i) {
    games += "[White \"" + std::to_string(i) + "\"]\n\n1. c4 *\n\n";
  }
  const auto first_half = [](std::string bytes) { return bytes.substr(0, bytes.size() / 2); };
  bench.write("cut.gz", first_half(compress("gzip", games)));
  bench.write("cut.zst", first_half(compress("zstd", games)));
  std::string archive = pack("zip", {{"games.pgn", games}});
  archive.replace(archive.size() / 2, 8, 8, '\xff');
  bench.write("damaged.zip", archive);
}

// Returns whether the writer reads its input other than by name.
bool is_without_name(const Writer& writer) {
  return writer.command.find("< ") != std::string::npos ||
         writer.command.find(" . ") != std::string::npos;
}

}  // namespace

TEST_CASE("no command writes to its input, under any of its names") {
  struct Name {
    std::string made_by;  // command that creates TARGET from the input file INPUT
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

TEST_CASE("no command writes to a file that belongs to a database, existing or not") {
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

TEST_CASE("no command replaces a database without the option for it") {
  for (const Writer& writer : writers()) {
    const Workbench bench;
    check_refused(bench, into("foreign.db", writer.command));
    if (is_import(writer.command)) continue;
    REQUIRE(bench.run("cp base.db copy").status == 0);
    check_refused(bench, into("copy", writer.command));
    if (!writer.has_force) continue;
    check_refused(bench, into(writer.input, writer.command + " --force"));
    CHECK(bench.run(into("copy --force", writer.command)).status < 2);
    CHECK_THAT(bench.text("copy"), !StartsWith("SQLite"));
  }
  for (const std::string& replacer : replacers()) {
    const Workbench bench;
    for (const std::string name : {"base.db", "foreign.db"}) {
      check_refused(bench, into(name, replacer));
    }
  }
}

TEST_CASE("only games are written to a name for game files") {
  const Workbench bench;
  REQUIRE(bench.run("cp games.pgn other.pgn; cp games.pgn OTHER.PGN").status == 0);
  for (const std::string line :
       {"standings games.pgn -o other.pgn", "standings games.pgn --write-trf other.pgn",
        "standings games.pgn --write-trf OTHER.PGN", "validate -q games.pgn -o other.pgn",
        "validate -q games.pgn --write-baseline other.pgn", "report -q games.pgn -o new.pgn.gz",
        "tree games.pgn --format csv -o other.pgn", "book base.db -o new.pgn",
        "show 'startpos' --svg -o new.pgn"}) {
    check_refused(bench, "arbiter " + line + " 2>&1");
  }
  for (const std::string line : {"tree games.pgn --format pgn", "find base.db --format=pgn"}) {
    CAPTURE(line);
    CHECK(bench.run("arbiter " + line + " -o other.pgn 2>&1").status == 0);
    CHECK_THAT(bench.text("other.pgn"), StartsWith("["));
  }
}

TEST_CASE("no command writes to a path where no file can be") {
  for (const std::string target : {".", "missing/out.pgn", "games.pgn/out.pgn"}) {
    for (const Writer& writer : writers()) {
      const Workbench bench;
      check_refused(bench, into(target, writer.command));
    }
  }
}

TEST_CASE("only plain files of games are replaced in place") {
  for (const std::string& replacer : replacers()) {
    const Workbench bench;
    REQUIRE(bench.run("gzip -k games.pgn; mkfifo pipe.pgn; ln -s /dev/null null.pgn").status == 0);
    for (const std::string target : {"games.pgn.gz", "-", "missing.pgn", "null.pgn"}) {
      check_refused(bench, into(target, replacer) + " < other.pgn");
    }
  }
}

TEST_CASE("a replaced file keeps its permissions and its owner, and a link stays a link") {
  Words commands = replacers();
  for (const Writer& writer : writers()) {
    if (!is_import(writer.command)) commands.push_back(writer.command);
  }
  for (const std::string& command : commands) {
    const Workbench bench;
    REQUIRE(bench.run("cp games.pgn out; chmod 640 out; ln out second; ln -s out link").status ==
            0);
    // Root may change the owner, but not in every sandbox.
    const bool is_anothers = bench.run("chown 1234:2345 out").status == 0;
    const std::string before = bench.run("stat -c '%a %u %g' out").output;
    const ProgramRun run = bench.run(into("link", command));
    CAPTURE(command, run.output);
    CHECK(run.status < 2);
    CHECK(bench.run("stat -c '%a %u %g' out").output == before);
    CHECK(fs::is_symlink(bench.path("link")));
    CHECK(bench.text("out") != bench.text("games.pgn"));
    CHECK(bench.text("second") == bench.text("games.pgn"));
    CHECK_THAT(run.output, Contains("link: it had 2 names (hard links); the others keep"));
    if (is_anothers) CHECK(before == "640 1234 2345\n");
  }
}

TEST_CASE("a run that cannot read all input leaves the old file") {
  for (const Fault& fault : faults()) {
    for (const Writer& writer : writers()) {
      if (fault.needs_name && is_without_name(writer)) continue;
      const Workbench bench;
      prepare_out(bench, writer.command);
      write_broken_files(bench);
      const std::string old = out_of(bench, writer.command);
      REQUIRE(bench.run(replaced(fault.made_by, "INPUT", writer.input)).status == 0);
      const FolderContent before = bench.content();
      const ProgramRun run = bench.run(into("out", writer.command));
      CAPTURE(fault.made_by, writer.command, run.output);
      CHECK(run.status == 2);
      CHECK_THAT(run.output, Contains("arbiter: "));
      if (is_import(writer.command)) {
        CHECK_THAT(out_of(bench, writer.command), StartsWith(old));
      } else {
        CHECK((bench.content() == before));
      }
    }
  }
}

TEST_CASE("a run that cannot read all input reports the file that it keeps or does not write") {
  const Workbench bench;
  bench.write("known.txt", "old\n");
  constexpr const char* kReason = ": not every input could be read completely";
  CHECK_THAT(
      bench.run("arbiter validate -q missing.pgn --write-baseline known.txt").output,
      Contains("cannot overwrite known.txt" + std::string(kReason) + "; the file is unchanged\n"));
  CHECK_THAT(bench.run("arbiter fmt -q games.pgn missing.pgn -o new.pgn").output,
             Contains("cannot write new.pgn" + std::string(kReason) +
                      "; omit -o to print the games that could be read\n"));
  CHECK(!fs::exists(bench.path("new.pgn")));
  // A pipe receives output before the failure.
  CHECK_THAT(bench.run("arbiter fmt -q other.pgn missing.pgn -o /dev/stdout | cat").output,
             Contains("1. c4 *"));
}

TEST_CASE("output to a closed stream gets into no file") {
  struct End {
    int status;
    std::string old;
    std::string out;
  };
  const auto end_of = [](const std::string& command, const std::string& closing) {
    const Workbench bench;
    prepare_out(bench, command);
    const std::string old = out_of(bench, command);
    const int status = bench.run(into("out", command) + closing).status;
    return End{status, old, out_of(bench, command)};
  };
  for (const std::string& command : all_commands()) {
    const End usual = end_of(command, "");
    CAPTURE(command, usual.status);
    CHECK(usual.status < 2);
    for (const std::string closing : {" <&-", " >&-", " 2>&-", " <&- >&- 2>&-"}) {
      const End end = end_of(command, closing);
      CAPTURE(closing, end.status);
      CHECK((end.out == usual.out || (end.status == 2 && end.out == end.old)));
    }
  }
}

TEST_CASE("a closed stream is not an empty file") {
  const Workbench bench;
  const FolderContent before = bench.content();
  CHECK(bench.run("arbiter fmt -o other.pgn <&-").status == 2);
  CHECK(bench.run("arbiter fmt games.pgn >&-").status == 2);
  CHECK((bench.content() == before));
}
