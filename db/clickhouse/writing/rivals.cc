#include "db/clickhouse/writing/rivals.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/clickhouse/writing/writer_name.h"

namespace arbiter::db::clickhouse::writing {
namespace {

constexpr std::string_view kImports =
    "SELECT batch, writer, at FROM batches WHERE kind = 1 AND writer != {} AND"
    " hasAny(sources, [{}]) FORMAT RowBinary";
constexpr std::string_view kOpenDeletions =
    "SELECT batch, writer, at FROM batches WHERE kind = 2 AND writer != {} AND batch NOT IN"
    " (SELECT batch FROM batches WHERE state > 1) FORMAT RowBinary";

struct Rival {
  std::uint64_t batch = 0;
  std::string writer;
  std::uint64_t at = 0;
};

std::vector<Rival> read_rivals(const Answer& answer) {
  std::vector<Rival> rivals;
  for (RowReader rows(answer.bytes); !rows.is_at_end();) {
    const std::uint64_t batch = rows.u64();
    std::string writer(rows.text());
    rivals.push_back({batch, std::move(writer), rows.u64()});
  }
  return rivals;
}

bool may_run(const Rival& rival) {
  const auto now = static_cast<std::uint64_t>(std::time(nullptr));
  return may_be_writing(rival.writer, now - std::min(now, rival.at));
}

std::string sources_of(const LedgerBatch& batch) {
  std::vector<std::uint64_t> sources;
  for (const LedgerPart& part : batch.parts) {
    sources.push_back(static_cast<std::uint64_t>(part.mark.source));
  }
  return listed(sources);
}

}  // namespace

void refuse_rival_imports(Cluster& cluster, const Ledger& known, const LedgerBatch& mine) {
  const std::string sql = fmt::format(kImports, quoted(writer_name()), sources_of(mine));
  wait_for_rows(cluster, mine.shard);
  for (const Rival& rival : read_rivals(cluster.ask(mine.shard, sql))) {
    const bool is_news = rival.batch == mine.batch ||
                         std::ranges::find(known.batches(), rival.batch, &LedgerBatch::batch) ==
                             known.batches().end();
    if (is_news && may_run(rival)) {
      throw IoError(
          fmt::format("another import ({}) is reading the same file; wait until it has finished",
                      rival.writer));
    }
  }
}

void refuse_rival_deletions(Cluster& cluster, const LedgerBatch& mine) {
  wait_for_rows(cluster, mine.shard);
  const Answer answer = cluster.ask(mine.shard, fmt::format(kOpenDeletions, quoted(writer_name())));
  for (const Rival& rival : read_rivals(answer)) {
    if (may_run(rival)) {
      throw IoError(fmt::format(
          "shard {}: another program ({}) is deleting games; wait until it has finished",
          mine.shard + 1, rival.writer));
    }
  }
}

}  // namespace arbiter::db::clickhouse::writing
