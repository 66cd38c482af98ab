#include "db/import/source_recoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "db/model/damage.h"
#include "db/model/game_draft.h"
#include "db/model/game_record.h"
#include "db/model/stored_game.h"
#include "lib/io/legacy_encoding.h"

namespace arbiter {
namespace {

constexpr std::size_t kMaxNames = 5;
constexpr std::size_t kBatchGames = 10'000;

class Recoder {
 public:
  explicit Recoder(const SourceRecoding& recoding)
      : redecoder_(
            recoding.source.mark.encoding.empty() ? "windows-1252" : recoding.source.mark.encoding,
            recoding.encoding) {}

  // Decodes the text of the batch's last game again. Returns false if its record is damaged.
  bool recode(DraftBatch& batch, RecodedSource& result) {
    GameDraft& draft = batch.games.back();
    const std::string record(batch.text(draft.record));
    const GameView before = view_of(batch, draft, {});
    RecordReader reader(record, before);
    std::vector<std::pair<std::string, std::string>> texts;
    for (RecordTag tag; reader.next(tag);) texts.emplace_back(again(tag.name), again(tag.value));
    if (reader.is_damaged()) return false;
    const std::string movetext = again(reader.movetext());
    note_name(batch.text(draft.white), result);
    note_name(batch.text(draft.black), result);
    for (BatchSpan* const span :
         {&draft.white, &draft.black, &draft.event, &draft.site, &draft.round}) {
      *span = batch.add(again(batch.text(*span)));
    }
    std::vector<RecordTag> tags;
    for (const auto& [name, value] : texts) tags.push_back({name, value, known_tag(name)});
    std::string recoded;
    append_record({tags, movetext}, view_of(batch, draft, {}), recoded);
    result.changed += has_changed_ ? 1 : 0;
    has_changed_ = false;
    draft.record = batch.add(recoded);
    return true;
  }

 private:
  std::string again(std::string_view text) {
    std::string decoded = redecoder_.decode(text);
    has_changed_ |= decoded != text;
    return decoded;
  }

  void note_name(std::string_view name, RecodedSource& result) {
    std::string after = again(name);
    if (after == name || result.names.size() == kMaxNames) return;
    const bool is_noted =
        std::ranges::find(result.names, name, &RecodedName::before) != result.names.end();
    if (!is_noted) result.names.push_back({std::string(name), std::move(after)});
  }

  Redecoder redecoder_;
  bool has_changed_ = false;  // true if a text has changed since the last game
};

}  // namespace

RecodedSource recode_source(GameArchive& archive, const SourceRecoding& recoding,
                            SourceReplacement* replacement) {
  RecodedSource result;
  Recoder recoder(recoding);
  GameReplay replay(recoding.index_plies);
  SourceMark mark = recoding.source.mark;
  mark.encoding = recoding.encoding;
  DraftBatch batch;
  for (const PlacedGame& place : archive.places()) {
    if (place.source != mark.source || !archive.add(place.game, batch)) continue;
    const auto damage = [&](std::string_view what) {
      return DamageError(archive.name(), fmt::format("game {}: {}", number_of(place.game), what));
    };
    if (!recoder.recode(batch, result)) throw damage("its text");
    ++result.games;
    if (replacement == nullptr) {
      batch.clear();
      continue;
    }
    if (!replay.complete(batch, known_openings())) throw damage(replay.fault());
    if (batch.games.size() < kBatchGames) continue;
    replacement->add(batch, mark);
    batch.clear();
  }
  if (replacement != nullptr) replacement->add(batch, mark);
  return result;
}

}  // namespace arbiter
