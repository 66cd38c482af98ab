#include "tools/cli/output/console.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include "lib/base/result.h"
#include "lib/export/neutral_text.h"
#include "lib/os/file.h"
#include "lib/os/process.h"
#include "tools/cli/output/text_cells.h"

namespace arbiter {
namespace {

constexpr std::size_t kDefaultWidth = 80;

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

std::optional<std::size_t> terminal_width(int descriptor) {
  const auto size = terminal_size(descriptor);
  return size && size->columns > 0 ? std::optional(size->columns) : std::nullopt;
}

// Returns the environment variable COLUMNS, if it is an integer.
std::optional<std::size_t> width_of_environment() {
  const char* value = std::getenv("COLUMNS");
  if (value == nullptr) return std::nullopt;
  const std::string_view text(value);
  std::size_t width = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), width);
  const bool is_number = fault == std::errc() && end == text.data() + text.size();
  return is_number && width > 0 ? std::optional(width) : std::nullopt;
}

bool is_utf8_locale(std::string name) {
  std::erase(name, '-');
  std::ranges::transform(name, name.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name.find("utf8") != std::string::npos;
}

// Returns the text with line ends replaced by spaces, except before an indented line. Values
// contain no indented lines, so no value can begin a line.
std::string with_indented_lines(std::string_view text) {
  std::string lines(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] == '\n' && lines.compare(i + 1, 2, "  ") != 0) lines[i] = ' ';
  }
  return lines;
}

// Wraps lines that are too wide for a terminal. Indented lines, such as marked excerpts, are not
// wrapped.
std::string wrapped_lines(std::string_view text, std::size_t width) {
  constexpr std::size_t kIndent = 2;
  std::string lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const bool stays = line.starts_with(' ') || count_cells(line) <= width;
    lines += stays ? std::string(line) : wrapped(line, kIndent, width);
    text.remove_prefix(line.size());
    if (!text.empty()) lines += '\n';
    text.remove_prefix(std::min<std::size_t>(text.size(), 1));
  }
  return lines;
}

// Returns the text with passwords replaced, as in "clickhouse://anna:***@host/games". The name of a
// cluster may contain a password by mistake.
std::string without_password(std::string_view text) {
  constexpr std::string_view kSchemes[] = {"clickhouse://", "clickhouses://"};
  std::string shown(text);
  for (const std::string_view scheme : kSchemes) {
    for (std::size_t at = shown.find(scheme); at != std::string::npos;
         at = shown.find(scheme, at + 1)) {
      const std::size_t begin = at + scheme.size();
      const std::size_t at_sign = shown.rfind('@', shown.find_first_of(" /", begin));
      const std::size_t colon = shown.find(':', begin);
      if (at_sign == std::string::npos || at_sign < begin || colon > at_sign) continue;
      shown.replace(colon + 1, at_sign - colon - 1, "***");
    }
  }
  return shown;
}

bool is_pipe(int descriptor) {
  const auto state = state_of_file(descriptor);
  return state && state->kind == FileState::Kind::Pipe;
}

}  // namespace

Console::Console(ConsoleStreams streams)
    : streams_(streams),
      output_is_terminal_(is_terminal(streams.output)),
      error_is_terminal_(is_terminal(streams.error)),
      // Another program may write the pipe's output to the same terminal.
      shows_status_(error_is_terminal_ && !is_pipe(streams.output)) {}

void Console::redirect(std::function<void(std::string_view bytes)> sink) {
  sink_ = std::move(sink);
  output_is_terminal_ = false;
}

void Console::print(std::string_view text) { add(text, kept_in_results()); }

void Console::add(std::string_view text, Kept kept) {
  is_neutral(text, kept) ? results_.append(text) : results_.append(neutral(text, kept));
  flush_if_full();
}

void Console::print_formatted(fmt::string_view format, fmt::format_args values) {
  const std::size_t before = results_.size();
  fmt::vformat_to(std::back_inserter(results_), format, values);
  const std::string_view added(results_.data() + before, results_.size() - before);
  if (const Kept kept = kept_in_results(); !is_neutral(added, kept)) {
    const std::string safe = neutral(added, kept);
    results_.resize(before);
    results_.append(safe);
  }
  flush_if_full();
}

