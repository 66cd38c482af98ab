#include "tests/browser/obstacle.h"

#include "tests/tools/run_program.h"

namespace arbiter::testing {

std::string browser_obstacle() {
  for (const char* program : {"chromium", "node", "npm"}) {
    if (run_shell(std::string("command -v ") + program).status != 0) {
      return std::string(program) + " is not installed (tests/browser/install installs it)";
    }
  }
  const bool has_axe =
      run_shell("test -e \"$(npm root --global)/axe-core/axe.min.js\"").status == 0;
  return has_axe ? "" : "axe-core is not installed (tests/browser/install installs it)";
}

}  // namespace arbiter::testing
