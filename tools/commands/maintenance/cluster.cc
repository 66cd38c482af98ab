// The commands `arbiter cluster init|status|repair|compact URL`.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/cluster/schema.h"
#include "db/clickhouse/cluster_storage.h"
#include "db/clickhouse/wire/row_reader.h"
#include "lib/base/text.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/commands/maintenance/maintenance.h"

namespace arbiter {

using namespace clickhouse;
namespace {

struct ClusterCommandOptions {
  std::string action;
  std::string cluster;
  std::optional<std::uint64_t> shards;
  std::optional<std::uint64_t> replicas;
  std::optional<std::uint64_t> index_plies;
  bool apply = false;
  std::uint64_t jobs = default_jobs();
  AnswerFormat format = AnswerFormat::Text;
};

std::string list_of(const std::vector<std::string>& versions) {
  std::string text;
  for (const std::string& version : versions) {
    if (text.find(version) != std::string::npos) continue;
    text += (text.empty() ? "" : ", ") + version;
  }
  return text;
}

void print(const ClusterCommandOptions& options, const SetupResult& result, Console& console) {
  const Layout& layout = result.layout;
  const bool is_replicated = layout.replication == Replication::ByServers;
  if (options.format == AnswerFormat::Json) {
    JsonLine json;
    json.add("type", "summary").add("shards", std::uint64_t{layout.shards.size()});
    json.add("replicas", std::uint64_t{layout.shards.front().size()});
    json.add_written("is_replicated", is_replicated ? "true" : "false");
    json.add_written("was_there", result.was_there ? "true" : "false");
    console.print(json.add("version", list_of(result.versions)).finish());
    return;
  }
  console.print("{}: {}, {} each; ClickHouse {}\n",
                result.was_there ? "everything already existed" : "created",
                counted(layout.shards.size(), "shard"),
                counted(layout.shards.front().size(), "replica"), list_of(result.versions));
  for (std::size_t shard = 0; shard < layout.shards.size(); ++shard) {
    std::string hosts;
    for (const Host& host : layout.shards[shard]) hosts += " " + to_string(host);
    console.print("  shard {} {}\n", shard + 1, hosts);
  }
}

Result<ExitCode> init(const ClusterCommandOptions& options, const Address& address,
                      Console& console) {
  SetupPlan plan{.address = address};
  if (options.shards) plan.shards = static_cast<unsigned>(*options.shards);
  if (options.replicas) plan.replicas = static_cast<unsigned>(*options.replicas);
  if (options.index_plies) plan.index_plies = static_cast<std::uint32_t>(*options.index_plies);
  const auto result = set_up(plan);
  if (!result) return Error{fmt::format("{}: {}", options.cluster, result.error())};
  print(options, *result, console);
  return ExitCode::Clean;
}

std::string state_of(const ReplicaStatus& replica) {
  if (!replica.failure.empty()) return "does not respond";
  if (replica.behind > 0) return fmt::format("has {} to fetch", counted(replica.behind, "block"));
  return replica.is_readonly ? "read-only" : "up to date";
}

// Returns the total of a counter over the replicas that respond.
auto known(std::uint64_t ReplicaStatus::*member) {
  return [member](const ReplicaStatus& replica) {
    return replica.failure.empty() ? std::optional(replica.*member) : std::nullopt;
  };
}

std::string_view kind_of(const LedgerBatch& batch) {
  if (batch.kind == BatchKind::Merge) return "merge";
  return batch.kind == BatchKind::Import ? "import" : "deletion";
}

RecordKind<ReplicaStatus> replica_kind() {
  using Status = ReplicaStatus;
  return {"replica",
          {{number_column("Shard"), "shard",
            [](auto& r) { return Value::of(std::uint64_t{r.shard} + 1); }},
           {{.heading = "Host"}, "host", [](auto& r) { return Value::of(r.host); }},
           {{.heading = "State"}, state_of},
           {"failure", [](auto& r) { return r.failure; }},
           {{.heading = "Version", .importance = 1}, "version", [](auto& r) { return r.version; }},
           {"is_readonly", [](auto& r) { return Value::of(r.is_readonly); }},
           {"blocks_to_fetch", known(&Status::behind)},
           {number_column("Games"), "games", known(&Status::games)},
           {number_column("Positions"), "positions", known(&Status::positions)},
           {number_column("Sums", 2), "sums", known(&Status::sums)},
           {number_column("Parts", 3), "parts", known(&Status::parts)},
           {number_column("On disk"),
            [](auto& r) { return r.failure.empty() ? size_text(r.bytes) : ""; }},
           {"bytes", known(&Status::bytes)},
           {"position_bytes", known(&Status::position_bytes)}}};
}

std::uint64_t seconds_since(const LedgerBatch& batch) {
  const auto now = seconds_now();
  return now - std::min(now, batch.at);
}

void print_json(const ClusterStatus& status, Console& console) {
  for (const LedgerBatch& batch : status.under_way) {
    JsonLine json;
    json.add("type", "batch").add("shard", std::uint64_t{batch.shard} + 1);
    json.add("kind", kind_of(batch));
    json.add("writer", batch.writer).add("games", batch.game_rows);
    console.print(json.add("seconds", seconds_since(batch)).finish());
  }
  JsonLine json;
  json.add("type", "summary").add("under_way", std::uint64_t{status.under_way.size()});
  json.add("done", status.done).add("given_up", status.given_up);
  console.print(json.add("unknown_shards", std::uint64_t{status.unknown_shards}).finish());
}

void print_text(const ClusterStatus& status, Console& console) {
  console.print("\n{} done, {} given up, {} in progress\n",
                counted(status.done, "batch", "batches"), with_commas(status.given_up),
                with_commas(status.under_way.size()));
  for (const LedgerBatch& batch : status.under_way) {
    console.print("  shard {}: {} of {}, by {}, begun {} ago\n", batch.shard + 1, kind_of(batch),
                  counted(batch.game_rows, "game"), batch.writer,
                  counted(seconds_since(batch), "second"));
  }
  for (const ReplicaStatus& replica : status.replicas) {
    if (!replica.failure.empty()) console.say(replica.failure);
  }
}

Result<ExitCode> status(const ClusterCommandOptions& options, const Address& address,
                        Console& console) {
  if (options.shards || options.replicas || options.index_plies) {
    return Error{"--shards, --replicas and --index-plies are for init"};
  }
  const auto found = read_status(address);
  if (!found) return Error{fmt::format("{}: {}", options.cluster, found.error())};
  print_records(options.format, replica_kind(), found->replicas, console);
  if (options.format == AnswerFormat::Json) print_json(*found, console);
  if (options.format == AnswerFormat::Text) print_text(*found, console);
  const bool is_whole = std::ranges::all_of(found->replicas, [](const ReplicaStatus& replica) {
    return replica.failure.empty() && replica.behind == 0 && !replica.is_readonly;
  });
  return is_whole ? ExitCode::Clean : ExitCode::Findings;
}

// A listener that prints the problems that are repaired.
class RepairedFaults final : public IntegrityListener {
 public:
  RepairedFaults(const ClusterCommandOptions& options, Console& console)
      : options_(options), console_(console) {}

