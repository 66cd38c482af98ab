#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <initializer_list>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/laws/date.h"
#include "lib/laws/game_end.h"
#include "lib/openings/opening_table.h"
#include "lib/tags/name_form.h"
#include "lib/tags/tag_checks.h"
#include "lib/tags/time_control.h"
#include "lib/tags/variant.h"

namespace arbiter {
namespace {

void empty_value(const PgnTag& tag, GameReporter& reporter) {
  reporter.report(DiagnosticCode::ValueEmpty, quotes_span(tag, reporter.game()),
                  "the {} tag has no value", tag.name);
}

void unknown_value(DiagnosticCode code, const PgnTag& tag, GameReporter& reporter) {
  reporter.report(code, value_span(tag),
                  "the {} tag contains only a placeholder for an unknown value", tag.name);
}

// The words before the number of a round, and rounds that are named after their number of players.
constexpr std::string_view kRoundWords = "round|runde|ronde|ronda|tour|turno|kolo|rd|r";
constexpr std::string_view kRoundsOfPlayers = "r16|r32|r64|r128";

// Checks for "3", "3.7", "1.4.2", with "?" for an unknown part.
bool is_round(std::string_view text) {
  if (text == "-") return true;
  char before = '.';
  for (char letter : text) {
    const bool is_good = letter == '.'   ? before != '.'
                         : letter == '?' ? before == '.'
                                         : is_digit(letter) && before != '?';
    if (!is_good) return false;
    before = letter;
  }
  return before != '.';
}

// Checks for text with other words than those of a round: "TB1", "Group 3".
bool has_other_words(std::string_view text) {
  if (is_listed(to_small(trim(text)), kRoundsOfPlayers)) return true;
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::size_t end = at;
    while (end < text.size() && is_letter(text[end])) ++end;
    const std::string word = to_small(text.substr(at, end - at));
    if (end > at && !is_listed(word, kRoundWords) && !is_listed(word, "game|st|nd|th")) return true;
    at = end;
  }
  return false;
}

// Returns the suggestion for values such as "Round 3" and "3rd".
std::string round_meant(std::string_view text) {
  std::string round = plain_round(text);
  if (!is_round(round)) {
    const std::size_t first = text.find_first_of("0123456789");
    if (first == std::string_view::npos || has_other_words(text)) return {};
    round = text.substr(first, text.find_last_of("0123456789") - first + 1);
    std::ranges::replace(round, ',', '.');
  }
  return is_round(round) ? fmt::format("write {}", round) : std::string();
}

void check_round(const PgnTag& tag, GameReporter& reporter) {
  if (!is_round(tag.value)) {
    reporter.report_with_help(DiagnosticCode::RoundFormat, value_span(tag), round_meant(tag.value),
                              "the round {} is neither a number nor numbers separated by dots",
                              quoted(tag.value));
  } else if (tag.value.find('?') != std::string_view::npos) {
    unknown_value(DiagnosticCode::RoundMissing, tag, reporter);
  }
}

void check_result(const PgnTag& tag, GameReporter& reporter) {
  if (parse_outcome(tag.value)) return;
  const auto reading = tag.value.empty() ? ResultReading{Outcome::Unknown, ResultForm::Nonstandard}
                                         : read_result(decode_text(tag.value).utf8);
  if (!reading) {
    return reporter.report(DiagnosticCode::ResultValue, value_span(tag),
                           "{} is not one of 1-0, 0-1, 1/2-1/2 and *", quoted(tag.value));
  }
  if (reading->form == ResultForm::DoubleForfeit) {
    return reporter.report(DiagnosticCode::DoubleForfeit, value_span(tag),
                           "{} means that both players lose, which PGN cannot express",
                           quoted(tag.value));
  }
  const std::string_view help = reading->form == ResultForm::Forfeit
                                    ? "state in the Termination tag that the game was not played"
                                    : "";
  reporter.report_with_help(DiagnosticCode::ResultNonstandard, value_span(tag), help,
                            "the result {} should be written {}", quoted(tag.value),
                            to_string(reading->outcome));
}

// Reports the fault of a time control. Returns whether the time control is valid.
bool check_time_control(const PgnTag& tag, GameReporter& reporter) {
  const auto finding = time_control_fault(tag.value);
  if (!finding) return true;
  if (finding->fault == TimeControlFault::Order) {
    reporter.report(DiagnosticCode::TimecontrolOrder, span_in_value(tag, finding->words),
                    "the period {} lasts for the rest of the game, but "
                    "another period follows",
                    finding->words);
    return false;
  }
  if (finding->fault == TimeControlFault::Count) {
    reporter.report(DiagnosticCode::TimecontrolFormat, value_span(tag),
                    "the time control has more than {} periods", kMaxPeriods);
    return false;
  }
  const auto meant = time_control_meant(tag.value);
  reporter.report_with_help(DiagnosticCode::TimecontrolFormat, value_span(tag),
                            meant ? fmt::format("write {}, in seconds", *meant) : "",
                            "the time control {} is not in PGN form", quoted(tag.value));
  return false;
}

// Checks for "1:05:23" or, in a Clock tag, the running clock: "W/1:05:23".
void check_clock_tag(KnownTag known, const PgnTag& tag, GameReporter& reporter) {
  std::string_view time = tag.value;
  const bool has_side = known == KnownTag::Clock;
  bool is_good = !has_side || (time.size() > 2 && time[1] == '/' &&
                               std::string_view("WBN").find(time[0]) != std::string_view::npos);
  if (has_side && is_good) time.remove_prefix(2);
  const auto reading = read_clock(time);
  is_good &= reading && reading->is_standard() && reading->is_in_range;
  if (is_good) return;
  reporter.report(DiagnosticCode::ClockTag, value_span(tag), "the {} tag is {} (expected {})",
                  tag.name, quoted(tag.value),
                  has_side ? "W, B or N and the time, as in W/1:05:23"
                           : "hours, minutes and seconds, as in 1:05:23");
}

void check_eco(const PgnTag& tag, GameReporter& reporter) {
  if (is_eco_code(tag.value)) return;
  reporter.report_with_help(
      DiagnosticCode::EcoFormat, value_span(tag),
      is_extended_eco_code(tag.value) ? fmt::format("write {}", tag.value.substr(0, 3)) : "",
      "the ECO code {} is not a letter A to E and two digits", quoted(tag.value));
}

void check_variant(const PgnTag& tag, GameReporter& reporter) {
  const auto reading = read_variant(tag.value);
  if (!reading) {
    return reporter.report(DiagnosticCode::VariantUnknown, value_span(tag),
                           "{} is an unknown variant", quoted(tag.value));
  }
  if (!reading->is_usual_spelling) {
    reporter.report_with_help(DiagnosticCode::VariantSpelling, value_span(tag),
                              fmt::format("write {}", reading->usual_name),
                              "{} is an unusual spelling", quoted(tag.value));
  }
  if (reading->rules == VariantRules::Other) {
    reporter.report(DiagnosticCode::VariantUnsupported, value_span(tag),
                    "{} has rules of its own; the moves are not checked", quoted(tag.value));
  }
}

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

// The range of ratings, from playing sites to engines.
constexpr unsigned kMinRating = 100;
constexpr unsigned kMaxRating = 4500;

constexpr std::size_t kMaxFideIdLength = 10;

// Checks whether only full stops are missing in the name.
bool lacks_only_full_stops(std::string_view name) {
  if (name.find(',') == std::string_view::npos) return false;
  std::string corrected = corrected_name(name);
  std::string written(name);
  if (corrected == written) return false;
  std::erase(corrected, '.');
  std::erase(written, '.');
  return corrected == written;
}

std::string sentence_of(const PgnTag& tag, const NameFinding& finding) {
  switch (finding.fault) {
    case NameFault::Form:
      if (lacks_only_full_stops(finding.words)) {
        return fmt::format("the initials in the name {} lack a full stop", quoted(finding.words));
      }
      return fmt::format("the name {} is not written \"Family, Given\" or \"Family, G.\"",
                         quoted(finding.words));
    case NameFault::Spacing:
      return fmt::format("{} in the name {}",
                         finding.words == "," ? "nothing follows the comma" : "extra spaces",
                         quoted(tag.value));
    case NameFault::Title:
      return fmt::format("the title {} is part of the name {}", finding.words, quoted(tag.value));
    case NameFault::Capitals:
      break;
  }
  return fmt::format("the name {} is in capitals only", quoted(finding.words));
}

std::string help_for(const PgnTag& tag, const NameFinding& finding) {
  if (finding.fault == NameFault::Title && is_fide_title(finding.words)) {
    return fmt::format("titles belong in the {}Title tag", tag.name);
  }
  const bool has_comma = finding.words.find(',') != std::string_view::npos;
  if (finding.fault != NameFault::Form || !has_comma) return {};
  return fmt::format("write \"{}\"", corrected_name(finding.words));
}

// The codes of name faults, indexed by NameFault.
constexpr DiagnosticCode kNameCodes[] = {DiagnosticCode::NameForm, DiagnosticCode::NameSpacing,
                                         DiagnosticCode::NameTitle, DiagnosticCode::NameCapitals};

NameFaults report_name_faults(const PgnTag& tag, GameReporter& reporter) {
  NameFaults faults{};
  for (const NameFinding& finding : name_faults(tag.value)) {
    const auto fault = static_cast<std::size_t>(finding.fault);
    ++faults[fault];
    if (!reporter.wants_or_counts(kNameCodes[fault])) continue;
    reporter.report(kNameCodes[fault], span_in_value(tag, finding.words),
                    {.message = sentence_of(tag, finding), .help = help_for(tag, finding)});
  }
  return faults;
}

// Counts cached faults. Returns false, without counting, if any must be reported.
bool count_name_faults(const NameFaults& faults, DiagnosticSink& sink) {
  for (std::size_t at = 0; at < faults.size(); ++at) {
    if (faults[at] != 0 && sink.wants(kNameCodes[at])) return false;
  }
  for (std::size_t at = 0; at < faults.size(); ++at) sink.count(kNameCodes[at], faults[at]);
  return true;
}

void check_one_rating(const PgnTag& tag, std::string_view rating, GameReporter& reporter) {
  if (rating == "-") return;
  constexpr std::string_view kHelp = "write - for a player without a rating";
  if (!is_number(rating)) {
    // Servers mark provisional and estimated ratings, as in "1500P".
    const std::string_view text = trim(rating);
    const std::string_view number = text.substr(0, text.find_first_not_of("0123456789"));
    const bool has_rating = number.size() == 3 || number.size() == 4;
    return reporter.report_with_help(
        DiagnosticCode::EloFormat, span_in_value(tag, rating),
        has_rating ? fmt::format("write {}", number) : std::string(kHelp),
        "the rating {} is not a number", quoted(rating));
  }
  unsigned value = 0;
  for (char digit : rating.substr(0, 9)) value = value * 10 + static_cast<unsigned>(digit - '0');
  if (value < kMinRating || value > kMaxRating) {
    reporter.report_with_help(DiagnosticCode::EloRange, span_in_value(tag, rating), kHelp,
                              "{} is not a plausible rating", rating.substr(0, 20));
  }
}

// Calls `check` for each of several consulting players, whose values are separated by colons.
template <class Check>
void for_each_player(std::string_view value, Check&& check) {
  while (true) {
    const std::size_t colon = value.find(':');
    check(value.substr(0, colon));
    if (colon == std::string_view::npos) return;
    value.remove_prefix(colon + 1);
  }
}

void check_rating(const PgnTag& tag, GameReporter& reporter) {
  if (tag.value.size() == 4 && tag.value >= "1000" && tag.value <= "4500" && is_number(tag.value)) {
    return;
  }
  for_each_player(tag.value,
                  [&](std::string_view rating) { check_one_rating(tag, rating, reporter); });
}

void check_title(const PgnTag& tag, GameReporter& reporter) {
  for_each_player(tag.value, [&](std::string_view title) {
    if (is_fide_title(title)) return;
    reporter.report_with_help(
        DiagnosticCode::TitleUnknown, span_in_value(tag, title),
        "titles are GM, IM, FM, CM, WGM, WIM, WFM, WCM, or - for none", "{} is {}", quoted(title),
        is_other_title(title) ? "a title, but not one of FIDE's" : "not a title");
  });
}

void check_fide_id(const PgnTag& tag, GameReporter& reporter) {
  const bool is_good =
      is_number(tag.value) && tag.value.size() <= kMaxFideIdLength && tag.value.front() != '0';
  if (is_good || tag.value == "-") return;
  reporter.report_with_help(
      DiagnosticCode::FideidFormat, value_span(tag), "omit the tag for a player without a FIDE id",
      "{} is not a FIDE id, a number that does not begin with 0", quoted(tag.value));
}

void check_player_type(const PgnTag& tag, GameReporter& reporter) {
  if (tag.value == "human" || tag.value == "program") return;
  reporter.report(DiagnosticCode::TypeValue, value_span(tag),
                  "unknown player type {} (expected human or program)", quoted(tag.value));
}

void check_network_address(const PgnTag& tag, GameReporter& reporter) {
  const bool may_be_address = tag.value == "-" || tag.value.find_first_of("@.:") != tag.value.npos;
  if (may_be_address) return;
  reporter.report_with_help(DiagnosticCode::NaValue, value_span(tag),
                            "write - for a player without an address",
                            "{} does not look like a network address", quoted(tag.value));
}

void check_mode(const PgnTag& tag, GameReporter& reporter) {
  constexpr std::string_view kModes[] = {"OTB", "PM", "EM", "ICS", "TC", "-"};
  if (std::ranges::find(kModes, tag.value) != std::end(kModes)) return;
  reporter.report(DiagnosticCode::ModeValue, value_span(tag),
                  "{} is not one of OTB, PM, EM, ICS and TC", quoted(tag.value));
}

void check_ply_count(const PgnTag& tag, GameReporter& reporter) {
  if (is_number(tag.value)) return;
  reporter.report(DiagnosticCode::PlycountFormat, value_span(tag), "{} is not a number",
                  quoted(tag.value));
}

void check_board(const PgnTag& tag, GameReporter& reporter) {
  if (is_number(tag.value)) return;
  reporter.report(DiagnosticCode::BroadcastConvention, value_span(tag), "{} is not a board number",
                  quoted(tag.value));
}

struct Value {
  KnownTag known;
  const PgnTag& tag;
  const TagCheckOptions& options;
  GameReporter& reporter;
};

template <void (*kCheck)(const PgnTag&, GameReporter&)>
void by(const Value& value) {
  kCheck(value.tag, value.reporter);
}

// Calls `check()`, which returns whether the value is valid, unless the cache contains it.
template <class Check>
void once(const Value& value, Check check) {
  CheckedValues* const checked = value.options.checked;
  if (checked != nullptr && checked->find(value.known, value.tag.value) != nullptr) return;
  if (check() && checked != nullptr) checked->add(value.known, value.tag.value);
}

void by_date(const Value& value) {
  once(value, [&] { return check_date(value.known, value.tag, value.options, value.reporter); });
}

void by_time_control(const Value& value) {
  once(value, [&] { return check_time_control(value.tag, value.reporter); });
}

void by_player(const Value& value) {
  const PgnTag& tag = value.tag;
  GameReporter& reporter = value.reporter;
  if (tag.value.size() <= 7 && is_unknown_name(tag.value)) {
    return unknown_value(DiagnosticCode::ValuePlaceholder, tag, reporter);
  }
  const NameClass name_class = classify_name(tag.value);
  if (name_class == NameClass::Plain) return;
  if (name_class == NameClass::LacksBlank && !reporter.wants_or_counts(DiagnosticCode::NameForm))
    return;
  CheckedValues* const checked = value.options.checked;
  const NameFaults* const known =
      checked == nullptr ? nullptr : checked->find(KnownTag::White, tag.value);
  if (known != nullptr && count_name_faults(*known, reporter.sink())) return;
  const NameFaults faults = is_bye(tag.value) ? NameFaults{} : report_name_faults(tag, reporter);
  if (checked != nullptr) checked->add(KnownTag::White, tag.value, faults);
}

void by_clock(const Value& value) { check_clock_tag(value.known, value.tag, value.reporter); }

// The values that a check handles itself. Other values are handled in the same way for all tags.
enum class Judges : std::uint8_t { Known, Unknown, Empty };  // each includes those before it

struct TagCheck {
  void (*run)(const Value& value) = nullptr;
  Judges judges = Judges::Known;
};

struct TagRow {
  std::initializer_list<KnownTag> tags;
  TagCheck check;
};

// The check of each tag. The checks of all other tags do nothing.
constexpr std::array<TagCheck, kKnownTagCount + 1> kCheckOf = [] {
  using enum KnownTag;
  const TagRow rows[] = {
      {{Date, EventDate, UtcDate}, {by_date, Judges::Unknown}},
      {{Round}, {by<check_round>, Judges::Unknown}},
      {{White, Black}, {by_player}},
      {{Result}, {by<check_result>, Judges::Empty}},
      {{WhiteTitle, BlackTitle}, {by<check_title>}},
      {{WhiteElo, BlackElo, WhiteUscf, BlackUscf}, {by<check_rating>}},
      {{WhiteFideId, BlackFideId}, {by<check_fide_id>}},
      {{WhiteNa, BlackNa}, {by<check_network_address>}},
      {{WhiteType, BlackType}, {by<check_player_type>}},
      {{Board}, {by<check_board>}},
      {{Eco}, {by<check_eco>}},
      {{Time, UtcTime}, {by<check_time_of_day>}},
      {{TimeControl}, {by_time_control}},
      {{Mode}, {by<check_mode>}},
      {{PlyCount}, {by<check_ply_count>}},
      {{Variant}, {by<check_variant>}},
      {{WhiteClock, BlackClock, Clock}, {by_clock}},
  };
  std::array<TagCheck, kKnownTagCount + 1> checks{};
  for (const TagRow& row : rows) {
    for (const KnownTag tag : row.tags) checks[static_cast<std::size_t>(tag)] = row.check;
  }
  return checks;
}();

}  // namespace

