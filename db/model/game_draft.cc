#include "db/model/game_draft.h"

#include <algorithm>
#include <cassert>
#include <cstdint>

namespace arbiter {
namespace {

constexpr BatchSpan GameDraft::*kSpans[] = {&GameDraft::white, &GameDraft::black, &GameDraft::event,
                                            &GameDraft::site,  &GameDraft::round, &GameDraft::start,
                                            &GameDraft::moves, &GameDraft::record};

void append_game(DraftBatch& to, const DraftBatch& from, std::size_t number) {
  GameDraft game = from.games[number];
  for (BatchSpan GameDraft::*const span : kSpans) game.*span = to.add(from.text(game.*span));
  const auto first = from.findings.begin() + game.first_finding;
  game.first_finding = static_cast<std::uint32_t>(to.findings.size());
  to.findings.insert(to.findings.end(), first, first + game.findings);
  to.games.push_back(game);
}

// Returns the mark of a source after skipping text up to `before`, which includes `known` games of
// the batch.
SourceMark advanced(SourceMark mark, const SourceMark& before, std::uint32_t known) {
  const std::uint32_t news = mark.batch_games - known;
  if (known > 0) mark.games = before.games + news;
  if (mark.offset < before.offset) mark = before;
  mark.batch_games = news;
  return mark;
}

}  // namespace

void DraftBatch::clear() {
  games.clear();
  findings.clear();
  postings.clear();
  bytes.clear();
}

void DraftBatch::append(const DraftBatch& other) {
  const auto games_before = static_cast<std::uint32_t>(games.size());
  const auto bytes_before = static_cast<std::uint32_t>(bytes.size());
  const auto findings_before = static_cast<std::uint32_t>(findings.size());
  bytes += other.bytes;
  findings.insert(findings.end(), other.findings.begin(), other.findings.end());
  games.insert(games.end(), other.games.begin(), other.games.end());
  for (std::size_t i = games_before; i < games.size(); ++i) {
    GameDraft& game = games[i];
    game.first_finding += findings_before;
    for (BatchSpan GameDraft::*const span : kSpans) (game.*span).offset += bytes_before;
  }
  const std::size_t postings_before = postings.size();
  postings.insert(postings.end(), other.postings.begin(), other.postings.end());
  for (std::size_t i = postings_before; i < postings.size(); ++i) postings[i].game += games_before;
}

std::vector<GameFacts> facts_of(const DraftBatch& batch) {
  std::vector<GameFacts> facts;
  facts.reserve(batch.games.size());
  for (const GameDraft& game : batch.games) {
    facts.push_back({.result = game.result,
                     .white_elo = game.white_elo,
                     .black_elo = game.black_elo,
                     .year = static_cast<std::uint16_t>(game.date / 10000)});
  }
  return facts;
}

BatchSize size_of(const DraftBatch& batch) {
  return {batch.games.size(), batch.findings.size(), batch.postings.size(), batch.bytes.size()};
}

void shrink(DraftBatch& batch, const BatchSize& size) {
  batch.games.resize(size.games);
  batch.findings.resize(size.findings);
  batch.postings.resize(size.postings);
  batch.bytes.resize(size.bytes);
}

std::size_t memory_of(const DraftBatch& batch) {
  return batch.games.size() * sizeof(GameDraft) + batch.findings.size() * sizeof(DraftFinding) +
         batch.postings.size() * sizeof(Posting) + batch.bytes.size();
}

void append_games(DraftBatch& to, const DraftBatch& from, DraftRange range) {
  const std::size_t end = range.first + range.count;
  assert(end <= from.games.size());
  const std::size_t games_before = to.games.size();
  for (std::size_t game = range.first; game < end; ++game) append_game(to, from, game);
  const auto posting = std::ranges::lower_bound(from.postings, range.first, {}, &Posting::game);
  for (auto at = posting; at != from.postings.end() && at->game < end; ++at) {
    to.postings.push_back(*at);
    to.postings.back().game = static_cast<std::uint32_t>(at->game - range.first + games_before);
  }
}

void remove_games(DraftBatch& batch, const std::vector<bool>& is_unwanted) {
  assert(is_unwanted.size() == batch.games.size());
  std::vector<std::uint32_t> number(batch.games.size());  // game numbers after the removal
  std::uint32_t kept = 0;
  for (std::size_t game = 0; game < batch.games.size(); ++game) {
    number[game] = kept;
    if (is_unwanted[game]) continue;
    batch.games[kept] = batch.games[game];
    ++kept;
  }
  batch.games.resize(kept);
  std::erase_if(batch.postings, [&](const Posting& posting) { return is_unwanted[posting.game]; });
  for (Posting& posting : batch.postings) posting.game = number[posting.game];
}

std::vector<SourceMark> skip_known(DraftBatch& batch, std::span<const SourceMark> marks,
                                   const std::function<SourceMark(SourceId)>& mark_of) {
  std::vector<SourceMark> left;
  std::vector<bool> is_known(batch.games.size());
  std::size_t game = 0;
  for (const SourceMark& mark : marks) {
    const SourceMark before = mark_of(mark.source);
    std::uint32_t known = 0;
    for (const std::size_t end = game + mark.batch_games; game < end; ++game) {
      is_known[game] = batch.games[game].offset < before.offset;
      known += is_known[game] ? 1 : 0;
    }
    left.push_back(advanced(mark, before, known));
  }
  if (std::ranges::find(is_known, true) != is_known.end()) remove_games(batch, is_known);
  return left;
}

}  // namespace arbiter
