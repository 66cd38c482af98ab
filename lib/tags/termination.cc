#include "lib/tags/termination.h"

#include <algorithm>

#include "lib/base/text.h"

namespace arbiter {
namespace {

struct Word {
  std::string_view value;
  TerminationForm form;
  std::optional<EndCause> cause;
  bool says_finished;
  bool says_unfinished;
};

using enum TerminationForm;

// Values that claimed_end() does not read, or that mean less than they say.
constexpr Word kWords[] = {
    {"normal", Standard, {}, true, false},
    {"time forfeit", Standard, EndCause::Time, true, false},
    {"abandoned", Standard, {}, false, false},
    {"adjudication", Standard, EndCause::Adjudication, true, false},
    {"rules infraction", Standard, EndCause::RulesInfraction, true, false},
    {"unterminated", Standard, {}, false, true},
    {"death", Standard, {}, false, false},
    {"emergency", Standard, {}, false, false},

    {"bye", Platform, {}, false, false},
    {"unknown", Platform, {}, false, false},
    {"no start", Platform, {}, false, false},
    {"in progress", Platform, {}, false, true},
    {"ongoing", Platform, {}, false, true},
    {"unfinished", Platform, {}, false, true},
    {"gui adjudication", Platform, EndCause::Adjudication, true, false},
    {"adjudicated", Platform, EndCause::Adjudication, true, false},
};

}  // namespace

bool TerminationReading::fits(Outcome result) const {
  if (says_unfinished) return result == Outcome::Unknown;
  // Both players may have lost, which PGN writes as *.
  const bool may_be_both = claim && claim->cause == EndCause::RulesInfraction;
  if (says_finished && result == Outcome::Unknown) return may_be_both;
  return !claim || claim->fits(result);
}

TerminationReading read_termination(std::string_view value, const PlayerNames& players) {
  for (const Word& word : kWords) {
    if (!equal_ignoring_case(value, word.value)) continue;
    TerminationReading reading{.form = word.form,
                               .says_finished = word.says_finished,
                               .says_unfinished = word.says_unfinished};
    if (word.cause) reading.claim = ClaimedEnd{.cause = *word.cause, .words = value};
    return reading;
  }
  if (const auto claim = claimed_end(value, players)) {
    return {.form = Platform, .claim = claim, .says_finished = true};
  }
  const std::string_view user_adjudication = "User adjudication";
  if (equal_ignoring_case(value.substr(0, user_adjudication.size()), user_adjudication)) {
    return {.form = Platform,
            .claim = ClaimedEnd{.cause = EndCause::Adjudication, .words = value},
            .says_finished = true};
  }
  return {};
}

}  // namespace arbiter
