#include "lib/diagnostics/catalogue.h"

#include <algorithm>
#include <array>
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

// Returns how many entries are in the order of codes.inc, counted from the start of the catalogue.
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

}  // namespace arbiter