void Console::write_data(std::string_view bytes) {
  if (output_is_terminal_) return add(bytes, Kept::Lines);
  results_.append(bytes);
  flush_if_full();
}

void Console::flush_if_full() {
  if (results_.size() >= kFlushBytes) flush();
}

void Console::flush() {
  if (results_.size() == 0) return;
  if (output_is_terminal_) clear_status();
  const std::string_view results(results_.data(), results_.size());
  results_.clear();  // the text remains until something is added
  if (sink_) return sink_(results);
  const int reason = write_all(streams_.output, results);
  if (reason != 0) throw IoError(fmt::format("standard output: {}", reason_of_errno(reason)));
}

void Console::say(std::string_view text) {
  if (!is_quiet_) write_error_line(text);
}

void Console::write_error_line(std::string_view text) {
  flush();
  clear_status();
  const std::string shown = neutral(text, Kept::Lines);
  write_all(streams_.error,
            (error_is_terminal_ ? wrapped_lines(shown, error_width()) : shown) + '\n');
}

void Console::complain(std::string_view what_and_why) {
  write_error_line("arbiter: " + with_indented_lines(without_password(what_and_why)));
}

void Console::show_status(std::string_view line) {
  if (!shows_status_ || is_quiet_) return;
  write_all(streams_.error, fmt::format("\r{}\x1b[K", neutral(line)));
  status_is_shown_ = true;
}

void Console::clear_status() {
  if (!status_is_shown_) return;
  write_all(streams_.error, "\r\x1b[K");
  status_is_shown_ = false;
}

std::size_t Console::error_width() const {
  return terminal_width(streams_.error).value_or(kDefaultWidth);
}

std::optional<std::size_t> Console::output_width() const {
  if (!output_is_terminal_) return std::nullopt;
  if (const auto width = width_of_environment()) return width;
  return terminal_width(streams_.output).value_or(kDefaultWidth);
}

Charset Console::charset() const {
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (!is_set(variable)) continue;
    return is_utf8_locale(std::getenv(variable)) ? Charset::Utf8 : Charset::Ascii;
  }
  return Charset::Utf8;
}

bool Console::colors(bool is_terminal) const {
  if (color_ != ColorMode::Auto) return color_ == ColorMode::Always;
  return is_terminal && !is_set("NO_COLOR") && !is_dumb_terminal();
}

namespace {

// Returns the time, in whole seconds if it is short.
std::string waiting_text(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s", std::ceil(seconds));
  return duration_text(Duration(seconds));
}

}  // namespace

std::string progress_text(const Work& work) {
  const double seconds = std::max(work.time.count(), 1e-3);
  const auto read = static_cast<double>(work.read_bytes);
  std::string text = fmt::format("{}, {} games/s, {}/s", counted(work.games, "game"),
                                 rate_text(static_cast<double>(work.games) / seconds),
                                 size_text(static_cast<std::uint64_t>(read / seconds)));
  if (!work.total_bytes || *work.total_bytes == 0) return text;
  const double share = std::min(read / static_cast<double>(*work.total_bytes), 1.0);
  text = fmt::format("{:.0f} %, {}", 100 * share, text);
  if (share > 0) text += fmt::format(", {} left", waiting_text(seconds / share - seconds));
  return text;
}

void Progress::show(const Work& work) {
  if (!console_.shows_status() || work.time < next_) return;
  next_ = work.time + Duration(0.1);
  std::string text = progress_text(work);
  const std::size_t width = console_.error_width();
  if (text.size() >= width) text.resize(width - 1);
  console_.show_status(text);
}

std::string fault_line(std::string_view database, const IntegrityFault& fault) {
  const std::string place =
      fault.game ? fmt::format("game {}: ", number_of(*fault.game)) : std::string();
  return fmt::format("{}: error[{}]: {}{}\n", shown_path(database), to_string(fault.part), place,
                     neutral(fault.what));
}

}  // namespace arbiter
