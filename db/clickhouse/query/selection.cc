#include "db/clickhouse/query/selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "db/clickhouse/query/game_rows.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/game_record.h"
#include "lib/base/threads.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter::clickhouse {
namespace {

// A necessary and a sufficient condition for matching games. Both are equal if SQL expresses the
// test exactly.
struct Bounds {
  std::string necessary;
  std::string sufficient;

  bool is_exact() const { return necessary == sufficient; }
};

Bounds exactly(const std::string& condition) { return {condition, condition}; }
Bounds necessary(std::string condition) { return {std::move(condition), "0"}; }

std::string all(const std::vector<std::string>& parts) {
  return parts.empty() ? "1" : fmt::format("({})", fmt::join(parts, " AND "));
}
std::string any(const std::vector<std::string>& parts) {
  return parts.empty() ? "0" : fmt::format("({})", fmt::join(parts, " OR "));
}

std::string_view column_of(GameNumber number) {
  constexpr std::string_view kColumns[] = {"game",  "date",   "white_elo", "black_elo", "eco",
                                           "plies", "result", "ending",    "flags"};
  return kColumns[static_cast<std::size_t>(number)];
}

std::string range_condition(std::string_view value, const ValueRange& range) {
  std::vector<std::string> parts;
  if (range.min) parts.push_back(fmt::format("{} >= {}", value, *range.min));
  if (range.max) parts.push_back(fmt::format("{} <= {}", value, *range.max));
  return all(parts);
}

// Returns the condition that the stored record contains the tag name.
std::string has_tag(std::string_view tag) {
  return fmt::format("positionCaseInsensitive(record, {}) != 0", string_literal(tag));
}

bool is_about_date(const NumberTest& test) {
  return test.form == NumberTest::Form::Date || test.form == NumberTest::Form::PossibleDate;
}

// Combines the bounds `bounds_of(test)` of all tests in the filter.
template <class BoundsOf>
Bounds combined(const GameFilter& filter, BoundsOf bounds_of) {
  if (filter.kind == GameFilter::Kind::Test) return bounds_of(*filter.test);
  std::vector<std::string> needed;
  std::vector<std::string> enough;
  for (const GameFilter& part : filter.parts) {
    Bounds of_part = combined(part, bounds_of);
    needed.push_back(std::move(of_part.necessary));
    enough.push_back(std::move(of_part.sufficient));
  }
  switch (filter.kind) {
    case GameFilter::Kind::Any:
      return {any(needed), any(enough)};
    case GameFilter::Kind::Not:
      return {fmt::format("(NOT ({}))", enough.front()), fmt::format("(NOT ({}))", needed.front())};
    default:
      return {all(needed), all(enough)};
  }
}

// Returns a test as a condition for rows of `positions`, if that table has the column of the test.
std::optional<std::string> posting_test(const GameTest& test) {
  const auto* const number = std::get_if<NumberTest>(&test);
  if (number == nullptr) return std::nullopt;
  if (is_about_date(*number)) return year_condition(*number);
  const bool has_column = number->of == GameNumber::WhiteElo ||
                          number->of == GameNumber::BlackElo || number->of == GameNumber::Result;
  if (!has_column || number->form != NumberTest::Form::Range) return std::nullopt;
  return range_condition(column_of(number->of), number->range);
}

class Translation {
 public:
  explicit Translation(NameLookup& names) : names_(names) {}

  Bounds bounds(const GameFilter& filter) {
    return combined(filter, [this](const GameTest& test) { return std::visit(*this, test); });
  }

  Bounds operator()(const NumberTest& test) {
    if (is_about_date(test)) return exactly(date_condition(test));
    const std::string_view column = column_of(test.of);
    if (test.form == NumberTest::Form::Bits) {
      return exactly(fmt::format("(bitAnd({}, {}) = {})", column, test.bits, test.bits));
    }
    return exactly(range_condition(column, test.range));
  }

  Bounds operator()(const NameTest& test) {
    constexpr std::string_view kColumns[] = {"white", "black", "event", "site"};
    constexpr NameKind kKinds[] = {NameKind::Player, NameKind::Player, NameKind::Event,
                                   NameKind::Site};
    const auto of = static_cast<std::size_t>(test.of);
    auto ids = names_.folded_names(kKinds[of],
                                   [&](std::string_view folded) { return test.accepts(folded); });
    if (test.accepts("")) ids.push_back(0);
    return exactly(in_list(kColumns[of], ids));
  }

