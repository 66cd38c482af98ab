#include "lib/repair/file_repair.h"

#include "lib/base/encoding.h"
#include "lib/base/text_scan.h"
#include "lib/diagnostics/sink.h"
#include "lib/pgn/reader.h"
#include "lib/validate/text_checks.h"

namespace arbiter {
namespace {

// The maximum number of repairs in one game, which has as many words like Rfl.
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

// Returns the place of the end of `text`, which begins at `start`.
Place place_after(const Place& start, std::string_view text) {
  const std::size_t line_end = text.find_last_of("\r\n");
  const bool is_same_line = line_end == std::string_view::npos;
  const std::string_view last_line = is_same_line ? text : text.substr(line_end + 1);
  return {start.line + count_line_breaks(text),
          (is_same_line ? start.column : 1) + count_code_points(last_line)};
}

struct ChunkRepair {
  void run(FileRepairTotals& totals, FileRepairListener& listener) {
    CollectingSink nobody{CodeSet()};
    PgnReader reader(source_, nobody);
    PgnGame game;
    while (reader.next(game)) {
      game.number = ++totals.games;
      if (options_.only_game.value_or(game.number) == game.number) visit(game, totals, listener);
    }
    listener.on_chunk(source_.text, changes_);
  }

  Place place_of(const PgnGame& game, const RepairMove& move) const {
    return place_after(before_, source_.text.substr(counted_, game.tokens[move.token].offset));
  }

  // Returns whether an unclosed comment before the game would swallow it after the repair: the
  // comment ends only at the next game. Text that was checked once is not checked again.
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

  void visit(const PgnGame& game, FileRepairTotals& totals, FileRepairListener& listener) {
    const auto broken = find_repairs(game, options_.repair);
    if (!broken) return;
    ++totals.broken;
    const std::size_t start = game.offset - source_.offset;
    before_ = place_after(before_, source_.text.substr(counted_, start - counted_));
    counted_ = start;
    const auto& moves = broken->line.moves;
    BrokenGameInFile found{game, *broken, place_of(game, moves[broken->broken]), {}};
    for (const Repair& repair : broken->repairs) {
      found.changes.push_back(place_of(game, moves[repair.at]));
    }
    auto repaired = repaired_game(game, *broken, options_);
    if (repaired && is_swallowed(start, repaired->text)) repaired.reset();
    listener.on_broken(found, repaired ? repaired->repairs : 0);
    if (!repaired) return;
    ++totals.changed;
    totals.repaired += repaired->is_legal ? 1 : 0;
    changes_.push_back({start, game.text.size(), std::move(repaired->text)});
  }

  const PgnText& source_;
  const FileRepairOptions& options_;
  Place before_;                               // the place of `counted_` in the file
  std::size_t counted_ = 0;                    // an offset in the text
  std::size_t sound_ = 0;                      // no comment opened before here is still open
  std::optional<std::size_t> swallowed_ = {};  // the last game that a comment would swallow
  std::vector<TextChange> changes_ = {};
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
  TextChunk chunk;
  std::uint64_t lines = 0;
  bool is_first = true;
  while (chunks.next(chunk)) {
    if (std::exchange(is_first, false)) {
      if (const auto binary = find_binary(chunk)) return Error{"it is " + binary->description()};
    }
    ChunkRepair(chunk.source, options, Place{lines + 1, 1}).run(totals, listener);
    lines += count_line_breaks(chunk.source.text);
  }
  return totals;
}

}  // namespace arbiter
