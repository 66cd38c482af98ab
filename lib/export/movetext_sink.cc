#include "lib/export/movetext_sink.h"

#include <algorithm>
#include <cmath>

#include "lib/base/text.h"
#include "lib/laws/first_position.h"
#include "lib/notation/fen.h"
#include "lib/pgn/comment_parts.h"

namespace arbiter {
namespace {

void add_time(std::string_view value, std::optional<ClockTime>& time) {
  if (time) return;
  if (const auto reading = read_clock(value)) time = reading->time;
}

// Parses "0.35,18" and "#-3", ignoring the depth.
void add_evaluation(std::string_view value, CommentValues& values) {
  if (values.evaluation || values.mate) return;
  value = value.substr(0, value.find(','));
  if (value.starts_with('#')) {
    values.mate = parse_signed_number<std::int32_t>(value.substr(1));
    return;
  }
  const auto pawns = parse_signed_number<double>(value);
  if (pawns && std::isfinite(*pawns)) values.evaluation = pawns;
}

// Adds the evaluation of a comment that lists the data of a search, as TCEC writes them:
// "d=31, sd=43, mt=55970, wv=-0.06, R50=50" (wv=-M12 is mate in 12 moves by Black).
void add_listed_evaluation(std::string_view comment, CommentValues& values) {
  constexpr std::string_view kName = ", wv=";
  const std::size_t at = comment.find(kName);
  if (at == comment.npos || values.evaluation || values.mate) return;
  std::string_view value = comment.substr(at + kName.size());
  value = value.substr(0, value.find(','));
  if (const std::size_t mate = value.find('M'); mate != value.npos && mate <= 1) {
    values.mate = parse_signed_number<std::int32_t>(value.substr(mate + 1));
    if (values.mate && mate == 1) *values.mate *= -1;
  } else {
    add_evaluation(value, values);
  }
}

}  // namespace

UciCastling castling_in_uci(const Position* start) {
  if (start == nullptr) return UciCastling::KingsSquare;
  Setup setup;
  setup.board = start->board();
  const bool is_other_start =
      setup.board != initial_setup().board && is_untouched(setup) && is_chess960_start(setup);
  return is_other_start || needs_chess960(*start) ? UciCastling::KingTakesRook
                                                  : UciCastling::KingsSquare;
}

void add_values(std::string_view comment, CommentValues& values) {
  if (comment.find("[%") == std::string_view::npos) return add_listed_evaluation(comment, values);
  CommentParts parts(comment);
  for (CommentPart part; parts.next(part);) {
    if (!part.is_command) continue;
    const CommandKind kind = command_kind(part.name);
    if (kind == CommandKind::TimeLeft) add_time(part.value, values.clock);
    if (kind == CommandKind::Elapsed) add_time(part.value, values.elapsed);
    if (kind == CommandKind::Evaluation) add_evaluation(part.value, values);
  }
}

MovetextShaper::MovetextShaper(const GameShape& shape)
    : shape_(shape),
      is_needed_(shape.movetext.dropped.any() || shape.added.any() || shape.from_ply > 1 ||
                 shape.to_ply < UINT32_MAX || shape.begins_by_game()),
      has_fen_comments_(shape.adds(GamePart::Fens) && shape.format == GameFormat::Pgn),
      needs_last_(shape.adds(GamePart::Hash) || shape.adds(GamePart::FenEnd) ||
                  shape.from_ply > 1 || shape.begins_by_game()),
      needs_opening_(shape.adds(GamePart::Eco) || shape.adds(GamePart::Opening)) {}

void MovetextShaper::start_game(MovetextSink& next, const PositionMark& mark) {
  next_ = &next;
  mark_ = shape_.adds(GamePart::Match) && mark.is_match ? &mark : nullptr;
  has_begun_ = false;
  depth_ = 0;
  hidden_ = 0;
  read_plies_ = 0;
  new_first_.reset();
  last_.reset();
  opening_ = nullptr;
  total_plies_ = 0;
  marked_ply_.reset();
  marked_label_.clear();
  has_pending_mark_ = false;
  pending_fen_.clear();
}

void MovetextShaper::end_game() {
  if (!has_begun_ && last_) begin_at(*last_);
  flush_pending();
  if (last_ && shape_.adds(GamePart::FenEnd)) next_->comment(fen_of(*last_));
}

std::uint32_t MovetextShaper::plies() const {
  return std::max(std::min(read_plies_, shape_.to_ply) + 1, shape_.from_ply) - shape_.from_ply;
}

bool MovetextShaper::is_hidden() const {
  const bool is_before = !has_begun_ || (shape_.from_ply > 1 && read_plies_ < shape_.from_ply);
  return hidden_ > 0 || is_before || read_plies_ > shape_.to_ply;
}

void MovetextShaper::begin(const Position* start) {
  if (start != nullptr && needs_last_) last_ = *start;
  last_move_.reset();
  if (start != nullptr) note_opening(*start);
  if (start != nullptr && shape_.from_ply > 1) return;
  has_begun_ = true;
  next_->begin(start);
  if (start != nullptr) note_mark(*start);
}

void MovetextShaper::begin_at(const Position& first) {
  has_begun_ = true;
  new_first_ = first;
  next_->begin(&first);
  note_mark(first);
}

void MovetextShaper::note_mark(const Position& position) {
  if (mark_ == nullptr || marked_ply_ || (depth_ > 0 && !mark_->is_anywhere)) return;
  if (!mark_->is_match(position)) return;
  marked_ply_ = plies();
  if (mark_->label) marked_label_ = mark_->label(position);
  has_pending_mark_ = true;
}

// Stores the opening of the position, if named; the last named position counts.
void MovetextShaper::note_opening(const Position& position) {
  if (!needs_opening_) return;
  if (const Opening* opening = shape_.openings->find(position.key())) opening_ = opening;
}

// Writes the pending comments after the NAGs of the move.
void MovetextShaper::flush_pending() {
  if (has_pending_mark_) next_->comment("match");
  has_pending_mark_ = false;
  if (!pending_fen_.empty()) next_->comment(pending_fen_);
  pending_fen_.clear();
}

void MovetextShaper::move(const WrittenMove& move) {
  if (depth_ == 0) {
    ++read_plies_;
    note_opening(*move.after);
    if (needs_last_ && read_plies_ <= shape_.to_ply) {
      last_ = *move.after;
      last_move_ = move.move;
    }
    if (!has_begun_ && read_plies_ + 1 == shape_.from_ply) return begin_at(*move.after);
  }
  if (is_hidden()) return;
  flush_pending();
  ++total_plies_;
  next_->move(move);
  note_mark(*move.after);
  if (has_fen_comments_) pending_fen_ = fen_of(*move.after);
}

void MovetextShaper::word(std::string_view text) {
  if (is_hidden()) return;
  next_->word(text);
}

void MovetextShaper::nag(std::uint32_t number) {
  if (is_hidden() || shape_.movetext.drops(MovetextPart::Nags)) return;
  next_->nag(number);
}

void MovetextShaper::comment(std::string_view text) {
  if (is_hidden()) return;
  flush_pending();
  if (!shape_.movetext.drops_of_comments()) return next_->comment(text);
  next_->comment(remaining_comment(text, shape_.movetext));
}

void MovetextShaper::escape(std::string_view line) {
  if (is_hidden() || shape_.movetext.drops(MovetextPart::Words)) return;
  flush_pending();
  next_->escape(line);
}

void MovetextShaper::start_variation() {
  ++depth_;
  if (is_hidden() || shape_.movetext.drops(MovetextPart::Variations)) {
    ++hidden_;
    return;
  }
  flush_pending();
  next_->start_variation();
}

void MovetextShaper::end_variation() {
  --depth_;
  if (hidden_ > 0) {
    --hidden_;
    return;
  }
  flush_pending();
  next_->end_variation();
}

}  // namespace arbiter
