// Tests inputs that commands must not read or write. These are the output file itself, files that
// are not PGN, pipes, and links that lead out of folders.
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/testdata.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

using Words = std::vector<std::string>;

// Returns the commands that read games from INPUT.
const Words& readers_of_games() {
  static const Words commands = {
      "arbiter validate INPUT",     "arbiter validate --format json INPUT",
      "arbiter fmt INPUT",          "arbiter fmt --check INPUT",
      "arbiter find INPUT",         "arbiter tree INPUT",
      "arbiter stats INPUT",        "arbiter export INPUT",
      "arbiter filter INPUT",       "arbiter filter --count INPUT",
      "arbiter import new.db INPUT"};
  return commands;
}

const Words& readers_of_a_database() {
  static const Words commands = {"arbiter find base.db",
                                 "arbiter tree base.db",
                                 "arbiter stats base.db",
                                 "arbiter export base.db",
                                 "arbiter sql base.db 'SELECT 1'",
                                 "arbiter sql --write-internals base.db 'DELETE FROM finding'",
                                 "arbiter show base.db 1",
                                 "arbiter verify base.db",
                                 "arbiter compact base.db",
                                 "arbiter dedup base.db --apply",
                                 "arbiter delete base.db --all --yes",
                                 "arbiter import base.db other.pgn"};
  return commands;
}

// Returns all commands that search folders, for every way of reading or writing files. The file
// `new.db` must not exist before they run.
const Words& searchers_of_folders() {
  static const Words commands = [] {
    Words all = readers_of_games();
    for (const char* command : {"arbiter fmt -i INPUT",
                                "arbiter filter -i --rename-player Alder=Abel INPUT",
                                "arbiter fmt --lossless INPUT",
                                "arbiter repair INPUT",
                                "arbiter repair --apply INPUT",
                                "arbiter repair --apply -o new.pgn INPUT",
                                "arbiter repair --diff INPUT",
                                "arbiter fmt INPUT -o new.pgn",
                                "arbiter filter --check-file INPUT other.pgn",
                                "arbiter filter INPUT --rest new.pgn",
                                "arbiter export INPUT -o new.parquet",
                                "arbiter prepare Alder INPUT",
                                "arbiter novelty INPUT --against base.db",
                                "arbiter book INPUT -o new.bin",
                                "arbiter standings INPUT",
                                "arbiter crosscheck INPUT",
                                "arbiter crosscheck INPUT own.trf",
                                "arbiter report INPUT -o new.html",
                                "arbiter watch --once INPUT",
                                "arbiter watch --once --event all INPUT",
                                "arbiter validate --write-baseline new.txt INPUT",
                                "arbiter import -q new.db INPUT; arbiter export new.db",
                                "timeout -s INT 2 arbiter serve INPUT"}) {
      all.emplace_back(command);
    }
    return all;
  }();
  return commands;
}

// Creates a folder with links of all kinds. Only `in/own.pgn`, `in/below/own2.pgn` and the file
// `in/plain` should be read.
void make_links(const Workbench& bench) {
  const std::string own = "[Event \"Ours\"]\n[White \"Alder\"]\n[Black \"Birch\"]\n\n1.e4 e5 *\n";
  const std::string outside =
      "[Event \"Theirs\"]\n[White \"Outsider\"]\n[Black \"Stranger\"]\n\n1.d4 d5 *\n";
  REQUIRE(bench.run("mkdir -p in/below out/deep").status == 0);
  bench.write("in/own.pgn", own);
  bench.write("in/below/own2.pgn", own);
  bench.write("in/plain", own);
  bench.write("out/games.pgn", outside);
  bench.write("out/text", outside);
  bench.write("out/deep/games.pgn", outside);
  const std::string report = read_text(testdata("lindenau.trf").string());
  bench.write("out/report.trf", report);
  bench.write("own.trf", report);
  bench.write("out/configuration.toml", "rules = \"Outsider\"\n");
  REQUIRE(bench
              .run("cd in; ln -s ../out/games.pgn file.pgn; ln -s ../out/text text.pgn;"
                   "ln -s $PWD/../out/games.pgn absolute.pgn; ln -s ../out folder;"
                   "ln -s ../out/deep below/folder; ln -s second.pgn first.pgn;"
                   "ln -s ../out/games.pgn second.pgn; ln -s ../../out/games.pgn below/up.pgn;"
                   "ln -s folder/games.pgn through.pgn; ln -s ../out/report.trf report.trf;"
                   "ln -s missing.pgn dangling.pgn; ln -s ../missing.pgn away.pgn;"
                   "ln -s loop.pgn loop.pgn; ln -s b.pgn a.pgn; ln -s a.pgn b.pgn;"
                   "ln -s own.pgn again.pgn; ln -s below beside; ln -s .. parent; ln -s . self;"
                   "ln -s plain plain1.pgn; ln -s plain1.pgn plain2.pgn")
              .status == 0);
}

