// Tests options for editors and continuous integration.
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "tests/io/temporary_folder.h"
#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

const std::string kTournament = "testdata/tournament.pgn";

std::size_t count_in(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("standard input has the name and the configuration of an edited file") {
  const TemporaryFolder folder;
  folder.write(".arbiter.toml", "ignore = [\"must-answer-check\"]\n");
  const std::string name = folder.path("edited.pgn");
  const std::string text = "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Nb4 1-0\n";
  CHECK_THAT(run_arbiter({"validate", "-", "--no-config", "--stdin-filename", name}, text).output,
             Contains(name + ":1:30: error[must-answer-check]"));
  CHECK_THAT(run_arbiter({"validate", "-", "--stdin-filename", name}, text).output,
             !Contains("must-answer-check"));
}

TEST_CASE("files come from a list, and patterns exclude files") {
  const TemporaryFolder folder;
  for (const char* name : {"a.pgn", "b.pgn", "c.pgn"}) {
    folder.write(name, "1. e4 e5 2. Ke3 *\n");
  }
  const auto files_in = [](const ProgramRun& run) { return count_in(run.output, ": error["); };
  const std::string list = folder.path("a.pgn") + "\n" + folder.path("b.pgn") + "\r\n\n";
  for (const char* command : {"validate"}) {
    CHECK(files_in(run_arbiter({command, "--files-from", "-"}, list)) == 2);
    CHECK(files_in(run_arbiter({command, folder.path("c.pgn"), "--files-from", "-"}, list)) == 3);
    CHECK(files_in(run_arbiter({command, folder.path("")})) == 3);
    CHECK(files_in(run_arbiter(
              {command, folder.path(""), "--exclude", "b.pgn", "--exclude", "**/c.*"})) == 1);
    CHECK(files_in(run_arbiter({command, "--files-from", "-"}, "")) == 0);
  }
  std::string zeros = list;
  for (char& c : zeros) c = c == '\n' || c == '\r' ? '\0' : c;
  CHECK(files_in(run_arbiter({"validate", "--files-from", "-"}, zeros)) == 2);
  const std::string listed =
      run_arbiter({"fmt", "--check", folder.path(""), "--exclude", "b.pgn"}).output;
  CHECK_THAT(listed, Contains("c.pgn") && !Contains("b.pgn"));
  CHECK(run_arbiter({"validate", "--files-from", folder.path("none")}).status == 2);
}

TEST_CASE("listed files have the configuration that lies beside them") {
  const TemporaryFolder folder;
  folder.write("strict/a.pgn", "1. e4 e5 2. Ke3 *\n");
  folder.write("strict/.arbiter.toml", "ignore = [\"unreachable\"]\n");
  const std::string named = run_arbiter({"validate", folder.path("strict/a.pgn")}).output;
  const std::string listed =
      run_arbiter({"validate", "--files-from", "-"}, folder.path("strict/a.pgn") + "\n").output;
  CHECK(listed == named);
  CHECK(listed != run_arbiter({"validate", "--no-config", folder.path("strict/a.pgn")}).output);
}

TEST_CASE("the diff of fmt turns a file into its formatted games") {
  const TemporaryFolder folder;
  folder.write("a.pgn", read_text(testdata("tournament.pgn").string()));
  const ProgramRun diff = run_arbiter({"fmt", "--diff", folder.path("a.pgn")});
  CHECK(diff.status == 1);
  CHECK_THAT(diff.output, StartsWith("--- ") && Contains("\n@@ -"));
  const std::string formatted = run_arbiter({"fmt", "-q", folder.path("a.pgn")}).output;
  CHECK_THAT(formatted, StartsWith("[Event"));
  folder.write("a.diff", diff.output);
  const std::string patched =
      run_shell("patch -s -o - " + folder.path("a.pgn") + " " + folder.path("a.diff")).output;
  CHECK(patched == formatted);
  folder.write("b.pgn", formatted);
  CHECK(run_arbiter({"fmt", "--diff", folder.path("b.pgn")}).output.empty());
  CHECK(run_arbiter({"fmt", "--diff", "--check", folder.path("b.pgn")}).status == 2);
}

TEST_CASE("JUnit and GitLab reports have an entry for each finding") {
  const std::string json = run_arbiter({"validate", "--format", "json", kTournament}).output;
  const std::size_t findings = count_in(json, "\"type\":\"finding\"");
  REQUIRE(findings > 5);
  const Json gitlab =
      Json::parse(run_arbiter({"validate", "--format", "gitlab", kTournament}).output);
  CHECK(gitlab.size() == findings);
  CHECK(gitlab.elements().front()["location"]["path"] == kTournament);
  std::set<std::string> fingerprints;
  for (const Json& entry : gitlab.elements()) fingerprints.insert(entry["fingerprint"].text());
  CHECK(fingerprints.size() == findings);
  const std::string junit = run_arbiter({"validate", "--format", "junit", kTournament}).output;
  const std::size_t errors = count_in(json, "\"severity\":\"error\"");
  REQUIRE(errors < findings);
  CHECK_THAT(junit,
             StartsWith("<?xml") && Contains("tests=\"" + std::to_string(findings) +
                                             "\" failures=\"" + std::to_string(errors) + "\""));
  CHECK(count_in(junit, "<failure ") == errors);
  CHECK(count_in(junit, "<system-out>") == findings - errors);
  for (const auto& [level, failing] :
       {std::pair("never", std::size_t{0}), std::pair("note", findings)}) {
    const ProgramRun run =
        run_arbiter({"validate", "--format", "junit", "--fail-on", level, kTournament});
    CHECK(count_in(run.output, "<failure ") == failing);
    CHECK((run.status == 0) == (failing == 0));
  }
  const std::string clean =
      run_arbiter({"validate", "--format", "junit", "--ignore", "all", kTournament}).output;
  CHECK_THAT(clean, Contains("tests=\"1\" failures=\"0\""));
  const TemporaryFolder folder;
  run_arbiter({"validate", kTournament, "-o", folder.path("report.xml")});
  CHECK(read_text(folder.path("report.xml")) == junit);
}

TEST_CASE("a comment command accepts findings of its game alone") {
  const std::string illegal = "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Nb4 1-0\n\n";
  const std::string accepted =
      "1. e4 {[%arbiter ignore=must-answer-check]} e5 2. Qh5 Nc6 3. Qxf7+ Nb4 1-0\n\n";
  const auto count = [](const std::string& text) {
    return count_in(run_arbiter({"validate"}, text).output, "[must-answer-check]");
  };
  CHECK(count(illegal) == 1);
  CHECK(count(accepted) == 0);
  CHECK(count(accepted + illegal) == 1);
  CHECK(count(illegal + accepted) == 1);
  CHECK(run_arbiter({"validate"}, accepted).status == 0);
  CHECK(count("1. e4 {[%arbiter ignore=pinned,castling]} e5 2. Qh5 Nc6 3. Qxf7+ Nb4 1-0\n") == 1);
  CHECK_THAT(run_arbiter({"validate", "--notes"}, accepted).output,
             !Contains("comment-command-unknown"));
}
