#include "db/import/draft_selection.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "db/model/date_match.h"
#include "db/model/name_folding.h"
#include "db/query/material_scan.h"

namespace arbiter::db::import_ {
namespace {

std::vector<NamePattern> patterns_of(const std::vector<std::string>& texts, NameKind kind) {
  std::vector<NamePattern> patterns;
  for (const std::string& text : texts) patterns.emplace_back(text, kind);
  return patterns;
}

// Nothing asked for is met by everything.
bool any_matches(const std::vector<NamePattern>& patterns, std::string_view name) {
  if (patterns.empty()) return true;
  const std::string folded = folded_name(name);
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const NamePattern& pattern) { return pattern.matches(folded); });
}

template <class T>
bool has(const std::vector<T>& values, T value) {
  return values.empty() || std::find(values.begin(), values.end(), value) != values.end();
}

bool is_known_in(const Range<std::uint16_t>& range, std::uint16_t value) {
  return range.is_open() || (value != 0 && range.contains(value));
}

}  // namespace

DraftSelection::DraftSelection(GameFilter filter)
    : filter_(std::move(filter)),
      player_(patterns_of(filter_.player, NameKind::Person)),
      white_(patterns_of(filter_.white, NameKind::Person)),
      black_(patterns_of(filter_.black, NameKind::Person)),
      event_(patterns_of(filter_.event, NameKind::Title)),
      site_(patterns_of(filter_.site, NameKind::Title)) {}

bool DraftSelection::fits_numbers(const GameDraft& game) const {
  return is_known_in(filter_.elo, game.white_elo) && is_known_in(filter_.elo, game.black_elo) &&
         is_known_in(filter_.white_elo, game.white_elo) &&
         is_known_in(filter_.black_elo, game.black_elo) && is_known_in(filter_.eco, game.eco) &&
         filter_.plies.contains(game.plies) &&
         (filter_.date.is_open() || fits_date(game.date, filter_));
}

bool DraftSelection::fits_kinds(const GameDraft& game) const {
  return has(filter_.result, game.result) && has(filter_.ending, game.ending) &&
         (game.flags & filter_.flags) == filter_.flags;
}

bool DraftSelection::fits_names(const DraftBatch& batch, const GameDraft& game) const {
  const std::string_view white = batch.text(game.white);
  const std::string_view black = batch.text(game.black);
  return any_matches(white_, white) && any_matches(black_, black) &&
         (any_matches(player_, white) || any_matches(player_, black)) &&
         any_matches(event_, batch.text(game.event)) && any_matches(site_, batch.text(game.site));
}

bool DraftSelection::has_finding(const DraftBatch& batch, const GameDraft& game) const {
  if (filter_.finding.empty()) return true;
  const auto findings = std::span(batch.findings).subspan(game.first_finding, game.findings);
  return std::any_of(findings.begin(), findings.end(), [&](const DraftFinding& finding) {
    return has(filter_.finding, finding.code);
  });
}

bool DraftSelection::fits_material(const DraftBatch& batch, const GameDraft& game) const {
  if (!filter_.material) return true;
  const std::string_view moves = batch.text(game.moves);
  return reaches_material(*filter_.material, batch.text(game.start),
                          {reinterpret_cast<const std::uint8_t*>(moves.data()), moves.size()});
}

bool DraftSelection::contains(const DraftBatch& batch, const GameDraft& game) const {
  return fits_numbers(game) && fits_kinds(game) && fits_names(batch, game) &&
         has_finding(batch, game) && fits_material(batch, game);
}

}  // namespace arbiter::db::import_
