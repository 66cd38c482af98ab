#include "db/clickhouse/writing/cluster_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>

#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/wire/address.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/clickhouse/writing/cluster_writing.h"
#include "db/model/column_values.h"
#include "db/model/damage.h"
#include "db/model/game_draft.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::size_t kGamesAtOnce = 4000;

constexpr std::string_view kPlaces =
    "SELECT source, offset, game FROM games WHERE 1{} FORMAT RowBinary";
constexpr std::string_view kGames =
    "SELECT game, white, black, event, site, round, date, white_elo, black_elo, eco, plies, result,"
    " ending, flags, start, offset, line, moves, record, finding_codes, finding_plies"
    " FROM games WHERE game IN ({}) FORMAT RowBinary";

// A row, whose names are numbers yet. Texts are views into the answer.
struct Row {
  GameId game{};
  std::array<std::uint64_t, 4> names{};  // white, black, event, site
  GameDraft draft;                       // without texts
  std::string_view round, start, moves, record;
  std::vector<std::uint64_t> finding_codes;
  std::vector<std::uint32_t> finding_plies;
};

constexpr NameKind kKinds[] = {NameKind::Player, NameKind::Player, NameKind::Event, NameKind::Site};

Row read_row(RowReader& rows) {
  Row row;
  row.game = GameId{rows.i64()};
  for (std::uint64_t& name : row.names) name = rows.u64();
  row.round = rows.text();
  row.draft.date = rows.u32();
  row.draft.white_elo = rows.u16();
  row.draft.black_elo = rows.u16();
  row.draft.eco = rows.u16();
  row.draft.plies = rows.u16();
  row.draft.result = outcome_of(rows.u8());
  row.draft.ending = ending_of(rows.u8());
  row.draft.flags = rows.u8();
  row.start = rows.text();
  row.draft.offset = rows.u64();
  row.draft.line = rows.u64();
  row.moves = rows.text();
  row.record = rows.text();
  row.finding_codes = rows.numbers<std::uint64_t>();
  row.finding_plies = rows.numbers<std::uint32_t>();
  return row;
}

// What a number in `finding_codes` means; nothing where this version does not know it.
std::optional<DiagnosticCode> code_of(std::uint64_t id) {
  static const auto codes = [] {
    std::unordered_map<std::uint64_t, DiagnosticCode> by_id;
    for (const CatalogueEntry& entry : catalogue()) by_id.emplace(name_id(entry.id), entry.code);
    return by_id;
  }();
  const auto found = codes.find(id);
  return found == codes.end() ? std::nullopt : std::optional(found->second);
}

void add_findings(const Row& row, GameDraft& draft, DraftBatch& batch) {
  draft.first_finding = static_cast<std::uint32_t>(batch.findings.size());
  const std::size_t count = std::min(row.finding_codes.size(), row.finding_plies.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto code = code_of(row.finding_codes[i]);
    if (!code) continue;
    batch.findings.push_back({*code, row.finding_plies[i]});
    ++draft.findings;
  }
}

void add_draft(const Row& row, const StoredNames& names, DraftBatch& batch) {
  GameDraft draft = row.draft;
  BatchSpan* const texts[] = {&draft.white, &draft.black, &draft.event, &draft.site};
  for (std::size_t i = 0; i < std::size(texts); ++i) {
    *texts[i] = batch.add(names.name(kKinds[i], row.names[i]));
  }
  draft.round = batch.add(row.round);
  draft.start = batch.add(row.start);
  draft.moves = batch.add(row.moves);
  draft.record = batch.add(row.record);
  add_findings(row, draft, batch);
  batch.games.push_back(draft);
}

}  // namespace

ClusterArchive::ClusterArchive(std::string name, std::unique_ptr<Cluster> cluster)
    : name_(std::move(name)), cluster_(std::move(cluster)), names_(*cluster_) {}

std::vector<SourceRecord> ClusterArchive::sources() {
  return ClusterWriting(*cluster_, 1).source_list();
}

std::vector<PlacedGame> ClusterArchive::places() {
  const auto views = read_views(*cluster_);
  const auto answers = cluster_->ask_all([&](unsigned shard) {
    const ShardView* view = view_of(views, shard);
    return view ? fmt::format(kPlaces, seen_games(view->hidden)) : std::string();
  });
  std::vector<PlacedGame> places;
  for (const ShardAnswer& answer : answers) {
    RowReader rows(answer.answer.bytes);
    while (!rows.is_at_end()) {
      PlacedGame& place = places.emplace_back();
      place.source = SourceId{rows.u32()};
      place.offset = rows.u64();
      place.game = GameId{rows.i64()};
    }
  }
  std::ranges::sort(places, {}, [](const PlacedGame& place) {
    return std::tuple(place.source, place.offset, place.game);
  });
  order_.clear();
  for (const PlacedGame& place : places) order_.push_back(place.game);
  return places;
}

bool ClusterArchive::add(GameId game, DraftBatch& batch) {
  if (!places_in_page_.contains(game)) fetch_from(game);
  const auto place = places_in_page_.find(game);
  if (place == places_in_page_.end()) return false;
  append_games(batch, page_, {place->second, 1});
  return true;
}

// The game and those after it.
void ClusterArchive::fetch_from(GameId game) {
  const auto first =
      std::find(order_.begin() + static_cast<std::ptrdiff_t>(next_), order_.end(), game);
  next_ = static_cast<std::size_t>(first - order_.begin());
  const std::size_t end = std::min(next_ + kGamesAtOnce, order_.size());
  std::vector<std::uint64_t> numbers;
  for (; next_ < end; ++next_) {
    numbers.push_back(static_cast<std::uint64_t>(number_of(order_[next_])));
  }
  page_.clear();
  places_in_page_.clear();
  if (numbers.empty()) return;
  const auto answers = cluster_->ask_all(fmt::format(kGames, listed(numbers)));
  std::vector<Row> rows;
  std::vector<StoredNames::Key> keys;
  for (const ShardAnswer& answer : answers) {
    RowReader reader(answer.answer.bytes);
    while (!reader.is_at_end()) {
      const Row& row = rows.emplace_back(read_row(reader));
      for (std::size_t i = 0; i < row.names.size(); ++i) keys.push_back({kKinds[i], row.names[i]});
    }
  }
  names_.fetch(std::move(keys));
  for (const Row& row : rows) {
    places_in_page_.emplace(row.game, page_.games.size());
    add_draft(row, names_, page_);
  }
}

Result<std::unique_ptr<GameArchive>> open_archive(const std::string& name) {
  const auto address = parse_address(name);
  if (!address) return Error{address.error()};
  auto cluster = connect(*address);
  if (!cluster) return Error{cluster.error()};
  return std::unique_ptr<GameArchive>(std::make_unique<ClusterArchive>(name, *std::move(cluster)));
}

}  // namespace arbiter::clickhouse
