#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <type_traits>

#include "lib/chess/setup.h"
#include "lib/export/movetext_sink.h"
#include "lib/notation/fen.h"
#include "lib/os/process.h"
#include "lib/pgn/pgn_game.h"
#include "lib/validate/file_validation.h"
#include "lib/validate/movetext_walk.h"
#include "tools/library/api.h"
#include "tools/library/members.h"

namespace arbiter::api {
namespace {

constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();

float evaluation_of(const std::optional<double>& pawns, const std::optional<std::int32_t>& mate) {
  if (pawns) return static_cast<float>(*pawns);
  if (!mate) return kUnknown;
  return std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(*mate));
}

std::int8_t result_number(const GameSummary& summary) {
  switch (summary.result ? summary.result->outcome : Outcome::Unknown) {
    case Outcome::WhiteWins:
      return 1;
    case Outcome::BlackWins:
      return -1;
    case Outcome::Draw:
      return 0;
    case Outcome::Unknown:
      break;
  }
  return 2;
}

Columns empty_columns(const std::vector<std::string>& tags) {
  Columns columns;
  columns.move_offsets.push_back(0);
  for (const std::string& name : tags) columns.tags.push_back({name, {}, {0}});
  columns.starts.offsets.push_back(0);
  return columns;
}

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more, std::size_t first, std::size_t end) {
  all.insert(all.end(), more.begin() + static_cast<std::ptrdiff_t>(first),
             more.begin() + static_cast<std::ptrdiff_t>(end));
}

// Appends values, converted to the integers that represent them.
template <class T, class Value>
void append_bits(std::vector<T>& all, std::span<const Value> values) {
  static_assert(sizeof(T) == sizeof(Value) && std::is_trivially_copyable_v<Value>);
  if (values.empty()) return;
  all.resize(all.size() + values.size());
  std::memcpy(all.data() + all.size() - values.size(), values.data(), values.size_bytes());
}

// Reserves memory, in huge pages if it is large. Page faults and copies of growing arrays took 30 %
// of the time (41 MB of games, 2026-11).
template <class T>
void reserve(std::vector<T>& values, std::size_t count) {
  values.reserve(count);
  prefer_huge_pages(values.data(), values.capacity() * sizeof(T));
}

void reserve_moves(Columns& columns, std::size_t moves) {
  if (moves <= columns.moves.capacity()) return;
  moves = std::max(moves, 2 * columns.moves.size());
  reserve(columns.moves, moves);
  reserve(columns.clocks, moves);
  reserve(columns.evaluations, moves);
  reserve(columns.hashes, moves);
}

void append_value(TagColumn& column, std::string_view value) {
  column.text += value;
  column.offsets.push_back(static_cast<std::int64_t>(column.text.size()));
}

std::string_view value_of(const TagColumn& column, std::size_t index) {
  const auto first = static_cast<std::size_t>(column.offsets[index]);
  const auto end = static_cast<std::size_t>(column.offsets[index + 1]);
  return std::string_view(column.text).substr(first, end - first);
}

// Appends the games `index` to `last` of `part`.
void append_games(Columns& all, const Columns& part, std::size_t index, std::size_t last) {
  const auto first = static_cast<std::size_t>(part.move_offsets[index]);
  const auto end = static_cast<std::size_t>(part.move_offsets[last + 1]);
  const auto shift = static_cast<std::int64_t>(all.moves.size()) - part.move_offsets[index];
  append(all.moves, part.moves, first, end);
  append(all.clocks, part.clocks, first, end);
  append(all.evaluations, part.evaluations, first, end);
  append(all.hashes, part.hashes, first, end);
  append(all.results, part.results, index, last + 1);
  append(all.offsets, part.offsets, index, last + 1);
  for (std::size_t game = index; game <= last; ++game) {
    all.move_offsets.push_back(part.move_offsets[game + 1] + shift);
    for (std::size_t i = 0; i < all.tags.size(); ++i) {
      append_value(all.tags[i], value_of(part.tags[i], game));
    }
    append_value(all.starts, value_of(part.starts, game));
  }
}

// Collects the columns of the games that one thread checks.
class ColumnWriter {
 public:
  ColumnWriter(const std::vector<std::string>& tags, std::size_t expected_moves)
      : columns(empty_columns(tags)) {
    reserve_moves(columns, expected_moves);
  }

