#include "db/import/chunk_drafter.h"

#include <string>
#include <string_view>
#include <utility>

#include "db/import/import_feed.h"
#include "lib/base/text_scan.h"
#include "lib/pgn/reader.h"

namespace arbiter {
namespace {

constexpr std::size_t kMostGames = 8192;  // in a part of a chunk; ordinary chunks have 400
constexpr std::size_t kMostMemory = std::size_t{16} << 20;

bool is_full(const DraftBatch& drafts) {
  return drafts.games.size() >= kMostGames || memory_of(drafts) >= kMostMemory;
}

// A chunk before its last game.
struct Before {
  std::size_t end = 0;
  BatchSize drafts;
  std::uint64_t games = 0;
  std::uint64_t illegal = 0;
  std::uint64_t unwanted = 0;
  std::uint64_t lines_between = 0;
};

void go_back(ImportChunk& chunk, const Before& before) {
  chunk.end = before.end;
  chunk.games = before.games;
  chunk.illegal = before.illegal;
  chunk.unwanted = before.unwanted;
  chunk.lines_between = before.lines_between;
  shrink(chunk.drafts, before.drafts);
  chunk.game_ends.resize(before.drafts.games);
}

std::string value_of(const PgnGame& game, KnownTag known) {
  const PgnTag* tag = game.tag(known);
  return std::string(tag == nullptr ? "" : tag->value);
}

}  // namespace

ChunkDrafter::ChunkDrafter(const ImportOptions& options, std::optional<std::uint32_t> index_plies)
    : illegal_(options.illegal),
      where_(options.where),
      text_checker_(sink_),
      validator_(options.validator, sink_),
      drafter_({index_plies, options.validator.piece_letters, options.openings}) {}

void ChunkDrafter::draft(ImportChunk& chunk) {
  const bool goes_on = std::exchange(chunk.has_more, false);
  chunk.begin = goes_on ? chunk.end : 0;
  chunk.drafts.clear();
  chunk.game_ends.clear();
  chunk.games = 0;
  chunk.illegal = 0;
  chunk.unwanted = 0;
  chunk.lines_between = 0;
  chunk.refused.reset();
  chunk.findings_behind.clear();
  if (!goes_on) start(chunk);
  counted_to_ = chunk.begin;
  lines_ = 0;
  chunk.end = text_.text.size();
  if (chunk.end > 0) draft_games(chunk);
}

void ChunkDrafter::start(const ImportChunk& chunk) {
  text_ = chunk.text.source;
  const TextSummary summary = summarize(text_.text);
  has_odd_bytes_ = summary.has_control || summary.has_high;
  reader_.emplace(text_, sink_);
  is_read_ahead_ = false;
}

void ChunkDrafter::draft_games(ImportChunk& chunk) {
  Before last;
  while (next_game()) {
    if (is_full(chunk.drafts)) {
      is_read_ahead_ = chunk.has_more = true;
      chunk.end = behind_last_;
      return;
    }
    last = {behind_last_,  size_of(chunk.drafts), chunk.games,
            chunk.illegal, chunk.unwanted,        chunk.lines_between};
    if (!add_game(chunk)) return go_back(chunk, last);
    chunk.game_ends.resize(chunk.drafts.games.size(), reader_->position());
  }
  chunk.is_cut ? go_back(chunk, last) : finish_text(chunk);
}

bool ChunkDrafter::next_game() {
  if (std::exchange(is_read_ahead_, false)) return true;
  behind_last_ = reader_->position();
  sink_.start_game();
  return reader_->next(game_);
}

void ChunkDrafter::finish_text(ImportChunk& chunk) {
  chunk.lines_between += lines_between(text_.text.substr(behind_last_));
  for (const DraftFinding& finding : sink_.findings()) {
    chunk.findings_behind.push_back(finding.code);
  }
}

bool ChunkDrafter::add_game(ImportChunk& chunk) {
  const auto start = static_cast<std::size_t>(game_.offset - text_.offset);
  const std::uint64_t line = line_of(start);
  if (has_odd_bytes_) text_checker_.check({game_.text, game_.offset}, LineEnd::LineFeed);
  const GameSummary& summary = validator_.check(game_);
  const bool is_illegal = !summary.is_complete && summary.is_checked;
  if (is_illegal && illegal_ == IllegalGames::Stop) {
    chunk.refused = refused(line);
    return false;
  }
  ++chunk.games;
  chunk.lines_between += lines_between(text_.text.substr(behind_last_, start - behind_last_));
  if (is_illegal && illegal_ == IllegalGames::Skip) {
    ++chunk.illegal;
    return true;
  }
  const BatchSize before = size_of(chunk.drafts);
  drafter_.add({game_, validator_.played(), summary, sink_.findings(), line}, chunk.drafts);
  if (!is_wanted(chunk)) {
    ++chunk.unwanted;
    shrink(chunk.drafts, before);
  }
  return true;
}

// Whether the last game of the chunk fits.
bool ChunkDrafter::is_wanted(const ImportChunk& chunk) const {
  if (where_.is_empty()) return true;
  const std::string_view source =
      chunk.source == nullptr ? std::string_view() : chunk.source->file.name;
  return matches(where_, view_of(chunk.drafts, chunk.drafts.games.back(), source));
}

// Of a place in the text that is not before that of the call before.
std::uint64_t ChunkDrafter::line_of(std::size_t at) {
  lines_ += count_line_breaks(text_.text.substr(counted_to_, at - counted_to_));
  counted_to_ = at;
  return lines_ + 1;
}

// The game that was just checked.
RefusedGame ChunkDrafter::refused(std::uint64_t line) const {
  RefusedGame refused;
  refused.line = line;
  refused.white = value_of(game_, KnownTag::White);
  refused.black = value_of(game_, KnownTag::Black);
  if (const auto worst = sink_.worst()) {
    refused.code = worst->code;
    refused.ply = worst->ply;
    refused.message = worst->message;
  }
  return refused;
}

}  // namespace arbiter