std::string reading(const std::string& input, std::string command) {
  return command.replace(command.find("INPUT"), 5, input);
}

constexpr const char* kReason = "standard output is redirected to this file";

}  // namespace

TEST_CASE("no command reads its own output file") {
  Words commands = readers_of_games();
  commands.emplace_back("arbiter repair INPUT");
  commands.emplace_back("arbiter repair --apply -o - INPUT");
  for (const std::string& command : commands) {
    for (const std::string input : {"games.pgn", "./games.pgn", "- < games.pgn"}) {
      const Workbench bench;
      const std::string before = bench.text("games.pgn");
      const ProgramRun run = bench.run(reading(input, command) + " >> games.pgn");
      CAPTURE(command, input, run.output);
      CHECK(run.status == 2);
      CHECK_THAT(run.output, Contains(kReason));
      CHECK_THAT(bench.text("games.pgn"), StartsWith(before) && !Contains("[White \"A\"]\n[Black "
                                                                          "\"B\"]\n[Result"));
    }
  }
}

TEST_CASE("the output file is skipped in a folder, and the others are read") {
  const Workbench bench;
  const std::string alone =
      bench.run("arbiter fmt -q other.pgn games.pgn 2>/dev/null | wc -c").output;
  for (const std::string& command : readers_of_games()) {
    const ProgramRun run = bench.run("timeout 60 " + reading(".", command) + " > all.pgn");
    CAPTURE(command, run.output);
    CHECK(run.status == 2);
    CHECK_THAT(run.output, Contains("arbiter: ./all.pgn: " + std::string(kReason)));
  }
  bench.run("arbiter fmt . > all.pgn");
  CHECK(bench.run("cat all.pgn | wc -c").output == alone);
}

TEST_CASE("no command reads the database that it writes its results to") {
  for (const std::string& command : readers_of_a_database()) {
    const Workbench bench;
    const FolderContent before = bench.content();
    const ProgramRun run = bench.run(command + " >> base.db");
    CAPTURE(command, run.output);
    CHECK(run.status == 2);
    CHECK_THAT(run.output, Contains(kReason));
    CHECK((bench.content() == before));
  }
}

TEST_CASE("pipes and devices in a folder are skipped, and the others are read") {
  const Workbench bench;
  REQUIRE(bench
              .run("mkdir -p many/below; mkfifo many/below/pipe.pgn many/pipe.pgn.gz;"
                   "ln -s /dev/zero many/zero.pgn; cp other.pgn many")
              .status == 0);
  const std::string word = ": not a regular file; skipped\n";
  for (const std::string& command : readers_of_games()) {
    const ProgramRun run = bench.run("timeout 60 " + reading("many", command) + " 2>&1");
    CAPTURE(command, run.output);
    CHECK(run.status == 2);
    for (const std::string file : {"below/pipe.pgn", "pipe.pgn.gz", "zero.pgn"}) {
      CHECK_THAT(run.output, Contains("arbiter: many/" + file + word));
    }
  }
  CHECK_THAT(bench.run("arbiter fmt -q many").output, Contains("1. c4 *"));
  // A named pipe is read if it is given explicitly.
  CHECK_THAT(bench.run("cat other.pgn > many/pipe.pgn.gz & arbiter fmt -q many/pipe.pgn.gz").output,
             Contains("1. c4 *"));
}

