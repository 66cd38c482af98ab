#include <fcntl.h>
#include <io.h>

#include <cstdlib>
#include <string_view>

#include "lib/os/file.h"
#include "lib/os/terminal.h"
#include "lib/os/windows.h"

namespace arbiter {
namespace {

UINT old_output_encoding = 0;

void restore_encoding() { ::SetConsoleOutputCP(old_output_encoding); }

}  // namespace

// Excludes the device NUL.
bool is_terminal(int descriptor) {
  DWORD mode = 0;
  return ::GetConsoleMode(handle_of(descriptor), &mode) != 0;
}

std::optional<TerminalSize> terminal_size(int descriptor) {
  CONSOLE_SCREEN_BUFFER_INFO facts{};
  if (!::GetConsoleScreenBufferInfo(handle_of(descriptor), &facts)) return std::nullopt;
  return TerminalSize{static_cast<std::size_t>(facts.srWindow.Right - facts.srWindow.Left + 1),
                      static_cast<std::size_t>(facts.srWindow.Bottom - facts.srWindow.Top + 1)};
}

// Windows does not set TERM.
bool is_dumb_terminal() {
  const char* name = std::getenv("TERM");
  return name != nullptr && std::string_view(name) == "dumb";
}

bool prepare_standard_streams() {
  for (int stream = kStandardInput; stream <= kStandardError; ++stream) {
    // A program without a console has handles of -2.
    if (reinterpret_cast<std::intptr_t>(handle_of(stream)) < 0) {
      const int direction = stream == kStandardInput ? _O_WRONLY : _O_RDONLY;
      const int empty = ::_open("NUL", direction | _O_BINARY);
      if (empty != stream && (::_dup2(empty, stream) != 0 || ::_close(empty) != 0)) return false;
    }
    ::_setmode(stream, _O_BINARY);
    DWORD mode = 0;
    if (stream == kStandardInput || !::GetConsoleMode(handle_of(stream), &mode)) continue;
    ::SetConsoleMode(handle_of(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    if (old_output_encoding != 0) continue;
    old_output_encoding = ::GetConsoleOutputCP();
    ::SetConsoleOutputCP(CP_UTF8);
    std::atexit(restore_encoding);
  }
  return true;
}

}  // namespace arbiter
