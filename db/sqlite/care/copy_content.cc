#include "db/sqlite/care/copy_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "db/model/name_pattern.h"
#include "db/model/source.h"
#include "lib/tags/person_name.h"

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
  const GameView view = view_of(content.game);
  RecordReader reader(record, view);
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

}  // namespace arbiter::sqlite
