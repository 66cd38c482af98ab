#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "lib/laws/date.h"
#include "lib/laws/result_text.h"
#include "lib/tags/claimed_end.h"
#include "lib/tags/name_form.h"
#include "lib/tags/tag_value_checks.h"

namespace arbiter {
namespace {

using enum KnownTag;

// Leagues last for most of a year.
constexpr std::int32_t kMaxEventDays = 366;

bool is_given(const PgnTag* tag) {
  return tag != nullptr && !tag->value.empty() && tag->value != "?" && tag->value != "-";
}

void check_names(const TagIndex& tags, GameReporter& reporter) {
  const PgnTag* white = tags.find(White);
  const PgnTag* black = tags.find(Black);
  for (const PgnTag* player : {white, black}) {
    if (player == nullptr || player->value.size() > 16 || !is_bye(player->value)) continue;
    reporter.report_with_help(DiagnosticCode::Bye, value_span(*player),
                              "a bye belongs in the pairings, not among the games",
                              "a bye is written as a game");
  }
  if (!is_given(white) || !is_given(black) || white->value != black->value) return;
  if (is_unknown_name(white->value) || is_bye(white->value)) return;
  if (tags.value_of(WhiteType) == "program" && tags.value_of(BlackType) == "program") return;
  reporter.report(DiagnosticCode::WhiteIsBlack, value_span(*black), "White and Black are both {}",
                  quoted(black->value));
}

void check_fide_ids(const TagIndex& tags, GameReporter& reporter) {
  const PgnTag* white = tags.find(WhiteFideId);
  const PgnTag* black = tags.find(BlackFideId);
  if (!is_given(white) || !is_given(black)) return;
  if (white->value != black->value || white->value == "0") return;
  reporter.report(DiagnosticCode::SameFideId, value_span(*black),
                  "White and Black both have the FIDE id {}", black->value.substr(0, 20));
}

void check_board(const TagIndex& tags, GameReporter& reporter) {
  const PgnTag* board = tags.find(Board);
  const PgnTag* round = tags.find(Round);
  if (!is_given(board) || !is_given(round)) return;
  const std::size_t dot = round->value.rfind('.');
  if (dot == std::string_view::npos) return;
  const auto is_number = [](std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const auto without_zeros = [](std::string_view text) {
    return text.substr(std::min(text.find_first_not_of('0'), text.size()));
  };
  const std::string_view suffix = round->value.substr(dot + 1);
  if (!is_number(suffix) || !is_number(board->value)) return;
  if (without_zeros(suffix) == without_zeros(board->value)) return;
  reporter.report(DiagnosticCode::BoardVsRoundSuffix, value_span(*board),
                  "the board is {}, but the round {} names board {}", quoted(board->value),
                  quoted(round->value), suffix);
}

// Returns the day of the tag, if it exists.
std::optional<std::int32_t> day_of(const PgnTag* tag) {
  if (tag == nullptr) return std::nullopt;
  const auto date = parse_date(tag->value);
  if (!date || !date->is_complete() || !may_exist(*date)) return std::nullopt;
  return day_number(*date);
}

void check_dates(const TagIndex& tags, GameReporter& reporter) {
  const PgnTag* date = tags.find(Date);
  const auto day = day_of(date);
  if (!day) return;
  const auto event_day = day_of(tags.find(EventDate));
  const std::string_view mode = tags.value_of(Mode);
  const bool is_by_mail = mode == "PM" || mode == "EM";
  const bool is_outside =
      event_day && (*day < *event_day || (*day - *event_day > kMaxEventDays && !is_by_mail));
  if (is_outside) {
    reporter.report(DiagnosticCode::DateOutsideEvent, value_span(*date),
                    "the game's date {} is {} the event began on {}", date->value,
                    *day < *event_day ? "before" : "more than a year after",
                    tags.value_of(EventDate));
  }
  const auto utc_day = day_of(tags.find(UtcDate));
  if (!utc_day || std::abs(*day - *utc_day) <= 1) return;
  reporter.report(DiagnosticCode::DateVsUtcdate, value_span(*tags.find(UtcDate)),
                  "the UTCDate {} is {} days from the Date {}", tags.value_of(UtcDate),
                  std::abs(*day - *utc_day), date->value);
}

void check_termination(const TagIndex& tags, GameReporter& reporter) {
  const PgnTag* tag = tags.find(Termination);
  if (!is_given(tag)) return;
  const auto reading = read_termination(tag->value, {tags.value_of(White), tags.value_of(Black)});
  if (reading.form == TerminationForm::Other) {
    reporter.report_with_help(DiagnosticCode::TerminationValue, value_span(*tag),
                              "the standard has abandoned, adjudication, death, emergency, normal, "
                              "rules infraction, time forfeit and unterminated",
                              "{} is not a termination", quoted(tag->value));
  }
  if (reading.form == TerminationForm::Platform) {
    reporter.report(DiagnosticCode::TerminationPlatformValue, value_span(*tag),
                    "the termination {} is a site's or program's wording", quoted(tag->value));
  }
  const auto result = read_result(tags.value_of(Result));
  if (!result || result->form == ResultForm::DoubleForfeit || reading.fits(result->outcome)) return;
  reporter.report(DiagnosticCode::TerminationVsResult, value_span(*tag),
                  "the termination {} contradicts the result {}", quoted(tag->value),
                  quoted(tags.value_of(Result)));
}

void check_setup(const TagIndex& tags, GameReporter& reporter) {
  const PgnTag* setup = tags.find(SetUp);
  const PgnTag* fen = tags.find(Fen);
  const bool has_fen = fen != nullptr && !fen->value.empty();
  if (!is_given(setup)) {
    if (!has_fen) return;
    return reporter.report(DiagnosticCode::FenWithoutSetup, tag_span(*fen, reporter.game()),
                           "a FEN tag needs a SetUp \"1\" tag");
  }
  if (setup->value == "1") {
    if (has_fen) return;
    return reporter.report(DiagnosticCode::SetupWithoutFen, value_span(*setup),
                           "SetUp \"1\" needs a FEN tag");
  }
  if (setup->value != "0") {
    return reporter.report(DiagnosticCode::SetupValue, value_span(*setup),
                           "SetUp is neither 0 nor 1");
  }
  if (!has_fen) return;
  reporter.report(DiagnosticCode::Setup0WithFen, value_span(*setup),
                  "SetUp \"0\" contradicts the FEN tag");
}

// Reports tags that broadcasts have for both sides or for none.
void check_both_sides(KnownTag white, KnownTag black, const TagIndex& tags,
                      GameReporter& reporter) {
  if (tags.has(white) == tags.has(black)) return;
  const PgnTag& tag = *tags.find(tags.has(white) ? white : black);
  reporter.report(DiagnosticCode::BroadcastConvention, tag_span(tag, reporter.game()),
                  "there is a {} tag, but no {} tag", tag.name,
                  to_string(tags.has(white) ? black : white));
}

}  // namespace

void check_tag_agreement(const TagIndex& tags, GameReporter& reporter) {
  check_names(tags, reporter);
  check_fide_ids(tags, reporter);
  check_both_sides(WhiteFideId, BlackFideId, tags, reporter);
  check_both_sides(WhiteTeam, BlackTeam, tags, reporter);
  check_setup(tags, reporter);
  check_board(tags, reporter);
  if (tags.has(EventDate) || tags.has(UtcDate)) check_dates(tags, reporter);
  if (tags.has(Termination)) check_termination(tags, reporter);
}

}  // namespace arbiter
