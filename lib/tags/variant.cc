#include "lib/tags/variant.h"

#include <algorithm>
#include <string>

#include "lib/base/text.h"

namespace arbiter {
namespace {

struct Variant {
  VariantRules rules;
  std::string_view name;   // the usual spelling
  std::string_view plain;  // lower case letters and digits only; synonyms separated by "|"
};

constexpr Variant kVariants[] = {
    {VariantRules::Standard, "Standard", "standard|chess|standardchess|classical|regular"},
    {VariantRules::Standard, "normal", "normal"},
    {VariantRules::Standard, "From Position", "fromposition|setup"},
    {VariantRules::Standard, "nocastle", "nocastle"},
    {VariantRules::Standard, "shuffle", "shuffle"},
    {VariantRules::Chess960, "Chess960",
     "chess960|960|c960|fischerrandom|fischerandomchess|fischerrandomchess|frc|dfrc|"
     "doublefischerrandom|doublechess960|freestyle|freestylechess|chess9lx|chess9nlx"},
    {VariantRules::Chess960, "fischerandom", "fischerandom"},
    {VariantRules::Other, "Crazyhouse", "crazyhouse"},
    {VariantRules::Other, "Antichess", "antichess|giveaway"},
    {VariantRules::Other, "Suicide", "suicide"},
    {VariantRules::Other, "losers", "losers"},
    {VariantRules::Other, "Atomic", "atomic"},
    {VariantRules::Other, "King of the Hill", "kingofthehill|koth"},
    {VariantRules::Other, "Three-check", "threecheck"},
    {VariantRules::Other, "3check", "3check"},
    {VariantRules::Other, "5check", "fivecheck|5check"},
    {VariantRules::Other, "Racing Kings", "racingkings"},
    {VariantRules::Other, "Horde", "horde"},
    {VariantRules::Other, "bughouse", "bughouse"},
    {VariantRules::Other, "Duck", "duck|duckchess"},
    {VariantRules::Other, "Fog of War", "fogofwar|darkchess"},
};

// Variants whose usual spelling is in small letters, without spaces.
constexpr std::string_view kPlainVariants =
    "kriegspiel|capablanca|gothic|seirawan|berolina|knightmate|extinction|twokings|grand|makruk|"
    "shatranj|courier|placement|xiangqi|shogi|janggi";

// Returns the name without spaces and control characters, which the export format writes as spaces.
std::string plain_form(std::string_view name) {
  std::string plain;
  for (const char letter : name) {
    if (!is_space_or_control(letter) && letter != '-' && letter != '_') plain += to_small(letter);
  }
  return plain;
}

}  // namespace

std::optional<VariantReading> read_variant(std::string_view name) {
  if (name == "Standard") return VariantReading{VariantRules::Standard, name, true};
  constexpr std::size_t kMaxNameLength = 40;
  if (name.size() > kMaxNameLength) return std::nullopt;
  const std::string plain = plain_form(name);
  for (const Variant& variant : kVariants) {
    if (!is_listed(plain, variant.plain)) continue;
    return VariantReading{variant.rules, variant.name, equal_ignoring_case(name, variant.name)};
  }
  const std::size_t at = kPlainVariants.find(plain);
  if (!is_listed(plain, kPlainVariants)) return std::nullopt;
  const std::string_view usual = kPlainVariants.substr(at, plain.size());
  return VariantReading{VariantRules::Other, usual, equal_ignoring_case(name, usual)};
}

bool is_set_up_freely(const PgnGame& game) {
  const PgnTag* variant = game.tag(KnownTag::Variant);
  if (variant == nullptr) return false;
  const auto reading = read_variant(variant->value);
  return reading && reading->usual_name == "From Position";
}

bool has_other_rules(const PgnGame& game) {
  if (game.has_two_boards) return true;
  const PgnTag* variant = game.tag(KnownTag::Variant);
  if (variant == nullptr) return false;
  const auto reading = read_variant(variant->value);
  return !reading || reading->rules == VariantRules::Other;
}

bool is_online(const PgnGame& game) {
  constexpr std::string_view kWords[] = {"://",      ".com",    ".org",      ".net",
                                         "lichess",  "chess24", "playchess", "fics",
                                         "internet", "www.",    " icc",      "online"};
  const PgnTag* mode = game.tag(KnownTag::Mode);
  if (mode != nullptr && equal_ignoring_case(mode->value, "ICS")) return true;
  const PgnTag* site = game.tag(KnownTag::Site);
  if (site == nullptr) return false;
  const std::string text = to_small(site->value);
  return std::ranges::any_of(
      kWords, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

}  // namespace arbiter
