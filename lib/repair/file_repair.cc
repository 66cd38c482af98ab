#include "lib/repair/file_repair.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/base/text_scan.h"
#include "lib/base/threads.h"
#include "lib/diagnostics/sink.h"
#include "lib/laws/wording.h"
#include "lib/notation/fen.h"
#include "lib/notation/uci.h"
#include "lib/pgn/pgn_game.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/text_chunks.h"
#include "lib/repair/repair.h"
#include "lib/repair/text_edits.h"
#include "lib/repair/written_line.h"
#include "lib/validate/text_checks.h"

namespace arbiter {
namespace {

// The maximum number of repairs in one game. Each repair after the first corrects a word such as
// Rfl.
constexpr std::uint32_t kMaxRepairs = 200;

// Reads a text as one game; nothing if it does not contain exactly one.
class GameOfText {
 public:
  explicit GameOfText(std::string text) : games_(read_games(std::move(text), nobody_)) {
    PgnGame more;
    is_one_ = games_.next(game_) && !games_.next(more);
  }
  const PgnGame* game() const { return is_one_ ? &game_ : nullptr; }

 private:
  CollectingSink nobody_{CodeSet()};
  GamesInText games_;
  PgnGame game_;
  bool is_one_ = false;
};

// Returns whether the last game of `text` has this size.
bool ends_with_game(std::string text, std::size_t size) {
  CollectingSink nobody{CodeSet()};
  GamesInText games = read_games(std::move(text), nobody);
  std::size_t last = 0;
  for (PgnGame game; games.next(game);) last = game.text.size();
  return last == size;
}

// Returns the position of the end of `text`, which begins at `start`.
Place place_after(const Place& start, std::string_view text) {
  const std::size_t line_end = text.find_last_of("\r\n");
  const bool is_same_line = line_end == std::string_view::npos;
  const std::string_view last_line = is_same_line ? text : text.substr(line_end + 1);
  return {start.line + count_line_breaks(text),
          (is_same_line ? start.column : 1) + count_code_points(last_line)};
}

struct FoundGame {
  BrokenGameInFile in_file;
  std::uint32_t applied = 0;
};

// A chunk with its repairs. Game and line numbers are relative to its start.
struct RepairedChunk {
  TextChunk chunk;  // referred to by games
  FileRepairTotals totals = {};
  std::vector<FoundGame> found = {};
  std::vector<TextChange> changes = {};
};

class ChunkRepair {
 public:
  // `games_before` is the number of games before the chunk, if options.only_game needs it.
  ChunkRepair(RepairedChunk& chunk, const FileRepairOptions& options, std::uint64_t games_before)
      : chunk_(chunk),
        source_(chunk.chunk.source),
        options_(options),
        games_before_(games_before) {}

  void run() {
    CollectingSink nobody{CodeSet()};
    PgnReader reader(source_, nobody);
    PgnGame game;
    while (reader.next(game)) {
      game.number = ++chunk_.totals.games;
      const std::uint64_t number = games_before_ + game.number;
      if (options_.only_game.value_or(number) == number) visit(game);
    }
  }

 private:
  Place place_of(const PgnGame& game, const RepairMove& move) const {
    return place_after(before_, source_.text.substr(counted_, game.tokens[move.token].offset));
  }

  // Returns whether an unclosed comment before the game, which now ends at the game, would swallow
  // it after the repair. Text is checked only once.
  bool is_swallowed(std::size_t start, const std::string& repaired) {
    const std::string_view before = source_.text.substr(sound_, start - sound_);
    const std::size_t open = before.rfind('{');
    const std::size_t close = before.rfind('}');
    constexpr std::size_t kNone = std::string_view::npos;
    if (open != kNone && (close == kNone || open > close)) {
      const bool is_known = swallowed_ && (close == kNone || sound_ + close < *swallowed_);
      if (is_known || !ends_with_game(std::string(before) + repaired, repaired.size())) {
        swallowed_ = start;
        return true;
      }
    }
    sound_ = start;
    return false;
  }

