// The program: `arbiter COMMAND ...`.
#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "lib/io/byte_source.h"
#include "tools/cli/bound_command.h"
#include "tools/cli/cluster_credentials.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/output/console.h"
#include "tools/commands/commands.h"

using namespace arbiter;

// The static libstdc++ uses arc4random, which is new in glibc 2.36. With this definition, the
// program needs only glibc 2.35.
extern "C" std::uint32_t arc4random() noexcept {
  std::uint32_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != sizeof number) std::abort();
  return number;
}

namespace {

// Opens closed standard streams on /dev/null, so that no opened file receives such a descriptor,
// and with it the printed text. Each is open for the wrong direction: its use fails as before,
// rather than reading no games or losing results.
bool open_closed_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    const int direction = stream == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (::open("/dev/null", direction) != stream) return false;
  }
  return true;
}

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
  if (!open_closed_streams()) return static_cast<int>(ExitCode::CouldNotRun);
  end_cleanly_on_signals();
  const int status =
      run(argc > 0 ? std::vector<std::string>(argv + 1, argv + argc) : std::vector<std::string>());
  end_by_noted_signal();
  return status;
}
