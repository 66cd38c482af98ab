#include "lib/chess/position.h"

#include <ostream>

#include "lib/base/result.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/setup.h"
#include "lib/export/movetext_sink.h"
#include "lib/laws/game_end.h"
#include "lib/laws/illegality.h"
#include "lib/laws/winnability/winnability.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/board_drawing.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "tools/library/members.h"

namespace arbiter::api {
namespace {

LegalMove legal_move_of(arbiter::Move move, const arbiter::Position& position) {
  return {san_of(move, position), uci_of(move, position), move.bits()};
}

}  // namespace

Position::Position()
    : implementation_(std::make_unique<Implementation>(
          Implementation{initial_setup(), {}, arbiter::Position()})) {}
Position::Position(std::string_view fen) {
  const auto position = parse_position(fen);
  if (!position) throw Error("invalid position '" + std::string(fen) + "': " + position.error());
  implementation_ =
      std::make_unique<Implementation>(Implementation{position->setup(), {}, *position});
}
Position::Position(const Position& other)
    : implementation_(std::make_unique<Implementation>(*other.implementation_)) {}
Position& Position::operator=(const Position& other) {
  *implementation_ = *other.implementation_;
  return *this;
}
Position::~Position() = default;

std::string Position::fen() const { return fen_of(implementation_->position); }
std::string Position::start() const {
  const Setup& first = implementation_->first;
  return first == initial_setup() ? std::string() : fen_of(first, CastlingLetters::Shredder);
}

std::vector<std::string> Position::uci() const {
  const arbiter::Position first(implementation_->first);
  const UciCastling castling = castling_in_uci(&first);
  std::vector<std::string> words;
  arbiter::Color turn = first.turn();
  for (const arbiter::Move move : implementation_->moves) {
    words.push_back(uci_of(move, turn, castling));
    turn = other(turn);
  }
  return words;
}

std::string Position::svg(std::uint32_t pixels) const {
  BoardPicture picture{.board = implementation_->position.board(), .size = pixels, .title = fen()};
  if (!implementation_->moves.empty()) picture.last_move = implementation_->moves.back();
  return svg_of(picture);
}

std::ostream& operator<<(std::ostream& out, const Position& position) {
  return out << position.fen();
}

std::uint64_t Position::key() const {
  return static_cast<std::uint64_t>(implementation_->position.key());
}
Color Position::turn() const { return static_cast<Color>(implementation_->position.turn()); }
bool Position::is_check() const { return implementation_->position.is_check(); }

std::string Position::end() const {
  const auto reason = end_on_board(implementation_->position);
  return reason ? std::string(to_string(*reason)) : std::string();
}

std::vector<LegalMove> Position::legal_moves() const {
  std::vector<LegalMove> moves;
  for (const arbiter::Move move : arbiter::legal_moves(implementation_->position)) {
    moves.push_back(legal_move_of(move, implementation_->position));
  }
  return moves;
}

Ruling Position::rule_on(std::string_view text) const {
  const arbiter::Position& now = implementation_->position;
  const auto named = named_move(text, now, {});
  if (!named) return {.reason = "'" + std::string(text) + "' is not a move"};
  if (named->is_null()) return {.reason = "a player may not pass", .article = "Laws 1.2"};
  if (named->is_legal()) return {.move = legal_move_of(named->move(), now)};
  const Illegality why = explain(named->resolved.san, implementation_->history());
  const std::string_view article = why.article.empty() ? entry_of(why.code).reference : why.article;
  return {.reason = why.message, .article = std::string(article), .help = why.help};
}

Position Position::after(std::string_view text) const {
  const Ruling ruling = rule_on(text);
  if (!ruling.move) throw Error("illegal move '" + std::string(text) + "': " + ruling.reason);
  const arbiter::Move move = arbiter::Move::from_bits(ruling.move->code);
  Position next = *this;
  next.implementation_->moves.push_back(move);
  next.implementation_->position.play(move);
  return next;
}

Status Position::status() const {
  const arbiter::Position& now = implementation_->position;
  const Standing standing =
      standing_of(implementation_->history(), chances_of(now), RulesProfile::Fide);
  const auto sans = [&](const MoveList& moves) {
    std::vector<std::string> words;
    for (const arbiter::Move move : moves) words.push_back(san_of(move, now));
    return words;
  };
  Status status;
  if (standing.end) {
    status.end = to_string(standing.end->reason);
    status.article = article_of(standing.end->reason);
    status.result = to_string(standing.end->outcome);
  }
  status.occurrences = static_cast<std::uint32_t>(standing.occurrences.size());
  status.halfmove_clock = now.halfmove_clock();
  status.is_threefold = standing.has_threefold();
  status.is_fifty_moves = now.halfmove_clock() >= standing.half_moves_to_claim;
  status.moves_to_threefold = sans(standing.moves_to_threefold);
  status.moves_to_fifty = sans(standing.moves_to_fifty);
  return status;
}

Winnable Position::winnable(Color color) const {
  const WinnabilityAnswer found =
      find_winnability(implementation_->position, static_cast<arbiter::Color>(color));
  Winnable answer{.proof = std::string(to_string(found.proof))};
  if (found.verdict != Winnability::Undetermined)
    answer.answer = found.verdict == Winnability::Winnable;
  arbiter::Position position = implementation_->position;
  for (const arbiter::Move move : found.line) {
    answer.line.push_back(san_of(move, position));
    position.play(move);
  }
  return answer;
}

}  // namespace arbiter::api
