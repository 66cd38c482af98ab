#include "db/sqlite/care/copied_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>

#include "db/model/move_code.h"
#include "db/sqlite/games/game_store.h"
#include "db/sqlite/games/sqlite_archive.h"
#include "lib/base/result.h"
#include "lib/chess/position_key.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter::sqlite {
namespace {

// The maximum number of games and bytes in a batch. The blob of a column has the same number of
// games.
constexpr std::size_t kMaxGamesAtOnce = 16'384;
constexpr std::size_t kMaxBytesAtOnce = std::size_t{32} << 20;

std::unique_ptr<Database> private_database() {
  auto database = Database::open(std::string(Connection::kPrivate), Access::Create);
  if (!database) throw IoError(database.error());
  return *std::move(database);
}

std::uint64_t moves_hash_of(const StoredGame& game) {
  if ((game.flags & kUnchecked) != 0) return 0;
  MovesHash hash(Position(first_setup(game)).key());
  for (const Move move : game.moves) hash.add(code_of(move));
  return hash.value();
}

BatchSpan add_moves(const std::vector<Move>& moves, DraftBatch& batch) {
  const std::size_t before = batch.bytes.size();
  pack_moves(moves, batch.bytes);
  return {static_cast<std::uint32_t>(before),
          static_cast<std::uint32_t>(batch.bytes.size() - before)};
}

void add_findings(const std::vector<StoredFinding>& findings, GameDraft& draft, DraftBatch& batch) {
  draft.first_finding = static_cast<std::uint32_t>(batch.findings.size());
  for (const StoredFinding& finding : findings) {
    const auto code = parse_code(finding.id);
    if (!code) continue;
    batch.findings.push_back({*code, finding.ply});
    ++draft.findings;
  }
}

void add_draft(const StreamedGame& streamed, DraftBatch& batch) {
  const StoredGame& game = streamed.game;
  GameDraft draft;
  draft.white = batch.add(game.white);
  draft.black = batch.add(game.black);
  draft.event = batch.add(game.event);
  draft.site = batch.add(game.site);
  draft.round = batch.add(game.round);
  draft.start = batch.add(game.start);
  draft.moves = add_moves(game.moves, batch);
  draft.record = batch.add(streamed.record);
  draft.date = game.date;
  draft.white_elo = game.white_elo.value_or(std::uint16_t{0});
  draft.black_elo = game.black_elo.value_or(std::uint16_t{0});
  draft.eco = game.eco;
  draft.plies = game.plies;
  draft.result = game.result;
  draft.ending = game.ending;
  draft.flags = game.flags;
  draft.moves_hash = moves_hash_of(game);
  draft.offset = game.offset;
  draft.line = game.line;
  add_findings(streamed.findings, draft, batch);
  batch.games.push_back(draft);
}

// A writer of games into a database, in batches.
class Copier {
 public:
  Copier(const Database& database, unsigned jobs)
      : connection_(database.connection()), sources_(connection_), store_(connection_, jobs) {}

  void add(const StreamedGame& game) {
    add_draft(game, batch_);
    const SourceId source = source_of(game.game.source);
    if (marks_.empty() || marks_.back().source != source) marks_.push_back({.source = source});
    ++marks_.back().batch_games;
    const bool is_full =
        batch_.games.size() == kMaxGamesAtOnce || batch_.bytes.size() >= kMaxBytesAtOnce;
    if (is_full) write();
  }

  // Writes the current batch. Must also be called after the last game.
  void write() {
    if (batch_.games.empty()) return;
    Transaction transaction(connection_);
    store_.add(batch_, GameId{written_ + 1}, marks_);
    transaction.commit();
    written_ += static_cast<std::int64_t>(batch_.games.size());
    batch_.clear();
    marks_.clear();
  }

 private:
  SourceId source_of(const std::string& name) {
    const auto known = source_ids_.find(name);
    if (known != source_ids_.end()) return known->second;
    return source_ids_.emplace(name, sources_.add({.name = name})).first->second;
  }

  const Connection& connection_;
  SourceStore sources_;
  GameStore store_;
  std::unordered_map<std::string, SourceId> source_ids_;
  DraftBatch batch_;
  std::vector<SourceMark> marks_;
  std::int64_t written_ = 0;
};

void refuse_too_many(std::uint64_t games) {
  if (games < static_cast<std::uint64_t>(kMaxGame)) return;
  throw IoError(fmt::format("cannot copy {} games at once; select fewer with filters", games));
}

}  // namespace

CopiedGames::CopiedGames(Storage& from, const Plan& plan, const CopyProgress& progress)
    : database_(private_database()) {
  Copier copier(*database_, plan.jobs);
  const auto receive = [&](const StreamedBatch& batch) {
    refuse_too_many(batch.total);
    for (const StreamedGame& game : batch.games) {
      originals_.push_back(game.game.id);
      copier.add(game);
    }
    progress(static_cast<double>(originals_.size()) / static_cast<double>(batch.total));
  };
  from.stream({.filter = plan.filter},
              {.has_findings = true, .jobs = plan.jobs, .receive = receive});
  copier.write();
}

GameSet CopiedGames::all() const {
  const auto last = static_cast<std::int64_t>(originals_.size());
  GameSet all(last);
  for (std::int64_t number = 1; number <= last; ++number) all.insert(GameId{number});
  return all;
}

GameId CopiedGames::original(GameId copy) const {
  return originals_[static_cast<std::size_t>(number_of(copy)) - 1];
}

std::optional<GameId> CopiedGames::copy_of(GameId original) const {
  const auto found = std::ranges::lower_bound(originals_, original);
  if (found == originals_.end() || *found != original) return std::nullopt;
  return GameId{found - originals_.begin() + 1};
}

}  // namespace arbiter::sqlite
