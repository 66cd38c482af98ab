#include "tests/tools/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>

#include "tests/support/testdata.h"

namespace arbiter::testing {
namespace {

constexpr int kPollTimeout = 200;  // in milliseconds

// Replaces the child with the program. Returns only on failure.
void become(const std::string& program, const std::vector<std::string>& arguments,
            const std::vector<std::string>& settings) {
  for (const char* variable : {"COLUMNS", "LINES", "LC_ALL", "LC_CTYPE", "LANG"})
    ::unsetenv(variable);
  ::setenv("NO_COLOR", "1", 1);
  ::setenv("PAGER", "", 1);
  for (const std::string& setting : settings) {
    const std::size_t end = setting.find('=');
    ::setenv(setting.substr(0, end).c_str(), setting.substr(end + 1).c_str(), 1);
  }
  if (::chdir(repository().c_str()) != 0) return;
  std::vector<char*> words = {const_cast<char*>(program.c_str())};
  for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  ::execv(words[0], words.data());
}

}  // namespace

Terminal::Terminal(unsigned short columns)
    : master_(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
  REQUIRE(master_ >= 0);
  REQUIRE(::grantpt(master_) == 0);
  REQUIRE(::unlockpt(master_) == 0);
  slave_ = ::open(::ptsname(master_), O_RDWR | O_NOCTTY | O_CLOEXEC);
  REQUIRE(slave_ >= 0);
  termios settings{};
  ::tcgetattr(slave_, &settings);
  ::cfmakeraw(&settings);
  ::tcsetattr(slave_, TCSANOW, &settings);
  const winsize size{.ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
  ::ioctl(slave_, TIOCSWINSZ, &size);
}

Terminal::~Terminal() {
  if (slave_ >= 0) ::close(slave_);
  ::close(master_);
}

std::string Terminal::shown() const {
  std::string all;
  pollfd ready{.fd = master_, .events = POLLIN, .revents = 0};
  while (::poll(&ready, 1, kPollTimeout) > 0) {
    std::array<char, 4096> block;
    const ssize_t size = ::read(master_, block.data(), block.size());
    if (size <= 0) break;
    all.append(block.data(), static_cast<std::size_t>(size));
  }
  return all;
}

std::string Terminal::shown_to_end() {
  ::close(slave_);
  slave_ = -1;
  std::string all;
  std::array<char, 4096> block;
  while (true) {
    const ssize_t size = ::read(master_, block.data(), block.size());
    if (size <= 0) return all;
    all.append(block.data(), static_cast<std::size_t>(size));
  }
}

namespace {

// The streams of a program that are connected to the terminal.
enum class Shown { Output, OutputAndErrors };

std::string run_on(Terminal& terminal, Shown what, const std::vector<std::string>& arguments,
                   const std::vector<std::string>& settings) {
  const std::string program = std::filesystem::absolute(arbiter_binary()).string();
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(terminal.descriptor(), STDOUT_FILENO);
    ::dup2(what == Shown::Output ? nothing : terminal.descriptor(), STDERR_FILENO);
    become(program, arguments, settings);
    ::_exit(127);
  }
  const std::string shown = terminal.shown_to_end();
  ::close(nothing);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  REQUIRE(WEXITSTATUS(status) != 127);
  return shown;
}

}  // namespace

std::string shown_on_terminal(const std::vector<std::string>& arguments, unsigned short columns,
                              const std::vector<std::string>& settings) {
  Terminal terminal(columns);
  return run_on(terminal, Shown::Output, arguments, settings);
}

std::string all_shown_on_terminal(const std::vector<std::string>& arguments,
                                  unsigned short columns) {
  Terminal terminal(columns);
  return run_on(terminal, Shown::OutputAndErrors, arguments, {});
}

}  // namespace arbiter::testing
