#include "db/clickhouse/cluster/cluster.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>
#include <utility>

#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/wire/http_endpoint.h"
#include "db/clickhouse/wire/row_reader.h"
#include "lib/base/threads.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::size_t kMostAsked = 10'000;
constexpr std::chrono::milliseconds kFirstPause{100};
constexpr std::chrono::milliseconds kLongestPause{2000};
constexpr std::chrono::seconds kReadPatience{10};
constexpr std::chrono::milliseconds kBetweenLooks{20};

// The replicated tables of a shard. Where there is no ZooKeeper a replica says what it last knew.
constexpr std::string_view kTables =
    "SELECT inserts_in_queue, log_pointer, log_max_index, zookeeper_path FROM system.replicas"
    " WHERE database = currentDatabase() AND table LIKE '{}' FORMAT RowBinary";

Answer ask_shortly(Replica& replica, const std::string& sql) {
  return replica.endpoint->ask(
      {.sql = sql, .database = replica.database, .timeout = std::chrono::seconds(20)});
}

// An empty log and one whose only entry was not read have the same numbers.
bool has_unread_entry(Replica& replica, std::string_view zookeeper_path) try {
  const Answer answer = ask_shortly(
      replica, fmt::format("SELECT count() FROM system.zookeeper WHERE path = {} FORMAT RowBinary",
                           quoted(fmt::format("{}/log", zookeeper_path))));
  return RowReader(answer.bytes).u64() != 0;
} catch (const EndpointFailure&) {
  return false;
}

// Whether every row of every replica of the shard is here, of the tables with such a name.
bool is_up_to_date(Replica& replica, std::string_view table) {
  const Answer answer = ask_shortly(replica, fmt::format(kTables, table));
  RowReader rows(answer.bytes);
  while (!rows.is_at_end()) {
    const std::uint32_t in_queue = rows.u32();
    const std::uint64_t pointer = rows.u64();
    const std::uint64_t last = rows.u64();
    const std::string_view path = rows.text();
    if (in_queue > 0 || (pointer <= last && last > 0)) return false;
    if (pointer == 0 && last == 0 && has_unread_entry(replica, path)) return false;
  }
  return true;
}

struct Candidates {
  std::optional<unsigned> chosen;  // it answers and is up to date
  bool is_one_behind = false;
  std::string why = {};  // not the others
};

Candidates look_through(std::vector<Replica>& replicas, unsigned first) {
  Candidates candidates;
  const auto count = static_cast<unsigned>(replicas.size());
  for (unsigned i = 0; i < count; ++i) {
    const unsigned candidate = (first + i) % count;
    try {
      if (is_up_to_date(replicas[candidate], "%")) {
        candidates.chosen = candidate;
        return candidates;
      }
      candidates.is_one_behind = true;
      candidates.why +=
          fmt::format("; {} has not yet fetched all rows", replicas[candidate].endpoint->name());
    } catch (const EndpointFailure& failure) {
      candidates.why += fmt::format("; {}", failure.what());
    }
  }
  return candidates;
}

}  // namespace

Cluster::Cluster(Layout layout, std::vector<std::vector<Replica>> shards)
    : layout_(std::move(layout)),
      shards_(std::move(shards)),
      states_(shards_.size()),
      missing_(shards_.size()) {}

// The next replica that answers and is up to date, beginning after the one that failed. A replica
// is behind for a moment after each insert, its own ones too.
void Cluster::choose(unsigned shard, std::optional<unsigned> failed) {
  std::vector<Replica>& replicas = shards_[shard];
  if (replicas.size() == 1) return;
  const unsigned first = failed ? *failed + 1 : states_[shard].current;
  const auto end = std::chrono::steady_clock::now() + kReadPatience;
  Candidates candidates = look_through(replicas, first);
  while (!candidates.chosen && candidates.is_one_behind && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(kFirstPause);
    candidates = look_through(replicas, first);
  }
  if (!candidates.chosen) {
    throw IoError(fmt::format("shard {}: no replica has all rows{}", shard + 1, candidates.why));
  }
  const std::lock_guard lock(mutex_);
  states_[shard] = {*candidates.chosen, true};
}

Replica& Cluster::current(unsigned shard) {
  bool was_chosen = false;
  {
    const std::lock_guard lock(mutex_);
    was_chosen = states_[shard].was_chosen;
  }
  if (!was_chosen) choose(shard, std::nullopt);
  const std::lock_guard lock(mutex_);
  return shards_[shard][states_[shard].current];
}

void Cluster::wait_for_rows(unsigned shard, std::string_view table) {
  if (shards_[shard].size() == 1) return;
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    try {
      if (is_up_to_date(current(shard), table)) return;
    } catch (const EndpointFailure&) {
      try_next_replica(shard);
    }
    const auto waited = std::chrono::steady_clock::now() - start;
    if (waited > 2 * kReadPatience) break;
    // It may be cut off from the others.
    if (waited > kReadPatience) try_next_replica(shard);
    std::this_thread::sleep_for(kBetweenLooks);
  }
  throw IoError(fmt::format("shard {}: no replica has all rows; run this again", shard + 1));
}

void Cluster::note(Asked asked) {
  const std::lock_guard lock(mutex_);
  if (asked_.size() < kMostAsked) asked_.push_back(std::move(asked));
}

