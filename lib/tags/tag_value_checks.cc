#include "lib/tags/tag_value_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/laws/game_end.h"
#include "lib/laws/result_text.h"
#include "lib/openings/opening_table.h"
#include "lib/tags/clock_time.h"
#include "lib/tags/name_form.h"
#include "lib/tags/tag_date_checks.h"
#include "lib/tags/tag_player_checks.h"
#include "lib/tags/tag_report.h"
#include "lib/tags/time_control.h"
#include "lib/tags/variant.h"

namespace arbiter {
namespace {

void say(DiagnosticCode code, const PgnTag& tag, std::string_view sentence,
         GameReporter& reporter) {
  if (!reporter.wants_or_counts(code)) return;
  reporter.report(code, value_span(tag),
                  {.message = fmt::format("{} {}", quoted(tag.value), sentence)});
}

void empty_value(const PgnTag& tag, GameReporter& reporter) {
  if (!reporter.wants_or_counts(DiagnosticCode::ValueEmpty)) return;
  reporter.report(DiagnosticCode::ValueEmpty, quotes_span(tag, reporter.game()),
                  {.message = fmt::format("the {} tag has no value", tag.name)});
}

void unknown_value(DiagnosticCode code, const PgnTag& tag, GameReporter& reporter) {
  if (!reporter.wants_or_counts(code)) return;
  reporter.report(code, value_span(tag),
                  {.message = fmt::format("the {} tag only marks the value as unknown", tag.name)});
}

// "3", "3.7", "1.4.2", with "?" for an unknown part.
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

// "Round 3" and "(3)" mean 3.
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
    if (!reporter.wants_or_counts(DiagnosticCode::RoundFormat)) return;
    reporter.report(
        DiagnosticCode::RoundFormat, value_span(tag),
        {.message = fmt::format("the round {} is neither a number nor numbers separated by dots",
                                quoted(tag.value)),
         .help = round_meant(tag.value)});
  } else if (tag.value.find('?') != std::string_view::npos) {
    unknown_value(DiagnosticCode::RoundMissing, tag, reporter);
  }
}

std::string_view code_word(ResultForm form) {
  return form == ResultForm::Forfeit ? "say in the Termination tag that the game was not played"
                                     : "";
}

void check_result(const PgnTag& tag, GameReporter& reporter) {
  if (parse_outcome(tag.value)) return;
  const auto reading = tag.value.empty() ? ResultReading{Outcome::Unknown, ResultForm::Nonstandard}
                                         : read_result(decode_text(tag.value).utf8);
  if (!reading) {
    return say(DiagnosticCode::ResultValue, tag, "is not one of 1-0, 0-1, 1/2-1/2 and *", reporter);
  }
  if (reading->form == ResultForm::DoubleForfeit) {
    return say(DiagnosticCode::DoubleForfeit, tag,
               "says that both players lose, which PGN cannot express", reporter);
  }
  if (!reporter.wants_or_counts(DiagnosticCode::ResultNonstandard)) return;
  Remark remark{.message = fmt::format("the result {} is written {} in PGN", quoted(tag.value),
                                       to_string(reading->outcome))};
  remark.help = code_word(reading->form);
  reporter.report(DiagnosticCode::ResultNonstandard, value_span(tag), std::move(remark));
}

void check_time_control(const PgnTag& tag, GameReporter& reporter) {
  const auto finding = time_control_fault(tag.value);
  if (!finding) return;
  if (finding->fault == TimeControlFault::Order) {
    if (!reporter.wants_or_counts(DiagnosticCode::TimecontrolOrder)) return;
    reporter.report(DiagnosticCode::TimecontrolOrder, span_in_value(tag, finding->words),
                    {.message = fmt::format("the period {} lasts for the rest of the game, but "
                                            "another follows",
                                            finding->words)});
    return;
  }
  if (!reporter.wants_or_counts(DiagnosticCode::TimecontrolFormat)) return;
  if (finding->fault == TimeControlFault::Count) {
    return reporter.report(
        DiagnosticCode::TimecontrolFormat, value_span(tag),
        {.message = fmt::format("the time control has more than {} periods", kMostPeriods)});
  }
  Remark remark{
      .message = fmt::format("the time control {} is not in the form of PGN", quoted(tag.value))};
  if (const auto meant = time_control_meant(tag.value)) {
    remark.help = fmt::format("write {}, in seconds", *meant);
  }
  reporter.report(DiagnosticCode::TimecontrolFormat, value_span(tag), std::move(remark));
}

// "1:05:23", and of a Clock tag whose clock runs before it: "W/1:05:23".
void check_clock_tag(KnownTag known, const PgnTag& tag, GameReporter& reporter) {
  std::string_view time = tag.value;
  const bool has_side = known == KnownTag::Clock;
  bool is_good = !has_side || (time.size() > 2 && time[1] == '/' &&
                               std::string_view("WBN").find(time[0]) != std::string_view::npos);
  if (has_side && is_good) time.remove_prefix(2);
  const auto reading = read_clock(time);
  is_good &= reading && reading->is_standard() && reading->is_in_range;
  if (is_good || !reporter.wants_or_counts(DiagnosticCode::ClockTag)) return;
  reporter.report(
      DiagnosticCode::ClockTag, value_span(tag),
      {.message = fmt::format("the {} tag is {}, where PGN has {}", tag.name, quoted(tag.value),
                              has_side ? "W, B or N and the time, as in W/1:05:23"
                                       : "hours, minutes and seconds, as in 1:05:23")});
}

