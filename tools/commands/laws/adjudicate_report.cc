#include "tools/commands/laws/adjudicate_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "lib/laws/ply.h"
#include "lib/notation/fen.h"
#include "tools/cli/help.h"
#include "tools/cli/output/json_line.h"

namespace arbiter {
namespace {

constexpr std::size_t kTextColumn = 12;
constexpr std::size_t kLongestLine = 40;  // half-moves of a mate that are shown

std::string_view name_of_state(RulingState state) {
  constexpr std::string_view names[] = {"over", "goes-on", "undetermined", "cancelled"};
  return names[static_cast<std::size_t>(state)];
}

std::string line_of(const Ruling& ruling, const Setup& where, std::size_t most) {
  return ruling.line.empty() ? "" : numbered_line(Position(where), ruling.line, most);
}

std::string verdict_of(const Ruling& ruling) {
  switch (ruling.state) {
    case RulingState::Over:
      return std::string(to_string(ruling.outcome));
    case RulingState::GoesOn:
      return "the game continues";
    case RulingState::Cancelled:
      return "the game is cancelled";
    case RulingState::Undetermined:
      break;
  }
  return "not decided";
}

std::string row(std::string_view name, std::string_view text) {
  return fmt::format("  {:<{}}{}\n", name, kTextColumn - 2, wrapped(text, kTextColumn));
}

std::string text_of(const Ruling& ruling, const Setup& where) {
  std::string text = row("Result", fmt::format("{} ({})", verdict_of(ruling), ruling.article));
  text += row("Because", ruling.reason);
  if (!ruling.line.empty()) text += row("Line", line_of(ruling, where, kLongestLine));
  for (const std::string& note : ruling.notes) text += row("Note", note);
  return text;
}

std::string sentence_of(const Ruling& ruling) {
  return fmt::format("{} ({}): {}", verdict_of(ruling), ruling.article, ruling.reason);
}

}  // namespace

bool Judgement::is_undetermined() const {
  return std::ranges::any_of(
      all, [](const Judged& judged) { return judged.ruling.state == RulingState::Undetermined; });
}

std::string text_of(const Judgement& judgement) {
  if (judgement.all.size() == 1) return text_of(judgement.all.front().ruling, judgement.where);
  std::string text;
  for (const Judged& judged : judgement.all) {
    text += row(to_string(judged.rules), sentence_of(judged.ruling));
  }
  return text;
}

std::string row_of(const Judgement& judgement) {
  std::vector<std::string> sentences;
  for (const Judged& judged : judgement.all) {
    const std::string rules =
        judgement.all.size() > 1 ? fmt::format("{}: ", to_string(judged.rules)) : "";
    sentences.push_back(rules + sentence_of(judged.ruling));
  }
  return fmt::format("{}: {}\n", fen_of(judgement.where), fmt::join(sentences, "; "));
}

std::string json_of(const Judgement& judgement, std::optional<std::uint64_t> number) {
  std::string objects;
  for (const Judged& judged : judgement.all) {
    const Ruling& ruling = judged.ruling;
    JsonLine line;
    if (number) line.add("input_line", *number);
    line.add("rules", to_string(judged.rules)).add("state", name_of_state(ruling.state));
    if (ruling.state == RulingState::Over) {
      line.add("result", to_string(ruling.outcome));
    } else {
      line.add_written("result", "null");
    }
    line.add("article", ruling.article).add("reason", ruling.reason);
    line.add_or_null("line", line_of(ruling, judgement.where, ruling.line.size()));
    line.add_written("notes", json_array(ruling.notes));
    line.add("fen", fen_of(judgement.where));
    objects += line.finish();
  }
  return objects;
}

}  // namespace arbiter
