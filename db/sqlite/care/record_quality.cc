#include "db/sqlite/care/record_quality.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "db/model/game_draft.h"
#include "lib/tags/person_name.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kFindings = "SELECT count(*) FROM finding WHERE game = ?1";

constexpr std::size_t kMaxCounted = 65'535;

std::uint8_t known_parts(std::uint64_t date) {
  return static_cast<std::uint8_t>((date / 10000 != 0) + (date / 100 % 100 != 0) +
                                   (date % 100 != 0));
}

bool is_annotated(std::string_view movetext) {
  return movetext.find_first_of("{;($!?") != std::string_view::npos;
}

// A point for an initial, two for a longer word.
std::uint8_t fullness_of(std::string_view name) {
  const std::string folded = folded_name(name);
  std::size_t fullness = 0;
  for (std::size_t at = 0; at < folded.size();) {
    const std::size_t end = std::min(folded.find_first_of(", ", at), folded.size());
    fullness += std::min<std::size_t>(end - at, 2);
    at = end + 1;
  }
  return static_cast<std::uint8_t>(std::min<std::size_t>(fullness, 127));
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
    {[](const RecordQuality& m) { return std::int64_t{m.is_annotated}; },
     [](std::int64_t) { return std::string("it has no comments or variations"); }},
    {[](const RecordQuality& m) { return std::int64_t{m.has_result}; },
     [](std::int64_t) { return std::string("its result is unknown"); }},
    {[](const RecordQuality& m) { return std::int64_t{m.date_parts}; },
     [](std::int64_t) { return std::string("its date is less complete"); }},
    {[](const RecordQuality& m) { return std::int64_t{m.tags}; },
     [](std::int64_t more) {
       return fmt::format("it has {} fewer", counted(static_cast<std::uint64_t>(more), "tag"));
     }},
    {[](const RecordQuality& m) { return std::int64_t{m.name_parts}; },
     [](std::int64_t) { return std::string("its names are less complete"); }},
    {[](const RecordQuality& m) { return -std::int64_t{m.findings}; },
     [](std::int64_t more) {
       return fmt::format("it has {} more", counted(static_cast<std::uint64_t>(more), "finding"));
     }},
    {[](const RecordQuality& m) { return -std::int64_t{m.number}; },
     [](std::int64_t) { return std::string("the earlier copy is kept"); }},
};

}  // namespace

QualityReader::QualityReader(const Connection& connection)
    : contents_(connection), findings_(connection.prepare(kFindings)) {}

RecordQuality QualityReader::of(GameId id) {
  const CopyContent content = contents_.read(id);
  const StoredGame& game = content.game;
  RecordQuality quality;
  quality.content = content.hash();
  quality.number = static_cast<std::uint32_t>(number_of(id));
  quality.plies = game.plies;
  quality.tags = static_cast<std::uint16_t>(std::min(content.tags.size(), kMaxCounted));
  quality.date_parts = known_parts(game.date);
  quality.name_parts = static_cast<std::uint8_t>(fullness_of(game.white) + fullness_of(game.black));
  quality.is_complete = (game.flags & kIncomplete) == 0;
  quality.is_annotated = is_annotated(content.movetext);
  quality.has_result = game.result != Outcome::Unknown;
  if (findings_.bind(1, number_of(id)).step()) {
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
