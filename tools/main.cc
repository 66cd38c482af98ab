// The program: `arbiter COMMAND ...`.
#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "tools/cli/cluster_credentials.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/output/console.h"
#include "tools/cli/program.h"
#include "tools/commands/commands.h"

using namespace arbiter;

namespace {

int run(std::vector<std::string> arguments) {
  Console console;
  try {
    const ExitCode code = run_program(commands(), std::move(arguments), console);
    console.flush();
    return static_cast<int>(code);
  } catch (const std::bad_alloc&) {
    console.complain("out of memory");
  } catch (const std::exception& fault) {
    console.complain(fault.what());
  }
  return static_cast<int>(ExitCode::CouldNotRun);
}

}  // namespace

int main(int argc, char** argv) {
  end_cleanly_on_signals();
  use_cluster_credentials();
  return run(argc > 0 ? std::vector<std::string>(argv + 1, argv + argc)
                      : std::vector<std::string>());
}