  void on_fault(const IntegrityFault& fault) override {
    ++faults_;
    if (options_.format == AnswerFormat::Text && faults_ <= kMaxShown) {
      console_.print("{}", fault_line(options_.cluster, fault));
    }
  }
  void on_progress(std::uint64_t games) override {
    if (console_.shows_status()) console_.show_status(counted(games, "game") + " checked");
  }
  std::uint64_t faults() const { return faults_; }

 private:
  static constexpr std::uint64_t kMaxShown = 100;

  const ClusterCommandOptions& options_;
  Console& console_;
  std::uint64_t faults_ = 0;
};

Result<ExitCode> repair(const ClusterCommandOptions& options, const Address& address,
                        Console& console) {
  if (!options.apply) {
    return Error{
        "repair removes the games of damaged sources, which `arbiter verify` lists; confirm with "
        "--apply"};
  }
  auto cluster = connect(address, Access::Write);
  if (!cluster) return Error{fmt::format("{}: {}", options.cluster, cluster.error())};
  const auto jobs = static_cast<unsigned>(options.jobs);
  ClusterStorage storage(*std::move(cluster), jobs);
  RepairedFaults faults(options, console);
  const std::vector<SourceFile> files = storage.repair({.jobs = jobs}, faults);
  console.clear_status();
  std::vector<std::string> names;
  for (const SourceFile& file : files) names.push_back(file.name);
  if (options.format == AnswerFormat::Json) {
    JsonLine json;
    json.add("type", "summary").add("faults", faults.faults()).add("removed_sources", names);
    console.print(json.finish());
  } else if (faults.faults() == 0) {
    console.print("{}: no problems found\n", options.cluster);
  } else {
    console.print("{}: {} found; sums corrected, {} removed{}\n", options.cluster,
                  counted(faults.faults(), "problem"), counted(names.size(), "source"),
                  names.empty() ? "" : ", import them again:");
    for (const std::string& name : names) console.print("  {}\n", shown_path(name));
  }
  return names.empty() ? ExitCode::Clean : ExitCode::Findings;
}

Result<ExitCode> compact(const ClusterCommandOptions& options, const Address& address,
                         Console& console) {
  auto cluster = connect(address, Access::Write);
  if (!cluster) return Error{fmt::format("{}: {}", options.cluster, cluster.error())};
  ClusterStorage storage(*std::move(cluster), static_cast<unsigned>(options.jobs));
  const MergedSums merged = storage.compact();
  if (options.format == AnswerFormat::Json) {
    JsonLine json;
    json.add("type", "summary").add("batches", merged.batches);
    json.add("rows_before", merged.rows_before).add("rows_after", merged.rows_after);
    console.print(json.finish());
  } else {
    console.print("{}: merged {}; {} of totals left, instead of {}\n", options.cluster,
                  counted(merged.batches, "batch", "batches"), counted(merged.rows_after, "row"),
                  with_commas(merged.rows_before));
  }
  return ExitCode::Clean;
}

Result<ExitCode> run(const ClusterCommandOptions& options, Console& console) {
  if (!is_cluster_name(options.cluster)) {
    return Error{
        fmt::format("'{}' is not a cluster (expected an address that begins with clickhouse://)",
                    options.cluster)};
  }
  const auto address = parse_address(options.cluster);
  if (!address) return Error{fmt::format("{}", address.error())};
  if (options.action == "init") return init(options, *address, console);
  if (options.action == "status") return status(options, *address, console);
  if (options.action == "repair") return repair(options, *address, console);
  if (options.action == "compact") return compact(options, *address, console);
  return Error{fmt::format("unknown action '{}' (expected init, status, repair or compact)",
                           options.action)};
}

}  // namespace

CommandRun bind_cluster(CommandLine& app) {
  const auto options = std::make_shared<ClusterCommandOptions>();
  add_text(app, "ACTION", options->action,
           "init creates missing tables; status shows the state of the servers; repair removes "
           "sources with damaged batches; compact merges the totals of batches")
      ->required();
  add_text(app, "CLUSTER", options->cluster, "clickhouse://[user@]host[:port][,host...]/database")
      ->required();
  add_number(app, "--shards", options->shards, {.min = 1, .max = 1024},
             "Split the games into N shards, with init (default: one per host)");
  add_number(
      app, "--replicas", options->replicas, {.min = 1, .max = 16},
      "Number of replicas of each shard, with init; more than one needs ZooKeeper (default: 1)");
  add_number(app, "--index-plies", options->index_plies, {.min = 1, .max = UINT16_MAX},
             "Limit the position index to ply N, with init (default: no limit)");
  add_switch(app, "--apply", options->apply, "Remove the games of damaged sources, with repair");
  add_jobs(app, options->jobs);
  add_format(app, options->format, kTableFormats);
  app.footer(
      "Exit status: 0 success, 1 a server does not respond or has rows to fetch, or sources must "
      "be "
      "imported again, 2 could not run.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
