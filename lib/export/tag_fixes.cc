#include "lib/export/tag_fixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/io/legacy_encoding.h"
#include "lib/laws/date.h"
#include "lib/tags/name_form.h"

namespace arbiter {
namespace {

using ByteOfCharacter = std::map<std::string, char, std::less<>>;

// Returns the bytes of the characters beyond ASCII. The C1 controls are the bytes without a
// character.
ByteOfCharacter bytes_in(const std::string& encoding) {
  ByteOfCharacter bytes;
  const CharacterConverter converter("UTF-8", encoding);
  if (!converter.is_open()) return bytes;
  for (int code = 0x80; code < 0x100; ++code) {
    const char byte = static_cast<char>(code);
    const std::string_view one(&byte, 1);
    std::string character = converter.convert(one, [](char, std::string&) {});
    if (character.empty()) append_utf8(static_cast<char32_t>(code), character);
    bytes.emplace(std::move(character), byte);
  }
  return bytes;
}

const std::array<ByteOfCharacter, 3>& misread_encodings() {
  static const std::array<ByteOfCharacter, 3> tables{
      bytes_in("windows-1252"), bytes_in("windows-1251"), bytes_in("windows-1250")};
  return tables;
}

enum class Script : std::uint8_t { None, Latin, Greek, Cyrillic, Other };

// Returns the script of a letter, None for a sign. Rare letters and ASCII controls are Other.
Script script_of(char32_t code) {
  const auto is_in = [code](char32_t first, char32_t last) {
    return code >= first && code <= last;
  };
  if (is_in(0x41, 0x5A) || is_in(0x61, 0x7A)) return Script::Latin;
  if (code < 0x80) return code < 0x20 || code == 0x7F ? Script::Other : Script::None;
  if (is_in(0x80, 0xBF) || code == 0xD7 || code == 0xF7) return Script::None;
  if (is_in(0xC0, 0x17F) || is_in(0x218, 0x21B) || is_in(0x1EA0, 0x1EF9)) return Script::Latin;
  if (is_in(0x384, 0x3CE)) return Script::Greek;
  if (is_in(0x400, 0x45F) || is_in(0x490, 0x491)) return Script::Cyrillic;
  return is_in(0x2010, 0x27BF) || is_in(0x2900, 0x2BFF) ? Script::None : Script::Other;
}

// Returns whether the letters beyond ASCII are of one script, and none of another stands next to
// an ASCII letter.
bool has_one_script(std::string_view utf8) {
  Script only = Script::None;
  Script previous = Script::None;
  for (const std::string_view character : code_points_of(utf8)) {
    const Script script = script_of(code_point_of(character));
    if (script == Script::Other) return false;
    const bool is_in_word = script != Script::None && previous != Script::None;
    if (is_in_word && script != previous) return false;
    previous = script;
    if (character.size() == 1 || script == Script::None) continue;
    if (only != Script::None && only != script) return false;
    only = script;
  }
  return true;
}

// Returns whether a sign can follow a letter at the end of a word, quotation or sentence.
bool is_closing(std::string_view character) {
  constexpr std::string_view kSigns[] = {"…", "’", "”", "“", "‘", "»", "›", "–",
                                         "—", "™", "°", "®", "©", "†", "‡", "•"};
  return std::ranges::find(kSigns, character) != std::end(kSigns);
}

// Returns the text that a table's bytes were, if they are UTF-8 and the signs prove it.
std::optional<std::string> undone(std::string_view utf8, const ByteOfCharacter& table) {
  std::string bytes;
  std::size_t sequences = 0;
  bool is_proved = false;
  bool is_after_letter = false;
  bool is_after_small = false;
  bool begins_after_small = false;
  bool begins_word = false;  // the last sequence
  std::string_view last;     // of the signs
  for (const std::string_view character : code_points_of(utf8)) {
    if (character.size() == 1) {
      bytes += character;
      is_after_small = character[0] >= 'a' && character[0] <= 'z';
      is_after_letter = is_letter(character[0]);
      // A word does not begin with a capital letter and a sign, except for a name in the genitive.
      is_proved |= begins_word && is_after_small && (character != "s" || last != "’");
      begins_word = false;
      continue;
    }
    const auto found = table.find(character);
    if (found == table.end()) return std::nullopt;
    bytes += found->second;
    last = character;
    const bool is_lead = (static_cast<unsigned char>(found->second) & 0xC0) == 0xC0;
    if (is_lead) {
      ++sequences;
      begins_after_small = is_after_small;
      begins_word = !is_after_letter;
    }
    is_proved |= !is_lead && (begins_after_small || !is_closing(character));
    is_after_small = !is_lead;
    is_after_letter = true;
  }
  // Two Cyrillic letters may also be a word, unless they stand in one of Latin letters.
  const bool is_cyrillic = &table == &misread_encodings()[1];
  const bool is_enough = !is_cyrillic || sequences > 1 || !has_one_script(utf8);
  if (!is_proved || !is_enough || !is_utf8(bytes)) return std::nullopt;
  return bytes;
}

// Returns the text with characters for escapes beyond ASCII, "\u0142" and "\U0001f600", which
// --output-encoding writes; nothing if it has none. In a tag the backslash may be doubled.
std::optional<std::string> without_escapes(std::string_view utf8) {
  std::string text;
  std::size_t done = 0;
  for (std::size_t at = utf8.find('\\'); at != std::string_view::npos; at = utf8.find('\\', at)) {
    const std::size_t begin = at;
    at = std::min(utf8.find_first_not_of('\\', at), utf8.size());
    if (at == utf8.size() || at - begin > 2 || (utf8[at] != 'u' && utf8[at] != 'U')) continue;
    const std::size_t size = utf8[at] == 'u' ? 4 : 8;
    const std::string_view digits = utf8.substr(at + 1, size);
    std::uint32_t code = 0;
    const char* const end = digits.data() + digits.size();
    const bool is_number = std::from_chars(digits.data(), end, code, 16).ptr == end;
    const bool is_character = code >= 0x80 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    if (digits.size() < size || !is_number || !is_character) continue;
    text += utf8.substr(done, begin - done);
    append_utf8(code, text);
    at = done = at + 1 + digits.size();
  }
  if (done == 0) return std::nullopt;
  return text += utf8.substr(done);
}

// Returns the text one step back; nothing if the tables disagree. Texts of one script are right,
// and others are only steps on the way.
std::optional<std::string> undone_once(std::string_view utf8) {
  std::optional<std::string> text;
  if (is_ascii(utf8)) return text;
  for (const bool is_last : {true, false}) {
    for (const ByteOfCharacter& table : misread_encodings()) {
      auto one = undone(utf8, table);
      if (!one || has_one_script(*one) != is_last) continue;
      if (text && *text != *one) return std::nullopt;
      text = std::move(one);
    }
    if (text) break;
  }
  return text;
}

// Returns whether the text contains a number of four digits, or of eight such as 19870501.
bool has_year(std::string_view text) {
  std::size_t digits = 0;
  for (const char c : text) {
    if (!is_digit(c) && (digits == 4 || digits == 8)) return true;
    digits = is_digit(c) ? digits + 1 : 0;
  }
  return digits == 4 || digits == 8;
}

// The months in German, French, Spanish, Italian, Dutch, Polish and Russian, as in dates.
constexpr std::string_view kMonths[] = {
    "januar janvier enero gennaio januari stycznia января",
    "februar février fevrier febrero febbraio februari lutego февраля",
    "märz maerz mars marzo maart marca марта",
    "april avril abril aprile kwietnia апреля",
    "mai mayo maggio mei maja мая",
    "juni juin junio giugno czerwca июня",
    "juli juillet julio luglio lipca июля",
    "august août aout agosto augustus sierpnia августа",
    "september septembre septiembre settembre września сентября",
    "oktober octobre octubre ottobre października октября",
    "november novembre noviembre listopada ноября",
    "dezember décembre decembre diciembre dicembre december grudnia декабря"};

// Returns the date with its month in English: "10 May 2024" for "10. Mai 2024". A month may be cut
// to three letters or more, unless another one begins with them too.
std::string with_english_month(std::string_view date) {
  constexpr std::string_view kEnglish[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                           "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  std::string english;
  while (!date.empty()) {
    std::string_view word = date.substr(0, date.find(' '));
    date.remove_prefix(std::min(word.size() + 1, date.size()));
    if (word.ends_with('.')) word.remove_suffix(1);
    if (word == "de" || word.empty()) continue;
    const std::string start = ' ' + to_small(word);
    const auto begins = [&](std::string_view names) {
      return word.size() > 2 && fmt::format(" {}", names).find(start) != std::string::npos;
    };
    const auto* const month = std::ranges::find_if(kMonths, begins);
    const bool is_clear = std::ranges::count_if(kMonths, begins) == 1;
    if (is_clear) word = kEnglish[month - std::begin(kMonths)];
    english += fmt::format("{}{}", english.empty() ? "" : " ", word);
  }
  return english;
}

// Returns why a date cannot be written in PGN.
std::string_view fault_of_date(std::string_view text, bool is_pgn) {
  const bool has_word = std::ranges::any_of(text, [](char c) {
    return is_letter(c) || !is_ascii({&c, 1});
  });
  if (!is_pgn && !has_year(text)) return "has no year of four digits";
  return has_word ? "is not understood" : "does not exist";
}

}  // namespace

std::optional<std::string> undo_mojibake(std::string_view utf8) {
  std::optional<std::string> right = without_escapes(utf8);
  std::string text(right ? *right : utf8);
  // Each step makes the text shorter.
  while (auto step = undone_once(text)) {
    text = *std::move(step);
    if (has_one_script(text)) right = text;
  }
  return right;
}

void fix_dates(ExportTags& tags, TagNotes& notes) {
  for (ExportTag& tag : tags.added()) {
    using enum KnownTag;
    if (tag.known != Date && tag.known != EventDate && tag.known != UtcDate) continue;
    auto date = parse_date(tag.value);
    const bool is_pgn = date.has_value();
    if (!date) date = read_other_date(trim(tag.value));
    if (!date) date = read_other_date(with_english_month(trim(tag.value)));
    if (date) {
      if (date->year == 0) date->year.reset();
      if (date->month == 0) date->month.reset();
      if (date->day == 0) date->day.reset();
    }
    if (!date || !may_exist(*date)) {
      if (!std::ranges::any_of(tag.value, is_digit)) continue;
      notes.contradictions.push_back(
          fmt::format("the {} \"{}\" {}", tag.name, tag.value, fault_of_date(tag.value, is_pgn)));
      continue;
    }
    std::string value = to_string(*date);
    if (value == tag.value) continue;
    // Other texts without a month are only a year.
    const bool has_two_readings = !date->month && !is_pgn && trim(tag.value).size() > 4;
    if (has_two_readings) {
      notes.contradictions.push_back(
          fmt::format("the {} \"{}\" has two readings (with dots, the day would be first)",
                      tag.name, tag.value));
      continue;
    }
    notes.changes.push_back(fmt::format("{} \"{}\" is now \"{}\"", tag.name, tag.value, value));
    tag.value = std::move(value);
  }
}

namespace {

EventGame event_game_of(ExportTags& tags) {
  EventGame game;
  for (const ExportTag& tag : tags.added()) {
    if (!game.keeps(tag.known, tag.name)) continue;
    game.tags.push_back({.known = tag.known,
                         .value = tag.value,
                         .name = tag.known == KnownTag::Other ? tag.name : ""});
  }
  return game;
}

// Fills the missing tags of one player.
class PlayerFill {
 public:
  PlayerFill(const PlayerMention& mention, ExportTags& tags, TagNotes& notes)
      : mention_(mention), tags_(tags), notes_(notes) {}

