#include "db/sqlite/care/integrity.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <vector>

#include "db/model/damage.h"
#include "db/model/game_draft.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/file/page_checksums.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/schema.h"
#include "db/sqlite/games/sqlite_archive.h"
#include "db/sqlite/index/segment.h"
#include "db/sqlite/index/segment_merge.h"
#include "lib/tags/person_name.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kWrongClaims =
    "SELECT id, merge FROM segment WHERE merge <> 0 AND merge NOT IN (SELECT id FROM merge)";
constexpr std::string_view kIdleMerges =
    "SELECT id FROM merge WHERE id NOT IN (SELECT merge FROM segment)";
constexpr std::string_view kTwice =
    "SELECT id FROM segment WHERE id IN (SELECT id FROM merge UNION ALL SELECT id FROM remains)"
    " UNION SELECT id FROM merge WHERE id IN (SELECT id FROM remains)";
constexpr std::string_view kBlockOwners =
    "SELECT id, 1 << bucket_bits FROM segment"
    " UNION ALL SELECT id, next_bucket FROM merge UNION ALL SELECT id, 1 << 24 FROM remains";
constexpr std::string_view kOwnersOfVersion1 = "SELECT id, 1 << bucket_bits FROM segment";
constexpr std::string_view kNextBlock = "SELECT min(id) FROM posting_block WHERE id >= ?1";

constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

// A query that returns one row for each problem.
struct FaultQuery {
  const Connection& connection;
  std::string_view sql;
  IntegrityPart part;
};

// Reports each row. `text` contains placeholders for its first one or two columns.
void report_rows(const FaultQuery& query, IntegrityLog& log, std::string_view text) {
  Statement rows = query.connection.prepare(query.sql);
  while (rows.step()) {
    log.report(
        query.part, "{}",
        fmt::format(fmt::runtime(text), rows.integer(0), rows.columns() > 1 ? rows.integer(1) : 0));
  }
}

void report_segment(IntegrityLog& log, std::int64_t segment, std::string_view what) {
  log.report(IntegrityPart::Index, "segment {}: {}", segment, what);
}

void check_rows(const Connection& connection, IntegrityLog& log) {
  report_rows({connection, kWrongClaims, IntegrityPart::Index}, log,
              "segment {}: it is being merged into segment {}, but no merge writes that segment");
  report_rows({connection, kIdleMerges, IntegrityPart::Index}, log,
              "segment {}: no segment is merged into it");
  report_rows({connection, kTwice, IntegrityPart::Index}, log,
              "segment {}: it is marked both as being written and as unused");
}

// Checks that the finished part of a merge matches its input.
void check_progress(const Connection& connection, const IndexUpkeep::Merge& merge,
                    IntegrityLog& log) {
  const Segment merged =
      merged_segment(connection, merge.sources, MergeMode::Keep, merge.progress.id);
  if (merge.progress.next_bucket > merged.layout.buckets()) {
    return report_segment(log, merged.id, "its merge is past the last block");
  }
  SegmentReader reader(connection, merged);
  PostingTotal total;
  std::vector<StoredPosting> block;
  for (std::uint32_t bucket = 0; bucket < merge.progress.next_bucket; ++bucket) {
    if (!reader.read(bucket, block)) {
      return report_segment(log, merged.id,
                            fmt::format("block {} is missing or cannot be read", bucket));
    }
    for (const StoredPosting& stored : block) {
      total.add(stored.posting, stored.result, merged.first_game);
    }
  }
  if (total == merge.progress.total) return;
  report_segment(
      log, merged.id,
      fmt::format("the {} postings merged into it so far differ from those that were read",
                  total.count));
}

// Checks that each block belongs to a segment. The scan jumps from segment to segment.
void check_owners(const Connection& connection, IntegrityLog& log) {
  std::map<std::int64_t, std::int64_t> blocks;  // number of blocks by segment
  Statement owners =
      connection.prepare(has_subtracted_segments(connection) ? kBlockOwners : kOwnersOfVersion1);
  while (owners.step()) {
    std::int64_t& count = blocks[owners.integer(0)];
    count = std::max(count, owners.integer(1));
  }
  Statement next = connection.prepare(kNextBlock);
  constexpr std::int64_t kAll = std::int64_t{1} << kMaxBucketBits;
  for (std::int64_t from = kMin; next.bind(1, from).step() && !next.is_null(0);) {
    const std::int64_t row = next.integer(0);
    const std::int64_t segment = row >> kMaxBucketBits;
    const auto owner = blocks.find(segment);
    const std::int64_t count =
        owner == blocks.end() ? 0 : std::clamp<std::int64_t>(owner->second, 0, kAll);
    const bool is_owned = row % kAll < count && row >= 0;
    if (!is_owned)
      report_segment(log, segment, fmt::format("block {} belongs to no segment", row & (kAll - 1)));
    const std::int64_t last = is_owned ? segment * kAll + count - 1 : row | (kAll - 1);
    if (last == kMax) return;
    from = last + 1;
  }
}

