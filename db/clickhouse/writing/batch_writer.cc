#include "db/clickhouse/writing/batch_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/cluster/schema.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/column_values.h"
#include "db/model/posting.h"
#include "db/model/source.h"
#include "lib/base/threads.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/os/process.h"
#include "lib/tags/person_name.h"

namespace arbiter::clickhouse {
namespace {

// The id and the source of each game of the batch.
struct GameNumbers {
  std::vector<std::uint64_t> numbers;
  std::vector<SourceId> sources;
};
GameNumbers numbers_of(const LedgerBatch& batch) {
  GameNumbers games;
  for (const LedgerPart& part : batch.parts) {
    for (std::uint32_t i = 0; i < part.mark.batch_games; ++i) {
      games.numbers.push_back(part.first_game + i);
      games.sources.push_back(part.mark.source);
    }
  }
  return games;
}

// Writes the names that the shard may lack. Duplicate names do not change query results.
void put_names(Cluster& cluster, const BatchPlan& plan, const LedgerBatch& batch) {
  const std::vector<NameRow> names = new_names(plan.drafts, plan.sent);
  if (names.empty()) return;
  // The shard may already have some of the names, but not a row with this id.
  const std::uint64_t id = new_id();
  const NativeBlock block = names_block(names, id);
  try {
    insert_repeatable(cluster, {.shard = batch.shard,
                                .table = "names",
                                .block = block,
                                .condition = fmt::format("kind = 0 AND id = {}", id),
                                .batch = name_of(batch)});
  } catch (...) {
    plan.sent.forget();
    throw;
  }
}

}  // namespace

std::optional<std::string> put_rows(Cluster& cluster, const LedgerBatch& batch,
                                    const BatchRows& rows) {
  const ProvedRows proved{.shard = batch.shard,
                          .table = rows.table,
                          .block = rows.block,
                          .condition = rows.condition,
                          .batch = name_of(batch),
                          .query_id = fmt::format("arbiter-{:016x}-{}", batch.batch, rows.table),
                          .may_exist = rows.may_exist};
  const RowCount count = insert_rows(cluster, proved);
  if (count.is_exact()) return std::nullopt;
  return fault_of(proved, count);
}

std::optional<std::string> write_batch(Cluster& cluster, const BatchPlan& plan,
                                       LedgerBatch& batch) {
  const GameNumbers games = numbers_of(batch);
  PositionRows positions(plan.drafts, games.numbers, plan.jobs);
  const auto write_state = [&](BatchState state) {
    batch.state = state;
    batch.at = seconds_now();
    write_row(cluster, batch);
    plan.note(batch);
  };
  const auto put = [&](std::string_view table, const NativeBlock& block,
                       const std::string& condition) {
    return put_rows(cluster, batch, {table, block, condition, plan.was_begun});
  };
  batch.game_rows = plan.drafts.games.size();
  batch.position_rows = positions.size();
  batch.sum_rows = positions.sums().size();
  write_state(BatchState::Begun);
  if (batch.game_rows > 0) {
    const NativeBlock rows = games_block(plan.drafts, games.numbers, games.sources);
    if (auto fault = put("games", rows, games_condition(batch))) return fault;
    put_names(cluster, plan, batch);
  }
  if (batch.position_rows > 0) {
    const SampledBlock sampled = positions.take_block();
    if (auto fault = put("positions", sampled.rows, sampled.condition)) return fault;
  }
  if (batch.sum_rows > 0) {
    const SampledBlock sampled = sums_block(positions.sums(), batch.batch);
    if (auto fault = put("sums", sampled.rows, sampled.condition)) return fault;
  }
  write_state(BatchState::Done);
  return std::nullopt;
}

namespace {

constexpr std::size_t kMaxNames = 4'000'000;

constexpr BatchSpan GameDraft::*kTexts[] = {&GameDraft::white, &GameDraft::black, &GameDraft::event,
                                            &GameDraft::site,  &GameDraft::round, &GameDraft::start,
                                            &GameDraft::moves, &GameDraft::record};

class Content {
 public:
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void add(const T& value) {
    fingerprint_.add({reinterpret_cast<const char*>(&value), sizeof value});
  }
  void add_text(std::string_view text) {
    add(text.size());
    fingerprint_.add(text);
  }
  std::uint64_t value() const { return fingerprint_.value(); }

