// Tests the console on a terminal, which is simulated by a pseudo-terminal.
#include "tools/cli/output/console.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>

#include "lib/base/result.h"
#include "tests/support/namespaces.h"
#include "tests/tools/terminal.h"

using namespace arbiter::testing;

namespace {

class Pipe {
 public:
  Pipe() { REQUIRE(::pipe2(ends_.data(), O_NONBLOCK) == 0); }
  ~Pipe() {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int descriptor() const { return ends_[1]; }

  std::string written() const {
    std::array<char, 4096> block;
    const ssize_t size = ::read(ends_[0], block.data(), block.size());
    return size <= 0 ? std::string() : std::string(block.data(), static_cast<std::size_t>(size));
  }

 private:
  std::array<int, 2> ends_{};
};

constexpr const char* kClear = "\r\x1b[K";

}  // namespace

TEST_CASE("a status line is replaced, and removed before other output") {
  const Terminal terminal(40);
  Console console({.output = terminal.descriptor(), .error = terminal.descriptor()});
  REQUIRE(console.shows_status());
  console.show_status("10 %");
  CHECK(terminal.shown() == "\r10 %\x1b[K");
  console.print("a finding\n");
  CHECK(terminal.shown().empty());
  console.say("the summary");
  CHECK(terminal.shown() == std::string(kClear) + "a finding\nthe summary\n");
  console.clear_status();
  CHECK(terminal.shown().empty());
}

TEST_CASE("results in a pipe leave the status line only on the terminal") {
  const Terminal terminal(40);
  const Pipe pipe;
  Console console({.output = pipe.descriptor(), .error = terminal.descriptor()});
  console.show_status("10 %");
  terminal.shown();
  console.print("a finding\n");
  console.flush();
  CHECK(pipe.written() == "a finding\n");
  CHECK(terminal.shown().empty());
}

TEST_CASE("messages break between words on a terminal, but not in a pipe") {
  const std::string sentence = "one two three four five six seven";
  const std::string excerpt = "games above\n  an indented excerpt with a mark\n  ^";
  const Terminal terminal(20);
  Console narrow({.output = terminal.descriptor(), .error = terminal.descriptor()});
  narrow.say(sentence);
  CHECK(terminal.shown() == "one two three four\n  five six seven\n");
  narrow.say(excerpt);
  CHECK(terminal.shown() == excerpt + "\n");
  narrow.complain("a: unbreakable-name-of-a-file.pgn");
  CHECK(terminal.shown() == "arbiter: a:\n  unbreakable-name-of-a-file.pgn\n");
  const Pipe pipe;
  Console piped({.output = pipe.descriptor(), .error = pipe.descriptor()});
  piped.say(sentence);
  CHECK(pipe.written() == sentence + "\n");
}

TEST_CASE("no progress is shown without a terminal") {
  const Pipe pipe;
  Console console({.output = pipe.descriptor(), .error = pipe.descriptor()});
  CHECK_FALSE(console.shows_status());
  console.show_status("10 %");
  console.clear_status();
  Progress(console).show({.read_bytes = 5, .total_bytes = 10, .games = 1, .time = Duration(9)});
  CHECK(pipe.written().empty());
}

TEST_CASE("progress appears after a delay, at intervals, and fits the terminal") {
  const Terminal terminal(40);
  Console console({.output = terminal.descriptor(), .error = terminal.descriptor()});
  Progress progress(console);
  const auto at = [](double seconds) {
    return Work{.read_bytes = 50, .total_bytes = 100, .games = 1000, .time = Duration(seconds)};
  };
  progress.show(at(0.1));
  CHECK(terminal.shown().empty());
  progress.show(at(0.5));
  const std::string shown = terminal.shown();
  CHECK(shown.substr(0, 20) == "\r50 %, 1,000 games, ");
  CHECK(shown.size() == 1 + 39 + 3);
  progress.show(at(0.55));
  CHECK(terminal.shown().empty());
}

TEST_CASE("a terminal has colours, unless the user or the terminal disables them") {
  const Terminal terminal(40);
  const Pipe pipe;
  ::setenv("TERM", "xterm", 1);
  ::unsetenv("NO_COLOR");
  Console console({.output = terminal.descriptor(), .error = pipe.descriptor()});
  CHECK(console.colors_output());
  CHECK_FALSE(console.colors_error());
  ::setenv("NO_COLOR", "1", 1);
  CHECK_FALSE(console.colors_output());
  console.set_color(ColorMode::Always);
  CHECK(console.colors_output());
  ::unsetenv("NO_COLOR");
  console.set_color(ColorMode::Auto);
  ::setenv("TERM", "dumb", 1);
  CHECK_FALSE(console.colors_output());
}

TEST_CASE("failing to write results is an error, failing to write messages is not") {
  const int full = ::open("/dev/full", O_WRONLY);
  REQUIRE(full >= 0);
  Console console({.output = full, .error = full});
  console.print("a finding\n");
  CHECK_THROWS_AS(console.flush(), IoError);
  CHECK_NOTHROW(console.complain("x: y"));
  ::close(full);
}

TEST_CASE("progress is not shown while a pipe may write to the same terminal") {
  const Terminal terminal(80);
  int pipe_ends[2];
  REQUIRE(::pipe(pipe_ends) == 0);
  CHECK(!Console({.output = pipe_ends[1], .error = terminal.descriptor()}).shows_status());
  CHECK(Console({.output = terminal.descriptor(), .error = terminal.descriptor()}).shows_status());
  ::close(pipe_ends[0]);
  ::close(pipe_ends[1]);
}
