#include "tools/cli/output/console.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <iterator>

#include "lib/base/io_error.h"

namespace arbiter::cli::output {
namespace {

// Returns 0, or the system's reason.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool is_dumb_terminal() {
  const char* name = std::getenv("TERM");
  return name == nullptr || std::string_view(name) == "dumb";
}

}  // namespace

Console::Console(ConsoleStreams streams)
    : streams_(streams),
      output_is_terminal_(::isatty(streams.output) == 1),
      error_is_terminal_(::isatty(streams.error) == 1) {}

void Console::print(std::string_view text) {
  results_.append(text);
  if (results_.size() >= kFlushBytes) flush();
}

void Console::print_formatted(fmt::string_view format, fmt::format_args values) {
  fmt::vformat_to(std::back_inserter(results_), format, values);
  if (results_.size() >= kFlushBytes) flush();
}

void Console::flush() {
  if (results_.size() == 0) return;
  if (output_is_terminal_) clear_status();
  const std::string_view results(results_.data(), results_.size());
  results_.clear();  // the text stays until something is added
  const int reason = write_all(streams_.output, results);
  if (reason != 0) throw IoError(fmt::format("standard output: {}", reason_of_errno(reason)));
}

void Console::say(std::string_view text) {
  flush();
  clear_status();
  write_all(streams_.error, fmt::format("{}\n", text));
}

void Console::complain(std::string_view what_and_why) {
  say(fmt::format("arbiter: {}", what_and_why));
}

void Console::show_status(std::string_view line) {
  if (!error_is_terminal_) return;
  write_all(streams_.error, fmt::format("\r{}\x1b[K", line));
  status_is_shown_ = true;
}

void Console::clear_status() {
  if (!status_is_shown_) return;
  write_all(streams_.error, "\r\x1b[K");
  status_is_shown_ = false;
}

std::size_t Console::error_width() const {
  winsize size{};
  if (::ioctl(streams_.error, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

bool Console::colors(bool is_terminal) const {
  if (color_ != ColorMode::Auto) return color_ == ColorMode::Always;
  return is_terminal && !is_set("NO_COLOR") && !is_dumb_terminal();
}

}  // namespace arbiter::cli::output
