// Names of players as PGN writes them (8.1.1.5): "Family, Given"; several
// players are joined by colons.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

enum class NameFault : std::uint8_t {
  Form,      // not "Family, Given" or "Family, G."
  Spacing,   // doubled or outer blanks, or a comma at the end
  Title,     // "GM Smith", "Smith, Adam Dr"
  Capitals,  // "SMITH, ADAM"
};

struct NameFinding {
  NameFault fault;
  std::string_view words;  // the faulty part, in the name
};

enum class NameClass : std::uint8_t {
  Plain,       // certainly without fault
  LacksBlank,  // "Smith,Adam": certainly a fault of Form and no other
  Doubtful,    // ask name_faults()
};

// One look at the bytes: most names need no more.
NameClass classify_name(std::string_view name);

// What is wrong with one name; nothing for the names of programs, teams,
// consulting players and users of sites, which have no family name, as far as
// they can be told.
std::vector<NameFinding> name_faults(std::string_view name);

// A name with a comma in the form of the standard, as far as blanks and full
// stops make it: "Smith,A" becomes "Smith, A.".
std::string mended_name(std::string_view name);

// The name without a title before it or after a given name: "GM Smith, Adam" is "Smith, Adam".
std::string_view without_title(std::string_view name);

// "?", "NN", "N.N.", "Unknown": nobody knows who played.
bool is_unknown_name(std::string_view name);

// "BYE" and its like: nobody played.
bool is_bye(std::string_view name);

// Titles of players (PGN 9.1.1).

// Whether FIDE gives the title to players: GM, IM, FM, CM, the women's titles
// and those of the online arena. "-" stands for no title.
bool is_fide_title(std::string_view text);

// A title of a federation or of a site: NM, LM, BOT.
bool is_other_title(std::string_view text);

// The letters of FIDE's older lists and reports written out: "g" is "GM", "wf" "WFM"; other text
// in capitals.
std::string written_out_title(std::string_view text);

}  // namespace arbiter