TEST_CASE("nothing outside of a folder is read or written through links in it") {
  const std::string listing =
      "cd out; ls -lR --time-style=full-iso; cat *.* text deep/*; ls -l ../in "
      "../in/below | grep ^l | grep -o '[^ ]* -> .*'";
  for (const std::string& command : searchers_of_folders()) {
    const Workbench bench;
    make_links(bench);
    const std::string before = bench.run(listing).output;
    const ProgramRun run =
        bench.run("timeout 60 " + reading("in", command) + " 2>&1; cat new.* 2> /dev/null");
    CAPTURE(command, run.output);
    CHECK_THAT(run.output, !Contains("Outsider") && !Contains("Theirs") && !Contains("Stranger"));
    CHECK(bench.run(listing).output == before);
    const bool lists_all = command.find("crosscheck INPUT") == std::string::npos;
    if (!lists_all) continue;
    for (const std::string file : {"file", "text", "absolute", "first", "second", "below/up",
                                   "through", "dangling", "away", "loop", "a", "b"}) {
      CHECK_THAT(run.output, Contains("in/" + file + ".pgn: "));
    }
    CHECK_THAT(run.output,
               Contains("in/below/folder: ") || Contains("in/folder: ") || Contains("in/parent: "));
    CHECK_THAT(run.output, !Contains("in/again.pgn: ") && !Contains("in/plain2.pgn: "));
  }
}

TEST_CASE("links within a folder are read once, and stay links") {
  const Workbench bench;
  make_links(bench);
  bench.run(
      "cd in; rm file.pgn text.pgn absolute.pgn first.pgn second.pgn below/up.pgn through.pgn"
      " dangling.pgn away.pgn loop.pgn a.pgn b.pgn");
  CHECK_THAT(bench.run("arbiter filter --count in 2> /dev/null").output, StartsWith("3"));
  const ProgramRun run = bench.run("arbiter fmt -i in");
  CAPTURE(run.output);
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("3 games"));
  for (const std::string link : {"again.pgn", "beside", "plain1.pgn", "plain2.pgn", "folder"}) {
    CHECK(std::filesystem::is_symlink(bench.path("in/" + link)));
  }
  for (const std::string file : {"own.pgn", "below/own2.pgn", "plain"}) {
    CHECK_THAT(bench.text("in/" + file), Contains("\n\n1. e4 e5 *"));
  }
  // A link between two given folders leads to a file that is read anyway.
  bench.run("ln -s ../out/games.pgn in/file.pgn");
  CHECK_THAT(bench.run("arbiter filter --count in out 2> /dev/null").output, StartsWith("5"));
}

TEST_CASE("links that the command line names are followed") {
  const Workbench bench;
  make_links(bench);
  bench.run("ln -s in linked");
  CHECK_THAT(bench.run("arbiter fmt -q linked").output, Contains("Ours") && !Contains("Theirs"));
  CHECK_THAT(bench.run("arbiter fmt -q in/first.pgn").output, Contains("Theirs"));
  CHECK(bench.run("arbiter fmt -q -i in/first.pgn").status == 0);
  CHECK_THAT(bench.text("out/games.pgn"), Contains("1. d4 d5 *"));
  CHECK(std::filesystem::is_symlink(bench.path("in/first.pgn")));
  CHECK_THAT(bench.run("arbiter fmt -q in/folder").output, Contains("Theirs"));
}

TEST_CASE("a configuration and pages whose names come from games are not behind links") {
  const Workbench bench;
  make_links(bench);
  bench.run("ln -s ../out/configuration.toml in/.arbiter.toml; ln -s ../out/text in/Ours.pgn");
  const std::string before = bench.text("out/text");
  const ProgramRun checked = bench.run("arbiter validate in/own.pgn");
  CHECK(checked.status == 2);
  CHECK_THAT(checked.output, Contains("in/.arbiter.toml: the link leads out of its folder"));
  CHECK_THAT(checked.output, !Contains("Outsider"));
  const ProgramRun split = bench.run("arbiter filter in/own.pgn --split event -o 'in/{}.pgn'");
  CAPTURE(split.output);
  CHECK(split.status == 2);
  CHECK_THAT(split.output, Contains("in/Ours.pgn: the link leads out of the folder"));
  CHECK(bench.text("out/text") == before);
}

