#include "db/clickhouse/query/asked_questions.h"

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <string_view>

namespace arbiter::clickhouse {
namespace {

constexpr std::size_t kMostAskedAgain = 100;
constexpr std::string_view kFormat = "FORMAT RowBinary";

// The number after `name` at the end of an answer in JSON; 0 if there is none.
std::uint64_t statistic(std::string_view json, std::string_view name) {
  const std::size_t at = json.rfind(name);
  std::uint64_t number = 0;
  if (at == std::string_view::npos) return number;
  const std::string_view text = json.substr(at + name.size());
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// In JSON, statistics follow the rows.
void measure(Cluster& cluster, unsigned shard, PartQuery& question) {
  if (!question.text.ends_with(kFormat)) return;
  const std::string sql = question.text.substr(0, question.text.size() - kFormat.size());
  Replica& replica = cluster.replicas(shard).front();
  try {
    const Answer answer =
        replica.endpoint->ask({.sql = sql + "FORMAT JSON", .database = replica.database});
    question.rows = statistic(answer.bytes, "\"rows_read\": ");
    question.bytes = statistic(answer.bytes, "\"bytes_read\": ");
  } catch (const EndpointFailure&) {
    // Only its cost remains unknown.
  }
}

}  // namespace

std::vector<PartQuery> asked_questions(Cluster& cluster) {
  std::vector<PartQuery> questions;
  std::size_t asked_again = 0;
  for (const Asked& asked : cluster.asked()) {
    PartQuery& question = questions.emplace_back();
    question = {.part = fmt::format("shard {} ({})", asked.shard + 1, asked.host),
                .text = asked.sql,
                .rows = asked.rows_read,
                .bytes = asked.bytes_read,
                .seconds = asked.seconds};
    const bool is_known = question.rows > 0 || question.bytes > 0;
    if (!is_known && asked_again++ < kMostAskedAgain) measure(cluster, asked.shard, question);
  }
  return questions;
}

}  // namespace arbiter::clickhouse