  Bounds operator()(const SourceTest& test) {
    return exactly(in_list(
        "source", names_.sources([&](std::string_view name) { return test.accepts(name); })));
  }

  Bounds operator()(const RoundTest& test) {
    std::vector<std::string> parts;
    for (const std::string& round :
         names_.rounds([&](std::string_view text) { return test.accepts(text); })) {
      parts.push_back(string_literal(round));
    }
    if (parts.empty()) return exactly("0");
    return exactly(fmt::format("(round IN (SELECT arrayJoin([{}])))", fmt::join(parts, ",")));
  }

  Bounds operator()(const TagTest& test) {
    const bool is_in_record = !is_from_columns(known_tag_ignoring_case(test.tag));
    const bool may_be_missing = test.accepts_value("");
    return necessary(is_in_record && !may_be_missing ? has_tag(test.tag) : "1");
  }

  Bounds operator()(const TimeControlTest& test) {
    return necessary(test.text == "?" ? "1" : has_tag(to_string(KnownTag::TimeControl)));
  }

  Bounds operator()(const EcoTest& test) {
    return exactly(range_condition("if(eco != 0, eco, opening_eco)", test.range));
  }

  Bounds operator()(const OpeningTest& test) {
    std::vector<std::string> pairs;
    for (const NameLookup::Opening& opening : names_.openings()) {
      if (!test.accepts(opening.eco, opening.name)) continue;
      pairs.push_back(fmt::format("({},{})", opening.id, opening.eco));
    }
    if (pairs.empty()) return exactly("0");
    return exactly(fmt::format("((opening, opening_eco) IN ({}))", fmt::join(pairs, ",")));
  }

  Bounds operator()(const FindingTest& test) {
    std::vector<std::uint64_t> ids;
    for (const CatalogueEntry& entry : catalogue()) {
      if (test.codes[index_of(entry.code)]) ids.push_back(name_id(entry.id));
    }
    if (ids.empty()) return exactly("0");
    return exactly(fmt::format("hasAny(finding_codes, [{}])", listed(ids)));
  }

  // Games whose moves are not checked have no positions.
  Bounds operator()(const MaterialTest&) { return necessary(checked()); }
  Bounds operator()(const PatternTest&) { return necessary(checked()); }
  Bounds operator()(const PositionsTest&) { return necessary(checked()); }

  Bounds operator()(const ComparisonTest&) { return necessary("1"); }
  Bounds operator()(const ContentTest&) { return necessary(with_movetext()); }
  Bounds operator()(const CommentNumberTest&) { return necessary(with_movetext()); }
  Bounds operator()(const CommentTextTest&) { return necessary(with_movetext()); }

  // Returns the tests that SQL does not express exactly.
  GameFilter rest(const GameFilter& filter) {
    if (filter.kind != GameFilter::Kind::All) return filter;
    GameFilter left;
    for (const GameFilter& part : filter.parts) {
      if (!bounds(part).is_exact()) left.require(rest(part));
    }
    return left;
  }

 private:
  static std::string checked() {
    return fmt::format("(bitAnd(flags, {}) = 0)", static_cast<unsigned>(kUnchecked));
  }

  static std::string with_movetext() {
    return fmt::format("(bitAnd(flags, {}) != 0)", static_cast<unsigned>(kHasMovetext));
  }

  NameLookup& names_;
};

}  // namespace

SqlFilter sql_of(const GameFilter& filter, NameLookup& names) {
  Translation translation(names);
  const Bounds bounds = translation.bounds(filter);
  SqlFilter sql{.condition = bounds.necessary};
  if (!bounds.is_exact()) sql.rest = translation.rest(filter);
  return sql;
}

std::optional<std::string> postings_condition(const GameFilter& filter) {
  bool has_all = true;
  const Bounds bounds = combined(filter, [&](const GameTest& test) {
    const auto condition = posting_test(test);
    has_all = has_all && condition.has_value();
    return exactly(condition.value_or("1"));
  });
  return has_all ? std::optional(bounds.necessary) : std::nullopt;
}

