#include <functional>

#include "db/import/importer.h"
#include "db/model/column_values.h"
#include "db/model/filter_text.h"
#include "db/model/opening_tree.h"
#include "db/model/storage.h"
#include "db/store/open_storage.h"
#include "lib/base/result.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "tools/library/position.h"

namespace arbiter::api {
namespace {

GameFilter filter_of_text(const std::string& where) {
  if (where.empty()) return {};
  auto filter = parse_filter(where);
  if (!filter) throw Error("invalid filter '" + where + "': " + filter.error());
  return *std::move(filter);
}

PositionQuery query_of(const Position& position) {
  return {position.implementation().position, Rights::Exact};
}

FindQuery query_of(const Query& query) {
  FindQuery find{.filter = filter_of_text(query.where), .limit = query.limit};
  if (query.position) find.position = query_of(*query.position);
  return find;
}

FoundGame found_game(const StoredGame& stored) {
  FoundGame game;
  game.id = static_cast<std::uint64_t>(number_of(stored.id));
  game.white = stored.white;
  game.black = stored.black;
  game.event = stored.event;
  game.date = date_text(stored.date);
  game.result = to_string(stored.result);
  game.plies = stored.plies;
  for (const arbiter::Move move : stored.moves) game.codes.push_back(move.bits());
  game.start = stored.start;
  return game;
}

class ImportNotes final : public ImportListener {
 public:
  void on_source_status(SourceStatus, const std::string&, const SourceRecord&) override {}
  void on_failure(const std::string& name, const std::string& why) override {
    failures.push_back(name + ": " + why);
  }
  void on_file_finding(DiagnosticCode) override {}
  bool on_progress(const ImportProgress&) override { return true; }

  std::vector<std::string> failures;
};

// Runs `work`, whose only exception becomes an Error.
template <class Work>
auto guarded(Work work) {
  try {
    return work();
  } catch (const IoError& error) {
    throw Error(error.what());
  }
}

}  // namespace

class Database::Implementation {
 public:
  std::unique_ptr<Storage> storage;
};

Database::Database(const std::string& name, Open open) {
  guarded([&] {
    const Access access = open == Open::Read ? Access::Read : Access::Create;
    auto storage = open_storage(name, {.access = access});
    if (!storage) throw Error(name + ": " + storage.error());
    implementation_ = std::make_unique<Implementation>(Implementation{*std::move(storage)});
  });
}
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

std::vector<TreeRow> Database::tree(const Position& position, const std::string& where) {
  return guarded([&] {
    const TreeNode node = implementation_->storage->tree(
        {.root = query_of(position), .filter = filter_of_text(where)});
    const arbiter::Position& now = position.implementation().position;
    std::vector<TreeRow> rows;
    for (const TreeMove& move : node.moves) {
      const auto games = [&](Outcome outcome) {
        return move.sums.games[static_cast<std::size_t>(outcome)];
      };
      rows.push_back({
          .san = move.move ? san_of(*move.move, now) : std::string(),
          .uci = move.move ? uci_of(*move.move, now) : std::string(),
          .games = move.sums.all_games(),
          .white = games(Outcome::WhiteWins),
          .draws = games(Outcome::Draw),
          .black = games(Outcome::BlackWins),
          .elo = mean_elo(move.sums, now.turn()),
      });
    }
    return rows;
  });
}

std::vector<FoundGame> Database::find(const Query& query) {
  return guarded([&] {
    std::vector<FoundGame> games;
    implementation_->storage->stream(
        query_of(query), {.has_records = false, .receive = [&](const StreamedBatch& batch) {
                            for (const auto& streamed : batch.games) {
                              games.push_back(found_game(streamed.game));
                            }
                          }});
    return games;
  });
}

std::uint64_t Database::count(const Query& query) {
  return guarded([&] { return implementation_->storage->count(query_of(query)); });
}

Imported Database::import_files(const std::vector<std::string>& paths, unsigned jobs) {
  return guarded([&] {
    ImportNotes notes;
    ImportOptions options;
    options.jobs = jobs == 0 ? 1 : jobs;
    options.databases = database_opener();
    const ImportEnd end = Importer(*implementation_->storage, options, notes).run(paths);
    return Imported{end.games, std::move(notes.failures)};
  });
}

}  // namespace arbiter::api