  void add(const PgnGame& written, const GameSummary& summary, const PlayedGame& played) {
    const std::size_t first = columns.moves.size();
    if (played.has_board) {
      append_bits(columns.moves, played.moves);
      append_bits(columns.hashes, played.keys.subspan(1, played.moves.size()));
    }
    columns.clocks.resize(columns.moves.size(), kUnknown);
    columns.evaluations.resize(columns.moves.size(), kUnknown);
    if (written.text.find("[%") != written.text.npos ||
        written.text.find(", wv=") != written.text.npos) {
      played.has_other_words ? add_values_of_words(written, first) : add_values(written, first);
    }
    columns.move_offsets.push_back(static_cast<std::int64_t>(columns.moves.size()));
    columns.results.push_back(result_number(summary));
    columns.offsets.push_back(written.offset);
    const bool is_standard = !played.has_board || played.start.setup == initial_setup();
    append_value(columns.starts, is_standard
                                     ? std::string()
                                     : fen_of(played.start.setup, CastlingLetters::Shredder));
    for (TagColumn& column : columns.tags) {
      const PgnTag* tag = written.tag(column.name);
      append_value(column, tag != nullptr ? utf8_value(tag->value) : std::string());
    }
  }

  Columns columns;

 private:
  // Adds the values of comments. Precondition: each word of the movetext is one move.
  void add_values(const PgnGame& written, std::size_t first) {
    std::size_t next = first;  // row after the last move
    int depth = 0;
    for (const Token& token : written.tokens) {
      depth += token.kind == TokenKind::VariationStart ? 1
               : token.kind == TokenKind::VariationEnd ? -1
                                                       : 0;
      if (depth != 0) continue;
      if (token.kind == TokenKind::Move || token.kind == TokenKind::Word) ++next;
      const bool is_comment =
          token.kind == TokenKind::BraceComment || token.kind == TokenKind::LineComment;
      if (!is_comment || next == first) continue;
      if (next > columns.moves.size()) return;
      const CommentValues values = values_of(written, token);
      float& clock = columns.clocks[next - 1];
      if (values.clock && std::isnan(clock)) {
        clock = static_cast<float>(values.clock->count()) / 1000;
      }
      float& evaluation = columns.evaluations[next - 1];
      if (std::isnan(evaluation) || (std::isinf(evaluation) && values.evaluation)) {
        evaluation = evaluation_of(values.evaluation, values.mate);
      }
    }
  }

  // Returns the values of a comment. The game contains only its well-formed commands. So if the
  // comment has malformed commands or short times, its whole text is parsed.
  static CommentValues values_of(const PgnGame& written, const Token& token) {
    std::span<const CommentCommand> commands;
    if (token.kind == TokenKind::BraceComment) commands = written.commands_of(token);
    const std::string_view text = written.text_of(token);
    std::size_t brackets = 0;
    for (std::size_t at = text.find("[%"); at != text.npos; at = text.find("[%", at + 2))
      ++brackets;
    CommentValues values;
    const bool is_plain =
        brackets == commands.size() &&
        std::ranges::none_of(commands, [](const CommentCommand& command) {
          return command.kind == CommandKind::TimeLeft && command.form != ClockForm::Full;
        });
    if (!is_plain || commands.empty()) {
      arbiter::add_values(text, values);
      return values;
    }
    for (const CommentCommand& command : commands) {
      if (command.kind == CommandKind::TimeLeft && !values.clock) {
        values.clock = ClockTime(command.milliseconds);
      } else if (command.kind == CommandKind::Evaluation) {
        arbiter::add_values(written.text_of(command), values);
      }
    }
    return values;
  }

  void add_values_of_words(const PgnGame& written, std::size_t first) {
    Game game;
    game.text = written.text;
    const std::vector<Move> line = game.line();
    for (std::size_t i = 0; i < line.size() && first + i < columns.moves.size(); ++i) {
      if (line[i].clock) columns.clocks[first + i] = static_cast<float>(*line[i].clock);
      columns.evaluations[first + i] = evaluation_of(line[i].evaluation, line[i].mate);
    }
  }
};