namespace {

constexpr std::uint64_t kYear = 10000;
constexpr std::uint64_t kLastYear = 9999;

// The first and the last year of a range. Precondition: the range has both ends.
struct Years {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};
constexpr std::uint64_t kLastDate = kLastYear * kYear + 9999;
Years years_of(const ValueRange& range) {
  return {range.min.value_or(0) / kYear,
          std::min(range.max.value_or(kLastDate), kLastDate) / kYear};
}

// Returns whether the test accepts the dates of a year; nothing if it accepts only some of them.
std::optional<bool> accepts_year(const NumberTest& test, std::uint64_t year) {
  const bool is_accepted = test.accepts(year * kYear);
  for (std::uint64_t month = 0; month <= 12; ++month) {
    for (std::uint64_t day = 0; day <= 31; ++day) {
      if (test.accepts(year * kYear + month * 100 + day) != is_accepted) return std::nullopt;
    }
  }
  return is_accepted;
}

// Adds the accepted dates of the year with an unknown month or day. For year 0, adds all accepted
// dates.
void add_partial_dates(const NumberTest& test, std::uint64_t year,
                       std::vector<std::uint64_t>& dates) {
  for (std::uint64_t month = 0; month <= 12; ++month) {
    for (std::uint64_t day = 0; day <= 31; ++day) {
      if (year != 0 && month != 0 && day != 0) continue;
      const std::uint64_t date = year * kYear + month * 100 + day;
      if (test.accepts(date)) dates.push_back(date);
    }
  }
}

}  // namespace

// All dates of years inside the range are accepted. In the first and the last year, complete dates
// are compared, and accepted partial dates are listed.
std::string date_condition(const NumberTest& test) {
  if (test.range.is_open()) return "1";
  const std::uint64_t min = test.range.min.value_or(0);
  const std::uint64_t max = std::min(test.range.max.value_or(kLastDate), kLastDate);
  const auto [first_year, last_year] = years_of(test.range);
  std::vector<std::uint64_t> partial;
  add_partial_dates(test, 0, partial);
  for (const std::uint64_t year : {first_year, last_year}) {
    if (year != 0 && year <= kLastYear) add_partial_dates(test, year, partial);
  }
  std::ranges::sort(partial);
  partial.erase(std::unique(partial.begin(), partial.end()), partial.end());
  return fmt::format(
      "((date >= {} AND date < {}) OR (date >= {} AND date <= {} AND date % 100 != 0"
      " AND intDiv(date, 100) % 100 != 0) OR {})",
      (first_year + 1) * kYear, last_year * kYear, std::max(min, kYear), max,
      in_list("date", partial));
}

std::optional<std::string> year_condition(const NumberTest& test) {
  if (test.range.is_open()) return "1";
  const Years years = years_of(test.range);
  std::vector<std::uint64_t> accepted;
  for (const std::uint64_t year : {std::uint64_t{0}, years.first, years.last}) {
    if (year > kLastYear) continue;
    const auto is_accepted = accepts_year(test, year);
    if (!is_accepted) return std::nullopt;
    if (*is_accepted) accepted.push_back(year);
  }
  return fmt::format("((year > {} AND year < {}) OR {})", years.first, years.last,
                     in_list("year", accepted));
}

namespace {

// The number of games per query; their records take about 20 MB.
constexpr std::uint64_t kGamesAtOnce = 20'000;

// The query for the number of games with a frequent position, and of all games.
constexpr std::string_view kFrequency =
    "SELECT toUInt64(sum(reached)), toUInt64(sum(games)) FROM (SELECT"
    " toUInt64(sum(unfinished + white + black + draws)) AS reached, toUInt64(0) AS games"
    " FROM sums WHERE {}{} UNION ALL SELECT toUInt64(0) AS reached, count() AS games FROM games)";

// The index granularity of `games` (schema.cc).
constexpr std::uint64_t kBlockGames = 256;

// The parts of games that the tests of a filter need.
struct Needs {
  RowParts parts;
  bool names = false;

  void add(const GameTest& test) {
    const TestedPart part = tested_part(test);
    const bool is_about_moves = part == TestedPart::Moves;
    const bool is_about_tags = part == TestedPart::Tags || part == TestedPart::Movetext;
    // The FEN tag is stored in columns.
    parts.moves = parts.moves || is_about_moves || is_about_tags;
    parts.record = parts.record || is_about_tags;
    parts.findings = parts.findings || part == TestedPart::Findings;
    names = names || !(is_about_moves || std::holds_alternative<NumberTest>(test));
  }
};

Needs needs_of(const GameFilter& filter) {
  Needs needs;
  for_each_test(filter, [&](const GameTest& test) { needs.add(test); });
  return needs;
}

// A query for some games of a shard.
struct Portion {
  unsigned shard = 0;
  std::string sql;
};

struct Passing {
  unsigned shard = 0;
  std::vector<std::uint64_t> games;
  std::uint64_t looked_at = 0;
};

// Applies a filter, on one thread.
class Judge {
 public:
  Judge(QuerySession& session, const GameFilter& filter, const Needs& needs,
        const SourceNames& sources)
      : session_(session), filter_(filter), needs_(needs), sources_(sources), names_(session) {}

