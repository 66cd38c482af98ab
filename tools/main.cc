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

namespace {

int run(std::vector<std::string> arguments) {
  arbiter::cli::output::Console console;
  try {
    const arbiter::cli::ExitCode code =
        arbiter::cli::run_program(arbiter::commands::commands(), std::move(arguments), console);
    console.flush();
    return static_cast<int>(code);
  } catch (const std::bad_alloc&) {
    console.complain("out of memory");
  } catch (const std::exception& fault) {
    console.complain(fault.what());
  }
  return static_cast<int>(arbiter::cli::ExitCode::CouldNotRun);
}

}  // namespace

int main(int argc, char** argv) {
  arbiter::cli::end_cleanly_on_signals();
  arbiter::cli::use_cluster_credentials();
  return run(argc > 0 ? std::vector<std::string>(argv + 1, argv + argc)
                      : std::vector<std::string>());
}
