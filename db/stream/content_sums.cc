#include "db/stream/content_sums.h"

#include <string_view>

#include "db/model/fingerprint.h"
#include "db/model/result_number.h"

namespace arbiter {
namespace {

std::uint64_t number_over(const StreamedGame& streamed) {
  Fingerprint number;
  const auto add = [&](std::uint64_t value) {
    number.add({reinterpret_cast<const char*>(&value), sizeof value});
  };
  const auto add_text = [&](std::string_view text) {
    add(text.size());
    number.add(text);
  };
  const StoredGame& game = streamed.game;
  for (const std::string* text : {&game.white, &game.black, &game.event, &game.site, &game.round,
                                  &game.start, &streamed.record}) {
    add_text(*text);
  }
  for (const std::uint64_t value :
       {std::uint64_t{game.date}, std::uint64_t{game.white_elo.value_or(0)},
        std::uint64_t{game.black_elo.value_or(0)}, std::uint64_t{game.eco},
        std::uint64_t{game.plies}, std::uint64_t{number_of(game.result)},
        static_cast<std::uint64_t>(game.ending), std::uint64_t{game.flags}, game.offset,
        game.line}) {
    add(value);
  }
  for (const Move move : game.moves) add(move.bits());
  return number.value();
}

}  // namespace

std::map<std::string, ContentSums> content_sums(Storage& storage, unsigned jobs) {
  std::map<std::string, ContentSums> all;
  const auto receive = [&](const StreamedBatch& batch) {
    for (const StreamedGame& streamed : batch.games) {
      ContentSums& sums = all[streamed.game.source];
      ++sums.games;
      sums.plies += streamed.game.plies;
      sums.content += number_over(streamed);
    }
  };
  storage.stream({}, {.jobs = jobs, .receive = receive});
  return all;
}

}  // namespace arbiter
