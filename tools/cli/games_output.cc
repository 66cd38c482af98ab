#define XXH_INLINE_ALL
#include "tools/cli/games_output.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <array>

#include "lib/export/line_layouts.h"
#include "lib/io/byte_source.h"
#include "lib/io/file_kind.h"
#include "lib/io/text_conversion.h"
#include "tools/cli/output/utf8.h"

namespace arbiter {
namespace {

std::optional<std::string> fault_of(const OutputOption& option,
                                    const std::vector<std::string>& inputs) {
  if (const auto fault = fault_of_target(option.path, inputs)) return fault;
  if (!option.is_pgn && has_ending(without_compression_ending(option.path), ".pgn")) {
    return "the output is not PGN; choose a name for another format";
  }
  if (option.replaces_databases || !is_sqlite_file(option.path)) return std::nullopt;
  return option.has_force ? "it is a database; --force overwrites it"
                          : "it is a database, which is never overwritten";
}

std::optional<std::string> fault_in_place(const std::string& path) {
  auto file = FileSource::open(path);
  if (!file) return file.error();
  if (path == "-" || !(*file)->is_regular()) return "only a file can be rewritten in place";
  if (is_sqlite_file(path)) return "it is a database; -o writes its games to another file";
  std::array<char, PeekableSource::kPeekBytes> start;
  const std::size_t size = read_fully(**file, start);
  if (container_of({start.data(), size}) == Container::None) return std::nullopt;
  return "it is compressed; -o writes its games to another file";
}

Error about(const std::string& path, const std::string& why) {
  return {fmt::format("{}: {}", path, why)};
}

Error not_written(const std::string& path, const OutputFile& file) {
  constexpr const char* kReason = "not every input could be read completely";
  if (!file.overwrites()) return {fmt::format("cannot write {}: {}", path, kReason)};
  return {fmt::format("cannot overwrite {}: {}; the file is unchanged", path, kReason)};
}

}  // namespace

Result<GamesOutput> GamesOutput::open(const OutputOption& option,
                                      const std::vector<std::string>& inputs, Console& console) {
  if (!option.names_file()) return GamesOutput(option.path, nullptr, console);
  if (const auto fault = fault_of(option, inputs)) return about(option.path, *fault);
  auto file = OutputFile::open(option.path);
  if (!file) return about(option.path, file.error());
  return GamesOutput(option.path, *std::move(file), console);
}

Result<GamesOutput> GamesOutput::in_place_of(const std::string& path, Console& console) {
  if (const auto fault = fault_in_place(path)) return about(path, *fault);
  require_proved_encodings();
  auto file = OutputFile::open(path);
  if (!file) return about(path, file.error());
  return GamesOutput(path, *std::move(file), console);
}

GamesOutput::GamesOutput(std::string path, std::unique_ptr<OutputFile> file, Console& console)
    : path_(std::move(path)), file_(std::move(file)), console_(&console) {}

void GamesOutput::write(std::string_view games) {
  if (file_) return file_->write(games);
  console_->write_data(games);
}

std::optional<Error> GamesOutput::finish(InputsRead inputs) {
  if (!file_) return std::nullopt;
  if (inputs == InputsRead::NotAll && file_->is_beside()) return not_written(path_, *file_);
  const auto losses = file_->finish();
  if (!losses) return about(path_, losses.error());
  for (const std::string& loss : *losses)
    console_->say(fmt::format("{}: {}", shown_path(path_), loss));
  return std::nullopt;
}

FramedOutput::FramedOutput(GamesOutput output, const GameShape& shape, const FormatOptions& format)
    : output_(std::move(output)), frame_(shape) {
  if (format.is_unique) unique_.emplace();
}

void FramedOutput::begin() {
  if (!std::exchange(has_begun_, true) && !frame_.begin().empty()) output_.write(frame_.begin());
}

void FramedOutput::write(std::string_view games) {
  if (games.empty()) return;
  begin();
  games = frame_.next(games);
  output_.write(unique_ ? unique_->of(games) : games);
}

std::optional<Error> FramedOutput::finish(InputsRead inputs) {
  begin();
  if (!frame_.end().empty()) output_.write(frame_.end());
  return output_.finish(inputs);
}

std::string_view UniqueLines::of(std::string_view lines) {
  kept_.clear();
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n') + 1);
    lines.remove_prefix(line.size());
    const std::string_view position = position_in(line);
    const XXH128_hash_t hash = XXH3_128bits(position.data(), position.size());
    if (known_.emplace(hash.low64, hash.high64).second) kept_ += line;
  }
  return kept_;
}

}  // namespace arbiter
