#include "tools/cli/options/text_argument.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "lib/io/byte_source.h"
#include "lib/notation/fen.h"
#include "tools/cli/options/fen_input.h"

namespace arbiter {
namespace {

Result<std::string> read_file(const std::string& name, std::size_t most_bytes) {
  const auto input = FileSource::open(name);
  if (!input) return Error{fmt::format("{}: {}", name, input.error())};
  std::string text(most_bytes, '\0');
  text.resize(read_fully(**input, text));
  return text;
}

// No text of moves has strokes without blanks, but for a result: "1/2-1/2".
bool is_path(const std::string& word) {
  return word.find('/') != std::string::npos && word != "1/2-1/2" &&
         word.find_first_of(" \t\r\n") == std::string::npos;
}

}  // namespace

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

Result<std::string> read_text_argument(const std::string& word, std::size_t most_bytes) {
  std::error_code ignored;
  const bool is_file =
      word == "-" || is_path(word) || std::filesystem::is_regular_file(word, ignored);
  if (!is_file) return word;
  auto text = read_file(word, most_bytes + 1);
  if (text && text->size() > most_bytes) {
    return Error{
        fmt::format("{}: longer than {} bytes", word == "-" ? "standard input" : word, most_bytes)};
  }
  return text;
}

}  // namespace arbiter
