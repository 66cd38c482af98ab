// The program: `arbiter COMMAND ...`.
#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "lib/os/process.h"
#include "tools/cli/cluster_credentials.h"
#include "tools/cli/command.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/output/console.h"
#include "tools/commands/commands.h"

using namespace arbiter;

// The static libstdc++ uses arc4random, which is new in glibc 2.36. With this definition, the
// program needs only glibc 2.35.
extern "C" std::uint32_t arc4random() noexcept { return random_number(); }

namespace {

int run(std::vector<std::string> arguments) {
  Console console;
  use_cluster_credentials(console);
  try {
    const ExitCode code = run_program(commands(), std::move(arguments), console);
    console.flush();
    return static_cast<int>(code);
  } catch (const Interrupted&) {
    console.clear_status();
  } catch (const std::bad_alloc&) {
    console.complain("out of memory");
  } catch (const std::exception& fault) {
    if (!is_ending()) console.complain(fault.what());
  }
  return static_cast<int>(ExitCode::CouldNotRun);
}

}  // namespace

int main(int argc, char** argv) {
  if (!prepare_standard_streams()) return static_cast<int>(ExitCode::CouldNotRun);
  end_cleanly_on_signals();
  const int status =
      run(argc > 0 ? std::vector<std::string>(argv + 1, argv + argc) : std::vector<std::string>());
  end_by_noted_signal();
  return status;
}