void check_eco(const PgnTag& tag, GameReporter& reporter) {
  if (is_eco_code(tag.value) || !reporter.wants_or_counts(DiagnosticCode::EcoFormat)) return;
  Remark remark{.message = fmt::format("the ECO code {} is not a letter A to E and two digits",
                                       quoted(tag.value))};
  if (is_extended_eco_code(tag.value)) {
    remark.help = fmt::format("write {}", tag.value.substr(0, 3));
  }
  reporter.report(DiagnosticCode::EcoFormat, value_span(tag), std::move(remark));
}

void check_variant(const PgnTag& tag, GameReporter& reporter) {
  const auto reading = read_variant(tag.value);
  if (!reading) {
    return say(DiagnosticCode::VariantUnknown, tag, "is not a variant that Arbiter knows",
               reporter);
  }
  if (!reading->is_usual_spelling && reporter.wants_or_counts(DiagnosticCode::VariantSpelling)) {
    reporter.report(DiagnosticCode::VariantSpelling, value_span(tag),
                    {.message = fmt::format("{} is an unusual spelling", quoted(tag.value)),
                     .help = fmt::format("write {}", reading->usual_name)});
  }
  if (reading->rules == VariantRules::Other) {
    say(DiagnosticCode::VariantUnsupported, tag, "has rules of its own; the moves are not checked",
        reporter);
  }
}

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

void check_mode(const PgnTag& tag, GameReporter& reporter) {
  constexpr std::string_view kModes[] = {"OTB", "PM", "EM", "ICS", "TC", "-"};
  if (std::ranges::find(kModes, tag.value) != std::end(kModes)) return;
  say(DiagnosticCode::ModeValue, tag, "is not one of OTB, PM, EM, ICS and TC", reporter);
}

void check_player(const PgnTag& tag, GameReporter& reporter) {
  if (tag.value.size() <= 7 && is_unknown_name(tag.value)) {
    return unknown_value(DiagnosticCode::ValuePlaceholder, tag, reporter);
  }
  check_player_name(tag, reporter);
}

void check_ply_count(const PgnTag& tag, GameReporter& reporter) {
  if (is_number(tag.value)) return;
  say(DiagnosticCode::PlycountFormat, tag, "is not a number", reporter);
}

void check_board(const PgnTag& tag, GameReporter& reporter) {
  if (is_number(tag.value)) return;
  say(DiagnosticCode::BroadcastConvention, tag, "is not the number of a board", reporter);
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

// Which values a check judges itself; the others are reported as every tag's are.
enum class Judges : std::uint8_t { Known, Unknown, Empty };  // each: those before it too

struct TagRow {
  KnownTag tag;
  void (*check)(const Value& value);
  Judges judges = Judges::Known;
};

constexpr TagRow kRows[] = {
    {KnownTag::Date, by_date, Judges::Unknown},
    {KnownTag::Round, by<check_round>, Judges::Unknown},
    {KnownTag::White, by<check_player>},
    {KnownTag::Black, by<check_player>},
    {KnownTag::Result, by<check_result>, Judges::Empty},
    {KnownTag::WhiteTitle, by<check_title>},
    {KnownTag::BlackTitle, by<check_title>},
    {KnownTag::WhiteElo, by<check_rating>},
    {KnownTag::BlackElo, by<check_rating>},
    {KnownTag::WhiteUscf, by<check_rating>},
    {KnownTag::BlackUscf, by<check_rating>},
    {KnownTag::WhiteFideId, by<check_fide_id>},
    {KnownTag::BlackFideId, by<check_fide_id>},
    {KnownTag::WhiteNa, by<check_network_address>},
    {KnownTag::BlackNa, by<check_network_address>},
    {KnownTag::WhiteType, by<check_player_type>},
    {KnownTag::BlackType, by<check_player_type>},
    {KnownTag::EventDate, by_date, Judges::Unknown},
    {KnownTag::Board, by<check_board>},
    {KnownTag::Eco, by<check_eco>},
    {KnownTag::Time, by<check_time_of_day>},
    {KnownTag::UtcTime, by<check_time_of_day>},
    {KnownTag::UtcDate, by_date, Judges::Unknown},
    {KnownTag::TimeControl, by<check_time_control>},
    {KnownTag::Mode, by<check_mode>},
    {KnownTag::PlyCount, by<check_ply_count>},
    {KnownTag::Variant, by<check_variant>},
    {KnownTag::WhiteClock, by_clock},
    {KnownTag::BlackClock, by_clock},
    {KnownTag::Clock, by_clock},
};

// The rows by tag; those of other tags have no check.
constexpr std::array<TagRow, kKnownTagCount + 1> kRowOf = [] {
  std::array<TagRow, kKnownTagCount + 1> rows{};
  for (const TagRow& row : kRows) rows[static_cast<std::size_t>(row.tag)] = row;
  return rows;
}();

}  // namespace

void check_tag_value(KnownTag known, const PgnTag& tag, const TagCheckOptions& options,
                     GameReporter& reporter) {
  const TagRow& row = kRowOf[static_cast<std::size_t>(known)];
  if (tag.value.empty() && row.judges != Judges::Empty) return empty_value(tag, reporter);
  if (tag.value == "?" && row.judges == Judges::Known) {
    return unknown_value(DiagnosticCode::ValuePlaceholder, tag, reporter);
  }
  if (row.check != nullptr) row.check({known, tag, options, reporter});
}

}  // namespace arbiter
