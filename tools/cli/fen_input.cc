#include "tools/cli/fen_input.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "lib/base/text.h"
#include "lib/pgn/byte_source.h"

namespace arbiter {

namespace {

constexpr std::size_t kLongestFen = 4096;  // bytes of standard input that are looked at

// The first line of standard input.
Result<std::string> read_line() {
  const auto input = FileSource::open("-");
  if (!input) return Error{input.error()};
  std::string text(kLongestFen, '\0');
  text.resize(read_fully(**input, text));
  return std::string(trim(std::string_view(text).substr(0, text.find_first_of("\r\n"))));
}

}  // namespace

Result<std::string> fen_of_words(const std::vector<std::string>& words) {
  if (words.empty()) return fen_of(initial_setup());
  std::string text = fmt::format("{}", fmt::join(words, " "));
  if (text == "-") {
    auto line = read_line();
    if (!line) return line;
    text = *line;
  }
  if (text == "startpos") return fen_of(initial_setup());
  if (trim(text).empty())
    return Error{"the FEN is empty; without one, the first position is shown"};
  return text;
}

Error unreadable_fen(const std::string& text, const FenError& fault) {
  return {fmt::format("the FEN cannot be read: {}\n  {}\n  {:{}}{:^>{}}", fault.message, text, "",
                      fault.offset, "", std::max<std::size_t>(fault.length, 1))};
}

}  // namespace arbiter
