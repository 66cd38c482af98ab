#include "db/sqlite/care/copy_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "db/model/fingerprint.h"
#include "db/model/game_draft.h"
#include "db/model/name_pattern.h"
#include "lib/tags/name_folding.h"

namespace arbiter::sqlite {
namespace {

using Tag = CopyContent::Tag;

constexpr std::string_view kBlanks = " \t\r\n";

bool has_value(const RecordTag& tag) {
  const bool is_rating = tag.known == KnownTag::WhiteElo || tag.known == KnownTag::BlackElo;
  return tag.value.find_first_not_of(is_rating ? "?*.- 0" : "?*.- ") != std::string_view::npos;
}

bool is_implied_by_moves(KnownTag tag, const StoredGame& game) {
  return tag == KnownTag::PlyCount || tag == KnownTag::SetUp ||
         (tag == KnownTag::Fen && game.start.empty());
}

std::string_view trimmed(std::string_view text) {
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

std::string_view without_result(std::string_view movetext) {
  movetext = trimmed(movetext);
  for (const std::string_view result : {"1-0", "0-1", "1/2-1/2", "*"}) {
    if (movetext.ends_with(result))
      return trimmed(movetext.substr(0, movetext.size() - result.size()));
  }
  return movetext;
}

bool matches(std::string_view pattern, std::string_view name) {
  return NamePattern(pattern, NameKind::PersonInPart).matches(folded_name(name));
}

bool is_fuller_name(std::string_view name, std::string_view kept) {
  return matches(kept, name) && !matches(name, kept);
}

// Whether `date` has a year, month or day that `kept` lacks.
bool is_fuller_date(std::uint32_t date, std::uint32_t kept) {
  const auto has_more = [](std::uint32_t part, std::uint32_t known) {
    return part != 0 && known == 0;
  };
  return has_more(date / 10000, kept / 10000) || has_more(date / 100 % 100, kept / 100 % 100) ||
         has_more(date % 100, kept % 100);
}

enum class Comparison { Covered, Missing, Other };

Comparison compare(const Tag& tag, const CopyContent& copy, const CopyContent& kept) {
  if (std::ranges::find(kept.tags, tag) != kept.tags.end()) return Comparison::Covered;
  const auto same_name = std::ranges::find(kept.tags, tag.name, &Tag::name);
  if (same_name == kept.tags.end()) return Comparison::Missing;
  const bool is_player = tag.known == KnownTag::White || tag.known == KnownTag::Black;
  if (is_player) {
    return is_fuller_name(tag.value, same_name->value) ? Comparison::Missing : Comparison::Covered;
  }
  if (tag.known == KnownTag::Date && copy.game.date != 0) {
    return is_fuller_date(copy.game.date, kept.game.date) ? Comparison::Missing
                                                          : Comparison::Covered;
  }
  return Comparison::Other;
}

void append(std::string& list, std::string_view item) {
  if (!list.empty()) list += ", ";
  list += item;
}

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

std::uint64_t CopyContent::hash() const {
  Fingerprint fingerprint;
  const auto add = [&](std::string_view text) {
    fingerprint.add(text);
    fingerprint.add({"\0", 1});
  };
  for (const Tag& tag : tags) {
    add(tag.name);
    add(tag.value);
  }
  add(movetext);
  return fingerprint.value();
}

CopyContent ContentReader::read(GameId id) {
  CopyContent content{.game = games_.game(id).value_or(StoredGame{}), .tags = {}, .movetext = {}};
  const std::string record = games_.record(id);
  const RecordColumns columns = columns_of(content.game);
  RecordReader reader(record, columns);
  for (RecordTag tag; reader.next(tag);) {
    if (!has_value(tag) || is_implied_by_moves(tag.known, content.game)) continue;
    content.tags.push_back({tag.known, std::string(tag.name), std::string(tag.value)});
  }
  const bool has_result =
      std::ranges::find(content.tags, KnownTag::Result, &Tag::known) != content.tags.end();
  if (!has_result && content.game.result != Outcome::Unknown) {
    content.tags.push_back(
        {KnownTag::Result, "Result", std::string(to_string(content.game.result))});
  }
  content.movetext = without_result(reader.movetext());
  return content;
}

ContentDifference difference_of(const CopyContent& kept, const CopyContent& copy) {
  ContentDifference difference;
  for (const Tag& tag : copy.tags) {
    const Comparison comparison = compare(tag, copy, kept);
    if (comparison == Comparison::Missing) append(difference.missing, tag.name);
    if (comparison == Comparison::Other) {
      append(difference.other, fmt::format("{} \"{}\"", tag.name, tag.value));
    }
  }
  if (!kept.movetext.starts_with(copy.movetext)) {
    append(difference.missing, "comments or variations");
  }
  return difference;
}

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

std::string reason_to_discard(const RecordQuality& better, const RecordQuality& worse) {
  for (const Criterion& criterion : kCriteria) {
    const std::int64_t more = criterion.value(better) - criterion.value(worse);
    if (more != 0) return criterion.why(more);
  }
  return {};
}

}  // namespace arbiter::sqlite
