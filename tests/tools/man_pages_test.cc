#include "tools/cli/man_pages.h"

#include <catch2/catch.hpp>
#include <string>

#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"
#include "tools/cli/bound_command.h"
#include "tools/commands/commands.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

// Writes all man pages into a folder.
const std::string kWriteAll =
    "folder=$(mktemp -d); arbiter help --man \"$folder\" --docs tools/docs; ";

}  // namespace

TEST_CASE("every command has a man page, which the page of the program lists") {
  const auto run = run_shell(kWriteAll + "ls \"$folder\"; cat \"$folder/arbiter.1\"");
  for (const Command& command : commands()) {
    const std::string name(command.name);
    CAPTURE(name);
    CHECK_THAT(run.output, Contains("arbiter-" + name + ".1\n"));
    CHECK_THAT(run.output, Contains("\\fBarbiter\\-" + name + "\\fR(1)\n"));
  }
}

TEST_CASE("man pages render without warnings") {
  if (run_shell("command -v groff").status != 0) SKIP_TEST("groff is not installed");
  const auto run = run_shell(kWriteAll +
                             "for page in \"$folder\"/*; do\n"
                             "  groff -man -ww -K utf8 -T utf8 -z \"$page\" || echo \"$page\"\n"
                             "done");
  CHECK(run.output == "");
}

TEST_CASE("a man page has the description, the options and nothing that troff interprets") {
  const BoundCommand command = bind_command(*find_command(commands(), "perft"));
  const std::string page = command_man_page(command,
                                            "# arbiter perft\n\n"
                                            ".Counts `a-b`\nof [find](find.md) [x](y.md).\n\n"
                                            "- one\n- **two**\n\n"
                                            "```console\n$ arbiter \\\n'quoted'\n```\n\n"
                                            "| a | b |\n|---|---|\n| `c` | d\\|e |\n\n"
                                            "## Help\n\nomitted\n");
  CHECK_THAT(page, Contains("\n\\&.Counts \\fBa\\-b\\fR of \\fBarbiter\\-find\\fR(1) x.\n"));
  CHECK_THAT(page, Contains("\n.IP \\(bu 3\none\n.IP \\(bu 3\n\\fBtwo\\fR\n"));
  CHECK_THAT(page, Contains("\n$ arbiter \\e\n\\(aqquoted\\(aq\n"));
  CHECK_THAT(page, Contains("\n.TP\n\\fBc\\fR\nd|e\n"));
  CHECK_THAT(page, !Contains("omitted"));
  CHECK_THAT(page, Contains("\n\\fB\\-h, \\-\\-help\\fR\n"));
}

TEST_CASE("an unknown folder of man pages or documentation is an error") {
  const auto no_docs =
      run_arbiter({"help", "--man", scratch_folder().string(), "--docs", "/nonexistent"});
  CHECK(no_docs.status == 2);
  CHECK_THAT(no_docs.errors, Contains("cannot read /nonexistent/validate.md"));
  const auto no_folder = run_arbiter({"help", "--man", "/nonexistent", "--docs", "tools/docs"});
  CHECK(no_folder.status == 2);
  CHECK_THAT(no_folder.errors, Contains("/nonexistent: "));
}
