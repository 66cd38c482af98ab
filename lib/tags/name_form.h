// The form of player names (PGN 8.1.1.5): "Family, Given", with colons between several players.
// Also titles, and transliteration variants.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

enum class NameFault : std::uint8_t {
  Form,      // another form than "Family, Given" or "Family, G."
  Spacing,   // doubled or outer spaces, or a comma at the end
  Title,     // "GM Smith", "Smith, Adam Dr"
  Capitals,  // "SMITH, ADAM"
};

struct NameFinding {
  NameFault fault;
  std::string_view words;  // the faulty part, in the name
};

enum class NameClass : std::uint8_t {
  Plain,       // certainly has no fault
  LacksBlank,  // "Smith,Adam": certainly has a Form fault and no other
  Doubtful,    // a name that only name_faults() can judge
};

// Classifies a name in one pass. Most names need no further check.
NameClass classify_name(std::string_view name);

// Returns the faults of a name. Recognizable names of programs, teams, consulting players and site
// users have no family name, and therefore no faults.
std::vector<NameFinding> name_faults(std::string_view name);

// Returns a name with a comma with corrected spaces and full stops: "Smith,A" becomes "Smith, A.".
std::string corrected_name(std::string_view name);

// Returns the name without a title before it or after a given name: "GM Smith, Adam" becomes
// "Smith, Adam".
std::string_view without_title(std::string_view name);

// Checks for "?", "NN", "N.N.", "Unknown".
bool is_unknown_name(std::string_view name);

bool is_bye(std::string_view name);

// Checks for a FIDE title (PGN 9.1.1): GM, IM, FM, CM, the women's titles and those of the online
// arena; also "-" for no title.
bool is_fide_title(std::string_view text);

// Checks for a title of a federation or a site: NM, LM, BOT.
bool is_other_title(std::string_view text);

// Expands title abbreviations of older FIDE lists and reports: "g" is "GM", "wf" is "WFM". Other
// text is returned in capitals.
std::string written_out_title(std::string_view text);

// Returns a key that is equal for all transliterations of a folded name: "iakovenko" and
// "yakovenko", "tschigorin" and "chigorin", "petrosjan" and "petrosian", "chalifman" and
// "khalifman", "djuric" and "duric", "hsu" and "xu". Other names usually have other keys.
std::string transliteration_key(std::string_view folded);

}  // namespace arbiter