void check_tag_value(KnownTag known, const PgnTag& tag, const TagCheckOptions& options,
                     GameReporter& reporter) {
  const TagCheck& check = kCheckOf[static_cast<std::size_t>(known)];
  if (tag.value.empty() && check.judges != Judges::Empty) return empty_value(tag, reporter);
  if (tag.value == "?" && check.judges == Judges::Known) {
    return unknown_value(DiagnosticCode::ValuePlaceholder, tag, reporter);
  }
  if (check.run != nullptr) check.run({known, tag, options, reporter});
}

std::string quoted(std::string_view value) {
  constexpr std::size_t kMaxLength = 60;
  if (value.size() <= kMaxLength) return fmt::format("\"{}\"", value);
  std::size_t end = kMaxLength;
  // Avoids splitting a UTF-8 character.
  while (end > 0 && (static_cast<unsigned char>(value[end]) & 0xC0) == 0x80) --end;
  return fmt::format("\"{}...\"", value.substr(0, end));
}

namespace {

constexpr std::size_t kMaxStringLength = 255;
constexpr char kFirstOfQuotes = '\xE2';  // first UTF-8 byte of curly quotation marks

bool is_suspect(char letter) {
  return letter == '\\' || letter == '&' || letter == '\t' || letter == kFirstOfQuotes;
}

// Checks whether any byte is suspect.
bool has_suspect(std::string_view text) {
  using Block = unsigned char __attribute__((vector_size(16)));
  constexpr auto kSuspect = [](const Block& block) {
    return (block == '\\') | (block == '&') | (block == '\t') |
           (block == static_cast<unsigned char>(kFirstOfQuotes));
  };
  if (text.size() < sizeof(Block)) return std::ranges::any_of(text, is_suspect);
  const auto block_at = [&](std::size_t at) {
    Block block;
    std::memcpy(&block, text.data() + at, sizeof block);
    return block;
  };
  auto found = kSuspect(block_at(text.size() - sizeof(Block)));
  for (std::size_t at = 0; at + sizeof(Block) <= text.size(); at += sizeof(Block)) {
    found |= kSuspect(block_at(at));
  }
  std::uint64_t halves[2];
  std::memcpy(halves, &found, sizeof halves);
  return (halves[0] | halves[1]) != 0;
}

// Returns the text from the first to the last tag; empty if the tags are not in text order.
std::string_view text_of_tags(const PgnGame& game) {
  const std::size_t begin = game.tags.front().offset;
  const std::size_t end = game.tags.back().value_offset + game.tags.back().value.size();
  if (begin >= end || end > game.text.size()) return {};
  return game.text.substr(begin, end - begin);
}

// Returns an entity ("&amp;", "&#39;", "&#x27;") at the start of the text; otherwise empty.
std::string_view entity_at(std::string_view text) {
  constexpr std::size_t kMaxEntityLength = 10;
  const std::size_t end = text.substr(0, kMaxEntityLength).find(';');
  if (end == std::string_view::npos || end < 3) return {};
  std::string_view name = text.substr(1, end - 1);
  const bool is_number = name.starts_with('#');
  if (is_number) name.remove_prefix(1);
  if (is_number && (name.starts_with('x') || name.starts_with('X'))) name.remove_prefix(1);
  const bool is_entity = !name.empty() && std::ranges::all_of(name, [&](char letter) {
    return is_digit(letter) || (is_letter(letter) && (!is_number || to_small(letter) <= 'f'));
  });
  return is_entity ? text.substr(0, end + 1) : std::string_view();
}

// Returns a curly double quotation mark in UTF-8 at the start of the text; otherwise empty.
std::string_view curly_quote_at(std::string_view text) {
  for (std::string_view quote : {"\xE2\x80\x9C", "\xE2\x80\x9D", "\xE2\x80\x9E", "\xE2\x80\x9F"}) {
    if (text.starts_with(quote)) return text.substr(0, quote.size());
  }
  return {};
}

class TextCheck {
 public:
  TextCheck(GameReporter& reporter, const PgnTag& tag) : reporter_(reporter), tag_(tag) {}

