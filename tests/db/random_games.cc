#include "tests/db/random_games.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>

#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/sqlite_storage.h"
#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "tests/db/stores.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

class GameMaker {
 public:
  RandomGame make() {
    RandomGame game;
    describe(game.sample);
    play(game);
    return game;
  }

 private:
  std::size_t below(std::size_t number) { return random_() % number; }
  template <class T, std::size_t kSize>
  const T& one_of(const std::array<T, kSize>& values) {
    return values[below(kSize)];
  }

  void describe(SampleGame& sample) {
    static const std::array<std::string, 10> kPlayers = {"Carlsen, Magnus",  "Carlsen,M.",
                                                         "Müller, Hans",     "Mueller,H",
                                                         "Карпов, Анатолий", "Karpov, Anatoly",
                                                         "Magnus, Carl",     "?",
                                                         "Karpova, Anna",    ""};
    static const std::array<std::string, 4> kEvents = {"World Blitz", "Blitz of Worlds", "?",
                                                       "Moscow Open"};
    static const std::array<std::string, 3> kSites = {"Moscow, RUS", "Wijk aan Zee", ""};
    static const std::array<std::uint32_t, 9> kDates = {19500000, 19500500, 19500517, 0,  19511231,
                                                        19520101, 19520200, 19520013, 517};
    static const std::array<std::uint16_t, 6> kElos = {0, 1500, 2400, 2500, 2600, 2800};
    static const std::array<std::uint16_t, 5> kEco = {0, 1, 100, 191, 500};
    sample.white = one_of(kPlayers);
    sample.black = one_of(kPlayers);
    sample.event = one_of(kEvents);
    sample.site = one_of(kSites);
    sample.round = std::to_string(below(9));
    sample.date = one_of(kDates);
    sample.white_elo = one_of(kElos);
    sample.black_elo = one_of(kElos);
    sample.eco = one_of(kEco);
    sample.result = static_cast<Outcome>(below(4));
    sample.ending = static_cast<Ending>(below(16));
    if (below(8) == 0) sample.flags = kDuplicate;
    if (below(8) == 0) sample.flags |= kIncomplete;
    if (below(6) == 0) sample.findings.push_back({DiagnosticCode::Pinned, 3});
    if (below(6) == 0) sample.findings.push_back({DiagnosticCode::ResultMismatch, 0});
    static const std::array<std::string, 3> kStarts = {
        "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1",
        "7k/1P1P4/8/8/8/8/4p1p1/1K1Q4 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"};
    if (below(5) == 0) sample.start = one_of(kStarts);
  }

  void play(RandomGame& game) {
    const std::string& start = game.sample.start;
    Position position = start.empty() ? Position() : *parse_position(start);
    game.positions.push_back(position);
    const std::size_t plies = below(10) == 0 ? 0 : below(4) == 0 ? 200 : below(40);
    for (std::size_t ply = 0; ply < plies; ++ply) {
      const auto moves = choices(position, ply);
      if (moves.empty()) break;
      const Move move = moves[below(moves.size())];
      game.sample.moves += san_of(move, position) + " ";
      position.play(move);
      game.positions.push_back(position);
    }
    set_ending(position, game.sample);
  }

  // Only mate on the board has the ending Checkmate, and likewise for stalemate.
  static void set_ending(const Position& last, SampleGame& sample) {
    if (!has_legal_move(last)) {
      sample.ending = last.is_check() ? Ending::Checkmate : Ending::Stalemate;
    } else if (sample.ending == Ending::Checkmate || sample.ending == Ending::Stalemate) {
      sample.ending = Ending::Forfeit;
    }
  }

  // Returns few moves in the opening, so that games share positions, and captures more often than
  // other moves.
  std::vector<Move> choices(const Position& position, std::size_t ply) {
    std::vector<Move> moves;
    for (const Move move : legal_moves(position)) {
      const bool is_calm = position.board().is_empty(move.to()) && move.kind() == MoveKind::Normal;
      moves.insert(moves.end(), is_calm ? 1 : 3, move);
    }
    std::sort(moves.begin(), moves.end(), [](Move a, Move b) { return a.bits() < b.bits(); });
    if (ply < 8 && moves.size() > 3) moves.resize(3);
    return moves;
  }

  std::mt19937 random_{20261121};
};

}  // namespace

std::vector<RandomGame> random_games(std::size_t count) {
  std::vector<RandomGame> games;
  GameMaker maker;
  for (std::size_t i = 0; i < count; ++i) games.push_back(maker.make());
  return games;
}

std::unique_ptr<Database> database_of(const std::vector<RandomGame>& games) {
  auto database = empty_database();
  SqliteStorage storage(*database);
  add_games(storage, games);
  return database;
}

void mark_deleted(const Database& database, GameId game) {
  const Connection& connection = database.connection();
  Transaction transaction(connection);
  connection.prepare("UPDATE game SET flags = flags | 1 WHERE id = ?1")
      .bind(1, number_of(game))
      .run();
  ColumnReader facts(connection);
  const std::uint64_t flags = facts.value(game, GameColumn::Flags);
  ColumnWriter writer(connection);
  writer.set(game, GameColumn::Flags, flags | kDeleted);
  writer.finish();
  transaction.commit();
}

}  // namespace arbiter::testing
