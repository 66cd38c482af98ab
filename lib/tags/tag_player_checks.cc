#include <fmt/format.h>

#include <algorithm>

#include "lib/base/text.h"
#include "lib/tags/name_form.h"
#include "lib/tags/tag_value_checks.h"

namespace arbiter {
namespace {

// Ratings go from the lowest of the playing sites to those of engines.
constexpr unsigned kLowestRating = 100;
constexpr unsigned kHighestRating = 4500;

constexpr std::size_t kLongestFideId = 10;

bool is_number(std::string_view text) {
  bool is_number = !text.empty();
  for (char letter : text) is_number &= is_digit(letter);
  return is_number;
}

DiagnosticCode code_of(NameFault fault) {
  switch (fault) {
    case NameFault::Form:
      return DiagnosticCode::NameForm;
    case NameFault::Spacing:
      return DiagnosticCode::NameSpacing;
    case NameFault::Title:
      return DiagnosticCode::NameTitle;
    case NameFault::Capitals:
      break;
  }
  return DiagnosticCode::NameCapitals;
}

// Whether nothing else is wrong with the form of the name.
bool lacks_full_stop(std::string_view name) {
  if (name.find(',') == std::string_view::npos) return false;
  std::string mended = mended_name(name);
  std::string written(name);
  if (mended == written) return false;
  std::erase(mended, '.');
  std::erase(written, '.');
  return mended == written;
}

std::string sentence_of(const PgnTag& tag, const NameFinding& finding) {
  switch (finding.fault) {
    case NameFault::Form:
      if (lacks_full_stop(finding.words)) {
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
  return fmt::format("write \"{}\"", mended_name(finding.words));
}

void report_name_faults(const PgnTag& tag, GameReporter& reporter) {
  for (const NameFinding& finding : name_faults(tag.value)) {
    const DiagnosticCode code = code_of(finding.fault);
    if (!reporter.wants_or_counts(code)) continue;
    reporter.report(code, span_in_value(tag, finding.words),
                    {.message = sentence_of(tag, finding), .help = help_for(tag, finding)});
  }
}

void bad_rating(DiagnosticCode code, const PgnTag& tag, std::string_view rating,
                GameReporter& reporter) {
  if (!reporter.wants_or_counts(code)) return;
  Remark remark;
  if (code == DiagnosticCode::EloFormat) {
    remark.message = fmt::format("the rating {} is not a number", quoted(rating));
  } else {
    remark.message = fmt::format("{} is not a plausible rating", rating.substr(0, 20));
  }
  remark.help = "write - for a player without a rating";
  reporter.report(code, span_in_value(tag, rating), std::move(remark));
}

void check_one_rating(const PgnTag& tag, std::string_view rating, GameReporter& reporter) {
  if (rating == "-") return;
  if (!is_number(rating)) return bad_rating(DiagnosticCode::EloFormat, tag, rating, reporter);
  unsigned value = 0;
  for (char digit : rating.substr(0, 9)) value = value * 10 + static_cast<unsigned>(digit - '0');
  if (value < kLowestRating || value > kHighestRating) {
    bad_rating(DiagnosticCode::EloRange, tag, rating, reporter);
  }
}

// Several players in consultation are joined by colons, and so are their ratings.
template <class Check>
void for_each_player(std::string_view value, Check&& check) {
  while (true) {
    const std::size_t colon = value.find(':');
    check(value.substr(0, colon));
    if (colon == std::string_view::npos) return;
    value.remove_prefix(colon + 1);
  }
}

}  // namespace

void check_player_name(const PgnTag& tag, GameReporter& reporter) {
  switch (classify_name(tag.value)) {
    case NameClass::Plain:
      return;
    case NameClass::LacksBlank:
      if (!reporter.wants(DiagnosticCode::NameForm)) {
        reporter.sink().count(DiagnosticCode::NameForm);
        return;
      }
      break;
    case NameClass::Doubtful:
      break;
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
    if (is_fide_title(title) || !reporter.wants_or_counts(DiagnosticCode::TitleUnknown)) return;
    const char* sentence =
        is_other_title(title) ? "{} is a title, but not one of FIDE's" : "{} is not a title";
    reporter.report(DiagnosticCode::TitleUnknown, span_in_value(tag, title),
                    {.message = fmt::format(fmt::runtime(sentence), quoted(title)),
                     .help = "titles are GM, IM, FM, CM, WGM, WIM, WFM, WCM, or - for none"});
  });
}

void check_fide_id(const PgnTag& tag, GameReporter& reporter) {
  const bool is_good =
      is_number(tag.value) && tag.value.size() <= kLongestFideId && tag.value.front() != '0';
  if (is_good || tag.value == "-" || !reporter.wants_or_counts(DiagnosticCode::FideidFormat))
    return;
  reporter.report(
      DiagnosticCode::FideidFormat, value_span(tag),
      {.message = fmt::format("{} is not a FIDE id, which is a number", quoted(tag.value))});
}

void check_player_type(const PgnTag& tag, GameReporter& reporter) {
  if (tag.value == "human" || tag.value == "program") return;
  if (!reporter.wants_or_counts(DiagnosticCode::TypeValue)) return;
  reporter.report(DiagnosticCode::TypeValue, value_span(tag),
                  {.message = fmt::format("the type of a player is human or program, not {}",
                                          quoted(tag.value))});
}

void check_network_address(const PgnTag& tag, GameReporter& reporter) {
  const bool may_be_address = tag.value == "-" || tag.value.find_first_of("@.:") != tag.value.npos;
  if (may_be_address || !reporter.wants_or_counts(DiagnosticCode::NaValue)) return;
  reporter.report(
      DiagnosticCode::NaValue, value_span(tag),
      {.message = fmt::format("{} does not look like a network address", quoted(tag.value)),
       .help = "write - for a player without one"});
}

}  // namespace arbiter
