#include "lib/export/game_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "lib/base/text.h"
#include "lib/chess/setup.h"
#include "lib/export/export_tags.h"
#include "lib/export/game_layout.h"
#include "lib/export/movetext_export.h"
#include "lib/export/movetext_sink.h"
#include "lib/export/tag_fixes.h"
#include "lib/io/legacy_encoding.h"
#include "lib/notation/fen.h"
#include "lib/openings/book.h"
#include "lib/pgn/comment_parts.h"
#include "lib/pgn/pgn_game.h"
#include "lib/pgn/reader.h"
#include "lib/tags/variant.h"
#include "lib/validate/start_position.h"
#include "lib/validate/validator.h"

namespace arbiter {

namespace {

class GameRecording final : public MovetextSink {
 public:
  // The maximum total number of moves of all lines; games with more are not split.
  static constexpr std::uint64_t kMaxMoves = 1'000'000;

  void clear() {
    start_.reset();
    events_.clear();
    lines_.assign(1, {});
    open_.assign(1, 0);
    moves_ = 0;
  }

  // Returns the number of lines: the main line and each variation, or 1 if there are too many
  // moves.
  std::size_t lines() const { return moves_ > kMaxMoves ? 1 : lines_.size(); }

  // Returns the number of moves of a line, counted from the start of the game.
  std::uint64_t length(std::size_t index) const {
    return lines_[index].length + lines_[index].moves.size();
  }

  // Replays one line; the first is the main line. A variation is replayed from the start of the
  // game: first the moves that lead to it, then its own events without nested variations.
  void replay(std::size_t index, MovetextSink& sink) const {
    sink.begin(start_ ? &*start_ : nullptr);
    if (lines() == 1) {
      for (const Event& event : events_) event(sink);
      return;
    }
    const Line& line = lines_[index];
    if (index > 0) replay_way(lines_[line.parent], line.moves_of_parent, sink);
    for (const std::uint32_t event : line.events) events_[event](sink);
  }

  void begin(const Position* start) override {
    if (start != nullptr) start_ = *start;
  }

  void move(const WrittenMove& move) override {
    Line& line = lines_[open_.back()];
    line.moves.push_back(static_cast<std::uint32_t>(events_.size()));
    ++moves_;
    add([move, san = std::string(move.san), after = *move.after](MovetextSink& sink) {
      WrittenMove replayed = move;
      replayed.san = san;
      replayed.after = &after;
      sink.move(replayed);
    });
  }

  void word(std::string_view text) override {
    add([text = std::string(text)](MovetextSink& sink) { sink.word(text); });
  }
  void nag(std::uint32_t number) override {
    add([number](MovetextSink& sink) { sink.nag(number); });
  }
  void comment(std::string_view text) override {
    add([text = std::string(text)](MovetextSink& sink) { sink.comment(text); });
  }
  void escape(std::string_view line) override {
    add([line = std::string(line)](MovetextSink& sink) { sink.escape(line); });
  }

  void start_variation() override {
    const std::size_t parent = open_.back();
    events_.emplace_back([](MovetextSink& sink) { sink.start_variation(); });
    const std::size_t moves = lines_[parent].moves.size();
    Line line{.parent = parent, .moves_of_parent = moves - (moves > 0 ? 1 : 0)};
    line.length = lines_[parent].length + line.moves_of_parent;
    moves_ += line.length;
    open_.push_back(lines_.size());
    lines_.push_back(std::move(line));
  }

  void end_variation() override {
    open_.pop_back();
    events_.emplace_back([](MovetextSink& sink) { sink.end_variation(); });
  }

 private:
  using Event = std::function<void(MovetextSink&)>;
  struct Line {
    std::size_t parent = 0;
    std::size_t moves_of_parent = 0;  // number of the parent's moves before the variation
    // Indices of `events_`, except starts and ends of variations.
    std::vector<std::uint32_t> events = {};
    std::vector<std::uint32_t> moves = {};  // indices of moves
    std::uint64_t length = 0;               // moves from the start of the game
  };

  void add(Event event) {
    lines_[open_.back()].events.push_back(static_cast<std::uint32_t>(events_.size()));
    events_.push_back(std::move(event));
  }

  // Replays the moves that lead to the line, and its first `moves` moves. The recursion depth is
  // limited, because the reader limits nesting.
  void replay_way(const Line& line, std::size_t moves, MovetextSink& sink) const {
    if (&line != &lines_.front()) replay_way(lines_[line.parent], line.moves_of_parent, sink);
    for (std::size_t i = 0; i < moves; ++i) events_[line.moves[i]](sink);
  }

