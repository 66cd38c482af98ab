#include "tests/db/sample_games.h"

#include <sstream>
#include <stdexcept>

#include "db/model/move_code.h"
#include "db/sqlite/games/game_store.h"
#include "lib/chess/position_key.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/openings/opening_table.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

Position first_position(const SampleGame& sample) {
  if (sample.start.empty()) return Position();
  const auto position = parse_position(sample.start);
  if (!position) throw std::invalid_argument(position.error());
  return *position;
}

std::vector<Move> moves_of(const SampleGame& sample, Position position) {
  std::vector<Move> moves;
  std::istringstream words(sample.moves);
  for (std::string word; words >> word;) {
    const auto san = parse_san(word);
    const auto resolution = san ? resolve(*san, position) : SanResolution();
    if (resolution.status != SanStatus::Legal)
      throw std::invalid_argument("not a legal move: " + word);
    moves.push_back(resolution.move);
    position.play(resolution.move);
  }
  return moves;
}

// Adds one posting for each position, including repetitions, which the index removes.
void add_postings(const std::vector<Move>& moves, Position position, DraftBatch& batch) {
  const auto game = static_cast<std::uint32_t>(batch.games.size());
  for (std::size_t ply = 0; ply <= moves.size(); ++ply) {
    const std::uint16_t next = ply < moves.size() ? moves[ply].bits() : std::uint16_t{0};
    batch.postings.push_back({position.key(), game, next, static_cast<std::uint16_t>(ply)});
    if (ply < moves.size()) position.play(moves[ply]);
  }
}

}  // namespace

void add_sample(const SampleGame& sample, DraftBatch& batch) {
  const Position first = first_position(sample);
  const std::vector<Move> moves = moves_of(sample, first);
  add_postings(moves, first, batch);
  std::string packed;
  pack_moves(moves, packed);
  MovesHash hash(first.key());
  for (const Move move : moves) hash.add(code_of(move));
  const std::string start = sample.start.empty() ? "" : fen_of(first, CastlingLetters::Shredder);

  const std::size_t place = batch.games.size();
  batch.games.push_back({.white = batch.add(sample.white),
                         .black = batch.add(sample.black),
                         .event = batch.add(sample.event),
                         .site = batch.add(sample.site),
                         .round = batch.add(sample.round),
                         .start = batch.add(start),
                         .moves = batch.add(packed),
                         .record = batch.add(sample.record),
                         .date = sample.date,
                         .white_elo = sample.white_elo,
                         .black_elo = sample.black_elo,
                         .eco = sample.eco,
                         .plies = static_cast<std::uint16_t>(moves.size()),
                         .result = sample.result,
                         .ending = sample.ending,
                         .flags = sample.flags,
                         .first_finding = static_cast<std::uint32_t>(batch.findings.size()),
                         .findings = static_cast<std::uint32_t>(sample.findings.size()),
                         .moves_hash = hash.value(),
                         .offset = place * 1000,
                         .line = place * 10 + 1,
                         .opening = known_openings().of_moves(moves, first)});
  batch.findings.insert(batch.findings.end(), sample.findings.begin(), sample.findings.end());
}

std::unique_ptr<Database> empty_database() {
  auto database = Database::open(":memory:", Access::Create);
  if (!database) throw std::runtime_error(database.error());
  return *std::move(database);
}

GameId store_samples(const Database& database, const std::vector<SampleGame>& samples,
                     std::string_view source) {
  DraftBatch batch;
  for (const SampleGame& sample : samples) add_sample(sample, batch);
  const Connection& connection = database.connection();
  Transaction transaction(connection);
  connection.prepare("INSERT INTO source (name) VALUES (?1)").bind(1, source).run();
  const SourceMark mark{.source = SourceId{static_cast<std::uint32_t>(connection.last_row())},
                        .batch_games = static_cast<std::uint32_t>(samples.size())};
  const GameId first{database.last_game() + 1};
  GameStore(connection).add(batch, first, std::span(&mark, 1));
  transaction.commit();
  return first;
}

}  // namespace arbiter::testing
