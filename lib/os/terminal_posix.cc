#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "lib/os/terminal.h"

namespace arbiter {

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

std::optional<TerminalSize> terminal_size(int descriptor) {
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0) return std::nullopt;
  return TerminalSize{size.ws_col, size.ws_row};
}

bool is_dumb_terminal() {
  const char* name = std::getenv("TERM");
  return name == nullptr || std::string_view(name) == "dumb";
}

bool prepare_standard_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    const int direction = stream == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (::open("/dev/null", direction) != stream) return false;
  }
  return true;
}

}  // namespace arbiter