  std::optional<Position> start_;
  std::vector<Event> events_;
  std::vector<Line> lines_;
  std::vector<std::size_t> open_;  // indices of open lines
  std::uint64_t moves_ = 0;        // total of all lines
};

// Numbers of main-line moves before a place in the game.
struct MovesBefore {
  // The number of moves before the first comment that contains the searched text; 0 if there is
  // none.
  std::uint32_t comment = 0;
  std::uint32_t end = 0;
};

MovesBefore moves_before(const PgnGame& game, std::string_view text) {
  MovesBefore moves;
  bool has_comment = text.empty();
  int depth = 0;
  for (const Token& token : game.tokens) {
    if (token.kind == TokenKind::VariationStart) ++depth;
    if (token.kind == TokenKind::VariationEnd && depth > 0) --depth;
    if (depth > 0) continue;
    if (token.kind == TokenKind::Move || token.kind == TokenKind::Word) ++moves.end;
    if (has_comment || !is_remark(token)) continue;
    has_comment = game.text_of(token).find(text) != std::string_view::npos;
    if (has_comment) moves.comment = moves.end;
  }
  return moves;
}

// Returns the position of a FEN, if it is playable.
std::optional<Position> playable_position(std::string_view fen) {
  std::variant<ParsedFen, FenError> parsed = parse_fen(fen);
  ParsedFen* read = std::get_if<ParsedFen>(&parsed);
  if (read == nullptr || !is_playable(read->setup)) return std::nullopt;
  read->setup.fullmove_number = std::max<std::uint32_t>(read->setup.fullmove_number, 1);
  return Position(read->setup);
}

}  // namespace

// Validates games to collect their findings.
class FindingJudge {
 public:
  explicit FindingJudge(const std::optional<PieceLetters>& letters)
      : validator_({.rules = {}, .piece_letters = letters}, sink_) {}

  // The result is valid until the next call.
  std::span<const Diagnostic> findings_of(const PgnGame& game) {
    sink_.take();
    sink_.start_game();
    validator_.check(game);
    sink_.finish_game();
    return sink_.diagnostics();
  }

 private:
  CollectingSink sink_{all_codes()};
  Validator validator_;
};

class GameExporter::Implementation {
 public:
  Implementation(const std::optional<PieceLetters>& letters, const GameShape& shape,
                 std::unique_ptr<GameLayout> layout)
      : shape_(shape),
        utf8_(shape.does_fix(TextFix::Mojibake) ? undo_mojibake : nullptr),
        tags_(tally_, shape.tags),
        movetext_(letters, utf8_, tally_),
        shaper_(shape),
        layout_(std::move(layout)) {
    if (shape.adds(GamePart::Findings)) judge_.emplace(letters);
  }

  void append(const PgnGame& game, std::string& text, const PositionMark& mark) {
    ++tally_.games;
    if (shape_.begins_by_game()) {
      const MovesBefore moves = moves_before(game, shape_.from_comment);
      const std::uint32_t end = std::min(moves.end, shape_.to_ply);
      const std::uint32_t skipped = end - std::min(end, shape_.last_plies);
      shaper_.start_at(std::max({moves.comment + 1, skipped + 1, shape_.from_ply}));
    }
    collect_tags(game);
    tally_.edited_tags += notes_.changes.size();
    if (shape_.splits_variations) return append_lines(game, text, mark);
    send_movetext(game, start_game(mark));
    write_game(game, terminator(game), text);
  }

  void append_between(std::string_view between, std::string& text) {
    std::vector<std::string> lines;
    for_each_line_between(between, [&](std::string_view line) {
      const std::string written = without_controls(utf8_.of(line));
      lines.push_back(fmt::format("{}{}", line[0] == '%' ? "" : "% ", trim(written)));
      ++tally_.skipped_lines;
    });
    layout_->add_between(lines, text);
  }

  const ExportTally& tally() {
    tally_.converted_texts = utf8_.conversions();
    tally_.redecoded_texts = utf8_.corrections();
    return tally_;
  }

  const MovetextExport& movetext() const { return movetext_; }
  const TagNotes& notes() const { return notes_; }

  std::optional<std::string_view> written_tag(std::string_view name) const {
    const ExportTag* tag = tags_.find(name);
    return tag == nullptr ? std::nullopt : std::optional<std::string_view>(tag->value);
  }

 private:
  void collect_tags(const PgnGame& game) {
    tags_.clear();
    notes_ = {};
    const StartTags start(game);
    for (const PgnTag& read : game.tags) {
      const auto tag = start.corrected(read);
      if (!tag) continue;
      const std::uint64_t corrections = utf8_.corrections();
      std::string value = unescape(utf8_.of(tag->value));
      if (utf8_.corrections() > corrections) {
        notes_.changes.push_back(
            fmt::format("{} \"{}\" is now \"{}\"", tag->name, unescape(tag->value), value));
      }
      tags_.add({std::string(utf8_.of(tag->name)), std::move(value), tag->known});
    }
    for (const TextFix fix : {TextFix::DayFirst, TextFix::MonthFirst, TextFix::Dates}) {
      if (!shape_.does_fix(fix)) continue;
      fix_dates(tags_, notes_, fix);
      break;
    }
    if (shape_.editor != nullptr) shape_.editor->edit(tags_, notes_);
  }