namespace {

// The commands that write games from INPUT to new.*.
constexpr const char* kWriters[] = {"fmt INPUT",
                                    "fmt -i INPUT",
                                    "fmt --check INPUT",
                                    "fmt --lossless -i INPUT",
                                    "filter -i --rename-player Alder=Abel INPUT",
                                    "fmt --format json INPUT",
                                    "fmt INPUT -o new.pgn",
                                    "filter INPUT",
                                    "filter INPUT -o new.pgn",
                                    "filter INPUT --white A --rest new.pgn",
                                    "repair INPUT",
                                    "repair --apply INPUT",
                                    "repair --apply INPUT -o new.pgn",
                                    "export INPUT",
                                    "export INPUT -o new.pgn",
                                    "export INPUT -o new.parquet",
                                    "import new.db INPUT",
                                    "standings INPUT --write-trf new.trf",
                                    "report INPUT -o new.html",
                                    "book INPUT -o new.bin",
                                    "validate INPUT"};

// Writes text files of many kinds into the folder `texts`: those of testdata, and some of Arbiter.
void write_texts(const Workbench& bench) {
  const std::string files = std::filesystem::path(testdata("other-text")).string();
  const std::string games = std::filesystem::path(testdata("tournament.pgn")).string();
  REQUIRE(
      bench
          .run(
              "mkdir texts; cp -L " + files + "/* texts; cp " + games + " own.pgn;" +
              "arbiter report -q own.pgn -o texts/report.html 2> /dev/null;"
              "arbiter validate -q --format sarif own.pgn > texts/own.sarif;"
              "arbiter validate -q --format json own.pgn > texts/findings.jsonl;"
              "arbiter validate -q --format csv own.pgn > texts/findings.csv;"
              "arbiter fmt -q --format json own.pgn > texts/games.json 2> /dev/null;"
              "arbiter fmt -q --format jsonl own.pgn > texts/own.jsonl 2> /dev/null;"
              "arbiter fmt -q --format csv own.pgn > texts/own.csv 2> /dev/null;"
              "arbiter fmt -q --format epd own.pgn > texts/own.epd 2> /dev/null; chmod u+w texts/*")
          .status == 0);
}

}  // namespace

TEST_CASE("no command rewrites, converts or stores a text that is not PGN") {
  const Workbench bench;
  write_texts(bench);
  const std::string state = "cd texts && ls -l --time-style=full-iso && cat *";
  const std::string before = bench.run(state).output;
  CHECK(lines_of(bench.run("ls texts").output).size() > 60);
  for (const std::string writer : kWriters) {
    // Reports (.trf, .trfx) are inputs of the tournament commands.
    const bool reads_reports = writer.starts_with("standings") || writer.starts_with("report");
    const std::string files = reads_reports ? "$(ls texts/* | grep -v '[.]trfx*$')" : "texts/*";
    const ProgramRun run =
        bench.run("for file in " + files + "; do arbiter " + reading("$file", writer) +
                  " > /dev/null 2>&1; status=$?; [ $status = 2 ] || echo $file $status;"
                  " for new in new.*; do [ -e $new ] || continue; [ $new = new.db ] ||"
                  " echo $file $new; rm $new; done; done");
    CAPTURE(writer);
    CHECK(run.output.empty());
  }
  CHECK(bench.run(state).output == before);
}

TEST_CASE("a member of an archive that is not PGN is reported, and the others are read") {
  const Workbench bench;
  REQUIRE(bench
              .run("cp " + testdata("other-text").string() +
                   "/cargo.toml notes.pgn; tar cf all.tar games.pgn notes.pgn")
              .status == 0);
  for (const std::string command : {"validate", "fmt", "filter", "repair", "import new.db"}) {
    const ProgramRun run = bench.run("arbiter " + command + " all.tar");
    CAPTURE(command, run.output);
    CHECK(run.status == 2);
    CHECK_THAT(run.output, Contains("all.tar:notes.pgn"));
    CHECK_THAT(run.output, Contains("2 games"));
  }
}
