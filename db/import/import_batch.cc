#include "db/import/import_batch.h"

#include <algorithm>

#include "lib/base/text_scan.h"

namespace arbiter {
namespace {

// The maximum amount of memory to reserve.
constexpr std::size_t kMaxReserved = std::size_t{1} << 30;

}  // namespace

ImportBatch::ImportBatch(const BatchLimits& limits) : limits_(limits) { reserve(); }

// Reserves address space, which uses memory only when it is filled.
void ImportBatch::reserve() {
  const std::size_t bytes = std::min(limits_.memory + limits_.memory / 8, kMaxReserved);
  drafts.postings.reserve(bytes / sizeof(Posting));
  drafts.bytes.reserve(bytes);
  drafts.games.reserve(std::min(limits_.games, bytes / sizeof(GameDraft)));
}

void ImportBatch::clear() {
  const BatchSize size = size_of(drafts);
  max_.postings = std::max(max_.postings, size.postings);
  max_.bytes = std::max(max_.bytes, size.bytes);
  parts.clear();
  drafts.clear();
  if (max_.postings * sizeof(Posting) + max_.bytes <= limits_.memory) return;
  drafts = {};
  max_ = {};
  reserve();
}

bool ImportBatch::is_full() const {
  return drafts.games.size() >= limits_.games || memory_of(drafts) >= limits_.memory;
}

BatchPart& ImportBatch::part_of(ImportSource& source, std::uint64_t fingerprint) {
  if (parts.empty() || parts.back().source != &source) {
    SourceMark mark = source.mark;
    mark.batch_games = 0;
    mark.is_finished = false;
    mark.fingerprint = fingerprint;
    parts.push_back({&source, mark});
  }
  return parts.back();
}

bool BatchGatherer::add(ImportChunk& chunk) {
  if (!has_begun_) begin(chunk);
  while (games_ < chunk.drafts.games.size()) {
    const std::size_t count = games_to_take(chunk);
    if (count == 0) return false;
    take_games(chunk, count);
  }
  advance(chunk, chunk.end);
  if (chunk.is_last_of_source() && !chunk.refused) mark_of(chunk).is_finished = true;
  has_begun_ = false;
  return true;
}

void BatchGatherer::begin(ImportChunk& chunk) {
  has_begun_ = true;
  games_ = 0;
  end_ = chunk.begin;
  const std::uint64_t lines_before = chunk.source->mark.lines;
  for (GameDraft& game : chunk.drafts.games) game.line += lines_before;
  if (chunk.refused) chunk.refused->line += lines_before;
}

// Returns the number of games to add. Chunks are split only if they have more games than a batch.
std::size_t BatchGatherer::games_to_take(const ImportChunk& chunk) const {
  const std::size_t room = limits_.games - batch_.drafts.games.size();
  const std::size_t rest = chunk.drafts.games.size() - games_;
  if (rest <= room) return rest;
  return rest <= limits_.games ? 0 : room;
}

void BatchGatherer::take_games(const ImportChunk& chunk, std::size_t count) {
  if (count == chunk.drafts.games.size()) {
    batch_.drafts.append(chunk.drafts);
  } else {
    append_games(batch_.drafts, chunk.drafts, {games_, count});
  }
  games_ += count;
  advance(chunk, chunk.game_ends[games_ - 1]);
  mark_of(chunk).batch_games += static_cast<std::uint32_t>(count);
}

void BatchGatherer::advance(const ImportChunk& chunk, std::size_t end) {
  const std::string_view text = chunk.text.source.text.substr(end_, end - end_);
  ImportSource& source = *chunk.source;
  source.fingerprint.add(text);
  source.mark.offset += text.size();
  source.mark.lines += count_line_breaks(text);
  end_ = end;
  if (text.empty()) return;
  if (!chunk.encoding.empty()) source.mark.encoding = chunk.encoding;
  SourceMark& mark = mark_of(chunk);
  mark.encoding = source.mark.encoding;
  mark.offset = source.mark.offset;
  mark.lines = source.mark.lines;
  mark.fingerprint = source.fingerprint.value();
}

SourceMark& BatchGatherer::mark_of(const ImportChunk& chunk) {
  return batch_.part_of(*chunk.source, chunk.source->fingerprint.value()).mark;
}

}  // namespace arbiter