  void fill(const SideTags& sides, std::string_view value) {
    const KnownTag tag = sides[side()];
    const std::string_view written = mention_.game.value(tag);
    if (!written.empty() && written != "0") return;
    put(to_string(tag), value);
  }
  void fill_federation(std::string_view value) {
    const EventTag* tag = mention_.game.federation_tag(mention_.color);
    if (tag == nullptr) return put(mention_.color == Color::White ? "WhiteFed" : "BlackFed", value);
    if (mention_.game.federation(mention_.color).empty()) put(tag->name, value);
  }
  void fill_rating(const ListedPlayer& player) {
    const auto kind = rating_kind_of(mention_.game.value(KnownTag::TimeControl));
    const std::uint32_t rating =
        player.ratings[static_cast<std::size_t>(kind.value_or(RatingKind::Standard))];
    if (rating != 0) fill(kEloTags, fmt::format("{}", rating));
  }

 private:
  std::size_t side() const { return static_cast<std::size_t>(mention_.color); }
  void put(std::string_view name, std::string_view value) {
    if (value.empty()) return;
    tags_.put(name, value);
    notes_.changes.push_back(fmt::format("{} \"{}\" added for \"{}\"", name, value,
                                         mention_.game.value(kNameTags[side()])));
  }

  const PlayerMention& mention_;
  ExportTags& tags_;
  TagNotes& notes_;
};

// Returns whether the tags contradict the list, rather than lack what it contains.
bool is_contradiction(DiagnosticCode code) {
  return code != DiagnosticCode::ListFideidMissing && code != DiagnosticCode::ListPlayerUnknown &&
         code != DiagnosticCode::ListPlayerAmbiguous;
}

// Calls `visit` with each named player of a game.
template <class Visit>
void for_each_player(ExportTags& tags, Visit visit) {
  PlayerMention mention{.game = event_game_of(tags)};
  for (const Color color : {Color::White, Color::Black}) {
    mention.color = color;
    const std::string_view name = mention.game.value(kNameTags[static_cast<std::size_t>(color)]);
    if (!name.empty() && !is_unknown_name(name)) visit(mention);
  }
}

}  // namespace

void PlayerTags::edit(ExportTags& tags, TagNotes& notes) const {
  for_each_player(tags, [&](const PlayerMention& mention) {
    const auto month = list_month_of(mention.game);
    const std::span<const PlayerMention> one(&mention, 1);
    for (ListFinding& finding : check_mentions(one, known_, month_ ? month_ : month)) {
      if (is_contradiction(finding.code))
        notes.contradictions.push_back(std::move(finding.message));
    }
    const ListedPlayer* player = identified_player(mention, known_);
    if (player == nullptr) return;
    PlayerFill fill(mention, tags, notes);
    if (player->fide_id != 0) fill.fill(kFideIdTags, fmt::format("{}", player->fide_id));
    if (month_ && month_ != month) return;
    fill.fill(kTitleTags, player->title.empty() ? player->women_title : player->title);
    fill.fill_federation(player->federation);
    fill.fill_rating(*player);
  });
}

void PlayerRequests::edit(ExportTags& tags, TagNotes& /*notes*/) const {
  for_each_player(tags, [this](const PlayerMention& mention) {
    const std::lock_guard lock(mutex_);
    request_players(std::span(&mention, 1), known_);
  });
}

}  // namespace arbiter
