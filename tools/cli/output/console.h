// The output of a command. Results go to standard output, and messages about the run to standard
// error. All human-readable text is made neutral (see neutral_text.h). This header also declares
// the progress line.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "db/model/storage.h"
#include "lib/base/text.h"
#include "lib/export/neutral_text.h"
#include "tools/cli/output/text_cells.h"

namespace arbiter {

enum class ColorMode { Auto, Always, Never };

// The file descriptors of a console, which tests replace.
struct ConsoleStreams {
  int output = 1;
  int error = 2;
};

// A console. Results are buffered and written in large blocks. Text for standard error is written
// immediately, after all earlier results. Throws IoError if results cannot be written; failures of
// standard error are ignored.
class Console {
 public:
  explicit Console(ConsoleStreams streams = {});
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  // Adds text to the results, without a line end. Replaces characters that are neither neutral nor
  // part of a colour sequence.
  void print(std::string_view text);
  template <class... T>
  void print(fmt::format_string<T...> format, T&&... values) {
    print_formatted(format, fmt::make_format_args(values...));
  }

  // Adds machine-readable output, such as PGN and CSV, to the results. On a terminal, makes it
  // neutral.
  void write_data(std::string_view bytes);

  // Writes all following results to `sink` instead of standard output.
  void redirect(std::function<void(std::string_view bytes)> sink);

  // Writes `text` and a line end to standard error, unless the console is quiet.
  void say(std::string_view text);
  void set_quiet() { is_quiet_ = true; }
  bool is_quiet() const { return is_quiet_; }

  // Writes "arbiter: <what failed>: <why>" to standard error, in one line that may be followed by
  // indented lines.
  void complain(std::string_view what_and_why);

  // Replaces the status line. Does nothing unless shows_status().
  void show_status(std::string_view line);
  void clear_status();

  // Returns whether standard error is a terminal, and results are not piped to a program that
  // writes to it.
  bool shows_status() const { return shows_status_; }
  // Returns the width of standard error in character cells; 80 if it is unknown.
  std::size_t error_width() const;

  // Returns the width of the results' terminal in character cells: COLUMNS, or the width reported
  // by the system, or 80. Returns nothing if results go to a file or a pipe.
  std::optional<std::size_t> output_width() const;

  // Returns the charset of the user's locale, from the first variable set among LC_ALL, LC_CTYPE
  // and LANG. Locales such as C are ASCII. The default is UTF-8.
  Charset charset() const;

  // Sets the mode of --color. Auto means colours on a terminal, unless it is dumb or NO_COLOR is
  // set (no-color.org).
  void set_color(ColorMode mode) { color_ = mode; }
  bool colors_output() const { return colors(output_is_terminal_); }
  bool colors_error() const { return colors(error_is_terminal_); }

  // Writes the buffered results. Must be called before the program ends.
  void flush();

 private:
  static constexpr std::size_t kFlushBytes = 1 << 16;

  void write_error_line(std::string_view text);
  void print_formatted(fmt::string_view format, fmt::format_args values);
  void add(std::string_view text, Kept kept);
  Kept kept_in_results() const { return colors_output() ? Kept::ColoredLines : Kept::Lines; }
  void flush_if_full();
  bool colors(bool is_terminal) const;

  ConsoleStreams streams_;
  bool output_is_terminal_;
  bool error_is_terminal_;
  bool shows_status_;
  bool is_quiet_ = false;
  bool status_is_shown_ = false;
  ColorMode color_ = ColorMode::Auto;
  fmt::memory_buffer results_;
  std::function<void(std::string_view)> sink_;  // empty for standard output
};

struct Work {
  std::uint64_t read_bytes = 0;              // bytes read from disk
  std::optional<std::uint64_t> total_bytes;  // nothing for a pipe
  std::uint64_t games = 0;
  Duration time{};
};

// Returns a text such as "43 %, 64,512 games, 120 thousand games/s, 92.1 MB/s, 3 s left". If the
// total is unknown, the percentage and the remaining time are omitted.
std::string progress_text(const Work& work);

// A progress line that is updated a few times a second, once the run takes noticeable time.
class Progress {
 public:
  explicit Progress(Console& console) : console_(console) {}

  void show(const Work& work);

 private:
  Console& console_;
  Duration next_{0.3};
};

// Returns a line such as "games.db: error[index]: game 3: its first position is not indexed".
std::string fault_line(std::string_view database, const IntegrityFault& fault);

}  // namespace arbiter
