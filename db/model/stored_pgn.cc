#include "db/model/stored_pgn.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "db/model/game_draft.h"
#include "db/model/game_record.h"
#include "lib/base/io_error.h"
#include "lib/diagnostics/sink.h"
#include "lib/export/export_tags.h"
#include "lib/export/game_export.h"
#include "lib/notation/san.h"
#include "lib/pgn/export_writer.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/tag_value.h"

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

// Shows every tag to `visit`; what stands behind them, the movetext, is returned.
template <class Visit>
std::string_view for_each_tag(const StoredGame& game, std::string_view record, Visit visit) {
  const RecordColumns columns = columns_of(game);
  RecordReader reader(record, columns);
  for (RecordTag tag; reader.next(tag);) visit(tag);
  if (reader.is_damaged()) {
    throw IoError(fmt::format("the database is damaged (the tags of game {})", number_of(game.id)));
  }
  return reader.movetext();
}

}  // namespace

class StoredPgn::Implementation {
 public:
  Implementation(const GameShape& shape, PositionMark mark)
      : is_simple_(is_simple(shape)),
        shape_(is_simple_ ? shape.movetext : MovetextShape()),
        tags_(tally_, is_simple_ ? shape.tags : TagShape()),
        exporter_({}, shape),
        mark_(std::move(mark)) {}

  void append(const StoredGame& game, std::string_view record, std::string& text) {
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

  std::uint64_t pieces_set_aside() const { return exporter_.tally().unreadable_pieces; }

 private:
  // Whether the shape can be given to moves that nothing stands between, without their positions.
  static bool is_simple(const GameShape& shape) {
    return shape == GameShape{.tags = shape.tags, .movetext = shape.movetext};
  }

  void append_plain(const StoredGame& game, std::string_view record, std::string& text);
  void append_with_movetext(const StoredGame& game, std::string_view record, std::string& text);
  // Reads it again as it was written.
  void append_source(std::string& text);

  bool is_simple_;
  MovetextShape shape_;
  ExportTally tally_;
  ExportTags tags_;
  GameExporter exporter_;
  PositionMark mark_;
  CollectingSink sink_{CodeSet()};
  PgnGame game_;
  std::string source_;
};

// Straight from the columns.
void StoredPgn::Implementation::append_plain(const StoredGame& game, std::string_view record,
                                             std::string& text) {
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

// A tag that certainly begins a game comes first.
void StoredPgn::Implementation::append_with_movetext(const StoredGame& game,
                                                     std::string_view record, std::string& text) {
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

void StoredPgn::Implementation::append_source(std::string& text) {
  const std::size_t size = source_.size();
  source_.append(kTextPadding, '\0');
  PgnReader reader(
      {.text = std::string_view(source_).substr(0, size), .ends_file = false, .next = '['}, sink_);
  if (reader.next(game_)) exporter_.append(game_, text, mark_);
}

StoredPgn::StoredPgn(const GameShape& shape, PositionMark mark)
    : implementation_(std::make_unique<Implementation>(shape, std::move(mark))) {}

StoredPgn::~StoredPgn() = default;

void StoredPgn::append(const StoredGame& game, std::string_view record, std::string& text) {
  implementation_->append(game, record, text);
}

std::uint64_t StoredPgn::pieces_set_aside() const { return implementation_->pieces_set_aside(); }

std::string pgn_of(const StoredGame& game, std::string_view record) {
  std::string text;
  StoredPgn().append(game, record, text);
  return text;
}

}  // namespace arbiter
