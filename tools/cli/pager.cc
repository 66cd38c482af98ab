#include "tools/cli/pager.h"

#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace arbiter {
namespace {

constexpr int kNotFound = 127;  // exit status of the shell
// A terminal that cannot move its cursor needs no pager.
constexpr const char* kDefaultPager =
    "[ \"${TERM:-dumb}\" != dumb ] && command -v less > /dev/null || exit 127; exec less";

// Returns the height of the terminal on standard output; 0 if it is unknown.
long terminal_lines() {
  if (const char* text = std::getenv("LINES")) {
    long lines = 0;
    std::from_chars(text, text + std::string_view(text).size(), lines);
    if (lines > 0) return lines;
  }
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

// Ignores signals that are for the pager while it runs.
class SignalsForPager {
 public:
  SignalsForPager()
      : old_interrupt_(std::signal(SIGINT, SIG_IGN)), old_pipe_(std::signal(SIGPIPE, SIG_IGN)) {}
  SignalsForPager(const SignalsForPager&) = delete;
  SignalsForPager& operator=(const SignalsForPager&) = delete;
  ~SignalsForPager() {
    std::signal(SIGINT, old_interrupt_);
    std::signal(SIGPIPE, old_pipe_);
  }

 private:
  void (*old_interrupt_)(int);
  void (*old_pipe_)(int);
};

// Returns whether the pager has shown the text, or part of it.
bool show_in(const char* pager, const std::string& text) {
  ::setenv("LESS", "FRX", 0);  // ends if all fits, keeps colours and the screen
  std::FILE* pipe = ::popen(pager, "w");
  if (pipe == nullptr) return false;
  const SignalsForPager signals;
  std::fwrite(text.data(), 1, text.size(), pipe);
  const int status = ::pclose(pipe);
  return status != -1 && !(WIFEXITED(status) && WEXITSTATUS(status) == kNotFound);
}

}  // namespace

void print_paged(const std::string& text, Console& console) {
  const long lines = console.output_width() ? terminal_lines() : 0;
  const bool is_long = lines > 0 && std::ranges::count(text, '\n') >= lines;
  const char* pager = std::getenv("PAGER");
  if (pager == nullptr) pager = kDefaultPager;
  if (!is_long || *pager == '\0' || !show_in(pager, text)) console.print(text);
}

}  // namespace arbiter
