#include "tests/db/care_database.h"

#include <fmt/format.h>

#include "db/model/game_set.h"
#include "db/model/stored_game.h"
#include "db/sqlite/care/deduplication.h"
#include "db/sqlite/games/game_store.h"
#include "tests/db/import_run.h"
#include "tests/db/sample_games.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

constexpr std::string_view kGames = R"pgn([Event "Comments"]
[Site "Bern"]
[Date "1950.??.??"]
[Round "1"]
[White "Müller, Hans"]
[Black "Šimek, Jan"]
[Result "1-0"]
[Annotator "Somebody"]

{At first} 1. e4 $1 e5 (1... c5 2. Nf3 {open} d6) 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[Event "Another start"]
[Site "?"]
[Date "2001.02.03"]
[Round "2"]
[White "Anna"]
[Black "Bella"]
[Result "*"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 Kd7 2. e5 Ke6 3. Ke2 Kxe5 *

[Event "Illegal"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Anna"]
[Black "Carla"]
[Result "0-1"]

1. d4 d5 2. Nf3 Nf6 3. Ke5 e6 0-1

[Event "Variant"]
[Site "?"]
[Date "2020.01.01"]
[Round "-"]
[White "One"]
[Black "Two"]
[Result "1-0"]
[Variant "Atomic"]

1. e4 e5 2. Qh5 Nc6 3. Qxf7# 1-0

[Event "No moves"]
[Site "?"]
[Date "2020.01.02"]
[Round "-"]
[White "One"]
[Black "Two"]
[Result "1-0"]

1-0

)pgn";

class Faults final : public IntegrityListener {
 public:
  void on_fault(const IntegrityFault& fault) override {
    lines.push_back(fmt::format("{} {}: {}", to_string(fault.part),
                                fault.game ? fmt::format("{}", number_of(*fault.game)) : "-",
                                fault.what));
  }
  void on_progress(std::uint64_t) override {}

  std::vector<std::string> lines;
};

std::string findings_of(const Connection& connection, std::int64_t game) {
  Statement query = connection.prepare(
      "SELECT ply, name FROM finding JOIN finding_kind ON finding_kind.id = kind"
      " WHERE game = ?1 ORDER BY ply, name");
  query.bind(1, game);
  std::string text;
  while (query.step()) text += fmt::format(" {}:{}", query.integer(0), query.text(1));
  return text;
}

}  // namespace

std::string games_of_all_kinds() { return std::string(kGames); }

void import_text(const Database& database, const std::string& text) {
  const TemporaryFolder folder;
  ImportOptions options = few_games_a_batch(100);
  options.known_files = KnownFiles::Again;
  import_into(database, {folder.write("games.pgn", text)}, options);
}

std::unique_ptr<Database> care_database(std::size_t more) {
  auto database = empty_database();
  import_text(*database, games_of_all_kinds());
  if (more > 0) import_text(*database, many_games(more));
  return database;
}

std::vector<std::string> faults_of(const Database& database) {
  Faults faults;
  const IntegrityTotals totals = check_integrity(database, {.jobs = 2}, faults);
  if (totals.faults != faults.lines.size()) faults.lines.push_back("the count is wrong");
  return faults.lines;
}

std::uint64_t delete_numbers(const Database& database, const std::vector<std::int64_t>& numbers) {
  GameSet games(database.last_game());
  for (const std::int64_t number : numbers) games.insert(GameId{number});
  Transaction transaction(database.connection());
  const std::uint64_t count = delete_games(database, games).games;
  transaction.commit();
  return count;
}

std::vector<std::string> visible_content(const Database& database) {
  std::vector<std::string> lines;
  GameReader reader(database.connection());
  for (std::int64_t id = 1; id <= database.last_game(); ++id) {
    const auto game = reader.game(GameId{id});
    if (!game) continue;
    lines.push_back(fmt::format("{} {} {}{}\n{}", id, game->source, game->offset,
                                findings_of(database.connection(), id),
                                pgn_of(*game, reader.record(GameId{id}))));
  }
  return lines;
}

}  // namespace arbiter::testing
