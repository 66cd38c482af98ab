#include <catch2/catch.hpp>

#include "tests/support/namespaces.h"
#include "tests/tools/run_program.h"
#include "tools/cli/completion_scripts.h"
#include "tools/commands/commands.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

// The completions of bash for the last of the words.
std::string offered(const std::string& words) {
  return run_shell("source <(arbiter completions bash); COMP_WORDS=(" + words +
                   "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _arbiter; echo \"${COMPREPLY[*]}\"")
      .output;
}

}  // namespace

TEST_CASE("bash completes commands, options and their values") {
  CHECK(offered("arbiter val") == "validate\n");
  CHECK(offered("arbiter validate --st") == "--strict\n");
  CHECK(offered("arbiter validate --format s") == "sarif\n");
  CHECK(offered("arbiter validate --select pinn") == "pinned\n");
  CHECK(offered("arbiter validate --select mate-vs-result,pinn") == "mate-vs-result,pinned\n");
  CHECK(offered("arbiter find --ending stalem") == "stalemate\n");
  CHECK(offered("arbiter find --not-ending mate,stalem") == "mate,stalemate\n");
  CHECK(offered("arbiter adjudicate --event two-h") == "two-hands\n");
  CHECK(offered("arbiter export --flag inc") == "incomplete\n");
  CHECK(offered("arbiter find --sort -date,whi") == "-date,white-elo -date,white\n");
  CHECK(offered("arbiter tree --not-white-e") == "--not-white-elo\n");
  CHECK(offered("arbiter validate testdata/tourn") == "testdata/tournament.pgn\n");
  CHECK(offered("arbiter find testdata/tourn") == "testdata/tournament.pgn\n");
  CHECK(offered("arbiter sql testdata/tourn") == "testdata/tournament.pgn\n");
  CHECK(offered("arbiter explain threefold-on") == "threefold-on-board\n");
  CHECK(offered("arbiter help per") == "perft\n");
  CHECK(offered("arbiter completions f") == "fish\n");
}

TEST_CASE("the scripts for all shells contain every command and option") {
  const std::string bash = run_arbiter({"completions", "bash"}).output;
  const std::string zsh = run_arbiter({"completions", "zsh"}).output;
  const std::string fish = run_arbiter({"completions", "fish"}).output;
  CHECK(run_shell("arbiter completions bash | bash -n").status == 0);
  for (const CompletedCommand& command : completion_model(commands())) {
    CHECK_THAT(zsh, Contains("'" + command.name + ":"));
    CHECK_THAT(fish, Contains("-a " + command.name + " "));
    for (const CompletedOption& option : command.options) {
      for (const std::string& name : option.names) {
        CAPTURE(command.name, name);
        CHECK_THAT(bash, Contains(name));
        CHECK_THAT(zsh, Contains("'*" + name + "["));
        const std::string fish_name =
            name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        CHECK_THAT(fish, Contains(fish_name + " "));
      }
    }
  }
}
