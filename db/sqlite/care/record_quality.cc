#include "db/sqlite/care/record_quality.h"

#include <fmt/format.h>

#include <string_view>

#include "db/model/fingerprint.h"
#include "db/model/game_draft.h"
#include "db/model/game_record.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kFindings = "SELECT count(*) FROM finding WHERE game = ?1";

constexpr std::uint16_t kMostCounted = 65'535;

std::uint8_t known_parts(std::uint64_t date) {
  return static_cast<std::uint8_t>((date / 10000 != 0) + (date / 100 % 100 != 0) +
                                   (date % 100 != 0));
}

std::uint64_t hash_of(std::string_view movetext) {
  if (movetext.empty()) return 0;
  Fingerprint fingerprint;
  fingerprint.add(movetext);
  return fingerprint.value();
}

bool says_something(std::string_view value) {
  return value.find_first_not_of("?.- ") != std::string_view::npos;
}

std::string counted(std::uint64_t number, std::string_view one) {
  return fmt::format("{} {}{}", number, one, number == 1 ? "" : "s");
}

// One criterion: how much more `better` has of it than `worse`, and what to say then.
struct Criterion {
  std::int64_t (*value)(const RecordQuality& quality);
  std::string (*why)(std::int64_t difference);
};

constexpr Criterion kCriteria[] = {
    {[](const RecordQuality& m) { return std::int64_t{m.plies}; },
     [](std::int64_t more) {
       return fmt::format("it is {} shorter",
                          counted(static_cast<std::uint64_t>(more), "half-move"));
     }},
    {[](const RecordQuality& m) { return std::int64_t{m.is_complete}; },
     [](std::int64_t) { return std::string("it has an unplayable move"); }},
    {[](const RecordQuality& m) { return std::int64_t{m.movetext != 0}; },
     [](std::int64_t) { return std::string("it has no comments or variations"); }},
    {[](const RecordQuality& m) { return std::int64_t{m.date_parts}; },
     [](std::int64_t) { return std::string("its date is less complete"); }},
    {[](const RecordQuality& m) { return std::int64_t{m.tags}; },
     [](std::int64_t more) {
       return fmt::format("it has {} fewer", counted(static_cast<std::uint64_t>(more), "tag"));
     }},
    {[](const RecordQuality& m) { return -std::int64_t{m.findings}; },
     [](std::int64_t more) {
       return fmt::format("it has {} more", counted(static_cast<std::uint64_t>(more), "finding"));
     }},
    {[](const RecordQuality& m) { return -std::int64_t{m.number}; },
     [](std::int64_t) { return std::string("the earlier copy is kept"); }},
};

}  // namespace

QualityReader::QualityReader(const Connection& connection, ColumnReader& columns)
    : columns_(columns), texts_(connection), findings_(connection.prepare(kFindings)) {}

RecordQuality QualityReader::of(GameId game) {
  RecordQuality quality;
  quality.number = static_cast<std::uint32_t>(number_of(game));
  quality.plies = static_cast<std::uint16_t>(columns_.value(game, GameColumn::Plies));
  quality.is_complete = (columns_.value(game, GameColumn::Flags) & kIncomplete) == 0;
  quality.date_parts = known_parts(columns_.value(game, GameColumn::Date));
  // What tags that follow from the columns say does not matter, only that they do.
  const RecordColumns columns{.white = "+", .black = "+", .event = "+", .site = "+", .round = "+"};
  RecordReader reader(texts_.record(game), columns);
  for (RecordTag tag; reader.next(tag);) {
    if (says_something(tag.value) && quality.tags < kMostCounted) ++quality.tags;
  }
  quality.movetext = hash_of(reader.movetext());
  if (findings_.bind(1, number_of(game)).step()) {
    quality.findings = static_cast<std::uint32_t>(findings_.integer(0));
    findings_.reset();
  }
  return quality;
}

bool is_better(const RecordQuality& a, const RecordQuality& b) {
  for (const Criterion& criterion : kCriteria) {
    if (criterion.value(a) != criterion.value(b)) return criterion.value(a) > criterion.value(b);
  }
  return false;
}

std::string why_worse(const RecordQuality& better, const RecordQuality& worse) {
  for (const Criterion& criterion : kCriteria) {
    const std::int64_t more = criterion.value(better) - criterion.value(worse);
    if (more != 0) return criterion.why(more);
  }
  return {};
}

}  // namespace arbiter::sqlite
