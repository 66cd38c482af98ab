// The cases that `arbiter adjudicate` judges: a position, or a game up to an event.
#pragma once

#include <cstdint>
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

namespace arbiter {

struct CaseWords {
  std::vector<std::string> words;     // a FEN, or the path of a game file, or "-"
  std::string moves;                  // after a FEN
  std::optional<std::uint64_t> game;  // of a file, from 1
  std::optional<std::uint64_t> ply;   // number of half-moves before the event
  bool black_begins = false;          // applies if all pieces are on their initial squares
};

struct Case {
  Setup first;
  std::vector<Move> moves;
  Position now;
  // The Laws of the game's date; for a FEN, those of today.
  RulesProfile rules = RulesProfile::Fide;
  // The record continues with a move that cannot be played, so the position of the event is
  // unknown; false if a half-move was named.
  bool is_cut = false;
};

// A move that a player wrote down: legal, or the reason why it cannot be played, with the move.
struct DeclaredMove {
  std::optional<Move> move = {};
  std::string fault = {};
};

// Reads one move. An illegal or ambiguous move is a fault. Text that is not a move is an Error, or
// also a fault if `unreadable` is Fault.
enum class Unreadable : std::uint8_t { Error, Fault };
Result<DeclaredMove> read_declared_move(std::string_view text, const Case& where,
                                        Unreadable unreadable);

// Returns whether a word of the command line is the path of a file, not a FEN.
bool is_games_file(const std::string& word);

// A game file, or standard input for "-", opened once.
class GamesFile {
 public:
  static Result<GamesFile> open(const std::string& path);

  const std::string& name() const { return name_; }
  // Returns whether the file begins with a FEN, so that its lines are FENs and not games.
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

// Returns the position that the words name, if they are a FEN that cannot be played.
std::optional<Setup> unplayable_fen(const CaseWords& words);

}  // namespace arbiter
