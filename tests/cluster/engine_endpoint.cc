#include "tests/cluster/engine_endpoint.h"

#include <fmt/format.h>

#include <charconv>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/schema.h"

namespace arbiter::testing {

using namespace clickhouse;
namespace {

// Returns the error code in a message, such as 57 for "Code: 57. DB::Exception: ..."
int code_of(const std::string& error) {
  const std::size_t at = error.find("Code: ");
  int code = 0;
  if (at != error.npos) std::from_chars(error.data() + at + 6, error.data() + error.size(), code);
  return code;
}

// Returns the SQL statement. The rows of an INSERT are written to a file, because the engine reads
// only the first rows inside a statement.
std::string statement_of(const Request& request, const TemporaryFolder& folder) {
  constexpr std::string_view kFormat = " FORMAT Native";
  if (request.body.empty()) return request.sql;
  std::string sql = request.sql;
  const std::string rows = folder.write("rows", request.body);
  return sql.replace(sql.find(kFormat), kFormat.size(),
                     fmt::format(" FROM INFILE '{}'{}", rows, kFormat));
}

// Guards the engine's only session, which has one current database.
std::mutex& session() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

Answer EngineEndpoint::ask(const Request& request) {
  const std::lock_guard lock(session());
  const auto run = [&](const std::string& sql) {
    EngineAnswer answer = engine_->query(sql, "RowBinary");
    if (answer.error.empty()) return answer.body;
    throw EndpointFailure(answer.error, {.host = name_, .code = code_of(answer.error)});
  };
  if (!request.database.empty()) run("USE " + request.database);
  for (const Setting& setting : request.settings) {
    run(fmt::format("SET {} = '{}'", setting.name, setting.value));
  }
  std::string rows = run(statement_of(request, folder_));
  // Settings last until the end of the session.
  for (const Setting& setting : request.settings) {
    run(fmt::format("SET {} = DEFAULT", setting.name));
  }
  return {.bytes = std::move(rows)};
}

std::unique_ptr<Cluster> cluster_in(const std::shared_ptr<CurrentEngine>& engine,
                                    const std::string& database) {
  Layout layout;
  std::vector<std::vector<Replica>> shards;
  for (unsigned shard = 0; shard < 2; ++shard) {
    const std::string own = database_of_shard(database, shard);
    auto endpoint = std::make_unique<EngineEndpoint>(engine);
    endpoint->ask({.sql = "CREATE DATABASE " + own});
    for (const Table& table : tables()) {
      endpoint->ask({.sql = create_table(table, nullptr), .database = own});
      const std::string packing = pack_columns(table);
      if (!packing.empty()) endpoint->ask({.sql = packing, .database = own});
      endpoint->ask({.sql = recognize_duplicates(table), .database = own});
    }
    layout.shards.push_back({{"engine", static_cast<std::uint16_t>(shard + 1)}});
    shards.emplace_back();
    shards.back().push_back({std::move(endpoint), own});
  }
  return std::make_unique<Cluster>(layout, std::move(shards));
}

}  // namespace arbiter::testing
