#include "db/stream/content_sums.h"

#include <string_view>

#include "db/model/source.h"

namespace arbiter {
namespace {

std::uint64_t checksum_of(const StreamedGame& streamed) {
  Fingerprint checksum;
  const auto add = [&](std::uint64_t value) {
    checksum.add({reinterpret_cast<const char*>(&value), sizeof value});
  };
  const auto add_text = [&](std::string_view text) {
    add(text.size());
    checksum.add(text);
  };
  GameView view = view_of(streamed.game);
  view[GameNumber::Id] = 0;
  for (const std::string_view text : view.texts) add_text(text);
  add_text(view.start);
  add_text(streamed.record);
  for (const std::uint64_t number : view.numbers) add(number);
  add(streamed.game.offset);
  add(streamed.game.line);
  for (const Move move : streamed.game.moves) add(move.bits());
  return checksum.value();
}

}  // namespace

std::map<std::string, ContentSums> content_sums(Storage& storage, unsigned jobs) {
  std::map<std::string, ContentSums> all;
  const auto receive = [&](const StreamedBatch& batch) {
    for (const StreamedGame& streamed : batch.games) {
      ContentSums& sums = all[streamed.game.source];
      ++sums.games;
      sums.plies += streamed.game.plies;
      sums.content += checksum_of(streamed);
    }
  };
  storage.stream({}, {.jobs = jobs, .receive = receive});
  return all;
}

}  // namespace arbiter
