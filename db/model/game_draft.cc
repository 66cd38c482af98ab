#include "db/model/game_draft.h"

#include <initializer_list>

namespace arbiter::db::model {

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

}  // namespace arbiter::db::model