// Checks unfinished merges, and that each block belongs to a segment. Files of schema version 1
// have no merges.
void check_merges(const Connection& connection, IntegrityLog& log) {
  if (has_subtracted_segments(connection)) {
    check_rows(connection, log);
    IndexUpkeep upkeep(connection);
    if (!upkeep.has_older_merges()) {
      for (const IndexUpkeep::Merge& merge : upkeep.begun_merges()) {
        check_progress(connection, merge, log);
      }
    }
  }
  check_owners(connection, log);
}

constexpr std::string_view kFullCheck = "PRAGMA integrity_check(1000)";
constexpr std::string_view kQuickCheck = "PRAGMA quick_check(1000)";
constexpr std::string_view kOwners = "SELECT pageno, name FROM dbstat";
constexpr std::string_view kRow = "SELECT moves FROM game WHERE id = ?1";

// Reports the lines of an SQLite message, without its heading.
void report_lines(std::string_view text, IntegrityLog& log) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (!line.starts_with("***")) log.report(IntegrityPart::File, "{}", std::string(line));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
}

// Reports the damaged pages, and the tables or indexes that they belong to.
void report_damaged_pages(const Connection& connection, IntegrityLog& log) {
  const std::vector<std::uint32_t> pages = damaged_pages(connection);
  if (pages.empty() || page_check(connection) == PageCheck::Skip) return;
  const UncheckedPages unchecked(connection);
  Statement query = connection.prepare(kOwners);
  while (query.step()) {
    const auto page = static_cast<std::uint32_t>(query.integer(0));
    if (!std::ranges::binary_search(pages, page)) continue;
    log.report(IntegrityPart::File, "page {}, of {}, does not match its checksum", page,
               query.text(1));
  }
}

// Runs SQLite's integrity check, which reads every used page, and reports damaged pages.
void check_pages(const Connection& connection, FileCheck check, IntegrityLog& log) {
  log.totals().pages = static_cast<std::uint64_t>(connection.integer("PRAGMA page_count"));
  try {
    Statement query = connection.prepare(check == FileCheck::Full ? kFullCheck : kQuickCheck);
    while (query.step()) {
      if (query.text(0) != "ok") report_lines(query.text(0), log);
    }
  } catch (const DamageError&) {
    if (damaged_pages(connection).empty()) throw;
  }
  report_damaged_pages(connection, log);
}

// Reports the games whose rows are on damaged pages.
void report_unreadable_games(const Connection& connection, IntegrityLog& log) {
  if (damaged_pages(connection).empty() || page_check(connection) == PageCheck::Skip) return;
  ColumnReader columns(connection);
  GameFactsReader facts(columns);
  Statement row = connection.prepare(kRow);
  const auto is_unreadable = [&](std::int64_t number) {
    if (facts.is_deleted(GameId{number})) return false;
    try {
      row.bind(1, number).step();
      row.reset();
      return false;
    } catch (const DamageError&) {
      return true;
    }
  };
  const std::int64_t end = columns.chunks() * kChunkGames + 1;
  std::int64_t unreadable = 0;  // number of consecutive unreadable games before `number`
  for (std::int64_t number = 1; number <= end; ++number) {
    if (is_unreadable(number)) {
      ++unreadable;
    } else if (unreadable > 0) {
      log.report(IntegrityPart::Games, "games {} to {} cannot be read", number - unreadable,
                 number - 1);
      unreadable = 0;
    }
  }
}

constexpr std::string_view kFindingRows =
    "SELECT finding.game, ply, kind, plies, flags FROM finding"
    " LEFT JOIN game ON game.id = finding.game ORDER BY finding.game";
constexpr std::string_view kColumns =
    "SELECT name, type, \"notnull\" FROM pragma_table_info(?1) WHERE type <> ''";
constexpr std::string_view kWrongPlaces =
    "SELECT game.id, offset, line FROM game JOIN source ON source.id = game.source"
    " WHERE NOT flags & 1 AND (offset < 0 OR offset > done_offset OR line < 1 OR"
    " line > done_lines + 1)";
constexpr std::string_view kForgotten =
    "SELECT source.id, is_forgotten, max(game.id) FROM source"
    " LEFT JOIN game ON game.source = source.id AND NOT flags & 1 WHERE is_forgotten <> 0"
    " GROUP BY source.id";
