#include "tools/commands/tournament/event_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/notation/shown_text.h"
#include "lib/tags/claimed_end.h"
#include "tools/cli/output/quantities.h"

namespace arbiter {
namespace {

constexpr std::size_t kMostLines = 5;

void tell_others(std::size_t count, std::string_view thing, std::string_view what,
                 Console& console) {
  if (count <= kMostLines) return;
  console.say(fmt::format("and {} {}", counted(count - kMostLines, thing), what));
}

}  // namespace

void tell_events(const EventInput& input, Console& console) {
  std::set<std::string_view> events;
  for (const EventGame& game : input.games) events.insert(game.value(KnownTag::Event));
  if (events.size() < 2) return;
  console.say(fmt::format("the games are of {} events, such as {} and {}; the table is of all",
                          with_commas(events.size()), shown_text(*events.begin()),
                          shown_text(*events.rbegin())));
}

void tell_repeated(const EventInput& input, std::span<const RepeatedGame> repeated,
                   Console& console) {
  for (const RepeatedGame& one : repeated.first(std::min(repeated.size(), kMostLines))) {
    console.say(to_string(one, input.games, input.files));
  }
  tell_others(repeated.size(), "more game", "that stand in the files twice", console);
}

void tell_contradictions(const std::string& path, const TrfReport& report, Console& console) {
  std::vector<TrfContradiction> found;
  for (const TrfProblem& problem : report.problems) {
    found.push_back({problem.place, false, problem.message});
  }
  std::ranges::move(check_trf(report), std::back_inserter(found));
  std::ranges::stable_sort(found, {}, [](const auto& one) { return one.place.line; });
  for (const TrfContradiction& one : std::span(found).first(std::min(found.size(), kMostLines))) {
    console.say(fmt::format("{}:{}:{}: {}", path, one.place.line, one.place.column, one.message));
  }
  tell_others(found.size() + report.more_problems, "more contradiction",
              "in the report; arbiter crosscheck shows all", console);
}

void tell_overruled(const EventInput& input, Console& console) {
  std::size_t count = 0;
  for (const EventGame& game : input.games) {
    if (!game.overruled.is_known() || ++count > kMostLines) continue;
    console.say(fmt::format("{} ends with {}, but its Result tag says {}: {} counts",
                            place_of(game, input.files), to_string(game.result),
                            to_string(game.overruled), to_string(game.result)));
  }
  tell_others(count, "more game", "whose Result tag says something other than the end of the moves",
              console);
}

}  // namespace arbiter
