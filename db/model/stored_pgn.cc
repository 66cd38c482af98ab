#include "db/model/stored_pgn.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "db/model/game_record.h"
#include "lib/base/result.h"
#include "lib/notation/san.h"
#include "lib/pgn/export_writer.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/tag_pair.h"

namespace arbiter {
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

// Puts the Event tag first, so that the text certainly starts a game.
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

// Reads the text in `source_` and writes it again in the shape.
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
