#include "lib/export/game_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "lib/base/text.h"
#include "lib/chess/playable.h"
#include "lib/export/export_tags.h"
#include "lib/export/export_text.h"
#include "lib/export/movetext_export.h"
#include "lib/notation/fen.h"
#include "lib/pgn/export_writer.h"
#include "lib/pgn/set_aside.h"
#include "lib/pgn/tag_value.h"
#include "lib/pgn/text_between.h"
#include "lib/tags/damaged_tags.h"
#include "lib/tags/variant.h"
#include "lib/text/control.h"

namespace arbiter::export_ {

namespace {

// The position that a FEN gives, if moves can be played from it.
std::optional<Position> playable_position(std::string_view fen) {
  std::variant<ParsedFen, FenError> parsed = parse_fen(fen);
  ParsedFen* read = std::get_if<ParsedFen>(&parsed);
  if (read == nullptr || !is_playable(read->setup)) return std::nullopt;
  read->setup.fullmove_number = std::max<std::uint32_t>(read->setup.fullmove_number, 1);
  return Position(read->setup);
}

}  // namespace

class GameExporter::Implementation {
 public:
  Implementation(const std::optional<PieceLetters>& letters, const GameShape& shape)
      : shape_(shape.movetext), tags_(tally_, shape.tags), movetext_(letters, utf8_, tally_) {}

  void append(const PgnGame& game, std::string& text);
  void append_between(std::string_view between, std::string& text);

  const ExportTally& tally() {
    tally_.converted_texts = utf8_.conversions();
    return tally_;
  }

  const MovetextExport& movetext() const { return movetext_; }

 private:
  void collect_tags(const PgnGame& game);
  void write_movetext(const PgnGame& game, ExportWriter& writer);
  std::string_view terminator(const PgnGame& game);
  std::optional<Position> first_position() const;

  MovetextShape shape_;
  Utf8Text utf8_;
  ExportTally tally_;
  ExportTags tags_;
  MovetextExport movetext_;
  std::string written_;  // the movetext: the tags in front of it name the result at its end
};

void GameExporter::Implementation::collect_tags(const PgnGame& game) {
  tags_.clear();
  for (const PgnTag& tag : game.tags) {
    std::string name(utf8_.of(tag.name));
    tags_.add({std::move(name), unescape(utf8_.of(tag.value)), tag.known});
  }
}

// Nothing where moves cannot be played, or are those of another game.
std::optional<Position> GameExporter::Implementation::first_position() const {
  if (const ExportTag* variant = tags_.find(KnownTag::Variant)) {
    const std::optional<VariantReading> reading = read_variant(variant->value);
    if (!reading || reading->rules == VariantRules::Other) return std::nullopt;
  }
  const ExportTag* fen = tags_.find(KnownTag::Fen);
  if (fen == nullptr || fen->value.empty()) return Position();
  return playable_position(fen->value);
}

// As it is written, in PGN's form.
std::string_view GameExporter::Implementation::terminator(const PgnGame& game) {
  if (const std::optional<ResultReading>& written = movetext_.written_result()) {
    return to_string(written->outcome);
  }
  ++tally_.added_terminators;
  const std::optional<GameResult> result =
      decide_result({.tag = tagged_result(game), .board = movetext_.outcome_on_board()});
  return to_string(result.value_or(GameResult()).outcome);
}

void GameExporter::Implementation::write_movetext(const PgnGame& game, ExportWriter& writer) {
  for (const std::string_view damaged : damaged_tags(game)) {
    writer.comment(fmt::format("{} {}", kUnreadableTag.substr(1), utf8_.of(damaged)));
    ++tally_.unreadable_pieces;
  }
  movetext_.run(game, first_position(), writer);
}

void GameExporter::Implementation::append(const PgnGame& game, std::string& text) {
  ++tally_.games;
  collect_tags(game);
  written_.clear();
  ExportWriter movetext(written_, shape_);
  write_movetext(game, movetext);
  const std::string_view result = terminator(game);
  movetext.end_game(result);

  tags_.complete(result);
  ExportWriter tags(text);
  tags_.write(tags);
  text += written_;
}

void GameExporter::Implementation::append_between(std::string_view between, std::string& text) {
  bool has_lines = false;
  for_each_line_between(between, [&](std::string_view line) {
    const std::string written = without_controls(utf8_.of(line));
    if (line[0] != '%') text += "% ";
    text += trim(written);
    text += '\n';
    has_lines = true;
    ++tally_.skipped_lines;
  });
  if (has_lines) text += '\n';
}

GameExporter::GameExporter(std::optional<PieceLetters> letters, const GameShape& shape)
    : implementation_(std::make_unique<Implementation>(letters, shape)) {}

GameExporter::~GameExporter() = default;

void GameExporter::append(const PgnGame& game, std::string& text) {
  implementation_->append(game, text);
}

void GameExporter::append_between(std::string_view between, std::string& text) {
  implementation_->append_between(between, text);
}

const ExportTally& GameExporter::tally() const { return implementation_->tally(); }

const std::optional<UnplayedRest>& GameExporter::unplayed_rest() const {
  return implementation_->movetext().unplayed_rest();
}

const std::optional<TranslatedMoves>& GameExporter::translated_moves() const {
  return implementation_->movetext().translated_moves();
}

}  // namespace arbiter::export_
