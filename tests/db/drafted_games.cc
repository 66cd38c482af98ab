#include "tests/db/drafted_games.h"

#include <algorithm>
#include <stdexcept>

#include "db/model/column_values.h"
#include "db/model/move_code.h"
#include "lib/diagnostics/sink.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/text_chunks.h"
#include "lib/validate/validator.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Calls `visit(checked)` for each game in a text.
template <class Visit>
void check_games(const PgnText& text, const DrafterOptions& options, Visit visit) {
  CollectingSink nobody{CodeSet()};
  ValidatorOptions rules;
  rules.piece_letters = options.letters;
  Validator validator(rules, nobody);
  PgnReader reader(text, nobody);
  PgnGame game;
  while (reader.next(game)) {
    const GameSummary& summary = validator.check(game);
    visit(CheckedGame{game, validator.played(), summary, {}, 1});
  }
}

void visit_text(const PgnText& text, const DrafterOptions& options, const DraftVisit& visit) {
  GameDrafter drafter(options);
  DraftBatch batch;
  check_games(text, options, [&](const CheckedGame& checked) {
    batch.clear();
    drafter.add(checked, batch);
    visit(checked, batch);
  });
}

// Returns the text followed by the padding that the reader needs.
std::string padded(std::string_view text) {
  return std::string(text) + std::string(kTextPadding, '\0');
}

}  // namespace

StoredGame stored_game(const GameDraft& draft, const DraftBatch& batch) {
  StoredGame game;
  game.id = GameId{1};
  game.white = batch.text(draft.white);
  game.black = batch.text(draft.black);
  game.event = batch.text(draft.event);
  game.site = batch.text(draft.site);
  game.round = batch.text(draft.round);
  game.date = draft.date;
  if (draft.white_elo != 0) game.white_elo = draft.white_elo;
  if (draft.black_elo != 0) game.black_elo = draft.black_elo;
  game.eco = draft.eco;
  game.plies = draft.plies;
  game.result = draft.result;
  game.ending = draft.ending;
  game.flags = draft.flags;
  if (const Opening* opening = draft.opening.opening) {
    game.opening = opening->name;
    game.opening_eco = eco_number(opening->eco);
    game.opening_ply = static_cast<std::uint16_t>(std::min<std::size_t>(draft.opening.ply, 255));
  }
  game.start = batch.text(draft.start);
  game.offset = draft.offset;
  game.line = draft.line;
  const std::string_view moves = batch.text(draft.moves);
  const bool is_sound =
      unpack_moves({reinterpret_cast<const std::uint8_t*>(moves.data()), moves.size()},
                   Position(first_setup(game)), game.moves);
  if (!is_sound || game.moves.size() != draft.plies)
    throw std::logic_error("the moves are damaged");
  return game;
}

void visit_drafts(ByteSource& source, const DrafterOptions& options, const DraftVisit& visit) {
  TextChunks chunks(source);
  TextChunk chunk;
  while (chunks.next(chunk)) visit_text(chunk.source, options, visit);
}

void visit_drafts(std::string_view text, const DrafterOptions& options, const DraftVisit& visit) {
  const std::string bytes = padded(text);
  visit_text({std::string_view(bytes).substr(0, text.size())}, options, visit);
}

DraftBatch drafts_of(std::string_view text, const DrafterOptions& options) {
  const std::string bytes = padded(text);
  GameDrafter drafter(options);
  DraftBatch batch;
  check_games({std::string_view(bytes).substr(0, text.size())}, options,
              [&](const CheckedGame& checked) { drafter.add(checked, batch); });
  return batch;
}

}  // namespace arbiter::testing