 private:
  Fingerprint fingerprint_;
};

// Returns each finding once. Statistics sort equally frequent findings in this order.
std::vector<DraftFinding> findings_of(const DraftBatch& batch, const GameDraft& game) {
  std::set<std::pair<std::uint32_t, DiagnosticCode>> known;
  std::vector<DraftFinding> findings;
  for (std::uint32_t i = 0; i < game.findings; ++i) {
    const DraftFinding& finding = batch.findings[game.first_finding + i];
    if (known.emplace(finding.ply, finding.code).second) findings.push_back(finding);
  }
  return findings;
}

void add_game(const DraftBatch& batch, const GameDraft& game, Content& content) {
  for (const BatchSpan GameDraft::*text : kTexts) content.add_text(batch.text(game.*text));
  for (const std::uint64_t number :
       {std::uint64_t{game.date}, std::uint64_t{game.white_elo}, std::uint64_t{game.black_elo},
        std::uint64_t{game.eco}, std::uint64_t{game.plies}, std::uint64_t{number_of(game.result)},
        static_cast<std::uint64_t>(game.ending), std::uint64_t{game.flags}, game.moves_hash,
        game.offset, game.line}) {
    content.add(number);
  }
  content.add_text(game.opening.opening ? game.opening.opening->name : std::string_view());
  for (const DraftFinding& finding : findings_of(batch, game)) {
    content.add_text(entry_of(finding.code).id);
    content.add(finding.ply);
  }
}

}  // namespace

std::uint64_t content_of(const DraftBatch& batch, std::span<const SourceMark> marks) {
  Content content;
  for (const GameDraft& game : batch.games) add_game(batch, game, content);
  content.add(batch.postings.size());
  for (const SourceMark& mark : marks) {
    content.add(mark.source);
    content.add(mark.batch_games);
    content.add(mark.offset);
    content.add(mark.fingerprint);
    content.add(static_cast<std::uint8_t>(mark.is_finished));
  }
  return content.value();
}

NativeBlock games_block(const DraftBatch& batch, std::span<const std::uint64_t> numbers,
                        std::span<const SourceId> sources) {
  NativeBlock block(batch.games.size());
  const auto add = [&]<class T>(std::string_view name, T GameDraft::*member) {
    block.add_numbers<T>(name, [&](std::size_t row) { return batch.games[row].*member; });
  };
  const auto add_name = [&](std::string_view name, BatchSpan GameDraft::*text) {
    block.add_numbers<std::uint64_t>(
        name, [&](std::size_t row) { return name_id(batch.text(batch.games[row].*text)); });
  };
  const auto add_text = [&](std::string_view name, BatchSpan GameDraft::*text) {
    block.add_texts(name, [&](std::size_t row) { return batch.text(batch.games[row].*text); });
  };
  const auto opening_of = [&](std::size_t row) { return batch.games[row].opening.opening; };
  block.add_numbers<std::uint64_t>("game", [&](std::size_t row) { return numbers[row]; });
  add_name("white", &GameDraft::white);
  add_name("black", &GameDraft::black);
  add_name("event", &GameDraft::event);
  add_name("site", &GameDraft::site);
  add_text("round", &GameDraft::round);
  add("date", &GameDraft::date);
  add("white_elo", &GameDraft::white_elo);
  add("black_elo", &GameDraft::black_elo);
  add("eco", &GameDraft::eco);
  block.add_numbers<std::uint64_t>("opening", [&](std::size_t row) {
    return opening_of(row) ? name_id(opening_of(row)->name) : 0;
  });
  block.add_numbers<std::uint16_t>("opening_eco", [&](std::size_t row) {
    return opening_of(row) ? eco_number(opening_of(row)->eco) : std::uint16_t{0};
  });
  block.add_numbers<std::uint16_t>("opening_ply",
                                   [&](std::size_t row) { return batch.games[row].opening.ply; });
  add("plies", &GameDraft::plies);
  block.add_numbers<std::uint8_t>(
      "result", [&](std::size_t row) { return number_of(batch.games[row].result); });
  block.add_numbers<std::uint8_t>("ending",
                                  [&](std::size_t row) { return batch.games[row].ending; });
  add("flags", &GameDraft::flags);
  add_text("start", &GameDraft::start);
  block.add_numbers<std::uint32_t>("source", [&](std::size_t row) { return sources[row]; });
  add("offset", &GameDraft::offset);
  add("line", &GameDraft::line);
  add("moves_hash", &GameDraft::moves_hash);
  add_text("moves", &GameDraft::moves);
  add_text("record", &GameDraft::record);
  const auto add_findings = [&]<class T>(std::string_view name, T (*value_of)(DraftFinding)) {
    std::vector<T> values;
    block.add_arrays<T>(name, [&](std::size_t row) {
      values.clear();
      for (const DraftFinding& finding : findings_of(batch, batch.games[row])) {
        values.push_back(value_of(finding));
      }
      return std::span<const T>(values);
    });
  };
  add_findings(
      "finding_codes", +[](DraftFinding finding) { return name_id(entry_of(finding.code).id); });
  add_findings(
      "finding_plies", +[](DraftFinding finding) { return finding.ply; });
  return block;
}

bool SentNames::add(NameKind kind, std::uint64_t id) {
  if (known_.size() >= kMaxNames) known_.clear();
  return known_.insert(id ^ static_cast<std::uint64_t>(kind) << 56).second;
}

std::vector<NameRow> new_names(const DraftBatch& batch, SentNames& sent) {
  std::vector<NameRow> rows;
  const auto add = [&](NameKind kind, std::string_view name) {
    const std::uint64_t id = name_id(name);
    if (id != 0 && sent.add(kind, id)) rows.push_back({kind, id, name});
  };
  for (const GameDraft& game : batch.games) {
    add(NameKind::Player, batch.text(game.white));
    add(NameKind::Player, batch.text(game.black));
    add(NameKind::Event, batch.text(game.event));
    add(NameKind::Site, batch.text(game.site));
    if (game.opening.opening) add(NameKind::Opening, game.opening.opening->name);
    for (const DraftFinding& finding : findings_of(batch, game)) {
      add(NameKind::Diagnostic, entry_of(finding.code).id);
    }
  }
  return rows;
}

NativeBlock names_block(std::span<const NameRow> names, std::uint64_t id) {
  std::vector<NameRow> rows(names.begin(), names.end());
  rows.push_back({.kind = {}, .id = id, .name = {}});
  std::vector<std::string> folded;
  folded.reserve(rows.size());
  for (const NameRow& row : rows) folded.push_back(folded_name(row.name));
  NativeBlock block(rows.size(), {names.size()});
  block.add_numbers<std::uint8_t>("kind", [&](std::size_t row) { return rows[row].kind; });
  block.add_numbers<std::uint64_t>("id", [&](std::size_t row) { return rows[row].id; });
  block.add_texts("name", [&](std::size_t row) { return rows[row].name; });
  block.add_texts("folded", [&](std::size_t row) { return std::string_view(folded[row]); });
  block.add_numbers<std::uint64_t>("folded_id",
                                   [&](std::size_t row) { return name_id(folded[row]); });
  return block;
}

namespace {

// The counts of the batch's games that continued with the same move.
struct MoveTally {
  MoveSums sums;
  std::map<std::uint16_t, std::int64_t> years;
};

void add_sums(std::span<const Posting> games, std::span<const GameFacts> facts,
              std::vector<SumRow>& rows) {
  std::map<std::uint16_t, MoveTally> moves;
  for (const Posting& posting : games) {
    MoveTally& tally = moves[posting_move(posting.next)];
    const GameFacts& game = facts[posting.game];
    tally.sums.add(game);
    if (game.year != 0) ++tally.years[game.year];
  }
  for (const auto& [move, tally] : moves) {
    SumRow& row = rows.emplace_back();
    row.key = games.front().key;
    row.move = move;
    row.sums = tally.sums;
    for (const auto& [year, count] : tally.years) {
      row.years.push_back(year);
      row.year_games.push_back(count);
    }
  }
}

// Returns a few evenly distributed rows. They prove the whole block, because blocks are inserted
// atomically.
std::vector<std::size_t> sample_of(std::size_t rows) {
  constexpr std::size_t kSampled = 4;
  std::vector<std::size_t> sample;
  for (std::size_t i = 0; i < std::min(kSampled, rows); ++i) {
    sample.push_back(i * rows / std::min(kSampled, rows));
  }
  return sample;
}

std::string any_of(const std::vector<std::string>& conditions) {
  return fmt::format("{}", fmt::join(conditions, " OR "));
}

}  // namespace

// The rows of all keys with the same upper bits.
struct PositionRows::Bucket {
  std::span<Posting> rows;  // only the first `size` rows are used
  std::span<std::uint8_t> is_summed;
  std::size_t size = 0;
  std::vector<SumRow> sums;

