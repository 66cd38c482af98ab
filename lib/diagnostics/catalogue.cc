#include "lib/diagnostics/catalogue.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <ranges>
#include <string_view>
#include <utility>

#include "lib/base/text.h"

namespace arbiter {
namespace {

enum class Frequency : std::uint8_t { EveryTime, OncePerFile };

constexpr CatalogueEntry kEntries[] = {
#define ARBITER_DIAGNOSTIC(name, id, severity, frequency, reference, meaning, explanation, \
                           example)                                                        \
  {DiagnosticCode::name, id,        Severity::severity,                                    \
   Group::ARBITER_GROUP, reference, meaning,                                               \
   explanation,          example,   Frequency::frequency == Frequency::OncePerFile},
#include "lib/diagnostics/catalogue.inc"
#undef ARBITER_DIAGNOSTIC
};

// Returns the number of entries at the start of the catalogue that are in the order of codes.inc.
consteval std::size_t entries_in_order() {
  std::size_t count = 0;
  while (count < std::size(kEntries) && index_of(kEntries[count].code) == count) ++count;
  return count;
}
static_assert(std::size(kEntries) == kDiagnosticCount,
              "codes.inc and catalogue.inc have different numbers of entries");
static_assert(entries_in_order() == kDiagnosticCount,
              "codes.inc and catalogue.inc agree only up to this number of entries");

constexpr std::string_view kGroupNames[] = {"lexical",  "tags",      "movetext", "spelling",
                                            "legality", "ending",    "draws",    "setup",
                                            "clocks",   "tournament"};
static_assert(std::size(kGroupNames) == kGroupCount);

using IdIndex = std::array<std::pair<std::string_view, DiagnosticCode>, kDiagnosticCount>;

IdIndex sorted_ids() {
  IdIndex ids{};
  for (const CatalogueEntry& entry : kEntries) ids[index_of(entry.code)] = {entry.id, entry.code};
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace

std::string_view to_string(Group group) { return kGroupNames[static_cast<std::size_t>(group)]; }

std::optional<Group> parse_group(std::string_view name) {
  const auto* found = std::find(std::begin(kGroupNames), std::end(kGroupNames), name);
  if (found == std::end(kGroupNames)) return std::nullopt;
  return static_cast<Group>(found - std::begin(kGroupNames));
}

const CatalogueEntry& entry_of(DiagnosticCode code) { return kEntries[index_of(code)]; }

std::span<const CatalogueEntry> catalogue() { return kEntries; }

std::optional<DiagnosticCode> parse_code(std::string_view id) {
  static const IdIndex ids = sorted_ids();
  const auto found = std::ranges::lower_bound(ids, id, {}, &IdIndex::value_type::first);
  if (found == ids.end() || found->first != id) return std::nullopt;
  return found->second;
}

std::vector<std::string_view> ids_like(std::string_view id, std::size_t limit) {
  std::vector<std::string_view> ids;
  ids.reserve(kDiagnosticCount);
  for (const CatalogueEntry& entry : kEntries) ids.push_back(entry.id);
  return nearest_words(id, ids, limit);
}

namespace {

constexpr LawsArticle kArticles[] = {
#define ARBITER_ARTICLE(number, gist) {number, gist},
#include "lib/diagnostics/articles.inc"
#undef ARBITER_ARTICLE
};

}  // namespace

std::span<const LawsArticle> articles() { return kArticles; }

const LawsArticle* find_article(std::string_view number) {
  const auto* const found = std::ranges::find(kArticles, number, &LawsArticle::number);
  return found == std::end(kArticles) ? nullptr : found;
}

namespace {

template <class Predicate>
CodeSet codes_where(Predicate holds) {
  CodeSet codes;
  for (const CatalogueEntry& entry : catalogue()) codes.set(index_of(entry.code), holds(entry));
  return codes;
}

CodeSet codes_of(Severity severity) {
  return codes_where([=](const CatalogueEntry& entry) { return entry.severity == severity; });
}

// Sets whether a group includes its export format rules.
enum class GroupScope : std::uint8_t { WithoutStyle, WithStyle };

CodeSet codes_of(Group group, GroupScope scope) {
  return codes_where([=](const CatalogueEntry& entry) {
    const bool is_meant = entry.severity != Severity::Style || scope == GroupScope::WithStyle;
    return entry.group == group && is_meant;
  });
}

std::optional<CodeSet> codes_named(std::string_view word,
                                   GroupScope scope = GroupScope::WithoutStyle) {
  if (word == "all") return CodeSet().set();
  if (word == "errors") return codes_of(Severity::Error) | codes_of(Severity::Fatal);
  if (word == "warnings") return codes_of(Severity::Warning);
  if (word == "notes") return codes_of(Severity::Note);
  if (word == "style") return codes_of(Severity::Style);
  if (const auto group = parse_group(word)) return codes_of(*group, scope);
  if (const auto code = parse_code(word)) return CodeSet().set(index_of(*code));
  return std::nullopt;
}

// Returns the group, level or other keyword closest to `word`, if any.
std::vector<std::string_view> words_like(std::string_view word) {
  std::vector<std::string_view> words = {"all", "errors", "warnings", "notes", "style"};
  for (std::size_t group = 0; group < kGroupCount; ++group)
    words.push_back(to_string(static_cast<Group>(group)));
  return nearest_words(word, words, 1);
}

Error unknown_word(std::string_view word) {
  std::vector<std::string_view> near;  // the ids with the word as a part, to copy as a list
  for (const CatalogueEntry& entry : kEntries) {
    if (!word.empty() && has_part(entry.id, word)) near.push_back(entry.id);
  }
  if (near.size() > 1) {
    return {fmt::format("unknown diagnostic '{}'; did you mean {}?", word, fmt::join(near, ","))};
  }
  near = words_like(word);
  for (const std::string_view id : ids_like(word)) near.push_back(id);
  if (near.empty())
    return {fmt::format("unknown diagnostic '{}' (`arbiter explain` lists all diagnostics)", word)};
  return {fmt::format("unknown diagnostic '{}'; did you mean {}?", word, fmt::join(near, " or "))};
}

// Returns the comma-separated words of all lists.
std::vector<std::string_view> words_in(const std::vector<std::string>& lists) {
  std::vector<std::string_view> words;
  for (const std::string& list : lists) {
    for (const auto part : std::views::split(std::string_view(list), ',')) {
      const std::string_view word = trim({part.begin(), part.end()});
      if (!word.empty()) words.push_back(word);
    }
  }
  return words;
}

Result<CodeSet> union_of(const std::vector<std::string>& lists,
                         GroupScope scope = GroupScope::WithoutStyle) {
  CodeSet codes;
  for (const std::string_view word : words_in(lists)) {
    const auto named = codes_named(word, scope);
    if (!named) return unknown_word(word);
    codes |= *named;
  }
  return codes;
}

enum class Level : std::uint8_t { Off, Note, Warning, Error };

struct SeverityChange {
  CodeSet codes;
  Level level;
};

std::optional<Level> parse_level(std::string_view word) {
  constexpr std::string_view kLevels[] = {"off", "note", "warning", "error"};
  const auto* level = std::ranges::find(kLevels, word);
  if (level == std::end(kLevels)) return std::nullopt;
  return static_cast<Level>(level - std::begin(kLevels));
}

Result<SeverityChange> parse_change(std::string_view text) {
  const std::size_t equals = text.find('=');
  const auto level =
      equals == std::string_view::npos ? std::nullopt : parse_level(trim(text.substr(equals + 1)));
  if (!level) {
    const bool is_level = parse_level(text).value_or(Level::Off) != Level::Off;
    return Error{fmt::format(
        "invalid value '{}' (expected ID=note, ID=warning, ID=error or ID=off){}", text,
        is_level ? fmt::format("; to select by severity, use --select {}s", text) : "")};
  }
  const std::string_view word = trim(text.substr(0, equals));
  const auto codes = codes_named(word);
  if (!codes) return unknown_word(word);
  return SeverityChange{*codes, *level};
}

Result<std::vector<SeverityChange>> changes_of(const std::vector<std::string>& lists) {
  std::vector<SeverityChange> changes;
  for (const std::string_view text : words_in(lists)) {
    const auto change = parse_change(text);
    if (!change) return Error{change.error()};
    changes.push_back(*change);
  }
  return changes;
}

// Returns the severity for `level`; Fatal remains Fatal if the level is error.
Severity changed(Severity severity, Level level) {
  if (level == Level::Note) return Severity::Note;
  if (level == Level::Warning) return Severity::Warning;
  return severity == Severity::Fatal ? Severity::Fatal : Severity::Error;
}

}  // namespace

Result<CodeSet> parse_codes(std::string_view word) {
  const auto codes = codes_named(word);
  if (!codes) return unknown_word(word);
  return *codes;
}

Selection::Selection() {
  for (const CatalogueEntry& entry : catalogue()) {
    const bool style = entry.severity == Severity::Style;
    severity_[index_of(entry.code)] = style ? Severity::Warning : entry.severity;
    on_.set(index_of(entry.code), !style);
  }
  shown_ = on_ & ~codes_of(Severity::Note);
}

Result<Selection> make_selection(const SelectionOptions& options) {
  const auto selected =
      union_of(options.select, options.strict ? GroupScope::WithStyle : GroupScope::WithoutStyle);
  if (!selected) return Error{selected.error()};
  const auto ignored = union_of(options.ignore);
  if (!ignored) return Error{ignored.error()};

  const auto changes = changes_of(options.severity);
  if (!changes) return Error{changes.error()};

  Selection selection;
  if (selected->any()) {
    selection.on_ = *selected;
  } else if (options.strict) {
    selection.on_ |= codes_of(Severity::Style);
  }
  for (const SeverityChange& change : *changes) {
    if (change.level == Level::Off) {
      selection.on_ &= ~change.codes;
      continue;
    }
    selection.on_ |= change.codes;
    for (std::size_t i = 0; i < kDiagnosticCount; ++i)
      if (change.codes[i]) selection.severity_[i] = changed(selection.severity_[i], change.level);
  }
  selection.on_ &= ~*ignored;

  selection.shown_ = selection.on_;
  for (std::size_t i = 0; i < kDiagnosticCount; ++i) {
    const bool hidden = selection.severity_[i] == Severity::Note && !options.notes;
    if (hidden && !(*selected)[i]) selection.shown_.reset(i);
  }
  return selection;
}

}  // namespace arbiter