  Passing look(const Portion& portion) {
    const Answer answer = session_.ask(portion.shard, portion.sql);
    const std::vector<GameRow> games = read_rows(answer);
    if (needs_.names) names_.learn(portion.shard, games);
    Passing passing{.shard = portion.shard, .games = {}, .looked_at = games.size()};
    for (const GameRow& game : games) {
      if (!matches(filter_, view_of(game, names_, sources_))) continue;
      passing.games.push_back(static_cast<std::uint64_t>(number_of(game.id)));
    }
    return passing;
  }

 private:
  QuerySession& session_;
  const GameFilter& filter_;
  const Needs& needs_;
  const SourceNames& sources_;
  NameTexts names_;
};

}  // namespace

Selection::Selection(QuerySession& session, const GameFilter& filter, const std::string& among,
                     unsigned jobs) {
  NameLookup names(session);
  const SqlFilter sql = sql_of(filter, names);
  condition_ = sql.condition;
  postings_condition_ = postings_condition(filter);
  if (sql.rest.is_empty()) return;
  if (among != "1") condition_ = fmt::format("{} AND {}", among, condition_);
  judge(session, sql.rest, jobs);
}

void Selection::judge(QuerySession& session, const GameFilter& rest, unsigned jobs) {
  const Needs needs = needs_of(rest);
  std::vector<Portion> portions;
  for (const Stretch& stretch : stretches(
           session, [this](unsigned) { return condition_; }, kGamesAtOnce)) {
    for (const unsigned shard : stretch.shards) {
      portions.push_back(
          {shard, fmt::format("SELECT {} FROM games WHERE {} AND {}{}", row_columns(needs.parts),
                              within(stretch), condition_, kSeenGames)});
    }
  }
  const SourceNames sources = needs.names ? source_names(session) : SourceNames();
  std::vector<Judge> judges(jobs, Judge(session, rest, needs, sources));
  std::map<unsigned, std::vector<std::uint64_t>> passing;
  std::size_t next = 0;
  run_in_order(
      jobs,
      [&]() -> std::optional<Portion> {
        return next < portions.size() ? std::optional(portions[next++]) : std::nullopt;
      },
      [&](unsigned job, const Portion& portion) { return judges[job].look(portion); },
      [&](const Passing& some) {
        walked_ += some.looked_at;
        std::vector<std::uint64_t>& games = passing[some.shard];
        games.insert(games.end(), some.games.begin(), some.games.end());
      });
  is_listed_ = true;
  for (const auto& [shard, games] : passing) lists_[shard] = in_list("game", games);
}

std::string Selection::of_games(unsigned shard) const {
  if (!is_listed_) return condition_;
  const auto list = lists_.find(shard);
  return list == lists_.end() ? "0" : list->second;
}

std::string Selection::of_postings(unsigned shard, const std::string& among) const {
  if (postings_condition_) return *postings_condition_;
  if (is_listed_) return of_games(shard);
  return fmt::format("game IN (SELECT game FROM games WHERE {} AND {})", among, condition_);
}

PlayerSide::PlayerSide(QuerySession& session, const GameFilter& filter, unsigned jobs) {
  const auto condition = white_is_player(filter);
  if (condition) with_white_.emplace(session, *condition, "1", jobs);
}

std::string PlayerSide::result(unsigned shard) const {
  if (!with_white_) return "result";
  return fmt::format("if(({}) OR result IN (0, 3), result, 3 - result)",
                     with_white_->of_games(shard));
}

std::string PlayerSide::of_postings(unsigned shard, const std::string& among) const {
  return with_white_ ? with_white_->of_postings(shard, among) : "1";
}

std::string games_among(QuerySession& session, const std::string& has_key) {
  std::uint64_t reached = 0;
  std::uint64_t games = 0;
  for_each_row(session.ask_all(fmt::format(kFrequency, has_key, kSeenSums)), [&](RowReader& rows) {
    reached += rows.u64();
    games += rows.u64();
  });
  if (reached > games / kBlockGames) return "1";
  return fmt::format("game IN (SELECT game FROM positions WHERE {})", has_key);
}

