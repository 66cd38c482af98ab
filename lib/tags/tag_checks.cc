#include "lib/tags/tag_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lib/base/text.h"
#include "lib/laws/ply.h"
#include "lib/openings/opening_table.h"
#include "lib/pgn/game_reporter.h"
#include "lib/tags/tag_agreement.h"
#include "lib/tags/tag_index.h"
#include "lib/tags/tag_report.h"
#include "lib/tags/tag_text_checks.h"
#include "lib/tags/tag_value_checks.h"

namespace arbiter {
namespace {

bool is_line_end(char c) { return c == '\n' || c == '\r'; }

// Whether a line consists of the tag, written [Name "value"]. A tag without its closing bracket is
// another finding.
bool has_export_layout(const PgnTag& tag, std::string_view text) {
  const std::size_t value_end = tag.value_offset + tag.value.size();
  const std::size_t bracket = text.find_first_not_of(" \t", std::min(value_end + 1, text.size()));
  const bool is_closed = bracket != std::string_view::npos && text[bracket] == ']';
  if (!is_closed) return true;
  const bool begins_line =
      text[tag.offset - 1] == '[' && (tag.offset == 1 || is_line_end(text[tag.offset - 2]));
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
    if (tags_.add(tag.known, tag)) {
      check_tag_value(tag.known, tag, options_, reporter_);
    } else {
      check_duplicate(tag, *tags_.find(tag.known));
    }
  }

  // A name that is not one of the known ones as they are spelt.
  void check_other(const PgnTag& tag) {
    check_duplicate_of_other(tag);
    const KnownTag meant = known_tag_ignoring_case(tag.name);
    if (meant != KnownTag::Other) {
      bad_capitals(tag, meant);
      tags_.add(meant, tag);
    } else {
      check_name(tag);
    }
    check_tag_value(meant, tag, options_, reporter_);
  }

  void check_name(const PgnTag& tag) {
    const bool is_good = std::ranges::all_of(tag.name, [](char letter) {
      return is_letter(letter) || is_digit(letter) || letter == '_';
    });
    if (!is_good && reporter_.wants_or_counts(DiagnosticCode::TagNameBad)) {
      reporter_.report(DiagnosticCode::TagNameBad, name_span(tag),
                       {.message = fmt::format("the tag's name {} has characters other than "
                                               "letters, digits and _",
                                               quoted(tag.name))});
    }
    const bool begins_small = !tag.name.empty() && is_small(tag.name.front());
    if (!begins_small || !reporter_.wants_or_counts(DiagnosticCode::TagNameLowerCase)) return;
    reporter_.report(
        DiagnosticCode::TagNameLowerCase, name_span(tag),
        {.message = fmt::format("the tag's name {} begins with a small letter", quoted(tag.name))});
  }

  void bad_capitals(const PgnTag& tag, KnownTag meant) {
    if (!reporter_.wants_or_counts(DiagnosticCode::TagNameCase)) return;
    reporter_.report(DiagnosticCode::TagNameCase, name_span(tag),
                     {.message = fmt::format("{} means the tag {}", tag.name, to_string(meant)),
                      .help = fmt::format("write {}", to_string(meant))});
  }

  void check_duplicate(const PgnTag& tag, const PgnTag& first) {
    const bool is_same = tag.value == first.value;
    const auto code =
        is_same ? DiagnosticCode::DuplicateTagSameValue : DiagnosticCode::DuplicateTag;
    if (!reporter_.wants_or_counts(code)) return;
    Remark remark;
    remark.message = is_same ? fmt::format("the tag {} is given twice", quoted(tag.name))
                             : fmt::format("the tag {} is given twice, first with the value {}",
                                           quoted(tag.name), quoted(first.value));
    reporter_.report(code, tag_span(tag, game_), std::move(remark));
  }

  void check_duplicate_of_other(const PgnTag& tag) {
    const auto same =
        std::ranges::find(others_, tag.name, [](const PgnTag* other) { return other->name; });
    if (same != others_.end()) {
      check_duplicate(tag, **same);
    } else if (others_.size() < kOthersCompared) {
      others_.push_back(&tag);
    }
  }

  // Where the game begins: its first tag, else its first token.
  TextSpan beginning() const {
    if (game_.tags.empty() && !game_.tokens.empty()) return game_.tokens.front();
    return {0, 1};
  }

  // One finding for all roster tags that `code` is about.
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
    reporter_.report(code, beginning(), {.message = fmt::format("the game has no {} tag", names)});
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

  // The order of the export format.
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
      reporter_.report(
          DiagnosticCode::TagLayout, tag_span(tag, game_),
          {.message = "the export format writes [Name \"value\"] on a line of its own"});
    }
  }

  void out_of_order(DiagnosticCode code, const PgnTag& tag, fmt::format_string<std::string> text) {
    if (!reporter_.wants_or_counts(code)) return;
    reporter_.report(code, name_span(tag), {.message = fmt::format(text, quoted(tag.name))});
  }

  // More tags of unknown names are not compared with one another.
  static constexpr std::size_t kOthersCompared = 100;

  const PgnGame& game_;
  const TagCheckOptions& options_;
  GameReporter reporter_;
  TagIndex tags_;
  std::vector<const PgnTag*> others_;  // with unknown names
};

constexpr std::size_t kCodeSize = 3;

// Shorter games are not judged: some are tagged with what was meant to be played.
constexpr std::size_t kFewestPlies = 5;

// Whether some position of the game has an opening of that code: who gave it stopped looking there.
bool had_code(std::string_view code, std::span<const PositionKey> keys) {
  return std::ranges::any_of(keys, [&](PositionKey key) {
    const Opening* opening = known_openings().find(key);
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
  if (count == plies || !reporter.wants_or_counts(DiagnosticCode::PlycountMismatch)) return;
  reporter.report(DiagnosticCode::PlycountMismatch, value_span(*tag),
                  {.message = fmt::format("the PlyCount is {}, but the game has {}", count,
                                          half_moves(plies))});
}

void check_opening(const PgnGame& game, std::span<const PositionKey> keys, DiagnosticSink& sink) {
  const PgnTag* tag = game.tag(KnownTag::Eco);
  if (tag == nullptr || !is_eco_code(tag->value.substr(0, kCodeSize)) ||
      game.tag(KnownTag::Fen) != nullptr || keys.size() <= kFewestPlies) {
    return;
  }
  const std::string_view code = tag->value.substr(0, kCodeSize);
  const Opening* opening = known_openings().of_keys(keys).opening;
  if (opening == nullptr || opening->eco == code || had_code(code, keys)) return;
  GameReporter reporter(sink);
  reporter.start(game);
  if (!reporter.wants_or_counts(DiagnosticCode::EcoMismatch)) return;
  reporter.report(DiagnosticCode::EcoMismatch, value_span(*tag),
                  {.message = fmt::format("the code is {}, but the moves are those of {}", code,
                                          opening_text(opening->eco, opening->name))});
}

}  // namespace arbiter
