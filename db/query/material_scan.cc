#include "db/query/material_scan.h"

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "db/model/move_code.h"
#include "lib/base/parallel.h"
#include "lib/chess/setup.h"
#include "lib/notation/fen.h"

namespace arbiter::db::query {
namespace {

// By piece code; nothing for an empty square.
constexpr std::array<MenCounts, kPieceCount + 1> kMen = [] {
  std::array<MenCounts, kPieceCount + 1> men{};
  for (std::uint8_t code = 0; code < kPieceCount; ++code) {
    men[code] = one_man(Piece::from_code(code));
  }
  return men;
}();

// The men that a promotion adds: one more here, a pawn less there.
MenCounts change_by(Move promotion, std::uint8_t pawn) {
  const Piece piece(Piece::from_code(pawn).color(), promotion.promotion_role());
  return kMen[piece.code()] - kMen[pawn];
}

struct FirstPosition {
  explicit FirstPosition(const Board& from) : board(from), men(men_on(from)) {}

  const Board& board;
  MenCounts men;
};

bool reaches(const MaterialPattern& pattern, const FirstPosition& first,
             std::span<const std::uint8_t> moves) {
  MenCounts men = first.men;
  if (pattern.matches(men)) return true;
  for (MoveUnpacker game(moves, first.board); game.next();) {
    const bool promotes = game.move().kind() == MoveKind::Promotion;
    if (game.captured() == Board::kEmpty && !promotes) continue;
    men -= kMen[game.captured()];
    if (promotes) [[unlikely]]
      men += change_by(game.move(), game.piece());
    if (pattern.matches(men)) return true;
    if (pattern.is_out_of_reach(men)) return false;
  }
  return false;
}

// A stretch of game numbers, both ends included.
struct Stretch {
  std::int64_t first = 1;
  std::int64_t last = 0;
};

constexpr const char* kMovesOfGames =
    "SELECT id, start, moves FROM game WHERE id BETWEEN ?1 AND ?2";

std::vector<GameId> scan(const Connection& connection, const MaterialPattern& pattern,
                         const GameSet& among, Stretch stretch) {
  std::vector<GameId> found;
  Statement query = connection.prepare(kMovesOfGames);
  query.bind(1, stretch.first).bind(2, stretch.last);
  while (query.step()) {
    const GameId game{query.integer(0)};
    if (!among.contains(game)) continue;
    if (reaches_material(pattern, query.text(1), query.blob(2))) found.push_back(game);
  }
  return found;
}

Stretch stretch_of(const GameSet& games) {
  Stretch stretch;
  bool is_first = true;
  games.for_each([&](GameId game) {
    if (std::exchange(is_first, false)) stretch.first = number_of(game);
    stretch.last = number_of(game);
    return true;
  });
  return stretch;
}

// Two threads cost more than they spare below this.
constexpr std::int64_t kWorthSharing = 10000;

// Nothing where the file has no second door: a database in memory, somebody else's.
std::unique_ptr<Connection> second_connection(const Connection& connection) {
  if (connection.path().empty() || connection.path() == ":memory:") return nullptr;
  auto opened = Connection::open(connection.path(), Access::Read);
  return opened ? *std::move(opened) : nullptr;
}

}  // namespace

bool reaches_material(const MaterialPattern& pattern, std::string_view start,
                      std::span<const std::uint8_t> moves) {
  if (start.empty()) {
    // Each move captures one man at most.
    if (packed_moves(moves.size()) < pattern.least_captures()) return false;
    static const FirstPosition usual(initial_setup().board);
    return reaches(pattern, usual, moves);
  }
  const auto read = parse_fen(start);
  const auto* parsed = std::get_if<ParsedFen>(&read);
  return parsed != nullptr && reaches(pattern, FirstPosition(parsed->setup.board), moves);
}

GameSet games_reaching(const Connection& connection, const MaterialPattern& pattern,
                       const GameSet& among) {
  const Stretch all = stretch_of(among);
  GameSet found(all.last);
  auto second = all.last - all.first >= kWorthSharing ? second_connection(connection) : nullptr;
  const std::int64_t middle = second ? all.first + (all.last - all.first) / 2 : all.last;
  std::array<std::vector<GameId>, 2> halves;
  run_parallel(second ? 2 : 1, [&](unsigned job) {
    halves[job] = job == 0 ? scan(connection, pattern, among, {all.first, middle})
                           : scan(*second, pattern, among, {middle + 1, all.last});
  });
  for (const std::vector<GameId>& half : halves) {
    for (const GameId game : half) found.insert(game);
  }
  return found;
}

}  // namespace arbiter::db::query