  void fill(std::span<const Posting> sorted, std::span<const GameFacts> facts) {
    for (std::size_t next = 0; next < sorted.size();) {
      const std::size_t first = size;
      for (const PositionKey key = sorted[next].key;
           next < sorted.size() && sorted[next].key == key; ++next) {
        const bool is_repeated = size > first && rows[size - 1].game == sorted[next].game;
        if (!is_repeated) rows[size++] = sorted[next];
      }
      const bool has_sums = size - first >= kMinGamesForSums;
      std::ranges::fill(is_summed.subspan(first, size - first), has_sums ? 1 : 0);
      if (has_sums) add_sums(rows.subspan(first, size - first), facts, sums);
    }
  }
};

PositionRows::PositionRows(const DraftBatch& batch, std::span<const std::uint64_t> numbers,
                           unsigned jobs)
    : batch_(batch),
      numbers_(numbers),
      rows_(batch.postings.size()),
      is_summed_(batch.postings.size()) {
  const std::vector<GameFacts> facts = facts_of(batch);
  const BlockLayout layout = layout_for(batch.postings.size(), batch.games.size());
  PostingBuckets buckets;
  buckets.fill(batch.postings, layout, jobs);
  std::vector<Bucket> parts(layout.buckets());
  std::size_t begin = 0;
  for (std::uint32_t i = 0; i < layout.buckets(); ++i) {
    const std::size_t postings = buckets.bucket(i).size();
    parts[i].rows = std::span(rows_).subspan(begin, postings);
    parts[i].is_summed = std::span(is_summed_).subspan(begin, postings);
    begin += postings;
  }
  run_parallel(jobs, [&](unsigned job) {
    BucketSorter sorter;
    for (std::uint32_t i = job; i < layout.buckets(); i += jobs) {
      parts[i].fill(sorter.sorted(buckets.bucket(i), layout), facts);
    }
  });
  close_gaps(parts);
}

// Moves the rows of all buckets together.
void PositionRows::close_gaps(std::span<Bucket> parts) {
  for (Bucket& part : parts) {
    std::ranges::copy(part.rows.first(part.size), rows_.begin() + size_);
    std::ranges::copy(part.is_summed.first(part.size), is_summed_.begin() + size_);
    size_ += static_cast<std::ptrdiff_t>(part.size);
    sums_.insert(sums_.end(), std::move_iterator(part.sums.begin()),
                 std::move_iterator(part.sums.end()));
  }
}

SampledBlock PositionRows::take_block() {
  const std::vector<std::size_t> sample = sample_of(size());
  std::vector<std::string> conditions;
  for (const std::size_t row : sample) {
    conditions.push_back(fmt::format("(key = {} AND summed = {} AND game = {})",
                                     static_cast<std::uint64_t>(rows_[row].key), is_summed_[row],
                                     numbers_[rows_[row].game]));
  }
  NativeBlock block(size(), sample);
  const auto game_of = [&](std::size_t row) -> const GameDraft& {
    return batch_.games[rows_[row].game];
  };
  block.add_numbers<std::uint64_t>("key", [&](std::size_t row) { return rows_[row].key; });
  block.add_numbers<std::uint8_t>("summed", [&](std::size_t row) { return is_summed_[row]; });
  block.add_numbers<std::uint64_t>("game",
                                   [&](std::size_t row) { return numbers_[rows_[row].game]; });
  block.add_numbers<std::uint16_t>("ply", [&](std::size_t row) { return rows_[row].ply; });
  block.add_numbers<std::uint16_t>("move",
                                   [&](std::size_t row) { return posting_move(rows_[row].next); });
  block.add_numbers<std::uint8_t>("result",
                                  [&](std::size_t row) { return number_of(game_of(row).result); });
  block.add_numbers<std::uint16_t>("white_elo",
                                   [&](std::size_t row) { return game_of(row).white_elo; });
  block.add_numbers<std::uint16_t>("black_elo",
                                   [&](std::size_t row) { return game_of(row).black_elo; });
  block.add_numbers<std::uint16_t>("year",
                                   [&](std::size_t row) { return game_of(row).date / 10000; });
  rows_ = {};
  is_summed_ = {};
  return {std::move(block), any_of(conditions)};
}

SampledBlock sums_block(std::span<const SumRow> rows, std::uint64_t batch) {
  const std::vector<std::size_t> sample = sample_of(rows.size());
  std::vector<std::string> conditions;
  for (const std::size_t row : sample) {
    conditions.push_back(fmt::format("(key = {} AND batch = {} AND move = {})",
                                     static_cast<std::uint64_t>(rows[row].key), batch,
                                     rows[row].move));
  }
  NativeBlock block(rows.size(), sample);
  const auto add = [&](std::string_view name, auto value_of) {
    block.add_numbers<std::int64_t>(name,
                                    [&](std::size_t row) { return value_of(rows[row].sums); });
  };
  block.add_numbers<std::uint64_t>("key", [&](std::size_t row) { return rows[row].key; });
  block.add_value("batch", batch);
  block.add_numbers<std::uint16_t>("move", [&](std::size_t row) { return rows[row].move; });
  const auto result = [](Outcome outcome) {
    return [outcome](const MoveSums& sums) { return sums.games[static_cast<unsigned>(outcome)]; };
  };
  add("unfinished", result(Outcome::Unknown));
  add("white", result(Outcome::WhiteWins));
  add("black", result(Outcome::BlackWins));
  add("draws", result(Outcome::Draw));
  add("white_elo_sum", [](const MoveSums& sums) { return sums.white_elo_sum; });
  add("white_elo_games", [](const MoveSums& sums) { return sums.white_elo_games; });
  add("black_elo_sum", [](const MoveSums& sums) { return sums.black_elo_sum; });
  add("black_elo_games", [](const MoveSums& sums) { return sums.black_elo_games; });
  block.add_arrays<std::uint16_t>("years",
                                  [&](std::size_t row) { return std::span(rows[row].years); });
  block.add_arrays<std::int64_t>("year_games",
                                 [&](std::size_t row) { return std::span(rows[row].year_games); });
  return {std::move(block), any_of(conditions)};
}

const std::string& writer_name() {
  static const std::string name = [] {
    const std::string process = std::to_string(process_id());
    return fmt::format("{}/{}/{}", machine_name(), process, start_of_process(process));
  }();
  return name;
}

std::uint64_t new_id() {
  static std::atomic<std::uint64_t> count = 0;
  const auto time = std::chrono::system_clock::now().time_since_epoch().count();
  return name_id(fmt::format("{} {} {}", writer_name(), time, ++count));
}

bool may_be_writing(std::string_view writer, bool is_recent) {
  const std::size_t last = writer.rfind('/');
  if (last == std::string_view::npos) return false;
  const std::string_view start = writer.substr(last + 1);
  const std::string_view rest = writer.substr(0, last);
  const std::size_t middle = rest.rfind('/');
  if (middle == std::string_view::npos) return false;
  if (rest.substr(0, middle) != machine_name()) return is_recent;
  return start_of_process(rest.substr(middle + 1)) == start;
}

}  // namespace arbiter::clickhouse
