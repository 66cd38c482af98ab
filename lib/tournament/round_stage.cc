// Names of the rounds of a knock-out.
#include <algorithm>
#include <iterator>
#include <string>

#include "lib/base/numbers.h"
#include "lib/base/text.h"
#include "lib/tags/person_name.h"
#include "lib/tournament/event_game.h"

namespace arbiter {
namespace {

struct StageWord {
  // As folded_name() writes it, in Latin letters. A space is the beginning or the end of a word.
  std::string_view word;
  RoundStage stage;
};

// A word that contains another one is before it.
constexpr StageWord kWords[] = {
    {"3rd place", {2, true}},
    {"third place", {2, true}},
    {" bronze", {2, true}},
    {" 3rd 4th ", {2, true}},
    {" platz 3 ", {2, true}},
    {"kleines finale", {2, true}},
    {"petite finale", {2, true}},
    {"troisieme place", {2, true}},
    {" 3e place", {2, true}},
    {"tercer puesto", {2, true}},
    {"tercer lugar", {2, true}},
    {"terzo posto", {2, true}},
    {" 3 e mesto", {2, true}},
    {" 3e mesto", {2, true}},
    {" 3e plaats", {2, true}},
    {"sechzehntelfinal", {32}},
    {" seizieme", {32}},
    {" dieciseisavos", {32}},
    {" sedicesimi", {32}},
    {" round of 64 ", {64}},
    {" last 64 ", {64}},
    {" round of 32 ", {32}},
    {" last 32 ", {32}},
    {" round of 16 ", {16}},
    {" last 16 ", {16}},
    {"achtelfinal", {16}},
    {" huitieme", {16}},
    {" octavos", {16}},
    {" ottavi", {16}},
    {" achtste finale", {16}},
    {" quarterfinal", {8}},
    {" quarter final", {8}},
    {" quarters ", {8}},
    {"viertelfinal", {8}},
    {" quart de finale", {8}},
    {" quarts de finale", {8}},
    {" cuartos", {8}},
    {" quarti ", {8}},
    {"chetvertfinal", {8}},
    {" kwartfinale", {8}},
    {" cwiercfina", {8}},
    {" qf", {8}},
    {" semifinal", {4}},
    {" semi final", {4}},
    {" semis ", {4}},
    {"halbfinal", {4}},
    {" demi finale", {4}},
    {" halve finale", {4}},
    {"polufinal", {4}},
    {" polfina", {4}},
    {" sf", {4}},
    {" final", {2}},
    {" f ", {2}},
};

// Returns the players of "1/4", where nothing but a name of the final may follow.
std::optional<RoundStage> stage_of_fraction(std::string_view key) {
  if (!skip_prefix(key, " 1 ")) return {};
  const std::size_t end = key.find(' ');
  const auto matches = parse_number<std::uint32_t>(key.substr(0, end));
  constexpr std::uint32_t kMostMatches = 64;
  if (!matches || *matches < 2 || *matches > kMostMatches || (*matches & (*matches - 1)) != 0) {
    return {};
  }
  const std::string_view rest = trim(key.substr(end));
  return rest.empty() || rest.starts_with("final") ? std::optional(RoundStage{*matches * 2})
                                                   : std::nullopt;
}

// Returns whether the name of a stage is in the text. "F", "SF" and "QF" are whole names, before a
// number or alone.
bool has_stage(std::string_view key, std::string_view word) {
  const std::size_t at = key.find(word);
  constexpr std::size_t kShort = 3;
  if (at == std::string_view::npos || word.size() > kShort) return at != std::string_view::npos;
  const std::string_view rest = key.substr(at + word.size());
  return at == 0 && (rest.empty() || rest.front() == ' ' || is_digit(rest.front()));
}

}  // namespace

std::optional<RoundStage> parse_stage(std::string_view round) {
  if (round.empty()) return {};
  const std::string key = " " + name_key(folded_name(round)) + " ";
  if (round.find('/') != std::string_view::npos) {
    if (const auto stage = stage_of_fraction(key)) return stage;
  }
  const auto* const found = std::ranges::find_if(
      kWords, [&key](const StageWord& one) { return has_stage(key, one.word); });
  return found == std::end(kWords) ? std::nullopt : std::optional(found->stage);
}

}  // namespace arbiter
