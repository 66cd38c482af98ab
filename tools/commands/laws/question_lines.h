// The input of commands about laws: questions line by line, and the cases of `arbiter adjudicate`,
// a position, or a game up to an event.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/result.h"
#include "lib/chess/position.h"
#include "lib/io/byte_source.h"
#include "lib/io/input_files.h"
#include "lib/laws/rules_profile.h"
#include "tools/cli/command.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/record_table.h"

namespace arbiter {

// The values of options that name a player.
inline constexpr Choice<std::optional<Color>> kPlayers[] = {{"white", Color::White},
                                                            {"black", Color::Black}};

struct QuestionLine {
  std::uint64_t number;  // from 1; empty lines and comments are counted too
  std::string text;      // without surrounding spaces; not empty
};

// The output for one line: text or JSON objects, each with its line end.
struct LineAnswer {
  std::string printed;
  ExitCode status = ExitCode::Clean;
};
// Returns the text if it can be a FEN without extra words, that is, at most six words.
Result<std::string> fen_alone(std::string_view text);

using Answerer = std::function<Result<LineAnswer>(const QuestionLine&)>;

// Processes each line of `source` as soon as it has been read. Empty lines and those that begin
// with # are skipped. If a line cannot be processed, prints the reason and line number to standard
// error. In JSON, prints an object with "input_line" and "error" to the output instead. Returns
// CouldNotRun if any line could not be processed, otherwise Findings if any result was Findings.
// Fails if there are no lines. A line has at most 4,096 bytes.
Result<ExitCode> answer_lines(ByteSource& source, const Answerer& answer, AnswerFormat format,
                              Console& console);

// Processes the lines of standard input.
Result<ExitCode> answer_standard_input(const Answerer& answer, AnswerFormat format,
                                       Console& console);

struct CaseWords {
  std::vector<std::string> words;     // a FEN, the path of a game file, or "-"
  std::string moves;                  // moves after a FEN
  std::optional<std::uint64_t> game;  // game number in a file, from 1
  std::optional<std::uint64_t> ply;   // number of half-moves before the event
  bool black_begins = false;          // applies if all pieces are on their initial squares
};

struct Case {
  Setup first;
  std::vector<Move> moves;
  Position now;
  // The Laws in force on the date of the game; for a FEN, today's.
  RulesProfile rules = RulesProfile::Fide;
  // True if the position of the event is unknown, because the score continues with an unplayable
  // move and no half-move was given.
  bool is_cut = false;
};

// A move that a player wrote down: legal, or with the reason why it cannot be played.
struct DeclaredMove {
  std::optional<Move> move = {};
  std::string fault = {};
};

// Sets whether text that cannot be parsed as a move is an Error or a fault. Illegal and ambiguous
// moves are always faults.
enum class Unreadable : std::uint8_t { Error, Fault };
Result<DeclaredMove> read_declared_move(std::string_view text, const Case& where,
                                        Unreadable unreadable);

// Returns whether a command line argument is a file path, as opposed to a FEN.
bool is_games_file(const std::string& word);

// A game file, or standard input for "-", which is opened once.
class GamesFile {
 public:
  static Result<GamesFile> open(const std::string& path);

  const std::string& name() const { return name_; }
  // Returns whether the file begins with a FEN, so that its lines are FENs instead of games.
  bool has_fens() const;
  ByteSource& source() { return *source_; }

 private:
  GamesFile(std::unique_ptr<Input> input, std::string name, std::unique_ptr<PeekableSource> source)
      : input_(std::move(input)), name_(std::move(name)), source_(std::move(source)) {}

  std::unique_ptr<Input> input_;
  std::string name_;
  std::unique_ptr<PeekableSource> source_;
};

Result<Case> read_case(const CaseWords& words);
// Reads a case from an open file; `words.words` is ignored.
Result<Case> read_case(const CaseWords& words, GamesFile& file);

// Returns the position if the words are an unplayable FEN.
std::optional<Setup> unplayable_fen(const CaseWords& words);

}  // namespace arbiter