  void visit(const PgnGame& read) {
    auto broken = find_repairs(read, options_.repair);
    if (!broken) return;
    const PgnGame& game = broken->line.game_of(read);
    ++chunk_.totals.broken;
    const std::size_t start = game.offset - source_.offset;
    before_ = place_after(before_, source_.text.substr(counted_, start - counted_));
    counted_ = start;
    const auto& moves = broken->line.moves;
    BrokenGameInFile found{.text = std::string(game.text),
                           .game = game,
                           .place = place_of(game, moves[broken->broken])};
    for (const Repair& repair : broken->repairs) {
      found.changes.push_back(place_of(game, moves[repair.at]));
    }
    auto repaired = repaired_game(read, *broken, options_);
    if (repaired && is_swallowed(start, repaired->text)) repaired.reset();
    found.broken = *std::move(broken);
    chunk_.found.push_back({std::move(found), repaired ? repaired->repairs : 0});
    if (!repaired) return;
    ++chunk_.totals.changed;
    chunk_.totals.repaired += repaired->is_legal ? 1 : 0;
    chunk_.changes.push_back({start, read.text.size(), std::move(repaired->text)});
  }

  RepairedChunk& chunk_;
  const PgnText& source_;
  const FileRepairOptions& options_;
  std::uint64_t games_before_;
  Place before_;             // position of `counted_` in the chunk
  std::size_t counted_ = 0;  // offset in the text
  std::size_t sound_ = 0;    // no comment that was opened before this offset is still open
  std::optional<std::size_t> swallowed_ = {};  // last game that a comment would swallow
};

}  // namespace

std::optional<RepairedGame> repaired_game(const PgnGame& game, const BrokenGame& broken,
                                          const FileRepairOptions& options) {
  const std::uint64_t number = options.named.value_or(1);
  if (number > broken.repairs.size()) return std::nullopt;
  RepairedGame repaired{.text = repaired_text(game, broken, broken.repairs[number - 1]),
                        .repairs = 1};
  if (options.named) {
    const GameOfText read(repaired.text);
    repaired.is_legal = read.game() != nullptr && !find_repairs(*read.game(), options.repair);
    return repaired;
  }
  const Repair* next = &broken.repairs.front();
  std::optional<BrokenGame> again;
  while (next->share >= options.min_share && repaired.repairs <= kMaxRepairs) {
    const GameOfText read(repaired.text);
    if (read.game() == nullptr) return std::nullopt;
    again = find_repairs(*read.game(), options.repair);
    repaired.is_legal = !again;
    if (!again) return repaired;
    if (again->repairs.empty()) return std::nullopt;
    next = &again->repairs.front();
    repaired.text = repaired_text(*read.game(), *again, *next);
    ++repaired.repairs;
  }
  return std::nullopt;
}

Result<FileRepairTotals> repair_file(ByteSource& source, const FileRepairOptions& options,
                                     FileRepairListener& listener) {
  FileRepairTotals totals;
  TextChunks chunks(source);
  TextChunk next;
  bool has_next = chunks.next(next);
  if (has_next) {
    if (const auto other = find_other_content(next, chunks)) {
      return Error{"it is " + other->description()};
    }
  }
  std::uint64_t lines = 0;
  const auto take = [&]() -> std::optional<TextChunk> {
    if (!has_next) return std::nullopt;
    TextChunk chunk = std::exchange(next, {});
    has_next = chunks.next(next);
    return chunk;
  };
  const auto repair = [&](unsigned /*worker*/, TextChunk& chunk) {
    RepairedChunk repaired{std::move(chunk)};
    ChunkRepair(repaired, options, options.only_game ? totals.games : 0).run();
    return repaired;
  };
  const auto receive = [&](RepairedChunk repaired) {
    for (auto& [game, applied] : repaired.found) {
      game.game.text = game.text;
      game.game.number += totals.games;
      game.place.line += lines;
      for (Place& change : game.changes) change.line += lines;
      listener.on_broken(game, applied);
    }
    const std::string_view text = repaired.chunk.source.text;
    listener.on_chunk(text, repaired.changes);
    lines += count_line_breaks(text);
    totals.games += repaired.totals.games;
    totals.broken += repaired.totals.broken;
    totals.repaired += repaired.totals.repaired;
    totals.changed += repaired.totals.changed;
  };
  run_in_order(options.only_game ? 1 : options.jobs, take, repair, receive);
  return totals;
}

namespace {

struct Shift {
  std::uint32_t first_token = 0;  // tokens before it are unchanged
  // The number of half-moves before the token `first_token` after the change, counted from "1.".
  std::int64_t plies = 0;
  std::vector<bool> removed = {};  // for each token, whether another edit removes it
};

std::string number_before(std::int64_t plies) {
  return fmt::format("{}{}", plies / 2 + 1, plies % 2 == 0 ? "." : "...");
}

// Corrects all numbers after the change. White's moves in the main line get missing numbers.
// Numbers of Black's moves are kept only if something other than White's move precedes them (PGN
// 8.2.2.2).
struct Renumbering {
  void run() {
    for (std::uint32_t i = shift_.first_token; i < game_.tokens.size(); ++i) {
      if (game_.tokens[i].kind == TokenKind::Result && outer_.empty()) return;
      if (!shift_.removed[i]) visit(i);
    }
  }

