#include "lib/tags/tag_value_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/laws/game_end.h"
#include "lib/laws/result_text.h"
#include "lib/openings/opening_table.h"
#include "lib/tags/name_form.h"
#include "lib/tags/time_control.h"
#include "lib/tags/variant.h"

namespace arbiter {
namespace {

void empty_value(const PgnTag& tag, GameReporter& reporter) {
  reporter.report(DiagnosticCode::ValueEmpty, quotes_span(tag, reporter.game()),
                  "the {} tag has no value", tag.name);
}

void unknown_value(DiagnosticCode code, const PgnTag& tag, GameReporter& reporter) {
  reporter.report(code, value_span(tag), "the {} tag only marks the value as unknown", tag.name);
}

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

// Returns the help for "Round 3" and "(3)": write 3.
std::string round_meant(std::string_view text) {
  const std::size_t first = text.find_first_of("0123456789");
  if (first == std::string_view::npos) return {};
  const std::size_t last = text.find_last_of("0123456789");
  std::string round(text.substr(first, last - first + 1));
  std::ranges::replace(round, ',', '.');
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
                            "the result {} is written {} in PGN", quoted(tag.value),
                            to_string(reading->outcome));
}

void check_time_control(const PgnTag& tag, GameReporter& reporter) {
  const auto finding = time_control_fault(tag.value);
  if (!finding) return;
  if (finding->fault == TimeControlFault::Order) {
    reporter.report(DiagnosticCode::TimecontrolOrder, span_in_value(tag, finding->words),
                    "the period {} lasts for the rest of the game, but "
                    "another follows",
                    finding->words);
    return;
  }
  if (finding->fault == TimeControlFault::Count) {
    return reporter.report(DiagnosticCode::TimecontrolFormat, value_span(tag),
                           "the time control has more than {} periods", kMaxPeriods);
  }
  const auto meant = time_control_meant(tag.value);
  reporter.report_with_help(DiagnosticCode::TimecontrolFormat, value_span(tag),
                            meant ? fmt::format("write {}, in seconds", *meant) : "",
                            "the time control {} is not in the form of PGN", quoted(tag.value));
}

// Checks for "1:05:23", in a Clock tag with the running clock: "W/1:05:23".
void check_clock_tag(KnownTag known, const PgnTag& tag, GameReporter& reporter) {
  std::string_view time = tag.value;
  const bool has_side = known == KnownTag::Clock;
  bool is_good = !has_side || (time.size() > 2 && time[1] == '/' &&
                               std::string_view("WBN").find(time[0]) != std::string_view::npos);
  if (has_side && is_good) time.remove_prefix(2);
  const auto reading = read_clock(time);
  is_good &= reading && reading->is_standard() && reading->is_in_range;
  if (is_good) return;
  reporter.report(DiagnosticCode::ClockTag, value_span(tag), "the {} tag is {}, where PGN has {}",
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

// The range of ratings, from the lowest of playing sites to those of engines.
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

void report_name_faults(const PgnTag& tag, GameReporter& reporter) {
  constexpr DiagnosticCode kCodes[] = {DiagnosticCode::NameForm, DiagnosticCode::NameSpacing,
                                       DiagnosticCode::NameTitle, DiagnosticCode::NameCapitals};
  for (const NameFinding& finding : name_faults(tag.value)) {
    reporter.report_with_help(kCodes[static_cast<std::size_t>(finding.fault)],
                              span_in_value(tag, finding.words), help_for(tag, finding), "{}",
                              sentence_of(tag, finding));
  }
}

void check_one_rating(const PgnTag& tag, std::string_view rating, GameReporter& reporter) {
  if (rating == "-") return;
  constexpr std::string_view kHelp = "write - for a player without a rating";
  if (!is_number(rating)) {
    return reporter.report_with_help(DiagnosticCode::EloFormat, span_in_value(tag, rating), kHelp,
                                     "the rating {} is not a number", quoted(rating));
  }
  unsigned value = 0;
  for (char digit : rating.substr(0, 9)) value = value * 10 + static_cast<unsigned>(digit - '0');
  if (value < kMinRating || value > kMaxRating) {
    reporter.report_with_help(DiagnosticCode::EloRange, span_in_value(tag, rating), kHelp,
                              "{} is not a plausible rating", rating.substr(0, 20));
  }
}

// Calls `check` for each of several players in consultation, whose values are joined by colons.
template <class Check>
void for_each_player(std::string_view value, Check&& check) {
  while (true) {
    const std::size_t colon = value.find(':');
    check(value.substr(0, colon));
    if (colon == std::string_view::npos) return;
    value.remove_prefix(colon + 1);
  }
}

void check_player_name(const PgnTag& tag, GameReporter& reporter) {
  const NameClass name_class = classify_name(tag.value);
  if (name_class == NameClass::Plain) return;
  if (name_class == NameClass::LacksBlank && !reporter.wants_or_counts(DiagnosticCode::NameForm)) {
    return;
  }
  if (is_bye(tag.value)) return;
  report_name_faults(tag, reporter);
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
  reporter.report(DiagnosticCode::FideidFormat, value_span(tag),
                  "{} is not a FIDE id, which is a number", quoted(tag.value));
}

void check_player_type(const PgnTag& tag, GameReporter& reporter) {
  if (tag.value == "human" || tag.value == "program") return;
  reporter.report(DiagnosticCode::TypeValue, value_span(tag),
                  "the type of a player is human or program, not {}", quoted(tag.value));
}

void check_network_address(const PgnTag& tag, GameReporter& reporter) {
  const bool may_be_address = tag.value == "-" || tag.value.find_first_of("@.:") != tag.value.npos;
  if (may_be_address) return;
  reporter.report_with_help(DiagnosticCode::NaValue, value_span(tag),
                            "write - for a player without one",
                            "{} does not look like a network address", quoted(tag.value));
}

void check_mode(const PgnTag& tag, GameReporter& reporter) {
  constexpr std::string_view kModes[] = {"OTB", "PM", "EM", "ICS", "TC", "-"};
  if (std::ranges::find(kModes, tag.value) != std::end(kModes)) return;
  reporter.report(DiagnosticCode::ModeValue, value_span(tag),
                  "{} is not one of OTB, PM, EM, ICS and TC", quoted(tag.value));
}

void check_player(const PgnTag& tag, GameReporter& reporter) {
  if (tag.value.size() <= 7 && is_unknown_name(tag.value)) {
    return unknown_value(DiagnosticCode::ValuePlaceholder, tag, reporter);
  }
  check_player_name(tag, reporter);
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

void by_date(const Value& value) {
  check_date(value.known, value.tag, value.options, value.reporter);
}

void by_clock(const Value& value) { check_clock_tag(value.known, value.tag, value.reporter); }

// The values that a check handles itself; other values are reported like those of all tags.
enum class Judges : std::uint8_t { Known, Unknown, Empty };  // each: those before it too

struct TagCheck {
  void (*run)(const Value& value) = nullptr;
  Judges judges = Judges::Known;
};

struct TagRow {
  std::initializer_list<KnownTag> tags;
  TagCheck check;
};

// The checks by tag; those of other tags do nothing.
constexpr std::array<TagCheck, kKnownTagCount + 1> kCheckOf = [] {
  using enum KnownTag;
  const TagRow rows[] = {
      {{Date, EventDate, UtcDate}, {by_date, Judges::Unknown}},
      {{Round}, {by<check_round>, Judges::Unknown}},
      {{White, Black}, {by<check_player>}},
      {{Result}, {by<check_result>, Judges::Empty}},
      {{WhiteTitle, BlackTitle}, {by<check_title>}},
      {{WhiteElo, BlackElo, WhiteUscf, BlackUscf}, {by<check_rating>}},
      {{WhiteFideId, BlackFideId}, {by<check_fide_id>}},
      {{WhiteNa, BlackNa}, {by<check_network_address>}},
      {{WhiteType, BlackType}, {by<check_player_type>}},
      {{Board}, {by<check_board>}},
      {{Eco}, {by<check_eco>}},
      {{Time, UtcTime}, {by<check_time_of_day>}},
      {{TimeControl}, {by<check_time_control>}},
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

}  // namespace arbiter
