#include "lib/tags/tag_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "lib/base/text.h"
#include "lib/laws/date.h"
#include "lib/laws/game_end.h"
#include "lib/laws/wording.h"
#include "lib/openings/opening_table.h"
#include "lib/pgn/game_reporter.h"
#include "lib/tags/claimed_end.h"
#include "lib/tags/name_form.h"

namespace arbiter {
namespace {

// The maximum duration of an event; leagues last for most of a year.
constexpr std::int32_t kMaxEventDays = 366;

bool is_given(const PgnTag* tag) {
  return tag != nullptr && !tag->value.empty() && tag->value != "?" && tag->value != "-";
}

void check_names(const TagIndex& tags, GameReporter& reporter) {
  const PgnTag* white = tags.find(KnownTag::White);
  const PgnTag* black = tags.find(KnownTag::Black);
  for (const PgnTag* player : {white, black}) {
    if (player == nullptr || player->value.size() > 16 || !is_bye(player->value)) continue;
    reporter.report_with_help(DiagnosticCode::Bye, value_span(*player),
                              "a bye belongs in the pairings, not among the games",
                              "a bye is written as a game");
  }
  if (!is_given(white) || !is_given(black) || white->value != black->value) return;
  if (is_unknown_name(white->value) || is_bye(white->value)) return;
  if (tags.value_of(KnownTag::WhiteType) == "program" &&
      tags.value_of(KnownTag::BlackType) == "program")
    return;
  reporter.report(DiagnosticCode::WhiteIsBlack, value_span(*black), "White and Black are both {}",
                  quoted(black->value));
}

void check_fide_ids(const TagIndex& tags, GameReporter& reporter) {
  const PgnTag* white = tags.find(KnownTag::WhiteFideId);
  const PgnTag* black = tags.find(KnownTag::BlackFideId);
  if (!is_given(white) || !is_given(black)) return;
  if (white->value != black->value || white->value == "0") return;
  reporter.report(DiagnosticCode::SameFideId, value_span(*black),
                  "White and Black both have the FIDE id {}", black->value.substr(0, 20));
}

void check_board(const TagIndex& tags, GameReporter& reporter) {
  const PgnTag* board = tags.find(KnownTag::Board);
  const PgnTag* round = tags.find(KnownTag::Round);
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
  const PgnTag* date = tags.find(KnownTag::Date);
  const auto is_same = [&](KnownTag other) {
    return date == nullptr || !tags.has(other) || tags.value_of(other) == date->value;
  };
  if (is_same(KnownTag::EventDate) && is_same(KnownTag::UtcDate)) return;
  const auto day = day_of(date);
  if (!day) return;
  const auto event_day = day_of(tags.find(KnownTag::EventDate));
  const std::string_view mode = tags.value_of(KnownTag::Mode);
  const bool is_by_mail = mode == "PM" || mode == "EM";
  const bool is_outside =
      event_day && (*day < *event_day || (*day - *event_day > kMaxEventDays && !is_by_mail));
  if (is_outside) {
    reporter.report(DiagnosticCode::DateOutsideEvent, value_span(*date),
                    "the game's date {} is {} the event began on {}", date->value,
                    *day < *event_day ? "before" : "more than a year after",
                    tags.value_of(KnownTag::EventDate));
  }
  const auto utc_day = day_of(tags.find(KnownTag::UtcDate));
  if (!utc_day || std::abs(*day - *utc_day) <= 1) return;
  reporter.report(DiagnosticCode::DateVsUtcdate, value_span(*tags.find(KnownTag::UtcDate)),
                  "the UTCDate {} is {} days from the Date {}", tags.value_of(KnownTag::UtcDate),
                  std::abs(*day - *utc_day), date->value);
}

void check_termination(const TagIndex& tags, GameReporter& reporter) {
  const PgnTag* tag = tags.find(KnownTag::Termination);
  if (!is_given(tag)) return;
  const auto reading = read_termination(
      tag->value, {tags.value_of(KnownTag::White), tags.value_of(KnownTag::Black)});
  if (reading.form == TerminationForm::Other) {
    reporter.report_with_help(
        DiagnosticCode::TerminationValue, value_span(*tag),
        "the standard values are abandoned, adjudication, death, emergency, normal, "
        "rules infraction, time forfeit and unterminated",
        "{} is not a termination", quoted(tag->value));
  }
  if (reading.form == TerminationForm::Platform) {
    reporter.report(DiagnosticCode::TerminationPlatformValue, value_span(*tag),
                    "the termination {} is a site's or program's wording", quoted(tag->value));
  }
  const auto result = read_result(tags.value_of(KnownTag::Result));
  if (!result || result->form == ResultForm::DoubleForfeit || reading.fits(result->outcome)) return;
  reporter.report(DiagnosticCode::TerminationVsResult, value_span(*tag),
                  "the termination {} contradicts the result {}", quoted(tag->value),
                  quoted(tags.value_of(KnownTag::Result)));
}

void check_setup(const TagIndex& tags, GameReporter& reporter) {
  const PgnTag* setup = tags.find(KnownTag::SetUp);
  const PgnTag* fen = tags.find(KnownTag::Fen);
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

// Reports tags that are present for one side only.
void check_both_sides(KnownTag white, KnownTag black, const TagIndex& tags,
                      GameReporter& reporter) {
  if (tags.has(white) == tags.has(black)) return;
  const PgnTag& tag = *tags.find(tags.has(white) ? white : black);
  reporter.report(DiagnosticCode::BroadcastConvention, tag_span(tag, reporter.game()),
                  "there is a {} tag, but no {} tag", tag.name,
                  to_string(tags.has(white) ? black : white));
}

// Checks tags for consistency. Reports white-is-black, same-fideid, board-vs-round-suffix,
// date-outside-event, date-vs-utcdate, termination-*, setup-*, fen-without-setup,
// broadcast-convention, bye.
void check_tag_agreement(const TagIndex& tags, GameReporter& reporter) {
  check_names(tags, reporter);
  check_fide_ids(tags, reporter);
  check_both_sides(KnownTag::WhiteFideId, KnownTag::BlackFideId, tags, reporter);
  check_both_sides(KnownTag::WhiteTeam, KnownTag::BlackTeam, tags, reporter);
  check_setup(tags, reporter);
  check_board(tags, reporter);
  if (tags.has(KnownTag::EventDate) || tags.has(KnownTag::UtcDate)) check_dates(tags, reporter);
  if (tags.has(KnownTag::Termination)) check_termination(tags, reporter);
}

bool is_line_end(char c) { return c == '\n' || c == '\r'; }

// Checks whether the tag is alone on its line, in the form [Name "value"]. A tag without its
// closing bracket is reported elsewhere.
bool has_export_layout(const PgnTag& tag, std::string_view text) {
  const std::size_t value_end = tag.value_offset + tag.value.size();
  const std::size_t bracket = text.find_first_not_of(" \t", std::min(value_end + 1, text.size()));
  const bool is_closed = bracket != std::string_view::npos && text[bracket] == ']';
  if (!is_closed) return true;
  const bool begins_line = tag.offset > 0 && text[tag.offset - 1] == '[' &&
                           (tag.offset == 1 || is_line_end(text[tag.offset - 2]));
  const bool ends_line =
      bracket == value_end + 1 && (bracket + 1 == text.size() || is_line_end(text[bracket + 1]));
  const bool has_one_space =
      tag.value_offset == tag.offset + tag.name.size() + 2 && text[tag.value_offset - 2] == ' ';
  return begins_line && ends_line && has_one_space;
}

class TagChecker {
 public:
  TagChecker(const PgnGame& game, const TagCheckOptions& options, DiagnosticSink& sink)
      : game_(game), options_(options), reporter_(sink) {
    reporter_.start(game);
  }

  void run() {
    for (const PgnTag& tag : game_.tags) check(tag);
    check_roster();
    check_order();
    if (reporter_.wants(DiagnosticCode::TagLayout)) check_layout();
    check_tag_text(reporter_);
    check_tag_agreement(tags_, reporter_);
  }

 private:
  void check(const PgnTag& tag) {
    if (tag.known == KnownTag::Other) return check_other(tag);
    // The reader replaces a name in other capitals.
    if (tag.name.data() == to_string(tag.known).data()) bad_capitals(tag);
    if (tags_.add(tag.known, tag)) {
      check_tag_value(tag.known, tag, options_, reporter_);
    } else {
      check_duplicate(tag, *tags_.find(tag.known));
    }
  }

  // Checks a tag whose name is unknown.
  void check_other(const PgnTag& tag) {
    check_duplicate_of_other(tag);
    check_name(tag);
    check_tag_value(KnownTag::Other, tag, options_, reporter_);
  }

  void check_name(const PgnTag& tag) {
    const bool is_good = std::ranges::all_of(tag.name, [](char letter) {
      return is_letter(letter) || is_digit(letter) || letter == '_';
    });
    if (!is_good) {
      reporter_.report(DiagnosticCode::TagNameBad, name_span(tag),
                       "the tag's name {} has characters other than "
                       "letters, digits and _",
                       quoted(tag.name));
    }
    const bool begins_small = !tag.name.empty() && is_small(tag.name.front());
    if (!begins_small) return;
    reporter_.report(DiagnosticCode::TagNameLowerCase, name_span(tag),
                     "the tag's name {} begins with a small letter", quoted(tag.name));
  }

  void bad_capitals(const PgnTag& tag) {
    reporter_.report_with_help(DiagnosticCode::TagNameCase, name_span(tag),
                               fmt::format("write {}", tag.name), "{} means the tag {}",
                               game_.text.substr(tag.offset, tag.name.size()), tag.name);
  }

  void check_duplicate(const PgnTag& tag, const PgnTag& first) {
    if (tag.value == first.value) {
      return reporter_.report(DiagnosticCode::DuplicateTagSameValue, tag_span(tag, game_),
                              "the tag {} is given twice", quoted(tag.name));
    }
    reporter_.report(DiagnosticCode::DuplicateTag, tag_span(tag, game_),
                     "the tag {} is given twice, first with the value {}", quoted(tag.name),
                     quoted(first.value));
  }

  void check_duplicate_of_other(const PgnTag& tag) {
    const auto same =
        std::ranges::find(others_, tag.name, [](const PgnTag* other) { return other->name; });
    if (same != others_.end()) {
      check_duplicate(tag, **same);
    } else if (others_.size() < kMaxComparedTags) {
      others_.push_back(&tag);
    }
  }

  // Returns the start of the game: its first tag, otherwise its first token.
  TextSpan beginning() const {
    if (game_.tags.empty() && !game_.tokens.empty()) return game_.tokens.front();
    return {0, 1};
  }

  // Reports all missing roster tags with `code` in one finding.
  void report_missing(DiagnosticCode code) {
    if (!reporter_.wants_or_counts(code)) return;
    std::string names;
    for (std::size_t at = 0; at < kRosterSize; ++at) {
      const auto tag = static_cast<KnownTag>(at);
      const bool is_meant = (tag == KnownTag::Result) == (code == DiagnosticCode::ResultMissing);
      if (!is_meant || tags_.has(tag)) continue;
      names += fmt::format("{}{}", names.empty() ? "" : ", ", to_string(tag));
    }
    if (const std::size_t last = names.rfind(", "); last != std::string::npos) {
      names.replace(last, 2, " or ");
    }
    reporter_.report(code, beginning(), "the game has no {} tag", names);
  }

  void check_roster() {
    if (tags_.has_roster()) return;
    if (!tags_.has(KnownTag::Result)) report_missing(DiagnosticCode::ResultMissing);
    for (std::size_t at = 0; at < kRosterSize; ++at) {
      const auto tag = static_cast<KnownTag>(at);
      if (tag != KnownTag::Result && !tags_.has(tag)) {
        return report_missing(DiagnosticCode::StrMissing);
      }
    }
  }

  void check_order() {
    std::size_t expected = 0;
    bool has_reported_roster = false;
    const PgnTag* before = nullptr;
    for (const PgnTag& tag : game_.tags) {
      const auto place = static_cast<std::size_t>(tag.known);
      if (place < kRosterSize) {
        const bool is_in_order = before == nullptr && place >= expected;
        if (!is_in_order && !has_reported_roster) {
          has_reported_roster = true;
          out_of_order(DiagnosticCode::StrOrder, tag,
                       "{} is out of order: the seven tag roster comes first");
        }
        expected = place;
        continue;
      }
      if (before != nullptr && tag.name < before->name) {
        return out_of_order(DiagnosticCode::ExtraOrder, tag,
                            "{} is out of order: the tags after the roster are sorted by name");
      }
      before = &tag;
    }
  }

  void check_layout() {
    for (const PgnTag& tag : game_.tags) {
      if (has_export_layout(tag, game_.text)) continue;
      reporter_.report(DiagnosticCode::TagLayout, tag_span(tag, game_),
                       "the export format writes [Name \"value\"] on a line of its own");
    }
  }

  void out_of_order(DiagnosticCode code, const PgnTag& tag, fmt::format_string<std::string> text) {
    if (!reporter_.wants_or_counts(code)) return;
    reporter_.report(code, name_span(tag), {.message = fmt::format(text, quoted(tag.name))});
  }

  // The maximum number of unknown tags that are compared with each other.
  static constexpr std::size_t kMaxComparedTags = 100;

  const PgnGame& game_;
  const TagCheckOptions& options_;
  GameReporter reporter_;
  TagIndex tags_;
  std::vector<const PgnTag*> others_;  // tags with unknown names
};

constexpr std::size_t kCodeSize = 3;

// Shorter games are not checked, because some have the code of the planned opening.
constexpr std::size_t kMinPlies = 5;

// Checks whether some position of the game has an opening with that code.
bool had_code(std::string_view code, std::span<const PositionKey> keys) {
  const OpeningTable& openings = known_openings();
  return std::ranges::any_of(keys, [&](PositionKey key) {
    const auto* opening = openings.find(key);
    return opening != nullptr && opening->eco == code;
  });
}

}  // namespace

void check_tags(const PgnGame& game, const TagCheckOptions& options, DiagnosticSink& sink) {
  TagChecker(game, options, sink).run();
}

void check_ply_count(const PgnGame& game, std::uint32_t plies, DiagnosticSink& sink) {
  const PgnTag* tag = game.tag(KnownTag::PlyCount);
  if (tag == nullptr || tag->value.empty()) return;
  std::uint32_t count = 0;
  for (char letter : tag->value) {
    if (letter < '0' || letter > '9' || count > 100'000'000) return;
    count = count * 10 + static_cast<std::uint32_t>(letter - '0');
  }
  GameReporter reporter(sink);
  reporter.start(game);
  if (count == plies) return;
  reporter.report(DiagnosticCode::PlycountMismatch, value_span(*tag),
                  "the PlyCount is {}, but the game has {}", count, half_moves(plies));
}

void check_opening(const PgnGame& game, std::span<const PositionKey> keys, DiagnosticSink& sink) {
  const PgnTag* tag = game.tag(KnownTag::Eco);
  if (tag == nullptr || !is_eco_code(tag->value.substr(0, kCodeSize)) ||
      game.tag(KnownTag::Fen) != nullptr || keys.size() <= kMinPlies) {
    return;
  }
  const std::string_view code = tag->value.substr(0, kCodeSize);
  const auto* opening = known_openings().of_keys(keys).opening;
  if (opening == nullptr || opening->eco == code || had_code(code, keys)) return;
  if (!sink.wants(DiagnosticCode::EcoMismatch)) return sink.count(DiagnosticCode::EcoMismatch);
  GameReporter reporter(sink);
  reporter.start(game);
  reporter.report(DiagnosticCode::EcoMismatch, value_span(*tag),
                  "the code is {}, but the moves are those of {}", code,
                  opening_text(opening->eco, opening->name));
}

}  // namespace arbiter
