#include "db/clickhouse/query/filter_sql.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "db/clickhouse/cluster/sql_text.h"
#include "db/model/game_record.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/pgn/tag_pair.h"

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

}  // namespace arbiter::clickhouse
