#include "tests/db/import_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "db/sqlite/sqlite_storage.h"
#include "db/store/open_storage.h"
#include "lib/base/result.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/position.h"
#include "lib/notation/san.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

class Recorder final : public ImportListener {
 public:
  Recorder(ImportRun& run, std::optional<std::size_t> chunks) : run_(run), chunks_(chunks) {}

  void on_source_status(SourceStatus news, const std::string& name, const SourceRecord&) override {
    run_.news.emplace_back(news, name);
  }
  void on_failure(const std::string& name, const std::string&) override {
    run_.failures.push_back(name);
  }
  void on_file_finding(DiagnosticCode code) override { run_.file_findings.push_back(code); }
  bool on_progress(const ImportProgress&) override { return !chunks_ || ++seen_ < *chunks_; }

 private:
  ImportRun& run_;
  std::optional<std::size_t> chunks_;
  std::size_t seen_ = 0;
};

// Makes a batch fail while this object exists, once the database has more than the given number of
// games. The batch fails after everything but the source's mark is written.
class Breakage {
 public:
  Breakage(const Connection& connection, std::uint64_t games) : connection_(connection) {
    connection_.execute(fmt::format("CREATE TEMP TRIGGER breakage BEFORE UPDATE ON main.source"
                                    " WHEN (SELECT count(*) FROM main.game) > {}"
                                    " BEGIN SELECT RAISE(ABORT, 'broken'); END",
                                    games)
                            .c_str());
  }
  Breakage(const Breakage&) = delete;
  Breakage& operator=(const Breakage&) = delete;
  ~Breakage() { connection_.execute("DROP TRIGGER breakage"); }

 private:
  const Connection& connection_;
};

// Returns a row as text.
std::string shown(const Statement& row) {
  std::string line;
  for (int column = 0; column < row.columns(); ++column) {
    line += row.is_null(column) ? "-" : std::string(row.text(column));
    line += '|';
  }
  return line;
}

void add_rows(const Connection& connection, const char* sql, std::vector<std::string>& lines) {
  Statement rows = connection.prepare(sql);
  while (rows.step()) lines.push_back(shown(rows));
}

// Returns the postings of the game in the index.
std::string postings_of(SqliteReader& reader, GameId id) {
  const auto game = reader.games().game(id);
  if (!game) return "gone";
  std::string text;
  Position position(first_setup(*game));
  for (std::size_t ply = 0;; ++ply) {
    for (const Hit& hit : reader.index().hits(position.key())) {
      if (hit.game != id) continue;
      text += fmt::format("{}:{}:{} ", hit.ply, hit.next, static_cast<int>(hit.result));
    }
    if (ply == game->moves.size()) return text;
    position.play(game->moves[ply]);
  }
}

}  // namespace

ImportOptions few_games_a_batch(std::uint32_t games) {
  ImportOptions options;
  options.batch_games = games;
  options.jobs = 2;
  return options;
}

ImportRun import_into(const Database& database, const std::vector<std::string>& paths,
                      const ImportOptions& options, const Breaking& breaking) {
  ImportRun run;
  Recorder recorder(run, breaking.stop_after_chunks);
  SqliteStorage storage(database);
  ImportOptions with_databases = options;
  with_databases.databases = database_opener();
  Importer importer(storage, with_databases, recorder);
  if (!breaking.more_games) {
    run.end = importer.run(paths);
    return run;
  }
  const auto games = static_cast<std::uint64_t>(database.last_game());
  const Breakage breakage(database.connection(), games + *breaking.more_games);
  try {
    run.end = importer.run(paths);
  } catch (const IoError&) {
  }
  return run;
}

std::vector<std::string> content_of(const Database& database) {
  const Connection& connection = database.connection();
  std::vector<std::string> lines;
  add_rows(connection,
           "SELECT name, bytes, fingerprint, done_offset, done_lines, done_games, is_finished"
           " FROM source ORDER BY id",
           lines);
  add_rows(connection,
           "SELECT game.id, w.name, b.name, e.name, s.name, round, date, white_elo, black_elo, eco,"
           " result, plies, ending, flags, start, source, offset, line, hex(moves),"
           " (SELECT group_concat(ply || ':' || k.name, ' ') FROM"
           "   (SELECT ply, kind FROM finding WHERE game = game.id ORDER BY ply, kind) AS f"
           "   JOIN finding_kind AS k ON k.id = f.kind)"
           " FROM game LEFT JOIN player AS w ON w.id = white LEFT JOIN player AS b ON b.id = black"
           " LEFT JOIN event AS e ON e.id = event LEFT JOIN site AS s ON s.id = site"
           " ORDER BY game.id",
           lines);
  SqliteReader reader(database);
  for (std::int64_t id = 1; id <= database.last_game(); ++id) {
    lines.push_back(fmt::format("{} {}\n{}", id, reader.games().record(GameId{id}),
                                postings_of(reader, GameId{id})));
  }
  return lines;
}

std::string many_games(std::size_t count, std::size_t first) {
  std::string text;
  for (std::size_t number = first; number < first + count; ++number) {
    std::mt19937 random(static_cast<unsigned>(number));
    text += fmt::format(
        "[Event \"Many\"]\n[Site \"?\"]\n[Date \"2024.01.{:02}\"]\n[Round \"{}\"]\n"
        "[White \"Player {}\"]\n[Black \"Player {}\"]\n[Result \"1/2-1/2\"]\n\n",
        number % 28 + 1, number, number % 17, number % 13 + 100);
    Position position;
    for (std::size_t ply = 0; ply < 12 + number % 9; ++ply) {
      const MoveList moves = legal_moves(position);
      if (moves.is_empty()) break;
      const Move move = moves[random() % moves.size()];
      if (ply % 2 == 0) text += fmt::format("{}. ", ply / 2 + 1);
      text += san_of(move, position) + (ply % 6 == 5 ? "\n" : " ");
      position.play(move);
    }
    text += "1/2-1/2\n\n";
  }
  return text;
}

}  // namespace arbiter::testing
