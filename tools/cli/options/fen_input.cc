#include "tools/cli/options/fen_input.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "lib/base/text.h"
#include "lib/io/byte_source.h"

namespace arbiter {
namespace {

constexpr std::size_t kMaxFenLength = 4096;  // bytes of standard input that are read

constexpr std::size_t kFenFields = 6;

Result<std::string> read_file(const std::string& name, std::size_t max_bytes) {
  const auto input = FileSource::open(name);
  if (!input) return Error{fmt::format("{}: {}", name, input.error())};
  std::string text(max_bytes, '\0');
  text.resize(read_fully(**input, text));
  return text;
}

// Movetext contains slashes without spaces only in results: "1/2-1/2".
bool is_path(const std::string& word) {
  return word.find('/') != std::string::npos && word != "1/2-1/2" &&
         word.find_first_of(" \t\r\n") == std::string::npos;
}

}  // namespace

Result<std::string> read_fen_line() {
  const auto input = FileSource::open("-");
  if (!input) return Error{input.error()};
  std::string text(kMaxFenLength, '\0');
  text.resize(read_fully(**input, text));
  return std::string(trim(std::string_view(text).substr(0, text.find_first_of("\r\n"))));
}

std::size_t words_of_fen(const std::vector<std::string>& words) {
  const bool is_without_quotes =
      words[0].find('/') != std::string::npos && words[0].find(' ') == std::string::npos;
  return is_without_quotes ? std::min(kFenFields, words.size()) : 1;
}

Error unexpected_word(const std::string& word) {
  return {fmt::format("'{}' is one word too many: a FEN has six fields, in quotes or not", word)};
}

Result<std::string> fen_of_words(const std::vector<std::string>& words) {
  if (words.empty()) return fen_of(initial_setup());
  const std::size_t most = words_of_fen(words);
  if (words.size() > most) return unexpected_word(words[most]);
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

Result<ParsedFen> read_fen(const std::string& text) {
  auto read = parse_fen(text);
  if (auto* parsed = std::get_if<ParsedFen>(&read)) return std::move(*parsed);
  const auto& fault = std::get<FenError>(read);
  return Error{fmt::format("the FEN cannot be read: {}\n  {}\n  {:{}}{:^>{}}", fault.message, text,
                           "", fault.offset, "", std::max<std::size_t>(fault.length, 1))};
}

Result<PositionAndRest> read_position_first(const std::vector<std::string>& words) {
  if (words.empty())
    return Error{
        "no position given; give a FEN in quotes, startpos, or - for a line of standard input"};
  const auto behind = words.begin() + static_cast<std::ptrdiff_t>(words_of_fen(words));
  std::string fen = fmt::format("{}", fmt::join(words.begin(), behind, " "));
  if (fen == "-") {
    auto line = read_fen_line();
    if (!line) return Error{line.error()};
    fen = *std::move(line);
  }
  const auto position = parse_position(fen);
  if (!position) return Error{position.error()};
  return PositionAndRest{*position, {behind, words.end()}};
}

Result<std::string> read_text_argument(const std::string& word, std::size_t max_bytes) {
  std::error_code ignored;
  const bool is_file =
      word == "-" || is_path(word) || std::filesystem::is_regular_file(word, ignored);
  if (!is_file) return word;
  auto text = read_file(word, max_bytes + 1);
  if (text && text->size() > max_bytes) {
    return Error{
        fmt::format("{}: longer than {} bytes", word == "-" ? "standard input" : word, max_bytes)};
  }
  return text;
}

}  // namespace arbiter