  void visit(std::uint32_t index) {
    switch (game_.tokens[index].kind) {
      case TokenKind::MoveNumber:
        return is_half_move(game_, game_.tokens[index]) ? move(index) : number(index);
      case TokenKind::Move:
        return move(index);
      case TokenKind::Word:
        if (is_half_move(game_, game_.tokens[index])) move(index);
        return;
      case TokenKind::VariationStart:
        outer_.push_back(plies_);
        --plies_;
        follows_move_ = has_number_ = false;
        return;
      case TokenKind::VariationEnd:
        if (!outer_.empty()) {
          plies_ = outer_.back();
          outer_.pop_back();
        }
        follows_move_ = has_number_ = false;
        return;
      case TokenKind::Suffix:
      case TokenKind::Nag:
        return;
      default:
        follows_move_ = false;
    }
  }

  void number(std::uint32_t index) {
    const Token& token = game_.tokens[index];
    if (is_text(token)) return;
    const bool is_needed = plies_ % 2 == 0 || !follows_move_;
    const std::string due = is_needed ? number_before(plies_) : "";
    has_number_ = true;
    if (due.empty()) {
      edits_.remove_word(game_.text, token.offset, token.length);
    } else if (game_.text_of(token) != due) {
      edits_.replace(token.offset, token.length, due);
    }
  }

  // Checks for numbers that are not move numbers, such as times. A repair changes a move number by
  // at most one, and a move number without dots may have been off by one before.
  bool is_text(const Token& number) const {
    const std::int64_t distance = number.number() - (plies_ / 2 + 1);
    return is_digit(game_.text_of(number).back()) && std::abs(distance) > 2;
  }

  void move(std::uint32_t index) {
    const Token& token = game_.tokens[index];
    if (!has_number_ && outer_.empty() && plies_ % 2 == 0) {
      edits_.insert(token.offset, number_before(plies_) + " ");
    }
    ++plies_;
    has_number_ = false;
    follows_move_ = true;
  }

  const PgnGame& game_;
  const Shift& shift_;
  TextEdits& edits_;
  std::int64_t plies_ = shift_.plies;
  std::vector<std::int64_t> outer_ = {};  // number of half-moves after each open variation
  bool has_number_ = false;               // a number precedes the next move
  bool follows_move_ = false;             // the token directly follows a move
};

// Returns a comment without inner braces, which would end it.
std::string comment_of(std::string text) {
  std::ranges::replace(text, '{', '(');
  std::ranges::replace(text, '}', ')');
  return "{Arbiter: " + text + "}";
}

struct TextRepair {
  std::string run() {
    switch (repair_.kind) {
      case RepairKind::Replace:
        replace();
        break;
      case RepairKind::Insert:
        insert();
        break;
      case RepairKind::Remove:
        take_out(repair_.at, repair_.count, repair_.reason);
        shift_from(token_of(repair_.at), plies_before(repair_.before));
        if (repair_.is_shifted) exchange_pairs(repair_.at + 1);
        break;
      case RepairKind::Shift:
        shift();
        break;
      case RepairKind::Swap:
        swap();
        break;
      case RepairKind::CutOff:
        take_out(repair_.at, repair_.count, repair_.reason);
        break;
      case RepairKind::Start:
        start();
        break;
    }
    return edits_.apply(game_.text);
  }

