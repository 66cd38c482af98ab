#include "db/import/game_drafter.h"

#include <algorithm>
#include <bitset>

#include "db/import/played_ending.h"
#include "db/model/move_code.h"
#include "db/model/tag_columns.h"
#include "lib/base/encoding.h"
#include "lib/chess/position_key.h"
#include "lib/notation/fen.h"
#include "lib/pgn/tag_value.h"

namespace arbiter {
namespace {

std::uint8_t flags_of(const CheckedGame& checked) {
  const PlayedGame& played = checked.played;
  unsigned flags = 0;
  if (!played.has_board) flags |= kUnchecked;
  if (!played.is_complete && checked.summary.is_checked) flags |= kIncomplete;
  return static_cast<std::uint8_t>(flags);
}

// All positions of the main line, or those up to a ply.
void add_postings(const PlayedGame& played, std::uint32_t deepest, DraftBatch& batch) {
  const auto game = static_cast<std::uint32_t>(batch.games.size() - 1);
  const std::size_t last = std::min<std::size_t>(played.moves.size(), deepest);
  const std::size_t before = batch.postings.size();
  batch.postings.resize(before + last + 1);
  Posting* posting = batch.postings.data() + before;
  for (std::size_t ply = 0; ply <= last; ++ply) {
    const bool has_next = ply < played.moves.size();
    *posting++ = {.key = played.keys[ply],
                  .game = game,
                  .next = has_next ? played.moves[ply].bits() : std::uint16_t{0},
                  .ply = static_cast<std::uint16_t>(ply)};
  }
}

}  // namespace

GameDrafter::GameDrafter(const DrafterOptions& options)
    : options_(options), movetext_(options.letters) {}

void GameDrafter::add(const CheckedGame& checked, DraftBatch& batch) {
  const PgnGame& game = checked.game;
  const PlayedGame& played = checked.played;
  GameDraft& draft = batch.games.emplace_back();
  draft.offset = game.offset;
  draft.line = checked.line;
  draft.result = checked.summary.result.value_or(GameResult()).outcome;
  draft.ending = ending_of_game(game, played, checked.summary);
  draft.flags = flags_of(checked);

  const bool is_usual = !played.has_board || played.start.setup == initial_setup();
  start_ = is_usual ? std::string() : fen_of(played.start.setup, CastlingLetters::Shredder);
  columns_ = {.start = start_, .result = draft.result};
  read_tags(game);
  fill_columns(draft, batch);
  if (played.has_board) add_moves(played, draft, batch);

  std::string_view movetext;
  if (!is_plain(game, played)) {
    movetext = movetext_.of(game, played);
    if (!movetext.empty()) draft.flags |= kHasMovetext;
    draft.set_aside = static_cast<std::uint32_t>(movetext_.pieces_set_aside(game, played));
  }
  record_.clear();
  append_record({tags_, movetext}, columns_, record_);
  draft.record = batch.add(record_);

  draft.first_finding = static_cast<std::uint32_t>(batch.findings.size());
  draft.findings = static_cast<std::uint32_t>(checked.findings.size());
  batch.findings.insert(batch.findings.end(), checked.findings.begin(), checked.findings.end());
}

void GameDrafter::add_tags(const PgnGame& game, DraftBatch& batch) {
  GameDraft& draft = batch.games.emplace_back();
  columns_ = {};
  read_tags(game);
  fill_columns(draft, batch);
  record_.clear();
  append_record({tags_, {}}, columns_, record_);
  draft.record = batch.add(record_);
}

// What stands between quotes, in UTF-8 and without backslashes. Lives until the next game.
std::string_view GameDrafter::meaning_of(std::string_view written) {
  if (is_utf8(written) && written.find('\\') == std::string_view::npos) return written;
  return meanings_.emplace_back(unescape(decode_text(written).utf8));
}

// The first tag of each name fills the column. Old files of lichess.org have no other date than
// UTCDate.
void GameDrafter::read_tags(const PgnGame& game) {
  tags_.clear();
  if (!meanings_.empty()) meanings_.clear();
  std::bitset<kKnownTagCount + 1> seen;
  for (const PgnTag& tag : game.tags) {
    const std::string_view name =
        is_utf8(tag.name) ? tag.name : meanings_.emplace_back(decode_text(tag.name).utf8);
    tags_.push_back({name, meaning_of(tag.value), tag.known});
    const auto known = static_cast<std::size_t>(tag.known);
    if (!seen.test(known)) read_column(tags_.back());
    seen.set(known);
  }
  if (columns_.date != 0) return;
  if (const PgnTag* tag = game.tag(KnownTag::UtcDate)) columns_.date = date_number(tag->value);
}

void GameDrafter::read_column(const RecordTag& tag) {
  switch (tag.known) {
    case KnownTag::White:
      columns_.white = tag.value;
      break;
    case KnownTag::Black:
      columns_.black = tag.value;
      break;
    case KnownTag::Event:
      columns_.event = tag.value;
      break;
    case KnownTag::Site:
      columns_.site = tag.value;
      break;
    case KnownTag::Round:
      columns_.round = tag.value;
      break;
    case KnownTag::Date:
      columns_.date = date_number(tag.value);
      break;
    case KnownTag::WhiteElo:
      columns_.white_elo = elo_number(tag.value);
      break;
    case KnownTag::BlackElo:
      columns_.black_elo = elo_number(tag.value);
      break;
    case KnownTag::Eco:
      columns_.eco = eco_number(tag.value);
      break;
    default:
      break;
  }
}

void GameDrafter::fill_columns(GameDraft& draft, DraftBatch& batch) const {
  draft.white = batch.add(columns_.white);
  draft.black = batch.add(columns_.black);
  draft.event = batch.add(columns_.event);
  draft.site = batch.add(columns_.site);
  draft.round = batch.add(columns_.round);
  draft.start = batch.add(columns_.start);
  draft.date = columns_.date;
  draft.white_elo = columns_.white_elo;
  draft.black_elo = columns_.black_elo;
  draft.eco = columns_.eco;
}

void GameDrafter::add_moves(const PlayedGame& played, GameDraft& draft, DraftBatch& batch) const {
  draft.plies = static_cast<std::uint16_t>(played.moves.size());
  const std::size_t start = batch.bytes.size();
  pack_moves(played.moves, batch.bytes);
  draft.moves = {static_cast<std::uint32_t>(start),
                 static_cast<std::uint32_t>(batch.bytes.size() - start)};
  MovesHash hash(played.start.position.key());
  for (const Move move : played.moves) hash.add(code_of(move));
  draft.moves_hash = hash.value();
  draft.opening = options_.openings->of_keys({played.keys.data(), played.moves.size() + 1});
  add_postings(played, options_.index_plies.value_or(draft.plies), batch);
}

}  // namespace arbiter
