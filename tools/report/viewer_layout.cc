#include "tools/report/viewer_layout.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "lib/chess/bitboard.h"
#include "lib/export/neutral_text.h"
#include "lib/notation/fen.h"
#include "lib/tags/time_control.h"
#include "tools/cli/output/text_cells.h"

namespace arbiter {
namespace {

// Longer times are due to clocks that were reset.
constexpr ClockTime kMaxThought = std::chrono::hours(8);

// Comments without the commands that the viewer displays itself.
const MovetextShape& words_alone() {
  static const MovetextShape shape = [] {
    MovetextShape words;
    for (const auto part :
         {MovetextPart::Clocks, MovetextPart::Evaluations, MovetextPart::Commands}) {
      words.dropped.set(static_cast<std::size_t>(part));
    }
    return words;
  }();
  return shape;
}

std::string changes(const Board& before, const Board& after) {
  std::string text;
  for (int index = 0; index < kSquareCount; ++index) {
    const Square square = square_at(index);
    const auto piece = after.at(square);
    if (piece == before.at(square)) continue;
    text += to_string(square);
    text += piece ? letter_of(*piece) : '-';
  }
  return text;
}

char letter_of_mark(MarkColor color) { return "GRYB"[static_cast<std::size_t>(color)]; }

std::string marks_text(const BoardMarks& marks) {
  std::string text;
  for (const MarkedSquare& mark : marks.squares) {
    text += fmt::format("{}{}{}", text.empty() ? "" : " ", letter_of_mark(mark.color),
                        to_string(mark.square));
  }
  for (const Arrow& arrow : marks.arrows) {
    text += fmt::format("{}{}{}{}", text.empty() ? "" : " ", letter_of_mark(arrow.color),
                        to_string(arrow.from), to_string(arrow.to));
  }
  return text;
}

void append_json_member(std::string_view name, std::string_view json, std::string& members) {
  if (!members.empty()) members += ',';
  members.append("\"").append(name).append("\":").append(json);
}

void append_text(std::string_view name, std::string_view text, std::string& members) {
  if (text.empty()) return;
  std::string json;
  append_json_string(text, json);
  append_json_member(name, json, members);
}

void append_list(std::string_view name, std::string_view elements, std::string& members) {
  if (!elements.empty()) append_json_member(name, fmt::format("[{}]", elements), members);
}

void append_to_list(std::string_view element, std::string& list) {
  list.append(list.empty() ? "" : ",").append(element);
}

double seconds(ClockTime time) { return static_cast<double>(time.count()) / 1000; }

std::string pieces_of(const Position& position) {
  const std::string fen = fen_of(position);
  return fen.substr(0, fen.find(' '));
}

std::optional<TimeControl> control_of(const ExportTags& tags) {
  const ExportTag* tag = tags.find(KnownTag::TimeControl);
  if (tag == nullptr) return std::nullopt;
  auto control = read_time_control(tag->value);
  const bool has_clocks = control && control->kind == TimeControlKind::Clock;
  return has_clocks ? control : std::nullopt;
}

// Returns the time that `color` has received after completing `moves` moves.
ClockTime given_by(const TimeControl& control, Color color, std::uint32_t moves) {
  const bool adds = control.periods.front().bonus == BonusKind::Increment;
  const Allowance first = first_allowance(control, color);
  return first.time + time_added_by(control, color, moves) +
         (adds ? first.bonus * moves : ClockTime());
}

}  // namespace

MovetextSink& ViewerLayout::start_game() {
  lines_.assign(1, Line());
  timings_.clear();
  words_.clear();
  facts_ = {};
  start_.reset();
  return *this;
}

void ViewerLayout::begin(const Position* start) {
  if (start == nullptr) return;
  start_ = *start;
  line().now = *start;
  facts_.opening = known_openings().find(start->key());
}

void ViewerLayout::add_word(std::string_view text) {
  words_.append(words_.empty() ? "" : " ").append(text);
}

void ViewerLayout::close_node() {
  Node& node = line().node;
  append_list("c", node.comments, node.members);
  append_list("g", node.nags, node.members);
  if (node.values.clock) {
    append_json_member("k", fmt::format("{}", seconds(*node.values.clock)), node.members);
  }
  if (node.values.evaluation) {
    append_json_member("e", fmt::format("{}", *node.values.evaluation), node.members);
  } else if (node.values.mate) {
    append_json_member("f", fmt::format("{}", *node.values.mate), node.members);
  }
  append_text("q", marks_text(node.marks), node.members);
  append_list("v", node.variations, node.members);
  if (!line().has_move) {
    line().begin = std::move(node.members);
  } else {
    append_to_list(fmt::format("{{{}}}", node.members), line().moves);
    if (lines_.size() == 1) timings_.push_back({node.values.clock, node.values.elapsed});
  }
  node = {};
}

std::string ViewerLayout::close_line() {
  close_node();
  std::string members = std::move(line().begin);
  append_list("m", line().moves, members);
  return members;
}

void ViewerLayout::move(const WrittenMove& move) {
  close_node();
  Line& line = this->line();
  line.has_move = true;
  append_text("s", move.san, line.node.members);
  if (move.after == nullptr) return add_word(move.san);
  line.before = line.now;
  line.now = *move.after;
  if (line.before) {
    append_text("d", changes(line.before->board(), line.now->board()), line.node.members);
  }
  if (lines_.size() > 1) return;
  if (const Opening* opening = known_openings().find(line.now->key())) facts_.opening = opening;
}

void ViewerLayout::nag(std::uint32_t number) {
  append_to_list(fmt::format("{}", number), line().node.nags);
}

void ViewerLayout::comment(std::string_view text) {
  Node& node = line().node;
  add_values(text, node.values);
  add_marks(text, node.marks);
  const std::string words = remaining_comment(text, words_alone());
  if (words.empty()) return;
  if (!start_) return add_word(fmt::format("{{{}}}", words));
  std::string json;
  append_json_string(words, json);
  append_to_list(json, node.comments);
}

void ViewerLayout::start_variation() {
  Line variation;
  variation.now = line().has_move ? line().before : line().now;
  lines_.push_back(std::move(variation));
}

void ViewerLayout::end_variation() {
  const std::string members = close_line();
  lines_.pop_back();
  append_to_list(fmt::format("{{{}}}", members), line().node.variations);
}

// Computes the time of each move from the clocks and the time that the time control added.
void ViewerLayout::time_moves(const ExportTags& tags) {
  const std::optional<TimeControl> control = control_of(tags);
  const std::size_t first_turn = start_ && start_->turn() == Color::Black ? 1 : 0;
  std::array<std::optional<ClockTime>, 2> left;
  for (std::size_t side = 0; control && side < 2; ++side) {
    left[side] = given_by(*control, static_cast<Color>(side), 0);
  }
  for (std::size_t ply = 0; ply < timings_.size(); ++ply) {
    const std::size_t side = (first_turn + ply) % 2;
    const Timing& timing = timings_[ply];
    std::optional<ClockTime> thought = timing.elapsed;
    if (!thought && timing.clock && left[side]) {
      thought = *left[side] - *timing.clock;
      const auto moves = static_cast<std::uint32_t>(ply / 2);
      const auto color = static_cast<Color>(side);
      if (control)
        *thought += given_by(*control, color, moves + 1) - given_by(*control, color, moves);
    }
    const bool is_likely = thought && *thought >= ClockTime() && *thought <= kMaxThought;
    facts_.thought.push_back(is_likely ? thought : std::nullopt);
    left[side] = timing.clock;
  }
}

void ViewerLayout::finish_game(const FinishedGame& game, std::string& text) {
  const std::string main_line = close_line();
  time_moves(game.tags);
  std::string tags;
  game.tags.for_each([&](const ExportTag& tag) {
    std::string pair;
    append_json_string(tag.name, pair);
    pair += ',';
    append_json_string(tag.value, pair);
    append_to_list(fmt::format("[{}]", pair), tags);
  });
  std::string members;
  append_list("t", tags, members);
  append_text("r", game.terminator, members);
  if (facts_.opening != nullptr) {
    append_text("o", opening_text(facts_.opening->eco, facts_.opening->name), members);
  }
  if (start_) {
    append_text("p", pieces_of(*start_), members);
    append_json_member("n", fmt::format("{}", start_->fullmove_number()), members);
    append_json_member("b", start_->turn() == Color::White ? "0" : "1", members);
    if (!main_line.empty()) members.append(",").append(main_line);
  }
  append_text("x", words_, members);
  text.append("{").append(members).append("}");
}

namespace {

constexpr std::string_view kStyle =
#include "tools/report/page.css.inc"
    ;
constexpr std::string_view kScript =
#include "tools/report/viewer.js.inc"
    ;
constexpr std::string_view kViewer =
#include "tools/report/viewer.html.inc"
    ;

}  // namespace

std::string_view page_style() { return kStyle; }

std::string_view viewer_script() { return kScript; }

// Translatable strings are in double braces.
std::string viewer_markup(const std::function<std::string_view(std::string_view)>& translated) {
  std::string markup;
  std::string_view rest = kViewer;
  for (std::size_t at; (at = rest.find("{{")) != rest.npos;) {
    markup += rest.substr(0, at);
    const std::size_t end = rest.find("}}", at);
    markup += escaped_markup(translated(rest.substr(at + 2, end - at - 2)));
    rest.remove_prefix(end + 2);
  }
  return markup.append(rest);
}

}  // namespace arbiter