constexpr std::string_view kSeverities =
    "SELECT id FROM finding_kind WHERE severity NOT IN ('error', 'warning', 'note')";
constexpr std::string_view kWrongCodes =
    "SELECT id, eco FROM opening WHERE eco < 1 OR eco > 500 OR typeof(eco) <> 'integer'";
constexpr std::int64_t kMaxPlies = 65'535;

void check_schema(const Database& database, ForeignCheck foreign, IntegrityLog& log) {
  log.totals().own_objects = own_objects(database.connection()).size();
  if (foreign == ForeignCheck::Ignore) return;
  for (const SchemaFault& fault : schema_faults(database.connection())) {
    log.report(IntegrityPart::File, "{}", to_string(fault));
  }
}

// Returns the row numbers of a table, without impossible ones.
GameSet ids_of(const Connection& connection, std::string_view table, IntegrityLog& log) {
  const std::int64_t most = max_name(connection);
  const std::int64_t last =
      connection.integer(fmt::format("SELECT coalesce(max(id), 0) FROM {}", table));
  GameSet ids(std::clamp<std::int64_t>(last, 0, most));
  Statement query = connection.prepare(fmt::format("SELECT id FROM {}", table));
  while (query.step()) {
    const std::int64_t id = query.integer(0);
    if (id >= 1 && id <= most) {
      ids.insert(GameId{id});
    } else {
      log.report(IntegrityPart::Names, "{} {}: its number is invalid", table, id);
    }
  }
  return ids;
}

GameSet check_names(const Connection& connection, std::string_view table, IntegrityLog& log) {
  Statement query = connection.prepare(fmt::format("SELECT id, name, folded FROM {}", table));
  while (query.step()) {
    ++log.totals().names;
    const std::string folded = folded_name(query.text(1));
    if (query.text(2) == folded) continue;
    log.report(IntegrityPart::Columns,
               "{} {}, \"{}\", has the search name \"{}\" instead of \"{}\"", table,
               query.integer(0), query.text(1), query.text(2), folded);
  }
  return ids_of(connection, table, log);
}

GameSet check_openings(const Connection& connection, IntegrityLog& log) {
  if (!has_openings(connection)) return GameSet(0);
  report_rows({connection, kWrongCodes, IntegrityPart::Names}, log,
              "opening {}: {} is not an ECO code");
  return ids_of(connection, "opening", log);
}

// Returns the maximum ply of a finding. A finding may concern an unplayable half-move or later
// ones.
std::int64_t last_ply_of(const Statement& finding) {
  const bool is_whole = (finding.integer(4) & (kIncomplete | kUnchecked)) == 0;
  return is_whole ? finding.integer(3) + 1 : kMaxPlies;
}

// Checks the findings of all games. `games` is empty if damage prevented listing the games.
void check_findings(const Connection& connection, const std::optional<GameSet>& games,
                    IntegrityLog& log) {
  const GameSet kinds = ids_of(connection, "finding_kind", log);
  report_rows({connection, kSeverities, IntegrityPart::Findings}, log,
              "finding_kind {}: it has no known severity");
  Statement query = connection.prepare(kFindingRows);
  while (query.step()) {
    ++log.totals().findings;
    const GameId game{query.integer(0)};
    if (games && !games->contains(game)) {
      log.report(IntegrityPart::Findings, game, "it has findings, but does not exist");
    } else if (!kinds.contains(GameId{query.integer(2)})) {
      log.report(IntegrityPart::Findings, game, "it has a finding of kind {}, which does not exist",
                 query.integer(2));
    } else if (const std::int64_t ply = query.integer(1); ply < 0 || ply > last_ply_of(query)) {
      log.report(IntegrityPart::Findings, game,
                 "it has a finding at half-move {}, which does not exist", ply);
    }
  }
}

// Returns a query for rows whose values do not have the declared types.
std::string wrong_types_in(const Connection& connection, std::string_view what,
                           std::string_view table) {
  std::string sql = fmt::format("SELECT {} FROM {} WHERE 0", what, table);
  Statement columns = connection.prepare(kColumns);
  columns.bind(1, table);
  while (columns.step()) {
    const std::string_view null = columns.integer(2) != 0 ? "" : ", 'null'";
    sql += fmt::format(" OR typeof({}) NOT IN (lower('{}'){})", columns.text(0), columns.text(1),
                       null);
  }
  return sql;
}

void check_types(const Connection& connection, IntegrityLog& log) {
  for (const auto& [table, sql] : table_texts(connection.integer("PRAGMA user_version"))) {
    if (table == "game") continue;  // see check_values()
    if (table == "opening" && !has_openings(connection)) continue;
    const std::int64_t rows = connection.integer(wrong_types_in(connection, "count(*)", table));
    if (rows == 0) continue;
    log.report(IntegrityPart::File, "{}: {} {} a value of a wrong type", table, rows,
               rows == 1 ? "row has" : "rows have");
  }
}

