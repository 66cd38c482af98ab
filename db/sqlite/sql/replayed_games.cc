#include "db/sqlite/sql/replayed_games.h"

#include <fmt/format.h>

#include <stdexcept>

#include "db/model/game_reach.h"
#include "db/model/stored_game.h"
#include "db/model/stored_pgn.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/patterns/pattern_parser.h"

namespace arbiter::sqlite {
namespace {

std::string san_line(Position position, std::span<const Move> moves) {
  std::string text;
  for (const Move move : moves) {
    const bool is_white = position.turn() == Color::White;
    if (!text.empty()) text += ' ';
    if (is_white || text.empty()) {
      text += fmt::format_int(position.fullmove_number()).c_str();
      text += is_white ? ". " : "... ";
    }
    Position after = position;
    after.play(move);
    text += san_text_of(move, position, after).view();
    position = after;
  }
  return text;
}

}  // namespace

ReplayedGames::ReplayedGames(sqlite3* handle) : connection_(Connection::borrow(handle)) {}

GameReader& ReplayedGames::reader() { return reader_ ? *reader_ : reader_.emplace(*connection_); }

ReplayedGames::Replay& ReplayedGames::replay_of(GameId game) {
  if (last_ && last_->id == game) return *last_;
  last_.reset();
  Replay replay{.id = game, .line = reader().line(game)};
  if (replay.line) {
    StoredGame stored;
    stored.id = game;
    stored.start = replay.line->start;
    replay.first = Position(first_setup(stored));
    replay.position = replay.first;
  }
  return last_.emplace(std::move(replay));
}

std::optional<std::string> ReplayedGames::fen_at(GameId game, std::int64_t ply) {
  Replay& replay = replay_of(game);
  if (!replay.line || ply < 0) return std::nullopt;
  const auto wanted = static_cast<std::size_t>(ply);
  const std::vector<Move>& moves = replay.line->moves;
  if (wanted > moves.size()) return std::nullopt;
  if (wanted < replay.ply) {
    replay.position = replay.first;
    replay.ply = 0;
  }
  while (replay.ply < wanted) replay.position.play(moves[replay.ply++]);
  return fen_of(replay.position);
}

const std::string* ReplayedGames::san_moves(GameId game) {
  Replay& replay = replay_of(game);
  if (!replay.line) return nullptr;
  if (!replay.san) replay.san = san_line(replay.first, replay.line->moves);
  return &*replay.san;
}

const std::string* ReplayedGames::pgn(GameId game) {
  Replay& replay = replay_of(game);
  if (!replay.line) return nullptr;
  if (!replay.pgn) {
    const auto stored = reader().game(game);
    if (!stored) return nullptr;
    replay.pgn = pgn_of(*stored, reader().record(game));
  }
  return &*replay.pgn;
}

std::optional<bool> ReplayedGames::matches(GameId game, const std::string& pattern) {
  if (!plan_ || pattern_ != pattern) {
    const auto read = read_pattern(pattern);
    if (!read) throw std::invalid_argument(read.error());
    plan_ = std::make_shared<const PatternPlan>(*read);
    pattern_ = pattern;
  }
  const Replay& replay = replay_of(game);
  if (!replay.line) return std::nullopt;
  return !pattern_hits({&plan_, 1}, replay.first.setup(), replay.line->moves).empty();
}

}  // namespace arbiter::sqlite