  std::uint32_t token_of(std::size_t ply) const { return moves_[ply].token; }
  const Token& move_token(std::size_t ply) const { return game_.tokens[token_of(ply)]; }
  std::string_view to_string(std::size_t ply) const { return game_.text_of(move_token(ply)); }

  // Returns the index after the move and its suffixes and NAGs.
  std::uint32_t end_of_signs(std::uint32_t token) const {
    std::uint32_t last = token;
    while (last + 1 < game_.tokens.size() && (game_.tokens[last + 1].kind == TokenKind::Suffix ||
                                              game_.tokens[last + 1].kind == TokenKind::Nag)) {
      ++last;
    }
    return last + 1;
  }

  // Returns the token of the move number before the move; without a number, the token of the move.
  std::uint32_t first_of_ply(std::size_t ply) const {
    const std::uint32_t token = token_of(ply);
    return token > 0 && game_.tokens[token - 1].kind == TokenKind::MoveNumber ? token - 1 : token;
  }

  // Moves some moves with numbers and signs into a comment.
  void take_out(std::size_t first, std::size_t count, std::string_view reason) {
    std::vector<std::uint32_t> tokens;
    for (std::size_t ply = first; ply < first + count; ++ply) {
      for (std::uint32_t i = first_of_ply(ply); i < end_of_signs(token_of(ply)); ++i) {
        tokens.push_back(i);
      }
    }
    std::string kept;
    for (const std::uint32_t index : tokens) {
      const Token& token = game_.tokens[index];
      removed_[index] = true;
      kept += (kept.empty() ? "" : " ") + std::string(game_.text_of(token));
      if (index != tokens.back()) {
        edits_.remove_word(game_.text, token.offset, token.length);
      } else {
        edits_.replace(token.offset, token.length,
                       comment_of(fmt::format("the score has {} here: {}", kept, reason)));
      }
    }
  }

  void shift_from(std::uint32_t token, std::int64_t plies) {
    const Shift shift{token, plies, removed_};
    Renumbering(game_, shift, edits_).run();
  }

  void replace() {
    const Token& token = move_token(repair_.at);
    edits_.replace(token.offset, token.length, repair_.text);
    const Token& last = game_.tokens[end_of_signs(token_of(repair_.at)) - 1];
    edits_.insert(last.offset + last.length,
                  " " + comment_of(fmt::format("the score has {}", to_string(repair_.at))));
  }

  // Inserts moves. Black's move needs a number unless it directly follows White's.
  void insert() {
    if (repair_.word) return replace_word();
    const std::uint32_t first = first_of_ply(repair_.at);
    const bool is_black = repair_.before.turn() == Color::Black;
    const bool follows_move = repair_.at > 0 && first == end_of_signs(token_of(repair_.at - 1));
    const std::string number = is_black && follows_move ? "" : number_text(repair_.before) + " ";
    const std::string others = repair_.other_count == 0
                                   ? ""
                                   : fmt::format("; {} other {}{} too", repair_.other_count,
                                                 repair_.count == 2 ? "pair" : "move",
                                                 repair_.other_count == 1 ? " fits" : "s fit");
    const std::string what = repair_.is_shifted
                                 ? "the score has no " + repair_.text + " here: " + repair_.reason
                             : repair_.count == 2 ? "this row is missing in the score"
                                                  : "this move is missing in the score";
    edits_.insert(game_.tokens[first].offset,
                  fmt::format("{}{} {} ", number, repair_.text, comment_of(what + others)));
    shift_from(first, plies_before(repair_.before) + static_cast<std::int64_t>(repair_.count));
    if (repair_.is_shifted) exchange_pairs(repair_.at);
  }

