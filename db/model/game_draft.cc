#include "db/model/game_draft.h"

#include <initializer_list>

namespace arbiter {

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
    for (BatchSpan* stretch : {&game.white, &game.black, &game.event, &game.site, &game.round,
                               &game.start, &game.moves, &game.record}) {
      stretch->offset += bytes_before;
    }
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

}  // namespace arbiter
