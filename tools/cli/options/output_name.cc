#include "tools/cli/options/output_name.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/io/file_kind.h"
#include "lib/io/output_file.h"

namespace arbiter {
namespace {

// The extensions of outputs, each with its format. The first row whose format the command supports
// applies.
constexpr std::pair<std::string_view, std::string_view> kExtensions[] = {
    {"pgn", "pgn"},           {"json", "json"},   {"jsonl", "jsonl"}, {"jsonl", "json"},
    {"ndjson", "jsonl"},      {"ndjson", "json"}, {"csv", "csv"},     {"md", "markdown"},
    {"markdown", "markdown"}, {"html", "html"},   {"htm", "html"},    {"sarif", "sarif"},
    {"xml", "junit"},         {"epd", "epd"},     {"fen", "fen"},     {"uci", "uci"},
    {"parquet", "parquet"},   {"svg", "svg"},     {"png", "png"},     {"bin", "book"},
    {"trf", "trf"},           {"trfx", "trf"},    {"txt", "text"},
};

}  // namespace

std::string extension_of(const std::string& path) {
  const std::filesystem::path plain(without_compression_ending(path));
  const std::string extension = to_small(plain.extension().string());
  const auto is_word = [](char c) { return is_letter(c) || is_digit(c) || c == '~'; };
  if (extension.empty() || !std::ranges::any_of(extension, is_letter) ||
      !std::ranges::all_of(extension.substr(1), is_word)) {
    return {};
  }
  return extension.substr(1);
}

Result<std::optional<std::string_view>> format_by_name(const std::string& output,
                                                       std::span<const std::string_view> formats) {
  using Format = std::optional<std::string_view>;
  if (auto fault = OutputFile::fault_of_name(output)) {
    return Error{fmt::format("{}: {}", output, *fault)};
  }
  const std::string extension = extension_of(output);
  if (extension.empty()) return Format();
  std::vector<std::string> known;
  for (const auto& [ending, format] : kExtensions) {
    if (std::ranges::find(formats, format) == formats.end()) continue;
    if (ending == extension) return Format(format);
    std::string text = fmt::format(".{}", ending);
    if (std::ranges::find(known, text) == known.end()) known.push_back(std::move(text));
  }
  const std::string last = known.back();
  known.pop_back();
  return Error{fmt::format("{}: unknown extension '.{}' (expected {}{}{})", output, extension,
                           fmt::join(known, ", "), known.empty() ? "" : " or ", last)};
}

std::optional<Error> fault_of_games_name(const std::string& output) {
  if (extension_of(output) != "pgn") return std::nullopt;
  return Error{fmt::format("{}: the output is not PGN; choose a name for another format", output)};
}

}  // namespace arbiter
