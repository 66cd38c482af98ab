#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "db/model/game_draft.h"
#include "tests/db/memory_storage.h"

namespace arbiter::testing {

// Records the changes, and applies them at the end.
class MemoryStorage::Replacement final : public SourceReplacement {
 public:
  Replacement(MemoryStorage& storage, ReplacedSource replaced)
      : storage_(storage), replaced_(std::move(replaced)) {
    for (std::size_t i = 0; i < storage.games_.size(); ++i) {
      const Game& game = storage.games_[i];
      if (!game.is_erased && game.source == replaced_.source) old_.push_back(i);
    }
  }

  void add(DraftBatch& batch, const SourceMark& mark) override {
    std::vector<bool> is_kept;
    for (std::size_t i = 0; i < batch.games.size(); ++i) {
      const auto old = std::ranges::find_if(old_, [&](std::size_t place) {
        const DraftBatch& before = storage_.games_[place].draft;
        return content(before, before.games.front()) == content(batch, batch.games[i]);
      });
      is_kept.push_back(old != old_.end());
      if (!is_kept.back()) continue;
      kept_.emplace_back(*old, batch.games[i]);
      old_.erase(old);
    }
    remove_games(batch, is_kept);
    added_.append(batch);
    mark_ = mark;
  }

  Replaced finish() override {
    for (Game& game : storage_.games_) {
      if (std::ranges::find(replaced_.older, game.source) != replaced_.older.end()) {
        result_.removed += game.is_erased ? 0 : 1;
        game.is_erased = true;
      }
    }
    for (const std::size_t place : old_) storage_.games_[place].is_erased = true;
    for (const auto& [place, now] : kept_) {
      storage_.games_[place].game.offset = now.offset;
      storage_.games_[place].game.line = now.line;
    }
    storage_.forgotten_.insert(replaced_.older.begin(), replaced_.older.end());
    SourceRecord& source = storage_.sources_.at(static_cast<std::size_t>(replaced_.source) - 1);
    source.file = replaced_.file;
    source.mark = mark_;
    source.mark.source = replaced_.source;
    source.mark.games = kept_.size() + added_.games.size();
    for (std::size_t i = 0; i < added_.games.size(); ++i) storage_.add(added_, i, source);
    result_.removed += old_.size();
    result_.kept = kept_.size();
    result_.added = added_.games.size();
    return result_;
  }

 private:
  static std::string content(const DraftBatch& batch, const GameDraft& game) {
    std::string text;
    for (const BatchSpan span : {game.white, game.black, game.event, game.site, game.round,
                                 game.start, game.moves, game.record}) {
      text += std::to_string(span.size) + ":" + std::string(batch.text(span));
    }
    for (const int number : {int(game.date), int(game.white_elo), int(game.black_elo),
                             int(game.eco), int(game.result)}) {
      text += " " + std::to_string(number);
    }
    return text;
  }

  MemoryStorage& storage_;
  ReplacedSource replaced_;
  std::vector<std::size_t> old_;  // games not yet imported again
  std::vector<std::pair<std::size_t, GameDraft>> kept_;
  DraftBatch added_;
  SourceMark mark_;
  Replaced result_;
};

std::unique_ptr<SourceReplacement> MemoryStorage::replace(const ReplacedSource& replaced) {
  return std::make_unique<Replacement>(*this, replaced);
}

}  // namespace arbiter::testing
