#include "db/model/position_query.h"

#include <algorithm>
#include <array>
#include <optional>

#include "lib/chess/legal_moves.h"

namespace arbiter {
namespace {

struct Right {
  Color color;
  CastlingSide side;
  Square rook;
};

// Returns a castling right for each side of each king with a rook on that side. The key does not
// distinguish several such rooks.
std::vector<Right> possible_rights(const Board& board) {
  std::vector<Right> rights;
  for (const Color color : {Color::White, Color::Black}) {
    const Square king = board.of(color, Role::King).first();
    if (relative_rank(color, king) != Rank::One) continue;
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      for (const Square rook : board.of(color, Role::Rook)) {
        const bool is_beyond = side == CastlingSide::King ? rook > king : rook < king;
        if (rank_of(rook) != rank_of(king) || !is_beyond) continue;
        rights.push_back({color, side, rook});
        break;
      }
    }
  }
  return rights;
}

CastlingRights chosen(const std::vector<Right>& rights, unsigned choice) {
  CastlingRights castling;
  for (std::size_t i = 0; i < rights.size(); ++i) {
    if ((choice >> i & 1) != 0) castling.grant(rights[i].color, rights[i].side, rights[i].rook);
  }
  return castling;
}

// Returns std::nullopt, and then each square on which an en passant capture would be legal.
std::vector<std::optional<Square>> possible_en_passant(Setup setup) {
  std::vector<std::optional<Square>> squares = {std::nullopt};
  const Rank rank = setup.turn == Color::White ? Rank::Six : Rank::Three;
  for (int file = 0; file < 8; ++file) {
    const Square square = square_of(static_cast<File>(file), rank);
    setup.en_passant = square;
    if (is_after_double_step(setup) && Position(setup).en_passant()) squares.push_back(square);
  }
  return squares;
}

std::vector<PositionKey> keys_with_all_rights(const Position& position) {
  Setup setup = position.setup();
  const std::vector<Right> rights = possible_rights(setup.board);
  const auto squares = possible_en_passant(setup);
  std::vector<PositionKey> keys;
  for (unsigned choice = 0; choice < 1u << rights.size(); ++choice) {
    setup.castling = chosen(rights, choice);
    for (const auto& square : squares) {
      setup.en_passant = square;
      keys.push_back(Position(setup).key());
    }
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

}  // namespace

PositionQuery::PositionQuery(const Position& position, Rights rights)
    : position_(position),
      rights_(rights),
      keys_(rights == Rights::Exact ? std::vector{position.key()}
                                    : keys_with_all_rights(position)) {}

bool PositionQuery::matches(const Position& position) const {
  if (rights_ == Rights::Exact) return position == position_;
  return position.turn() == position_.turn() && position.board() == position_.board();
}

bool PositionQuery::finds(const Position& position) const {
  return std::ranges::binary_search(keys_, position.key()) && matches(position);
}

bool may_go_on(const PositionQuery& query, std::uint16_t next) {
  if (next == 0) return true;
  const Move move = Move::from_bits(next);
  if (is_legal(query.position(), move)) return true;
  // If rights are ignored, castling and en passant may be legal in some of the positions.
  return query.rights() == Rights::Ignored &&
         (move.kind() == MoveKind::Castling || move.kind() == MoveKind::EnPassant);
}

PositionSet::PositionSet(const std::vector<PositionKey>& keys) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    entries_.push_back({keys[i], i});
    upper_.set(static_cast<std::uint64_t>(keys[i]) >> kOtherBits);
  }
  std::ranges::stable_sort(entries_, {}, &Entry::key);
  const auto rest = std::ranges::unique(entries_, {}, &Entry::key);
  entries_.erase(rest.begin(), rest.end());
}

std::optional<std::size_t> PositionSet::look_up(PositionKey key) const {
  const auto found = std::ranges::lower_bound(entries_, key, {}, &Entry::key);
  if (found == entries_.end() || found->key != key) return std::nullopt;
  return found->index;
}

std::vector<PositionKey> PositionSet::keys() const {
  std::vector<PositionKey> keys;
  for (const Entry& entry : entries_) keys.push_back(entry.key);
  return keys;
}

}  // namespace arbiter