  void run() {
    for (std::size_t at = 0; at < tag_.value.size();) at += check_at(tag_.value.substr(at));
  }

 private:
  // Checks the start of the rest. Returns the number of checked bytes.
  std::size_t check_at(std::string_view rest) {
    switch (rest.front()) {
      case '\\':
        return check_escape(rest);
      case '\t':
        reporter_.report(DiagnosticCode::TabInString, span_in_value(tag_, rest.substr(0, 1)),
                         "the value contains a tab");
        return 1;
      case '&':
        return check_entity(rest);
      case kFirstOfQuotes:
        return check_quote(rest);
      default:
        return 1;
    }
  }

  std::size_t check_escape(std::string_view rest) {
    if (rest.size() > 1 && (rest[1] == '\\' || rest[1] == '"')) return 2;
    reporter_.report_with_help(DiagnosticCode::BadEscape, span_in_value(tag_, rest.substr(0, 2)),
                               R"(write \\ for a backslash)",
                               "a backslash that escapes neither a quotation mark nor a backslash");
    return 1;
  }

  std::size_t check_entity(std::string_view rest) {
    const std::string_view entity = entity_at(rest);
    if (entity.empty()) return 1;
    reporter_.report_with_help(DiagnosticCode::HtmlEntities, span_in_value(tag_, entity),
                               "write the character itself",
                               "the value contains the HTML entity {}", entity);
    return entity.size();
  }

