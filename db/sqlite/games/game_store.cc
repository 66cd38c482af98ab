#include "db/sqlite/games/game_store.h"

#include <cassert>
#include <optional>
#include <string_view>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/game_reach.h"
#include "db/model/leb128.h"
#include "db/sqlite/games/chunk_indexes.h"
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

std::optional<std::string_view> text_or_null(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

std::optional<std::uint16_t> elo_or_null(std::uint16_t elo) {
  return elo == 0 ? std::nullopt : std::optional(elo);
}

// The sources of consecutive games.
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
  std::uint32_t games_ = 0;  // games of this mark so far
};

}  // namespace

GameStore::GameStore(const Connection& connection, unsigned jobs)
    : connection_(connection),
      jobs_(jobs),
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
  ChunkIndexWriter indexes(connection_);
  std::vector<SealedText> texts;
  texts.reserve(batch.games.size());
  SourceOfGame sources(marks);
  GameId id = first;
  for (const GameDraft& game : batch.games) {
    const ColumnRow row = columns_of(batch, game, sources.next());
    add_row(batch, game, id, row);
    indexes.add(id, trace_of(batch.text(game.start), bytes_of(batch.text(game.moves))));
    columns.add(id, row);
    texts.push_back({batch.text(game.record),
                     seal_of({id, batch.text(game.round), static_cast<std::int64_t>(game.offset),
                              static_cast<std::int64_t>(game.line)})});
    add_findings(batch, game, id);
    id = GameId{number_of(id) + 1};
  }
  indexes.finish();
  columns.finish();
  texts_.add(first, texts, jobs_);
}

// Returns the columns of a game. Adds its names and its opening if they are new.
ColumnRow GameStore::columns_of(const DraftBatch& batch, const GameDraft& game, SourceId source) {
  ColumnRow row;
  row[GameColumn::White] = players_.id_of(batch.text(game.white));
  row[GameColumn::Black] = players_.id_of(batch.text(game.black));
  row[GameColumn::Event] = events_.id_of(batch.text(game.event));
  row[GameColumn::Site] = sites_.id_of(batch.text(game.site));
  row[GameColumn::Date] = game.date;
  row[GameColumn::WhiteElo] = game.white_elo;
  row[GameColumn::BlackElo] = game.black_elo;
  row[GameColumn::Eco] = game.eco;
  row[GameColumn::Plies] = game.plies;
  row[GameColumn::Result] = number_of(game.result);
  row[GameColumn::Ending] = static_cast<std::uint64_t>(game.ending);
  row[GameColumn::Flags] = game.flags;
  row[GameColumn::Source] = static_cast<std::uint64_t>(source);
  row[GameColumn::MovesHash] = game.moves_hash;
  row[GameColumn::Opening] = openings_.number_of(game.opening);
  return row;
}

void GameStore::add_row(const DraftBatch& batch, const GameDraft& game, GameId id,
                        const ColumnRow& columns) {
  using enum GameColumn;
  add_game_
      .bind_all(number_of(id), columns[White], columns[Black], columns[Event], columns[Site],
                text_or_null(batch.text(game.round)), columns[Date], elo_or_null(game.white_elo),
                elo_or_null(game.black_elo), columns[Eco], columns[Result], columns[Plies],
                columns[Ending], columns[Flags], text_or_null(batch.text(game.start)),
                columns[Source], game.offset, game.line, bytes_of(batch.text(game.moves)),
                columns[Opening])
      .run();
}

void GameStore::add_findings(const DraftBatch& batch, const GameDraft& game, GameId id) {
  for (const DraftFinding& finding :
       std::span(batch.findings).subspan(game.first_finding, game.findings)) {
    add_finding_.bind_all(number_of(id), finding.ply, kind_of(finding.code)).run();
  }
}

std::int64_t GameStore::kind_of(DiagnosticCode code) {
  std::int64_t& kind = kinds_[index_of(code)];
  if (kind != 0) return kind;
  const CatalogueEntry& entry = entry_of(code);
  if (const auto known = find_kind_.find(entry.id)) return kind = *known;
  add_kind_.bind_all(entry.id, to_string(entry.severity)).run();
  return kind = connection_.last_row();
}

}  // namespace arbiter::sqlite
