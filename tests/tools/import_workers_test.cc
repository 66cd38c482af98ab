// Tests one import by several workers.
#include <catch2/catch.hpp>

#include "tests/db/import_run.h"
#include "tests/db/stores.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"
#include "tools/commands/database/import.h"

namespace arbiter::testing {

namespace {

class CountingListener final : public ImportListener {
 public:
  void on_source_status(SourceStatus, const std::string&, const SourceRecord&) override {}
  void on_failure(const std::string& name, const std::string&) override { failed.push_back(name); }
  void on_file_finding(DiagnosticCode) override {}
  bool on_progress(const ImportProgress&) override { return true; }

  std::vector<std::string> failed;
};

}  // namespace

TEST_CASE("several workers together import each game of a file once") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn", many_games(300));
  const std::size_t count = GENERATE(1, 2, 5);
  std::vector<std::unique_ptr<Storage>> stores;
  for (std::size_t i = 0; i < count; ++i) stores.push_back(empty_store(StoreKind::Sqlite));
  CountingListener listener;
  ImportOptions options;
  options.jobs = 2;
  const ImportEnd end = import_with_workers(stores, {path}, options, PartOrder::AsRead, listener);
  CHECK(end.games == 300);
  CHECK(end.sources == count);
  CHECK(listener.failed.empty());
  std::uint64_t games = 0;
  for (const auto& store : stores) {
    games += store->count({});
    CHECK(store->count({}) > 0);
  }
  CHECK(games == 300);
}

}  // namespace arbiter::testing