  std::size_t check_quote(std::string_view rest) {
    const std::string_view quote = curly_quote_at(rest);
    if (quote.empty()) return 1;
    reporter_.report_with_help(DiagnosticCode::SmartQuotes, span_in_value(tag_, quote),
                               R"(write \" instead)", "the value contains a curly quotation mark");
    return quote.size();
  }

  GameReporter& reporter_;
  const PgnTag& tag_;
};

void check_length(GameReporter& reporter, const PgnTag& tag) {
  const auto letters = static_cast<std::size_t>(std::ranges::count_if(
      tag.value, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
  if (letters <= kMaxStringLength) return;
  reporter.report(DiagnosticCode::StringTooLong, value_span(tag),
                  "the value has {} characters; PGN allows {}", letters, kMaxStringLength);
}

}  // namespace

void check_tag_text(GameReporter& reporter) {
  const PgnGame& game = reporter.game();
  if (game.tags.empty()) return;
  const std::string_view text = text_of_tags(game);
  const bool is_clean = !text.empty() && !has_suspect(text);
  for (const PgnTag& tag : game.tags) {
    if (tag.value.size() > kMaxStringLength) check_length(reporter, tag);
    if (!is_clean && has_suspect(tag.value)) TextCheck(reporter, tag).run();
  }
}

namespace {

constexpr std::string_view kMonths[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};

void bad_form(const PgnTag& tag, GameReporter& reporter) {
  std::string help;
  if (tag.value == "?" || tag.value == "-") {
    help = "write ????.??.?? for an unknown date";
  } else if (const auto date = read_other_date(tag.value)) {
    help = fmt::format("write {}", to_string(*date));
  }
  reporter.report_with_help(DiagnosticCode::DateFormat, value_span(tag), help,
                            "the date {} is not written YYYY.MM.DD", quoted(tag.value));
}

// Reports zeros for unknown parts.
void bad_zero(const PgnTag& tag, PartialDate date, GameReporter& reporter) {
  if (date.year == 0) date.year.reset();
  if (date.month == 0) date.month.reset();
  if (date.day == 0) date.day.reset();
  reporter.report_with_help(DiagnosticCode::DateFormat, value_span(tag),
                            fmt::format("write {}", to_string(date)),
                            "the date {} has zeros for unknown parts", quoted(tag.value));
}

std::string impossible_because(const PartialDate& date) {
  if (date.month && *date.month > 12) return fmt::format("there is no month {}", *date.month);
  if (!date.month) return fmt::format("no month has a day {}", *date.day);
  const std::string_view month = kMonths[*date.month - 1];
  if (*date.month == 2 && date.year && *date.day == 29) {
    return fmt::format("February {} had no day 29", *date.year);
  }
  return fmt::format("{} has no day {}", month, *date.day);
}

bool has_zero(const PartialDate& date) {
  return date.year == 0 || date.month == 0 || date.day == 0;
}

// Returns whether the date is not in the future.
bool check_future(const PgnTag& tag, const PartialDate& date, std::uint32_t today,
                  GameReporter& reporter) {
  const auto day = earliest_day(date);
  if (!day || *day <= today) return true;
  // In some time zones, it may already be tomorrow.
  const auto as_date = [](std::uint32_t yyyymmdd) {
    return PartialDate{static_cast<std::uint16_t>(yyyymmdd / 10000),
                       static_cast<std::uint8_t>(yyyymmdd / 100 % 100),
                       static_cast<std::uint8_t>(yyyymmdd % 100)};
  };
  const PartialDate now = as_date(today);
  if (may_exist(now) && day_number(as_date(*day)) <= day_number(now) + 1) return true;
  reporter.report(DiagnosticCode::DateFuture, value_span(tag), "the date {} is in the future",
                  tag.value);
  return false;
}

}  // namespace

std::string plain_round(std::string_view text) {
  const auto begins_number = [](std::string_view rest) {
    return !rest.empty() && (is_digit(rest.front()) || rest.front() == '(');
  };
  text = trim(text);
  const auto letters = std::ranges::find_if_not(text, is_letter);
  const auto length = static_cast<std::size_t>(letters - text.begin());
  const bool is_of_players = is_listed(to_small(text), kRoundsOfPlayers);
  if (length > 0 && !is_of_players && is_listed(to_small(text.substr(0, length)), kRoundWords)) {
    std::string_view rest = trim(text.substr(length));
    if (rest.starts_with('.')) rest = trim(rest.substr(1));
    if (begins_number(rest)) text = rest;
  }
  std::string plain(text);
  const std::size_t open = text.find('(');
  if (open == text.npos || !text.ends_with(')') || !begins_number(text.substr(open + 1)))
    return plain;
  plain.pop_back();
  if (open == 0) return plain.substr(1);
  plain[open] = '.';
  return plain;
}

bool check_date(KnownTag known, const PgnTag& tag, const TagCheckOptions& options,
                GameReporter& reporter) {
  const auto date = parse_date(tag.value);
  if (!date) return bad_form(tag, reporter), false;
  if (has_zero(*date)) return bad_zero(tag, *date, reporter), false;
  if (!may_exist(*date)) {
    reporter.report(DiagnosticCode::DateImpossible, value_span(tag),
                    "the date {} does not exist: {}", tag.value, impossible_because(*date));
    return false;
  }
  if (date->is_unknown()) {
    reporter.report(DiagnosticCode::ValuePlaceholder, value_span(tag),
                    "the {} tag contains only a placeholder for an unknown value", tag.name);
    return false;
  }
  const bool is_of_game = known == KnownTag::Date || known == KnownTag::UtcDate;
  return !is_of_game || !options.today || check_future(tag, *date, *options.today, reporter);
}

void check_time_of_day(const PgnTag& tag, GameReporter& reporter) {
  if (is_time_of_day(tag.value)) return;
  reporter.report(DiagnosticCode::TimeFormat, value_span(tag),
                  "the time {} is not written HH:MM:SS", quoted(tag.value));
}

}  // namespace arbiter
