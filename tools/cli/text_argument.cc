#include "tools/cli/text_argument.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <string_view>

#include "lib/base/text.h"
#include "lib/notation/fen.h"
#include "lib/pgn/byte_source.h"

namespace arbiter {
namespace {

constexpr std::size_t kLongestFen = 4096;  // bytes of standard input that are looked at
constexpr std::size_t kFenFields = 6;

Result<std::string> read_file(const std::string& name, std::size_t most_bytes) {
  const auto input = FileSource::open(name);
  if (!input) return Error{fmt::format("{}: {}", name, input.error())};
  std::string text(most_bytes, '\0');
  text.resize(read_fully(**input, text));
  return text;
}

// The first line of standard input.
Result<std::string> read_line() {
  const auto text = read_file("-", kLongestFen);
  if (!text) return text;
  return std::string(trim(std::string_view(*text).substr(0, text->find_first_of("\r\n"))));
}

// How many words the FEN takes.
std::size_t words_of_fen(const std::vector<std::string>& words) {
  const bool is_without_quotes =
      words[0].find('/') != std::string::npos && words[0].find(' ') == std::string::npos;
  return is_without_quotes ? std::min(kFenFields, words.size()) : 1;
}

}  // namespace

Result<PositionAndRest> read_position_first(const std::vector<std::string>& words) {
  if (words.empty())
    return Error{
        "no position given: a FEN in quotes, startpos, or - for a line "
        "of standard input comes first"};
  const auto behind = words.begin() + static_cast<std::ptrdiff_t>(words_of_fen(words));
  std::string fen = fmt::format("{}", fmt::join(words.begin(), behind, " "));
  if (fen == "-") {
    auto line = read_line();
    if (!line) return Error{line.error()};
    fen = *std::move(line);
  }
  const auto position = parse_position(fen);
  if (!position) return Error{position.error()};
  return PositionAndRest{*position, {behind, words.end()}};
}

Result<std::string> read_text_argument(const std::string& word, std::size_t most_bytes) {
  std::error_code ignored;
  if (word != "-" && !std::filesystem::is_regular_file(word, ignored)) return word;
  auto text = read_file(word, most_bytes + 1);
  if (text && text->size() > most_bytes) {
    return Error{
        fmt::format("{}: longer than {} bytes", word == "-" ? "standard input" : word, most_bytes)};
  }
  return text;
}

}  // namespace arbiter