class ColumnReader final : public ValidationListener, public GameWitness {
 public:
  // `bytes` is the size of the first file; 0 if it is unknown.
  ColumnReader(const std::vector<std::string>& tags, const WorkOptions& work, std::uintmax_t bytes)
      : tags_(tags), work_(work) {
    constexpr std::uintmax_t kBytesPerMove = 5;  // the minimum, with a share of the tags
    constexpr std::uintmax_t kMaxExpected = std::uintmax_t{1} << 26;
    expected_moves_ = static_cast<std::size_t>(
        std::min(bytes / kBytesPerMove / std::max(work.threads, 1u), kMaxExpected));
  }

  // Appends the games of a file in file order.
  void read(ByteSource& source, const std::string& name, Columns& all) {
    FileValidationOptions options;
    options.jobs = std::max(work_.threads, 1u);
    options.witness = this;
    options.validator.sought = {};
    check_text(arbiter::validate_file(source, options, *this), name);
    check_goes_on(work_);

    if (writers_.size() == 1 && all.offsets.empty()) {
      all = std::move(writers_.begin()->second->columns);
    } else {
      struct Row {
        const Columns* part;
        std::size_t index;
      };
      std::vector<Row> rows;
      for (const auto& [thread, writer] : writers_) {
        for (std::size_t i = 0; i < writer->columns.offsets.size(); ++i) {
          rows.push_back({&writer->columns, i});
        }
      }
      std::ranges::sort(rows, {}, [](const Row& row) { return row.part->offsets[row.index]; });
      std::size_t moves = all.moves.size();
      for (const auto& [thread, writer] : writers_) moves += writer->columns.moves.size();
      reserve_moves(all, moves);
      for (std::size_t i = 0, end = 0; i < rows.size(); i = end) {
        for (end = i + 1; end < rows.size() && rows[end].part == rows[i].part &&
                          rows[end].index == rows[end - 1].index + 1;) {
          ++end;
        }
        append_games(all, *rows[i].part, rows[i].index, rows[end - 1].index);
      }
    }
    writers_.clear();
    expected_moves_ = 0;
  }

  void on_checked(const PgnGame& written, const GameSummary& summary,
                  const PlayedGame& played) override {
    writer().add(written, summary, played);
  }
  void on_finding(const LocatedDiagnostic&) override {}
  void on_game(const GameSummary&) override {}
  bool on_progress(std::uint64_t, std::uint64_t) override { return goes_on(work_); }

 private:
  ColumnWriter& writer() {
    const std::lock_guard lock(mutex_);
    auto& writer = writers_[std::this_thread::get_id()];
    if (!writer) writer = std::make_unique<ColumnWriter>(tags_, expected_moves_);
    return *writer;
  }

  const std::vector<std::string>& tags_;
  const WorkOptions& work_;
  std::size_t expected_moves_ = 0;  // number of moves expected for each thread in the first file
  std::mutex mutex_;
  std::map<std::thread::id, std::unique_ptr<ColumnWriter>> writers_;
};

}  // namespace

std::vector<std::string> Columns::fens(const std::vector<std::size_t>& rows) const {
  std::vector<std::string> found;
  found.reserve(rows.size());
  arbiter::Position position;
  std::size_t next = 0;  // row whose move is next in `position`
  std::size_t end = 0;   // end of the game's rows
  for (const std::size_t row : rows) {
    if (row >= moves.size()) throw Error("half-move " + std::to_string(row) + " does not exist");
    if (row + 1 < next || row >= end) {
      const auto after = std::ranges::upper_bound(move_offsets, static_cast<std::int64_t>(row));
      const auto game = static_cast<std::size_t>(after - move_offsets.begin()) - 1;
      const std::string_view start = value_of(starts, game);
      position = start.empty() ? arbiter::Position() : *parse_position(start);
      next = static_cast<std::size_t>(move_offsets[game]);
      end = static_cast<std::size_t>(*after);
    }
    while (next <= row) position.play(arbiter::Move::from_bits(moves[next++]));
    found.push_back(fen_of(position));
  }
  return found;
}

Columns read_columns(const Source& source, const std::vector<std::string>& tags,
                     const WorkOptions& options) {
  Columns columns = empty_columns(tags);
  std::error_code unknown;
  std::uintmax_t bytes = 0;
  if (source.parts().size() == 1) {
    bytes = std::filesystem::file_size(source.parts().front().path, unknown);
  }
  ColumnReader reader(tags, options, unknown ? 0 : bytes);
  for_each_member(source, [&](const Member& member, const std::string& name) {
    reader.read(member.source, name, columns);
    return true;
  });
  return columns;
}

}  // namespace arbiter::api