  void send_movetext(const PgnGame& game, MovetextSink& sink) {
    const std::optional<Position> first = first_position(game);
    sink.begin(first ? &*first : nullptr);
    for (const std::string_view damaged : damaged_tags(game)) {
      sink.comment(fmt::format("{} {}", kUnreadableTag.substr(1), utf8_.of(damaged)));
      ++tally_.unreadable_pieces;
    }
    movetext_.run(game, first, sink);
  }

  // Returns the corrected result, and adds a comment about it. A double forfeit is not changed,
  // because no PGN result expresses it.
  std::string_view fix_result(std::string_view terminator, MovetextSink& sink) {
    const ExportTag* tag = tags_.find(KnownTag::Result);
    const std::string written = tag == nullptr ? std::string(terminator) : tag->value;
    const auto tagged = read_result(written);
    const auto board = movetext_.outcome_on_board();
    const auto decided =
        decide_result({.terminator = movetext_.written_result(), .tag = tagged, .board = board});
    if (!decided || decided->is_double_forfeit) return terminator;
    const std::string_view result = to_string(board.value_or(decided->outcome));
    const bool is_tag_wrong = !tagged || to_string(tagged->outcome) != result;
    if (terminator == result && !is_tag_wrong) return terminator;
    const std::string_view reason = !board                ? "the tag and the moves differ"
                                    : result == "1/2-1/2" ? "stalemate in the last position"
                                                          : "checkmate in the last position";
    sink.comment(fmt::format("Arbiter: the result {} (in the tag: {}) was corrected to {}: {}",
                             terminator, written, result, reason));
    tags_.set(to_string(KnownTag::Result), result);
    ++tally_.fixed_results;
    return result;
  }

  void add_tags() {
    if (shaper_.new_first()) {
      tags_.set(to_string(KnownTag::Fen), fen_of(*shaper_.new_first()));
      tags_.set(to_string(KnownTag::SetUp), "1");
    }
    const bool is_cut =
        shape_.from_ply > 1 || shape_.to_ply < UINT32_MAX || shaper_.new_first().has_value();
    if (is_cut) tags_.correct(KnownTag::PlyCount, fmt::format("{}", shaper_.plies()));
    if (shape_.adds(GamePart::PlyCount)) {
      tags_.set(to_string(KnownTag::PlyCount), fmt::format("{}", shaper_.plies()));
    }
    if (shape_.adds(GamePart::TotalPlyCount)) {
      tags_.set("TotalPlyCount", fmt::format("{}", shaper_.total_plies()));
    }
    if (shape_.adds(GamePart::Hash) && shaper_.last()) {
      tags_.set("HashCode",
                fmt::format("{:016x}", BookPosition(*shaper_.last(), shaper_.last_move()).key()));
    }
    if (const Opening* opening = shaper_.opening()) {
      if (shape_.adds(GamePart::Eco)) tags_.set(to_string(KnownTag::Eco), opening->eco);
      if (shape_.adds(GamePart::Opening)) tags_.set(to_string(KnownTag::Opening), opening->name);
    }
    if (const auto ply = shaper_.marked_ply()) tags_.set("Match", fmt::format("{}", *ply));
    if (!shaper_.marked_label().empty()) tags_.set("MatchLabel", shaper_.marked_label());
  }

  // Appends each line as a game. Collects the tags again for each line, because writing changes
  // them.
  void append_lines(const PgnGame& game, std::string& text, const PositionMark& mark) {
    recording_.clear();
    send_movetext(game, recording_);
    const std::string_view result = terminator(game);
    for (std::size_t line = 0; line < recording_.lines(); ++line) {
      if (line > 0) collect_tags(game);
      recording_.replay(line, start_game(mark));
      if (line == 0) {
        write_game(game, result, text);
        continue;
      }
      if (shaper_.is_needed()) shaper_.end_game();
      tags_.set(to_string(KnownTag::Result), "*");
      tags_.correct(KnownTag::PlyCount, fmt::format("{}", recording_.length(line)));
      write_finished(game, "*", text);
    }
  }

  MovetextSink& start_game(const PositionMark& mark) {
    end_ = &layout_->start_game();
    if (!shaper_.is_needed()) return *end_;
    shaper_.start_game(*end_, mark);
    return shaper_;
  }

  void write_game(const PgnGame& game, std::string_view result, std::string& text) {
    if (shaper_.is_needed()) shaper_.end_game();
    if (shape_.fixes_results) result = fix_result(result, *end_);
    write_finished(game, result, text);
  }

