// Runs all queries and changes on complete database files.
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "db/model/filter_text.h"
#include "db/sqlite/care/compaction.h"
#include "db/sqlite/care/recovery.h"
#include "db/sqlite/file/page_checksums.h"
#include "db/sqlite/games/schema.h"
#include "db/sqlite/sql/sql_functions.h"
#include "db/store/open_storage.h"
#include "db/stream/exporter.h"
#include "lib/base/result.h"
#include "tests/db/care_database.h"
#include "tests/db/drafted_games.h"
#include "tests/db/import_run.h"
#include "tests/fuzz/targets.h"

namespace arbiter::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPage = 16384;
constexpr std::string_view kMagic = "SQLite format 3";

// A folder of this process, removed when the process ends.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("arbiter-fuzz-" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { clear(), fs::remove(path_); }

  void clear() const {
    for (const auto& entry : fs::directory_iterator(path_)) fs::remove(entry.path());
  }
  std::string path(std::string_view name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

const Folder& folder() {
  static const Folder folder;
  return folder;
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Returns a database with several segments, a deleted game and one marked as a duplicate.
const std::string& sound_file() {
  static const std::string bytes = [] {
    const std::string path = folder().path("sound.db");
    {
      const auto database = Database::open(path, Access::Create);
      import_text(**database, games_of_all_kinds());
      import_text(**database, many_games(300));
      delete_numbers(**database, {3, 77});
    }
    return content_of(path);
  }();
  return bytes;
}

// Applies edits to the sound file. Each edit consists of a page (two bytes), an offset in it (two),
// the number of bytes (one), and the bytes. If the first byte is odd, the modified pages get new
// checksums.
std::string changed_file(std::string_view edits) {
  std::string bytes = sound_file();
  const bool is_sealed = !edits.empty() && (edits.front() & 1) != 0;
  edits.remove_prefix(std::min<std::size_t>(1, edits.size()));
  const std::size_t pages = bytes.size() / kPage;
  while (edits.size() > 5) {
    const auto number = [&](std::size_t at) { return static_cast<unsigned char>(edits[at]); };
    const std::size_t page = (number(0) | number(1) << 8U) % pages;
    const std::size_t place = (number(2) | number(3) << 8U) % kPage;
    const std::size_t size = std::min({std::size_t{number(4)}, edits.size() - 5, kPage - place});
    std::memcpy(bytes.data() + page * kPage + place, edits.data() + 5, size);
    edits.remove_prefix(5 + size);
    if (!is_sealed) continue;
    auto* const begin = reinterpret_cast<std::uint8_t*>(bytes.data()) + page * kPage;
    sqlite::write_checksum({begin, kPage}, static_cast<std::uint32_t>(page + 1));
  }
  return bytes;
}

class Silent final : public IntegrityListener {
 public:
  void on_fault(const IntegrityFault& /*unused*/) override {}
  void on_progress(std::uint64_t /*unused*/) override {}
};

class Recovered final : public RecoveryListener {
 public:
  void on_games(std::string_view /*unused*/, std::int64_t /*unused*/,
                std::int64_t /*unused*/) override {}
  void on_loss(GameId /*unused*/, GameId /*unused*/, const std::string& /*unused*/) override {}
};

// Runs `act`. It may throw an IoError because of damage, and nothing else.
template <class Act>
void unless_damaged(Act act) {
  try {
    act();
  } catch (const IoError&) {
  }
}

void query_file(const std::string& path) {
  unless_damaged([&] {
    const auto storage = open_storage(path, {.damage = DamageAtOpening::LeaveToCheck});
    if (!storage) return;
    Storage& games = **storage;
    unless_damaged([&] { games.games({.limit = 20}); });
    unless_damaged(
        [&] { games.games({.position = PositionQuery(Position(), Rights::Exact), .limit = 20}); });
    unless_damaged([&] { games.tree({.root = {Position(), Rights::Exact}}); });
    unless_damaged([&] { games.totals({}); });
    for (const GroupBy by : {GroupBy::Player, GroupBy::Year, GroupBy::Eco}) {
      unless_damaged([&] { games.groups({}, by); });
    }
    unless_damaged([&] { games.source_contents(); });
    unless_damaged([&] { export_games(games, {.receive = [](const ExportedGames&) {}}); });
    Silent silent;
    games.check({}, silent);
  });
  unless_damaged([&] {
    const auto database = Database::open_unchecked(path, Access::Read);
    Recovered recovered;
    if (database) recover_games(**database, recovered);
  });
}

void query_sql(const std::string& path) {
  unless_damaged([&] {
    const auto database = Database::open(path, Access::Read);
    if (!database || changed_view((*database)->connection())) return;
    sqlite::add_sql_functions((*database)->connection().handle());
    for (const char* sql :
         {"SELECT * FROM games", "SELECT * FROM players", "SELECT * FROM findings",
          "SELECT san_moves(id), pgn(id) FROM game", "SELECT * FROM position_moves('startpos')"}) {
      unless_damaged([&] { (*database)->connection().prepare(sql).run(); });
    }
  });
}

void change(const std::string& path) {
  unless_damaged([&] {
    const auto storage = open_storage(path, {.access = Access::Write});
    if (!storage) return;
    static const DraftBatch batch = drafts_of(many_games(20, 1000));
    DraftBatch games = batch;
    const SourceMark mark{.source = (*storage)->add_source({.name = "more.pgn"}),
                          .batch_games = static_cast<std::uint32_t>(games.games.size()),
                          .offset = 1'000'000};
    unless_damaged([&] { (*storage)->append(games, {&mark, 1}); });
    unless_damaged(
        [&] { (*storage)->erase(*parse_filter("id >= 2 and id <= 9"), EraseLimit::None); });
  });
  unless_damaged([&] {
    auto database = Database::open(path, Access::Write);
    if (database) compact_file(*std::move(database), {}, [](double) {});
  });
  unless_damaged([&] {
    const auto database = Database::open_to_upgrade(path);
    if (database) upgrade_database(**database, {.removes_foreign = true});
  });
}

}  // namespace

FuzzFault fuzz_database(std::string_view bytes) {
  const std::string path = folder().path("games.db");
  sound_file();
  folder().clear();
  std::ofstream(path, std::ios::binary)
      << (bytes.starts_with(kMagic) ? std::string(bytes) : changed_file(bytes));
  const std::string before = content_of(path);
  query_file(path);
  query_sql(path);
  if (content_of(path) != before) return "a question has changed the file";
  change(path);
  query_file(path);
  return std::nullopt;
}

}  // namespace arbiter::testing
