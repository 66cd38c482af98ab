#include "tools/cli/options/fen_input.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "lib/base/text.h"
#include "lib/io/byte_source.h"

namespace arbiter {
namespace {

constexpr std::size_t kLongestFen = 4096;  // bytes of standard input that are looked at

constexpr std::size_t kFenFields = 6;

}  // namespace

Result<std::string> read_fen_line() {
  const auto input = FileSource::open("-");
  if (!input) return Error{input.error()};
  std::string text(kLongestFen, '\0');
  text.resize(read_fully(**input, text));
  return std::string(trim(std::string_view(text).substr(0, text.find_first_of("\r\n"))));
}

std::size_t words_of_fen(const std::vector<std::string>& words) {
  const bool is_without_quotes =
      words[0].find('/') != std::string::npos && words[0].find(' ') == std::string::npos;
  return is_without_quotes ? std::min(kFenFields, words.size()) : 1;
}

Error superfluous_word(const std::string& word) {
  return {fmt::format("'{}' is one word too many: a FEN has six fields, in quotes or not", word)};
}

Result<std::string> fen_of_words(const std::vector<std::string>& words) {
  if (words.empty()) return fen_of(initial_setup());
  const std::size_t most = words_of_fen(words);
  if (words.size() > most) return superfluous_word(words[most]);
  std::string text = fmt::format("{}", fmt::join(words, " "));
  if (text == "-") {
    auto line = read_fen_line();
    if (!line) return line;
    text = *line;
  }
  if (text == "startpos") return fen_of(initial_setup());
  if (trim(text).empty())
    return Error{"the FEN is empty (omit it for the standard initial position)"};
  return text;
}

Error unreadable_fen(const std::string& text, const FenError& fault) {
  return {fmt::format("the FEN cannot be read: {}\n  {}\n  {:{}}{:^>{}}", fault.message, text, "",
                      fault.offset, "", std::max<std::size_t>(fault.length, 1))};
}

}  // namespace arbiter