  void write_finished(const PgnGame& game, std::string_view result, std::string& text) {
    if (shaper_.is_needed()) add_tags();
    if (shaper_.is_needed() && shaper_.is_emptied() && shape_.last_plies > 0) {
      ++tally_.emptied_games;
    }
    tags_.complete(result);
    FinishedGame finished{.tags = tags_, .terminator = result};
    if (judge_) finished.findings = judge_->findings_of(game);
    layout_->finish_game(finished, text);
  }

  // Returns the terminator of the game in PGN notation; without a readable terminator, the result
  // of decide_result().
  std::string_view terminator(const PgnGame& game) {
    if (const std::optional<ResultReading>& written = movetext_.written_result()) {
      return to_string(written->outcome);
    }
    ++tally_.added_terminators;
    const std::optional<GameResult> result =
        decide_result({.tag = tagged_result(game), .board = movetext_.outcome_on_board()});
    return to_string(result.value_or(GameResult()).outcome);
  }

  // Returns the initial position. Returns nothing if the moves cannot be played, or belong to
  // another chess variant.
  std::optional<Position> first_position(const PgnGame& game) const {
    if (game.has_two_boards) return std::nullopt;
    if (const ExportTag* variant = tags_.find(KnownTag::Variant)) {
      const std::optional<VariantReading> reading = read_variant(variant->value);
      if (!reading || reading->rules == VariantRules::Other) return std::nullopt;
    }
    const ExportTag* fen = tags_.find(KnownTag::Fen);
    if (fen == nullptr || fen->value.empty()) return Position();
    return playable_position(fen->value);
  }

  GameShape shape_;
  Utf8Text utf8_;
  ExportTally tally_;
  ExportTags tags_;
  TagNotes notes_;  // notes about the current game
  MovetextExport movetext_;
  MovetextShaper shaper_;
  std::unique_ptr<GameLayout> layout_;
  MovetextSink* end_ = nullptr;  // the layout's sink for the current game
  GameRecording recording_;
  std::optional<FindingJudge> judge_;  // set if the game shape includes findings
};

ExportTally& ExportTally::operator+=(const ExportTally& other) {
  using Count = std::uint64_t ExportTally::*;
  constexpr Count kCounts[] = {&ExportTally::games,
                               &ExportTally::respelled_moves,
                               &ExportTally::corrected_numbers,
                               &ExportTally::nags,
                               &ExportTally::line_comments,
                               &ExportTally::unreadable_pieces,
                               &ExportTally::unplayed_games,
                               &ExportTally::empty_variations,
                               &ExportTally::added_tags,
                               &ExportTally::dropped_tags,
                               &ExportTally::added_terminators,
                               &ExportTally::respelled_results,
                               &ExportTally::fixed_results,
                               &ExportTally::converted_texts,
                               &ExportTally::skipped_lines,
                               &ExportTally::emptied_games,
                               &ExportTally::edited_tags,
                               &ExportTally::redecoded_texts};
  static_assert(sizeof(ExportTally) == std::size(kCounts) * sizeof(std::uint64_t));
  for (const Count count : kCounts) this->*count += other.*count;
  return *this;
}

GameExporter::GameExporter(std::optional<PieceLetters> letters, const GameShape& shape)
    : implementation_(std::make_unique<Implementation>(letters, shape, layout_of(shape))) {}

GameExporter::GameExporter(std::unique_ptr<GameLayout> layout, std::optional<PieceLetters> letters)
    : implementation_(std::make_unique<Implementation>(letters, GameShape(), std::move(layout))) {}

GameExporter::~GameExporter() = default;

void GameExporter::append(const PgnGame& game, std::string& text, const PositionMark& mark) {
  implementation_->append(game, text, mark);
}

void GameExporter::append_between(std::string_view between, std::string& text) {
  implementation_->append_between(between, text);
}

const ExportTally& GameExporter::tally() const { return implementation_->tally(); }

std::optional<std::string_view> GameExporter::written_tag(std::string_view name) const {
  return implementation_->written_tag(name);
}

const TagNotes& GameExporter::notes() const { return implementation_->notes(); }

const std::optional<ExportedMove>& GameExporter::unplayed_rest() const {
  return implementation_->movetext().unplayed_rest();
}

const std::optional<ExportedMove>& GameExporter::translated_move() const {
  return implementation_->movetext().translated_move();
}

std::string written_game(std::unique_ptr<GameLayout> layout, std::string pgn) {
  GameExporter exporter(std::move(layout));
  CollectingSink nobody{CodeSet()};
  const std::size_t size = pgn.size();
  pgn.append(kTextPadding, '\0');
  PgnReader reader({.text = std::string_view(pgn).substr(0, size)}, nobody);
  PgnGame game;
  std::string written;
  if (reader.next(game)) exporter.append(game, written);
  return written;
}

}  // namespace arbiter
