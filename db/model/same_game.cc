#include "db/model/same_game.h"

#include <algorithm>
#include <string>

#include "db/model/name_pattern.h"
#include "lib/tags/person_name.h"

namespace arbiter {
namespace {

bool may_be_same_name(std::string_view a, std::string_view b) {
  const std::string folded_a = folded_name(a);
  const std::string folded_b = folded_name(b);
  return folded_a.empty() || folded_b.empty() || name_key(folded_a) == name_key(folded_b) ||
         NamePattern(a, NameKind::PersonInPart).matches(folded_b) ||
         NamePattern(b, NameKind::PersonInPart).matches(folded_a);
}

bool is_same_known_name(std::string_view a, std::string_view b) {
  const std::string key = name_key(folded_name(a));
  return !key.empty() && key == name_key(folded_name(b));
}

bool may_be_same_date(std::uint32_t a, std::uint32_t b) {
  const auto may_be_same_part = [](std::uint32_t x, std::uint32_t y) {
    return x == y || x == 0 || y == 0;
  };
  return may_be_same_part(a / 10000, b / 10000) && may_be_same_part(a / 100 % 100, b / 100 % 100) &&
         may_be_same_part(a % 100, b % 100);
}

bool may_be_same_result(Outcome a, Outcome b) {
  return a == b || a == Outcome::Unknown || b == Outcome::Unknown;
}

}  // namespace

bool may_be_same(const GameIdentity& a, const GameIdentity& b) {
  const bool is_short = std::min(a.plies, b.plies) < kMinDistinctPlies;
  const auto agree = is_short ? is_same_known_name : may_be_same_name;
  return may_be_same_result(a.result, b.result) && may_be_same_date(a.date, b.date) &&
         agree(a.white, b.white) && agree(a.black, b.black);
}

GameIdentity identity_in(const DraftBatch& batch, const GameDraft& draft) {
  return {.white = batch.text(draft.white),
          .black = batch.text(draft.black),
          .date = draft.date,
          .result = draft.result,
          .plies = draft.plies};
}

bool is_replayed(const GameDraft& draft) { return (draft.flags & (kIncomplete | kUnchecked)) == 0; }

bool have_same_moves(const DraftBatch& batch, const GameDraft& a, const GameDraft& b) {
  return batch.text(a.start) == batch.text(b.start) && batch.text(a.moves) == batch.text(b.moves) &&
         (is_replayed(a) || batch.text(a.record) == batch.text(b.record));
}

}  // namespace arbiter
