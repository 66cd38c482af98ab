#include "lib/validate/recorded_game.h"

#include <fmt/format.h>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/reader.h"
#include "lib/validate/movetext_walk.h"
#include "lib/validate/validator.h"

namespace arbiter {
namespace {

std::string value_in(const PgnGame& game, KnownTag tag) {
  const PgnTag* found = game.tag(tag);
  return found == nullptr ? "" : std::string(found->value);
}

Result<RecordedGame> recorded(const PgnGame& game) {
  CollectingSink nobody{CodeSet()};
  Validator validator({}, nobody);
  validator.check(game);
  const PlayedGame& played = validator.played();
  if (!played.has_board) {
    return Error{"its initial position cannot be played; 'arbiter validate' says why"};
  }
  return RecordedGame{.white = value_in(game, KnownTag::White),
                      .black = value_in(game, KnownTag::Black),
                      .first = played.start.setup,
                      .moves = played.moves,
                      .rules = profile_of_date(value_in(game, KnownTag::Date)),
                      .is_complete = played.is_complete};
}

}  // namespace

Result<RecordedGame> read_game(ByteSource& source, std::uint64_t number) {
  CollectingSink nobody{CodeSet()};
  TextChunks chunks(source);
  TextChunk chunk;
  std::uint64_t seen = 0;
  Result<RecordedGame> found = Error{"there are no games in it"};
  while (chunks.next(chunk)) {
    PgnReader reader(chunk.source, nobody);
    PgnGame game;
    while (reader.next(game)) {
      if (++seen == number) found = recorded(game);
      if (seen <= number) continue;
      if (found) (*found).has_more = true;
      return found;
    }
  }
  if (seen > 0 && seen < number) {
    return Error{fmt::format("it has {} game{}, so there is no game {}", seen, seen == 1 ? "" : "s",
                             number)};
  }
  return found;
}

}  // namespace arbiter