namespace {

constexpr std::string_view kFolded =
    "SELECT id, any(folded) FROM names WHERE kind = {} GROUP BY id";
constexpr std::string_view kRounds = "SELECT DISTINCT round FROM games";
constexpr std::string_view kOpenings =
    "SELECT opening, opening_eco, any(name) FROM (SELECT DISTINCT opening, opening_eco FROM games)"
    " AS one ANY LEFT JOIN (SELECT id AS opening, name FROM names WHERE kind = {}) AS other"
    " USING opening"
    " GROUP BY opening, opening_eco";
}  // namespace

const NameLookup::Names& NameLookup::names(NameKind kind) {
  const auto known = folded_.find(kind);
  if (known != folded_.end()) return known->second;
  Names& names = folded_[kind];
  for_each_row(session_.ask_all(fmt::format(kFolded, static_cast<unsigned>(kind))),
               [&](RowReader& rows) {
                 const std::uint64_t id = rows.u64();
                 names.emplace(id, rows.text());
               });
  return names;
}

std::vector<std::uint64_t> NameLookup::folded_names(NameKind kind, const Accepts& accepts) {
  std::vector<std::uint64_t> ids;
  for (const auto& [id, folded] : names(kind)) {
    if (accepts(folded)) ids.push_back(id);
  }
  return ids;
}

std::vector<std::uint64_t> NameLookup::sources(const Accepts& accepts) {
  std::vector<std::uint64_t> ids;
  for (const auto& [id, name] : source_names(session_)) {
    if (accepts(name)) ids.push_back(number_of(id));
  }
  return ids;
}

std::vector<std::string> NameLookup::rounds(const Accepts& accepts) {
  if (!rounds_) {
    rounds_.emplace();
    for_each_row(session_.ask_all(std::string(kRounds)),
                 [&](RowReader& rows) { rounds_->emplace(rows.text()); });
  }
  std::vector<std::string> accepted;
  std::ranges::copy_if(*rounds_, std::back_inserter(accepted), accepts);
  return accepted;
}

const std::set<NameLookup::Opening>& NameLookup::openings() {
  if (openings_) return *openings_;
  openings_.emplace();
  for_each_row(session_.ask_all(fmt::format(kOpenings, static_cast<unsigned>(NameKind::Opening))),
               [&](RowReader& rows) {
                 Opening opening{.id = rows.u64()};
                 opening.eco = rows.u16();
                 opening.name = rows.text();
                 openings_->insert(std::move(opening));
               });
  return *openings_;
}

namespace {

constexpr std::string_view kNameCount = "SELECT count() FROM names WHERE kind = {}";
constexpr std::string_view kUsedNames = "SELECT {} FROM games WHERE {}{}";
constexpr std::string_view kPortion =
    "{0} IN (SELECT id FROM names WHERE kind = {1} AND sipHash64({2}) % {3} = {4})";

std::uint64_t sum_of(const std::vector<ShardAnswer>& answers) {
  std::uint64_t sum = 0;
  for_each_row(answers, [&](RowReader& rows) { sum += rows.u64(); });
  return sum;
}

}  // namespace

NamePortions::NamePortions(QuerySession& session, const Selection& selection, NameKind kind,
                           std::span<const std::string_view> columns, std::uint64_t names_at_once)
    : kind_(kind) {
  const std::string all = fmt::format(kNameCount, static_cast<unsigned>(kind));
  if (sum_of(session.ask_all(all)) <= names_at_once) return;
  std::string used;
  for (const std::string_view column : columns) {
    used += fmt::format("{}uniq({})", used.empty() ? "" : " + ", column);
  }
  const auto answers = session.ask_all([&](unsigned shard) {
    return fmt::format(kUsedNames, used, selection.of_games(shard), kSeenGames);
  });
  count_ = 1 + sum_of(answers) / names_at_once;
}

std::string NamePortions::condition(std::string_view column, std::uint64_t portion) const {
  if (count_ == 1) return {};
  const std::string has_name =
      fmt::format(kPortion, column, static_cast<unsigned>(kind_), kNameKey, count_, portion);
  return portion == 0 ? fmt::format(" AND ({} = 0 OR {})", column, has_name) : " AND " + has_name;
}

}  // namespace arbiter::clickhouse