void check_values(const Connection& connection, IntegrityLog& log) {
  Statement types = connection.prepare(wrong_types_in(connection, "id", "game"));
  while (types.step()) {
    log.report(IntegrityPart::Games, GameId{types.integer(0)},
               "a value of its row has a wrong type");
  }
  Statement places = connection.prepare(kWrongPlaces);
  while (places.step()) {
    log.report(IntegrityPart::Games, GameId{places.integer(0)},
               "it is at byte {}, line {}, outside the part of its source that was read",
               places.integer(1), places.integer(2));
  }
}

void check_sources(const Connection& connection, IntegrityLog& log) {
  for (const SourceId source : changed_sources(connection)) {
    log.report(IntegrityPart::File, "source {}: its read position has changed since the import",
               static_cast<std::uint32_t>(source));
  }
}

void check_forgotten(const Connection& connection, IntegrityLog& log) {
  // Version 1 did not store forgotten sources.
  if (connection.integer("PRAGMA user_version") < 2) return;
  Statement forgotten = connection.prepare(kForgotten);
  while (forgotten.step()) {
    if (forgotten.integer(1) != 1) {
      log.report(IntegrityPart::File, "source {}: its column is_forgotten is {}, neither 0 nor 1",
                 forgotten.integer(0), forgotten.integer(1));
    } else if (!forgotten.is_null(2)) {
      log.report(IntegrityPart::Games, GameId{forgotten.integer(2)},
                 "it is from source {}, which is forgotten", forgotten.integer(0));
    }
  }
}

// Runs a check, and reports damage that aborts it.
template <class Check>
void guarded(IntegrityPart part, IntegrityLog& log, Check check) {
  try {
    check();
  } catch (const DamageError& error) {
    log.report(part, "{}", error.fault());
  }
}

IntegrityTotals check_all(const Database& database, const IntegrityOptions& options,
                          IntegrityListener& listener) {
  const Connection& connection = database.connection();
  IntegrityTotals totals;
  IntegrityLog log(listener, totals);
  guarded(IntegrityPart::File, log, [&] { totals.index_plies = database.index_plies(); });
  ExistingNames names;
  std::optional<GameSet> games;
  if (!options.fault_at_opening.empty())
    log.report(IntegrityPart::File, "{}", options.fault_at_opening);
  guarded(IntegrityPart::File, log, [&] { check_schema(database, options.foreign, log); });
  guarded(IntegrityPart::File, log, [&] { check_pages(connection, options.file, log); });
  guarded(IntegrityPart::Names, log, [&] {
    names.players = check_names(connection, "player", log);
    names.events = check_names(connection, "event", log);
    names.sites = check_names(connection, "site", log);
    names.sources = ids_of(connection, "source", log);
    names.openings = check_openings(connection, log);
  });
  guarded(IntegrityPart::File, log, [&] { check_types(connection, log); });
  guarded(IntegrityPart::File, log, [&] { check_sources(connection, log); });
  guarded(IntegrityPart::File, log, [&] { check_forgotten(connection, log); });
  guarded(IntegrityPart::Games, log, [&] { check_values(connection, log); });
  guarded(IntegrityPart::Games, log,
          [&] { games = check_games(database, names, options.jobs, log); });
  guarded(IntegrityPart::Index, log, [&] { check_merges(connection, log); });
  guarded(IntegrityPart::Games, log, [&] { report_unreadable_games(connection, log); });
  guarded(IntegrityPart::Findings, log, [&] { check_findings(connection, games, log); });
  return totals;
}

class SilentListener final : public IntegrityListener {
 public:
  void on_fault(const IntegrityFault& /*unused*/) override {}
  void on_progress(std::uint64_t /*unused*/) override {}
};

}  // namespace

IntegrityTotals check_integrity(const Database& database, const IntegrityOptions& options,
                                IntegrityListener& listener) {
  const Connection& connection = database.connection();
  const ReadSnapshot snapshot(connection);
  IntegrityTotals totals = check_all(database, options, listener);
  const bool is_damaged = !options.fault_at_opening.empty() || !damaged_pages(connection).empty();
  if (is_damaged && page_check(connection) == PageCheck::Compare) {
    const UncheckedPages unchecked(connection);
    SilentListener silent;
    IntegrityOptions inside = options;
    inside.fault_at_opening.clear();
    totals.faults_inside = check_all(database, inside, silent).faults;
  }
  return totals;
}

}  // namespace arbiter::sqlite