Answer Cluster::ask_replica(unsigned shard, Replica& replica, const Request& request) {
  const auto begin = std::chrono::steady_clock::now();
  Answer answer = replica.endpoint->ask(request);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  note({shard, replica.endpoint->name(), request.sql, answer.rows_read, answer.bytes_read,
        taken.count()});
  return answer;
}

Answer Cluster::ask(unsigned shard, const std::string& sql) {
  const auto end = std::chrono::steady_clock::now() + kReadPatience;
  for (auto pause = kFirstPause;; pause = std::min(pause * 2, kLongestPause)) {
    Replica& replica = current(shard);
    try {
      return ask_replica(shard, replica, {.sql = sql, .database = replica.database});
    } catch (const EndpointFailure& failure) {
      const bool goes_on =
          failure.facts().may_pass && std::chrono::steady_clock::now() + pause < end;
      if (!goes_on) throw IoError(fmt::format("shard {}: {}", shard + 1, failure.what()));
    }
    choose(shard, static_cast<unsigned>(&replica - shards_[shard].data()));
    if (shards_[shard].size() == 1) std::this_thread::sleep_for(pause);
  }
}

std::vector<ShardAnswer> Cluster::ask_all(const std::string& sql) {
  return ask_all([&](unsigned) { return sql; });
}

std::vector<ShardAnswer> Cluster::ask_all(
    const std::function<std::string(unsigned shard)>& sql_of) {
  std::vector<std::optional<Answer>> answers(shards_.size());
  run_parallel(shards(), [&](unsigned shard) {
    const std::string sql = sql_of(shard);
    if (sql.empty() || is_missing(shard)) return;
    try {
      answers[shard] = ask(shard, sql);
    } catch (const IoError& failure) {
      if (missing_shards_ == MissingShards::Fail) throw;
      const std::lock_guard lock(mutex_);
      missing_[shard] = failure.what();
    }
  });
  std::vector<ShardAnswer> found;
  for (unsigned shard = 0; shard < answers.size(); ++shard) {
    if (answers[shard]) found.push_back({shard, *std::move(answers[shard])});
  }
  return found;
}

// Current versions would otherwise answer before the rows are there.
std::vector<Setting> Cluster::insert_settings(Endpoint& endpoint) {
  const Answer answer = endpoint.ask(
      {.sql = "SELECT name FROM system.settings WHERE name = 'async_insert' FORMAT RowBinary"});
  if (answer.bytes.empty()) return {};
  return {{"async_insert", "0"}};
}

void Cluster::insert(unsigned shard, std::string_view table, const NativeBlock& rows,
                     const std::string& query_id) {
  Replica& replica = current(shard);
  // As many rows as a block has are one part on disk, added as a whole.
  std::vector<Setting> settings = insert_settings(*replica.endpoint);
  settings.push_back(
      {"max_insert_block_size", std::to_string(std::max<std::size_t>(rows.rows(), 1))});
  replica.endpoint->ask({.sql = insert_into(table, rows),
                         .database = replica.database,
                         .body = rows.bytes(),
                         .query_id = query_id,
                         .settings = std::move(settings)});
}

Answer Cluster::run(unsigned shard, const std::string& sql, const std::string& query_id) {
  Replica& replica = current(shard);
  return ask_replica(shard, replica,
                     {.sql = sql, .database = replica.database, .query_id = query_id});
}

bool Cluster::is_missing(unsigned shard) const {
  const std::lock_guard lock(mutex_);
  return missing_[shard].has_value();
}

void Cluster::try_next_replica(unsigned shard) {
  unsigned current = 0;
  {
    const std::lock_guard lock(mutex_);
    current = states_[shard].current;
  }
  try {
    choose(shard, current);
  } catch (const IoError&) {
    // The one that failed may be the first to come back.
  }
}

std::vector<std::string> Cluster::missing() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> sentences;
  for (const auto& why : missing_) {
    if (why) sentences.push_back(*why);
  }
  return sentences;
}

std::vector<Asked> Cluster::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

namespace {

// The layout that the first host has which answers, or why none has one.
Result<Layout> find_layout(const Address& address, const Credentials& credentials) {
  std::string why;
  for (const std::vector<Host>& replicas : address.shards) {
    for (const Host& host : replicas) {
      HttpEndpoint endpoint(host, address.transport, credentials);
      try {
        if (auto layout = read_layout(endpoint, address.database)) return *std::move(layout);
        return Error{
            fmt::format("{} has no database '{}' of Arbiter; create one with `arbiter "
                        "cluster init`",
                        to_string(host), address.database)};
      } catch (const EndpointFailure& failure) {
        if (!why.empty()) why += "; ";
        why += failure.what();
      }
    }
  }
  return Error{why};
}

}  // namespace

Result<std::unique_ptr<Cluster>> connect(const Address& address) {
  const auto credentials = credentials_of(address.user);
  if (!credentials) return Error{credentials.error()};
  auto layout = find_layout(address, *credentials);
  if (!layout) return Error{layout.error()};
  std::vector<std::vector<Replica>> shards;
  for (unsigned shard = 0; shard < layout->shards.size(); ++shard) {
    shards.emplace_back();
    for (const Host& host : layout->shards[shard]) {
      shards.back().push_back(
          {std::make_unique<HttpEndpoint>(host, address.transport, *credentials),
           database_of_shard(address.database, shard)});
    }
  }
  return std::make_unique<Cluster>(*std::move(layout), std::move(shards));
}

}  // namespace arbiter::clickhouse
