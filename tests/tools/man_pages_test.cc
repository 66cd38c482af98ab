#include <catch2/catch.hpp>
#include <string>

#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"
#include "tools/cli/command.h"
#include "tools/commands/commands.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

// Writes all man pages into a folder.
const std::string kWriteAll =
    "folder=$(mktemp -d); python3 -B tools/docs/make_man.py \"$folder\"; ";

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
  const std::string path = write_scratch(
      "page.md",
      "# arbiter perft\n\n"
      ".Counts `a-b`\nof [find](find.md) [x](y.md).\n\n"
      "- one\n- **two**\n\n"
      "```console\n$ arbiter \\\n'quoted'\n```\n\n"
      "| a | b |\n|---|---|\n| `c` | d\\|e |\n\n"
      "## Help\n\n```console\n$ arbiter perft --help\n"
      "arbiter perft: count the\npositions\n\nUsage: arbiter perft [OPTIONS] [FEN]\n\n"
      "  FEN                       The\n                            position\n\n"
      "Common options:\n"
      "  -o, --output FILE         Write\n"
      "  --color auto|always|never\n                            Use of colours\n\n"
      "  -h, --help                Print this help\n\n.End\n\nof all\n```\n");
  const std::string page =
      run_shell(
          "python3 -B -c 'import sys; sys.path.insert(0, \"tools/docs\"); import make_man; "
          "print(make_man.command_page(\"perft\", open(sys.argv[1]).read(), \"1.2\"))' " +
          path)
          .output;
  CHECK_THAT(page,
             StartsWith(".TH ARBITER\\-PERFT 1 \"\" \"Arbiter 1.2\" \"Arbiter\"\n"
                        ".SH NAME\narbiter\\-perft \\- count the positions\n"
                        ".SH SYNOPSIS\n\\fBarbiter perft\\fR [\\fIOPTIONS\\fR] [\\fIFEN\\fR]\n"));
  CHECK_THAT(page, Contains("\n\\&.Counts \\fBa\\-b\\fR of \\fBarbiter\\-find\\fR(1) x.\n"));
  CHECK_THAT(page, Contains("\n.IP \\(bu 3\none\n.IP \\(bu 3\n\\fBtwo\\fR\n"));
  CHECK_THAT(page, Contains("\n$ arbiter \\e\n\\(aqquoted\\(aq\n"));
  CHECK_THAT(page, Contains("\n.TP\n\\fBc\\fR\nd|e\n"));
  CHECK_THAT(page, !Contains("Usage"));
  CHECK_THAT(page, Contains("\n.SH OPTIONS\n.TP\n\\fBFEN\\fR\nThe position\n"
                            ".SS Common options\n"
                            ".TP\n\\fB\\-o, \\-\\-output\\fR \\fIFILE\\fR\nWrite\n"
                            ".TP\n\\fB\\-\\-color\\fR \\fIauto|always|never\\fR\nUse of colours\n"
                            ".TP\n\\fB\\-h, \\-\\-help\\fR\nPrint this help\n"));
  CHECK_THAT(page, Contains("\n.SH NOTES\n.nf\n\\&.End\n\nof all\n.fi\n"));
}

TEST_CASE("an unknown folder of man pages is an error") {
  const auto run = run_shell("python3 -B tools/docs/make_man.py /nonexistent 2>&1");
  CHECK(run.status == 1);
  CHECK_THAT(run.output, Contains("/nonexistent/"));
}
