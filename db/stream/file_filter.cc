#include "db/stream/file_filter.h"

#include <algorithm>
#include <memory>

#include "db/model/position_mark.h"
#include "lib/base/threads.h"
#include "lib/export/game_export.h"
#include "lib/pgn/reader.h"
#include "lib/validate/text_checks.h"

namespace arbiter {
namespace {

// One a thread.
class ChunkFilter {
 public:
  ChunkFilter(const FileFilterOptions& options, std::string_view source)
      : options_(options),
        source_(source),
        judge_(options.query),
        wanted_(options.query.validator.piece_letters, options.shape),
        rest_(options.query.validator.piece_letters),
        mark_(mark_of(options.query.position, options.query.is_anywhere)) {}

  StreamedChunk filter(const TextChunk& chunk) {
    StreamedChunk streamed;
    PgnReader reader(chunk.source, judge_.findings_of_next());
    const std::string_view text = chunk.source.text;
    std::size_t position = 0;
    for (PgnGame game; reader.next(game);) {
      const std::size_t start = game.offset - chunk.source.offset;
      streamed.lines_between += lines_between(text.substr(position, start - position));
      position = start + game.text.size();
      ++streamed.games;
      if (judge_.wants(game, source_)) {
        add(game, wanted_, streamed.wanted);
        if (options_.split) streamed.wanted.keys.push_back(keys_of(game, *options_.split));
      } else if (options_.has_rest) {
        add(game, rest_, streamed.rest);
      }
      judge_.findings_of_next();
    }
    streamed.lines_between += lines_between(text.substr(position));
    return streamed;
  }

 private:
  void add(const PgnGame& game, GameExporter& exporter, StreamedGames& games) {
    const std::uint64_t before = exporter.tally().unreadable_pieces;
    if (options_.text == StreamedText::Export) exporter.append(game, games.text, mark_);
    games.set_aside.push_back(exporter.tally().unreadable_pieces - before);
    games.ends.push_back(games.text.size());
  }

  const FileFilterOptions& options_;
  std::string_view source_;
  GameJudge judge_;
  GameExporter wanted_;
  GameExporter rest_;
  PositionMark mark_;
};

}  // namespace

std::optional<Error> filter_file(ByteSource& source, std::string_view name,
                                 const FileFilterOptions& options, const ChunkReceiver& receive) {
  TextChunks chunks(source);
  TextChunk first;
  if (!chunks.next(first)) return std::nullopt;
  if (!first.precedes_game && find_binary(first.source)) {
    return Error{"it is not text, so it has no games"};
  }
  const unsigned jobs = first.source.ends_file ? 1 : options.jobs;
  std::vector<std::unique_ptr<ChunkFilter>> filters(std::max(1U, jobs));
  for (auto& filter : filters) filter = std::make_unique<ChunkFilter>(options, name);
  bool is_first = true;
  bool is_enough = false;
  const auto take = [&]() -> std::optional<TextChunk> {
    if (is_enough) return std::nullopt;
    if (std::exchange(is_first, false)) return std::move(first);
    std::optional<TextChunk> next(std::in_place);
    if (!chunks.next(*next)) next.reset();
    return next;
  };
  run_in_order(
      jobs, take,
      [&](unsigned worker, const TextChunk& chunk) { return filters[worker]->filter(chunk); },
      [&](const StreamedChunk& chunk) { is_enough = is_enough || !receive(chunk); });
  return std::nullopt;
}

}  // namespace arbiter