  // Replaces an unreadable word with the move.
  void replace_word() {
    const Token& token = game_.tokens[*repair_.word];
    edits_.replace(token.offset, token.length,
                   fmt::format("{} {}", repair_.text,
                               comment_of(fmt::format("the score has {}", game_.text_of(token)))));
    shift_from(first_of_ply(repair_.at), plies_before(repair_.before) + 1);
  }

  void swap() {
    std::vector<std::string_view> written;
    for (std::size_t i = 0; i < repair_.count; ++i) written.push_back(to_string(repair_.at + i));
    std::vector<std::string_view> others;
    const std::size_t other = repair_.at + repair_.distance;
    for (std::size_t i = 0; i < repair_.count; ++i) others.push_back(to_string(other + i));
    if (repair_.count == 2) shift_from(first_of_ply(repair_.at), plies_before(repair_.before));
    for (std::size_t i = 0; i < repair_.count; ++i) exchange(repair_.at + i, other + i);
    const std::size_t end = end_of_signs(token_of(other + repair_.count - 1)) - 1;
    const Token& last = game_.tokens[end];
    edits_.insert(last.offset + last.length,
                  " " + comment_of(fmt::format("the score has {} and {} swapped",
                                               fmt::join(written, " "), fmt::join(others, " "))));
  }

  void exchange(std::size_t one, std::size_t other) {
    const Token& first = move_token(one);
    const Token& second = move_token(other);
    edits_.replace(first.offset, first.length, std::string(to_string(other)));
    edits_.replace(second.offset, second.length, std::string(to_string(one)));
  }

  void shift() {
    const std::uint32_t first = first_of_ply(repair_.at);
    edits_.insert(game_.tokens[first].offset, comment_of("in the score, " + repair_.reason) + " ");
    shift_from(first, plies_before(repair_.before));
    exchange_pairs(repair_.at);
  }

  void exchange_pairs(std::size_t first) {
    for (std::size_t ply = first; ply + 1 < moves_.size(); ply += 2) exchange(ply, ply + 1);
  }

  void start() {
    const std::string fen = fen_of(repair_.start);
    const PgnTag* old = game_.tag(KnownTag::Fen);
    const PgnTag* set_up = game_.tag(KnownTag::SetUp);
    std::string lines;
    if (set_up == nullptr) lines += "[SetUp \"1\"]\n";
    if (set_up != nullptr) set_tag(*set_up, "1");
    if (old == nullptr) lines += fmt::format("[FEN \"{}\"]\n", fen);
    if (old != nullptr) set_tag(*old, fen);
    if (needs_chess960(repair_.before) && game_.tag(KnownTag::Variant) == nullptr) {
      lines += "[Variant \"Chess960\"]\n";
    }
    if (!lines.empty()) add_tags(lines);
    const std::string was = old == nullptr ? "the score has no FEN"
                                           : fmt::format("the score has the FEN {}", old->value);
    edits_.insert(game_.tokens.front().offset,
                  comment_of(fmt::format("{}; {}", was, repair_.reason)) + " ");
    shift_from(0, plies_before(repair_.before));
  }

  void set_tag(const PgnTag& tag, const std::string& value) {
    edits_.replace(tag.value_offset, static_cast<std::uint32_t>(tag.value.size()), value);
  }

  void add_tags(const std::string& lines) {
    if (game_.tags.empty()) return edits_.insert(0, lines + "\n");
    const PgnTag& last = game_.tags.back();
    const std::size_t bracket = game_.text.find(']', last.value_offset + last.value.size());
    if (bracket == std::string_view::npos) return edits_.insert(0, lines);
    edits_.insert(static_cast<std::uint32_t>(bracket) + 1,
                  "\n" + lines.substr(0, lines.size() - 1));
  }

  const PgnGame& game_;
  const std::vector<RepairMove>& moves_;
  const Repair& repair_;
  std::vector<bool> removed_ = std::vector<bool>(game_.tokens.size());
  TextEdits edits_ = {};
};

}  // namespace

std::string repaired_text(const PgnGame& game, const BrokenGame& broken, const Repair& repair) {
  return TextRepair(broken.line.game_of(game), broken.line.moves, repair).run();
}

}  // namespace arbiter
