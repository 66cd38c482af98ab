#include "db/sqlite/games/game_store.h"

#include <cassert>
#include <string_view>
#include <vector>

#include "db/model/result_number.h"
#include "db/model/stood_squares.h"
#include "db/sqlite/games/square_index.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kAddGame =
    "INSERT INTO game (id, white, black, event, site, round, date, white_elo, black_elo, eco,"
    " result, plies, ending, flags, start, source, offset, line, moves, opening)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, "
    "?19, ?20)";
constexpr std::string_view kAddFinding =
    "INSERT OR IGNORE INTO finding (game, ply, kind) VALUES (?1, ?2, ?3)";
constexpr std::string_view kFindKind = "SELECT id FROM finding_kind WHERE name = ?1";
constexpr std::string_view kAddKind = "INSERT INTO finding_kind (name, severity) VALUES (?1, ?2)";

void bind_text(Statement& statement, int parameter, std::string_view text) {
  text.empty() ? statement.bind_null(parameter) : statement.bind(parameter, text);
}

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

void bind_elo(Statement& statement, int parameter, std::uint16_t elo) {
  elo == 0 ? statement.bind_null(parameter) : statement.bind(parameter, elo);
}

// Which mark the games fall under, one after the other.
class SourceOfGame {
 public:
  explicit SourceOfGame(std::span<const SourceMark> marks) : marks_(marks) {}

  SourceId next() {
    while (games_ == marks_[mark_].batch_games) {
      ++mark_;
      games_ = 0;
      assert(mark_ < marks_.size());
    }
    ++games_;
    return marks_[mark_].source;
  }

 private:
  std::span<const SourceMark> marks_;
  std::size_t mark_ = 0;
  std::uint32_t games_ = 0;  // of this mark so far
};

}  // namespace

GameStore::GameStore(const Connection& connection, unsigned jobs)
    : connection_(connection),
      jobs_(jobs),
      players_(connection, NameTable::Player),
      events_(connection, NameTable::Event),
      sites_(connection, NameTable::Site),
      openings_(connection),
      texts_(connection),
      add_game_(connection.prepare(kAddGame)),
      add_finding_(connection.prepare(kAddFinding)),
      find_kind_(connection.prepare(kFindKind)),
      add_kind_(connection.prepare(kAddKind)) {}

void GameStore::forget() {
  players_.forget();
  events_.forget();
  sites_.forget();
  openings_.forget();
  kinds_.fill(0);
}

void GameStore::add(const DraftBatch& batch, GameId first, std::span<const SourceMark> marks) {
  ColumnWriter columns(connection_);
  SquareIndexWriter squares(connection_);
  std::vector<SealedText> texts;
  texts.reserve(batch.games.size());
  SourceOfGame sources(marks);
  GameId id = first;
  for (const GameDraft& game : batch.games) {
    const Numbers numbers{id,
                          players_.id_of(batch.text(game.white)),
                          players_.id_of(batch.text(game.black)),
                          events_.id_of(batch.text(game.event)),
                          sites_.id_of(batch.text(game.site)),
                          sources.next(),
                          openings_.number_of(game.opening)};
    add_row(batch, game, numbers);
    squares.add(id, stood_squares(batch.text(game.start), bytes_of(batch.text(game.moves))));
    columns.add(id, columns_of(game, numbers));
    texts.push_back({batch.text(game.record),
                     seal_of({id, batch.text(game.round), static_cast<std::int64_t>(game.offset),
                              static_cast<std::int64_t>(game.line)})});
    add_findings(batch, game, id);
    id = GameId{number_of(id) + 1};
  }
  squares.finish();
  columns.finish();
  texts_.add(first, texts, jobs_);
}

ColumnRow GameStore::columns_of(const GameDraft& game, const Numbers& numbers) {
  ColumnRow row;
  row[GameColumn::White] = numbers.white;
  row[GameColumn::Black] = numbers.black;
  row[GameColumn::Event] = numbers.event;
  row[GameColumn::Site] = numbers.site;
  row[GameColumn::Date] = game.date;
  row[GameColumn::WhiteElo] = game.white_elo;
  row[GameColumn::BlackElo] = game.black_elo;
  row[GameColumn::Eco] = game.eco;
  row[GameColumn::Plies] = game.plies;
  row[GameColumn::Result] = number_of(game.result);
  row[GameColumn::Ending] = static_cast<std::uint64_t>(game.ending);
  row[GameColumn::Flags] = game.flags;
  row[GameColumn::Source] = static_cast<std::uint64_t>(numbers.source);
  row[GameColumn::MovesHash] = game.moves_hash;
  row[GameColumn::Opening] = numbers.opening;
  return row;
}

void GameStore::add_row(const DraftBatch& batch, const GameDraft& game, const Numbers& numbers) {
  add_game_.bind(1, number_of(numbers.id))
      .bind(2, numbers.white)
      .bind(3, numbers.black)
      .bind(4, numbers.event)
      .bind(5, numbers.site)
      .bind(7, game.date)
      .bind(10, game.eco)
      .bind(11, number_of(game.result))
      .bind(12, game.plies)
      .bind(13, static_cast<int>(game.ending))
      .bind(14, game.flags)
      .bind(16, static_cast<std::int64_t>(numbers.source))
      .bind(17, game.offset)
      .bind(18, game.line)
      .bind_blob(19, bytes_of(batch.text(game.moves)))
      .bind(20, numbers.opening);
  bind_text(add_game_, 6, batch.text(game.round));
  bind_elo(add_game_, 8, game.white_elo);
  bind_elo(add_game_, 9, game.black_elo);
  bind_text(add_game_, 15, batch.text(game.start));
  add_game_.run();
}

void GameStore::add_findings(const DraftBatch& batch, const GameDraft& game, GameId id) {
  for (const DraftFinding& finding :
       std::span(batch.findings).subspan(game.first_finding, game.findings)) {
    add_finding_.bind(1, number_of(id)).bind(2, finding.ply).bind(3, kind_of(finding.code)).run();
  }
}

std::int64_t GameStore::kind_of(DiagnosticCode code) {
  std::int64_t& kind = kinds_[index_of(code)];
  if (kind != 0) return kind;
  const CatalogueEntry& entry = entry_of(code);
  if (find_kind_.bind(1, entry.id).step()) {
    kind = find_kind_.integer(0);
    find_kind_.reset();
    return kind;
  }
  add_kind_.bind(1, entry.id).bind(2, to_string(entry.severity)).run();
  return kind = connection_.last_row();
}

}  // namespace arbiter::sqlite
