#include "lib/export/export_tags.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "lib/base/text.h"
#include "lib/laws/game_end.h"

namespace arbiter {
namespace {

// The values that mean "unknown" for the tags of the roster, in roster order (PGN 8.1.1).
constexpr std::string_view kUnknown[kRosterSize] = {"?", "?", "????.??.??", "?", "?", "?", "*"};

// Returns the sort position of the tag: roster tags in order, then all others.
std::size_t place_in_roster(const ExportTag& tag) {
  return std::min(static_cast<std::size_t>(tag.known), kRosterSize);
}

}  // namespace

void ExportTags::clear() {
  tags_.clear();
  order_.clear();
  set_.clear();
}

void ExportTags::add(ExportTag tag) {
  tag.value = without_controls(tag.value);  // quote() escapes all other characters
  const auto result =
      tag.known == KnownTag::Result ? read_result(tag.value) : std::optional<ResultReading>();
  const bool is_respelled = result && result->form == ResultForm::Nonstandard;
  if (is_respelled) tag.value = to_string(result->outcome);
  if (std::ranges::find(tags_, tag) != tags_.end()) {
    ++tally_.dropped_tags;
    return;
  }
  if (is_respelled) ++tally_.respelled_results;
  tags_.push_back(std::move(tag));
}

const ExportTag* ExportTags::find(KnownTag known) const {
  const auto found = std::ranges::find(tags_, known, &ExportTag::known);
  return found == tags_.end() ? nullptr : &*found;
}

const ExportTag* ExportTags::find(std::string_view name) const {
  const auto found = std::ranges::find(tags_, name, &ExportTag::name);
  return found == tags_.end() ? nullptr : &*found;
}

void ExportTags::correct(KnownTag known, std::string_view value) {
  for (ExportTag& tag : tags_) {
    if (tag.known == known) tag.value = value;
  }
}

void ExportTags::add_missing(KnownTag known, std::string_view value) {
  if (find(known) != nullptr) return;
  tags_.push_back({std::string(to_string(known)), std::string(value), known});
  ++tally_.added_tags;
}

void ExportTags::set(std::string_view name, std::string_view value) {
  set_.emplace_back(name, value);
}

// Sorts first by the given order, then by the roster, then by name.
bool ExportTags::comes_before(const ExportTag& a, const ExportTag& b) const {
  if (!shape_.order.empty()) {
    const auto a_place = std::ranges::find(shape_.order, a.name);
    const auto b_place = std::ranges::find(shape_.order, b.name);
    if (a_place != b_place) return a_place < b_place;
  }
  const std::size_t a_place = place_in_roster(a);
  const std::size_t b_place = place_in_roster(b);
  if (a_place != b_place) return a_place < b_place;
  return a_place == kRosterSize && a.name < b.name;
}

void ExportTags::complete(std::string_view result) {
  for (std::size_t i = 0; i < kRosterSize; ++i) {
    const auto known = static_cast<KnownTag>(i);
    add_missing(known, known == KnownTag::Result ? result : kUnknown[i]);
  }
  const ExportTag* fen = find(KnownTag::Fen);
  if (fen != nullptr && !fen->value.empty()) add_missing(KnownTag::SetUp, "1");
  if (has_shape_) shape();
  for (const auto& [name, value] : set_) put(name, value);
  // Insertion sort is fast, because games have few tags, which are mostly sorted already.
  for (std::uint32_t i = 0; i < tags_.size(); ++i) {
    const auto place = std::upper_bound(
        order_.begin(), order_.end(), i,
        [this](std::uint32_t a, std::uint32_t b) { return comes_before(tags_[a], tags_[b]); });
    order_.insert(place, i);
  }
}

bool ExportTags::is_written(const ExportTag& tag) const {
  switch (tag.known) {
    case KnownTag::Result:
    case KnownTag::SetUp:
    case KnownTag::Fen:
    case KnownTag::Variant:
      return true;
    default:
      break;
  }
  const auto is_named = [&](const std::vector<std::string>& names) {
    return std::ranges::find(names, tag.name) != names.end();
  };
  if (is_named(shape_.dropped)) return false;
  switch (shape_.chosen) {
    case TagShape::Chosen::Roster:
      return static_cast<std::size_t>(tag.known) < kRosterSize;
    case TagShape::Chosen::Listed:
      return is_named(shape_.names);
    case TagShape::Chosen::All:
      break;
  }
  return true;
}

void ExportTags::shape() {
  std::erase_if(tags_, [&](const ExportTag& tag) { return !is_written(tag); });
  for (ExportTag& tag : tags_) {
    if (tag.known != KnownTag::White && tag.known != KnownTag::Black) continue;
    for (const auto& [from, to] : shape_.renamed) {
      if (tag.value != from) continue;
      tag.value = without_controls(to);
      break;
    }
  }
  for (const auto& [name, value] : shape_.values) put(name, value);
}

void ExportTags::put(std::string_view name, std::string_view value) {
  const auto first = std::ranges::find(tags_, name, &ExportTag::name);
  if (first == tags_.end()) {
    tags_.push_back({std::string(name), without_controls(value), known_tag(name)});
    return;
  }
  first->value = without_controls(value);
  const auto more = std::remove_if(first + 1, tags_.end(),
                                   [&](const ExportTag& tag) { return tag.name == name; });
  tags_.erase(more, tags_.end());
}

void ExportTags::write(ExportWriter& writer) const {
  if (order_.empty()) return;  // a layout without tags
  for_each([&](const ExportTag& tag) { writer.tag(tag.name, tag.value); });
  writer.end_tags();
}

}  // namespace arbiter
