#include "lib/tags/variant.h"

#include <algorithm>
#include <string>

#include "lib/base/text.h"

namespace arbiter {
namespace {

struct Variant {
  std::string_view plain;  // small letters and digits only
  VariantRules rules;
  std::string_view name;  // the usual spelling
};

using enum VariantRules;

constexpr Variant kVariants[] = {
    {"standard", Standard, "Standard"},
    {"chess", Standard, "Standard"},
    {"standardchess", Standard, "Standard"},
    {"classical", Standard, "Standard"},
    {"regular", Standard, "Standard"},
    {"normal", Standard, "normal"},
    {"fromposition", Standard, "From Position"},
    {"setup", Standard, "From Position"},
    {"nocastle", Standard, "nocastle"},
    {"shuffle", Standard, "shuffle"},

    {"chess960", Chess960, "Chess960"},
    {"960", Chess960, "Chess960"},
    {"c960", Chess960, "Chess960"},
    {"fischerandom", Chess960, "fischerandom"},
    {"fischerrandom", Chess960, "Chess960"},
    {"fischerandomchess", Chess960, "Chess960"},
    {"fischerrandomchess", Chess960, "Chess960"},
    {"frc", Chess960, "Chess960"},
    {"dfrc", Chess960, "Chess960"},
    {"doublefischerrandom", Chess960, "Chess960"},
    {"doublechess960", Chess960, "Chess960"},
    {"freestyle", Chess960, "Chess960"},
    {"freestylechess", Chess960, "Chess960"},
    {"chess9lx", Chess960, "Chess960"},
    {"chess9nlx", Chess960, "Chess960"},

    {"crazyhouse", Other, "Crazyhouse"},
    {"antichess", Other, "Antichess"},
    {"giveaway", Other, "Antichess"},
    {"suicide", Other, "Suicide"},
    {"losers", Other, "losers"},
    {"atomic", Other, "Atomic"},
    {"kingofthehill", Other, "King of the Hill"},
    {"koth", Other, "King of the Hill"},
    {"threecheck", Other, "Three-check"},
    {"3check", Other, "3check"},
    {"fivecheck", Other, "5check"},
    {"5check", Other, "5check"},
    {"racingkings", Other, "Racing Kings"},
    {"horde", Other, "Horde"},
    {"bughouse", Other, "bughouse"},
    {"duck", Other, "Duck"},
    {"duckchess", Other, "Duck"},
    {"fogofwar", Other, "Fog of War"},
    {"darkchess", Other, "Fog of War"},
    {"kriegspiel", Other, "kriegspiel"},
    {"capablanca", Other, "capablanca"},
    {"gothic", Other, "gothic"},
    {"seirawan", Other, "seirawan"},
    {"berolina", Other, "berolina"},
    {"knightmate", Other, "knightmate"},
    {"extinction", Other, "extinction"},
    {"twokings", Other, "twokings"},
    {"grand", Other, "grand"},
    {"makruk", Other, "makruk"},
    {"shatranj", Other, "shatranj"},
    {"courier", Other, "courier"},
    {"placement", Other, "placement"},
    {"xiangqi", Other, "xiangqi"},
    {"shogi", Other, "shogi"},
    {"janggi", Other, "janggi"},
};

// Without blanks, control characters among them: the export format writes these as blanks.
std::string plain_form(std::string_view name) {
  std::string plain;
  for (const char letter : name) {
    const bool is_blank = static_cast<unsigned char>(letter) <= ' ';
    if (!is_blank && letter != '-' && letter != '_') plain += to_small(letter);
  }
  return plain;
}

}  // namespace

std::optional<VariantReading> read_variant(std::string_view name) {
  if (name == "Standard") return VariantReading{Standard, name, true};
  constexpr std::size_t kLongestName = 40;
  if (name.size() > kLongestName) return std::nullopt;
  const auto* variant = std::ranges::find(kVariants, plain_form(name), &Variant::plain);
  if (variant == std::end(kVariants)) return std::nullopt;
  const bool is_usual = equal_ignoring_case(name, variant->name);
  return VariantReading{variant->rules, variant->name, is_usual};
}

bool is_set_up_freely(const PgnGame& game) {
  const PgnTag* variant = game.tag(KnownTag::Variant);
  if (variant == nullptr) return false;
  const auto reading = read_variant(variant->value);
  return reading && reading->usual_name == "From Position";
}

bool has_other_rules(const PgnGame& game) {
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
