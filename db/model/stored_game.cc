#include "db/model/stored_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "db/model/damage.h"
#include "db/model/game_record.h"
#include "db/model/leb128.h"
#include "db/model/move_code.h"
#include "lib/base/result.h"
#include "lib/chess/position.h"
#include "lib/chess/position_key.h"
#include "lib/chess/setup.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/pgn/export_writer.h"
#include "lib/pgn/pgn_game.h"
#include "lib/pgn/reader.h"

namespace arbiter {

GameView view_of(const StoredGame& game) {
  GameView view;
  view[GameNumber::Id] = static_cast<std::uint64_t>(number_of(game.id));
  view[GameNumber::Date] = game.date;
  view[GameNumber::WhiteElo] = game.white_elo.value_or(std::uint16_t{0});
  view[GameNumber::BlackElo] = game.black_elo.value_or(std::uint16_t{0});
  view[GameNumber::Eco] = game.eco;
  view[GameNumber::Plies] = game.plies;
  view[GameNumber::Result] = number_of(game.result);
  view[GameNumber::Ending] = static_cast<std::uint64_t>(game.ending);
  view[GameNumber::Flags] = game.flags;
  view.texts = {game.white, game.black, game.event, game.site, game.round, game.source};
  view.opening_eco = game.opening_eco;
  view.opening_name = game.opening;
  view.start = game.start;
  return view;
}

std::optional<Setup> parse_start(const std::string& start) {
  if (start.empty()) return initial_setup();
  const auto parsed = parse_fen(start);
  const auto* fen = std::get_if<ParsedFen>(&parsed);
  if (fen == nullptr || !is_playable(fen->setup)) return std::nullopt;
  return fen->setup;
}

Setup first_setup(const StoredGame& game) {
  const auto setup = parse_start(game.start);
  if (!setup) {
    throw DamageError("the database",
                      fmt::format("the initial position of game {}", number_of(game.id)));
  }
  return *setup;
}

bool GameReplay::complete(DraftBatch& batch, const OpeningTable& openings) {
  GameDraft& draft = batch.games.back();
  if ((draft.flags & kUnchecked) != 0) return true;
  const std::string_view packed = batch.text(draft.moves);
  if (!run(batch.text(draft.start), bytes_of(packed))) {
    return false;
  }
  if (plies() != draft.plies) {
    fault_ = "its number of half-moves";
    return false;
  }
  draft.moves_hash = moves_hash_;
  draft.opening = opening(openings);
  for (Posting posting : postings_) {
    posting.game = static_cast<std::uint32_t>(batch.games.size() - 1);
    batch.postings.push_back(posting);
  }
  return true;
}

bool GameReplay::run(std::string_view start, std::span<const std::uint8_t> moves) {
  moves_.clear();
  postings_.clear();
  Position position;
  if (!start.empty()) {
    const auto first = parse_position(start);
    if (!first) {
      fault_ = "its initial position cannot be read: " + first.error();
      return false;
    }
    position = *first;
  }
  start_ = position;
  if (!unpack_moves(moves, position, moves_)) {
    fault_ = fmt::format("half-move {} is not legal", moves_.size() + 1);
    return false;
  }
  const std::size_t last = std::min<std::size_t>(moves_.size(), index_plies_.value_or(UINT32_MAX));
  MovesHash hash(position.key());
  for (std::size_t ply = 0; ply <= last; ++ply) {
    const bool has_next = ply < moves_.size();
    postings_.push_back({.key = position.key(),
                         .game = 0,
                         .next = has_next ? moves_[ply].bits() : std::uint16_t{0},
                         .ply = static_cast<std::uint16_t>(ply)});
    if (has_next) position.play(moves_[ply]);
  }
  for (const Move move : moves_) hash.add(code_of(move));
  moves_hash_ = hash.value();
  return true;
}

namespace {

void write_moves(const StoredGame& game, ExportWriter& writer) {
  Position before(first_setup(game));
  for (const Move move : game.moves) {
    Position after = before;
    after.play(move);
    writer.move(san_text_of(move, before, after).view(), before.fullmove_number(), before.turn());
    before = after;
  }
}

// Calls `visit` for every tag. Returns the movetext.
template <class Visit>
std::string_view for_each_tag(const StoredGame& game, std::string_view record, Visit visit) {
  const GameView view = view_of(game);
  RecordReader reader(record, view);
  for (RecordTag tag; reader.next(tag);) visit(tag);
  if (reader.is_damaged()) {
    throw IoError(fmt::format("the database is damaged (the tags of game {})", number_of(game.id)));
  }
  return reader.movetext();
}

}  // namespace

StoredPgn::StoredPgn(const GameShape& shape, PositionMark mark)
    : is_simple_(shape == GameShape{.tags = shape.tags, .movetext = shape.movetext}),
      shape_(is_simple_ ? shape.movetext : MovetextShape()),
      tags_(tally_, is_simple_ ? shape.tags : TagShape()),
      exporter_({}, shape),
      mark_(std::move(mark)) {}

StoredPgn::StoredPgn(std::unique_ptr<GameLayout> layout)
    : is_simple_(false), tags_(tally_), exporter_(std::move(layout)) {}

void StoredPgn::append(const StoredGame& game, std::string_view record, std::string& text) {
  if ((game.flags & kHasMovetext) != 0) {
    append_with_movetext(game, record, text);
  } else if (is_simple_) {
    append_plain(game, record, text);
  } else {
    source_.clear();
    append_plain(game, record, source_);
    append_source(text);
  }
}

// Writes the game from its columns and moves.
void StoredPgn::append_plain(const StoredGame& game, std::string_view record, std::string& text) {
  tags_.clear();
  for_each_tag(game, record, [&](const RecordTag& tag) {
    tags_.add({std::string(tag.name), std::string(tag.value), tag.known});
  });
  const std::string_view result = to_string(game.result);
  tags_.complete(result);
  ExportWriter writer(text, shape_);
  tags_.write(writer);
  write_moves(game, writer);
  writer.end_game(result);
}

// Appends the game with the Event tag first, so that the text certainly starts a game.
void StoredPgn::append_with_movetext(const StoredGame& game, std::string_view record,
                                     std::string& text) {
  std::string events;
  std::string others;
  const std::string_view movetext = for_each_tag(game, record, [&](const RecordTag& tag) {
    std::string& tags = tag.known == KnownTag::Event ? events : others;
    fmt::format_to(std::back_inserter(tags), "[{} {}]\n", tag.name, quote(tag.value));
  });
  source_ = events.empty() ? "[Event \"?\"]\n" : events;
  source_.append(others).append("\n").append(movetext);
  append_source(text);
}

// Reads the text in `source_`, and writes it in the requested shape.
void StoredPgn::append_source(std::string& text) {
  const std::size_t size = source_.size();
  source_.append(kTextPadding, '\0');
  PgnReader reader(
      {.text = std::string_view(source_).substr(0, size), .ends_file = false, .next = '['}, sink_);
  if (reader.next(game_)) exporter_.append(game_, text, mark_);
}

std::string pgn_of(const StoredGame& game, std::string_view record) {
  std::string text;
  StoredPgn().append(game, record, text);
  return text;
}

}  // namespace arbiter
