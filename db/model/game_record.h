// Records of games (README.md, "A game's text"), views of games for filters, and duplicate
// detection. A record contains the tags of the file, and the movetext if it cannot be derived from
// the moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "db/model/game_draft.h"
#include "db/model/leb128.h"
#include "lib/laws/game_end.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// The numbers of a game, in the form of the columns (README.md). A date is yyyymmdd, and 0 is
// unknown.
enum class GameNumber : std::uint8_t {
  Id,
  Date,
  WhiteElo,
  BlackElo,
  Eco,
  Plies,
  Result,
  Ending,
  Flags,
};
inline constexpr std::size_t kGameNumbers = 9;

enum class GameText : std::uint8_t { White, Black, Event, Site, Round, Source };
inline constexpr std::size_t kGameTexts = 6;

// A view of a draft, a stored game or a row. Unused fields may be empty.
struct GameView {
  std::array<std::uint64_t, kGameNumbers> numbers = {};
  std::array<std::string_view, kGameTexts> texts = {};
  std::uint16_t opening_eco = 0;  // from the opening as played; 0: none
  std::string_view opening_name = {};
  std::string_view start = {};  // Shredder-FEN; empty for the standard initial position
  std::span<const std::uint8_t> moves = {};  // packed as in move_code.h
  std::string_view record = {};              // in the format of append_record()
  std::span<const DraftFinding> findings = {};

  std::uint64_t& operator[](GameNumber which) { return numbers[static_cast<std::size_t>(which)]; }
  std::uint64_t operator[](GameNumber which) const {
    return numbers[static_cast<std::size_t>(which)];
  }
  std::string_view& operator[](GameText which) { return texts[static_cast<std::size_t>(which)]; }
  std::string_view operator[](GameText which) const {
    return texts[static_cast<std::size_t>(which)];
  }
};

// Returns a view of a draft's numbers, without an id.
GameView numbers_of(const GameDraft& game);

// Returns a view of a draft in the batch, which has no id yet. `source` is the name of its file.
GameView view_of(const DraftBatch& batch, const GameDraft& game, std::string_view source);

// A tag with its decoded value in UTF-8.
struct RecordTag {
  std::string_view name;
  std::string_view value;
  KnownTag known = KnownTag::Other;  // the tag with this name
};

// Returns whether values of the tag may be derived from the columns.
bool is_from_columns(KnownTag tag);

struct RecordText {
  std::span<const RecordTag> tags;
  std::string_view movetext;
};
// Appends a record. Omits tag values that can be derived exactly from the game's columns.
// Precondition: no argument is a view of `bytes`.
void append_record(const RecordText& text, const GameView& game, std::string& bytes);

// A reader of a record: its tags in order, then the movetext.
class RecordReader {
 public:
  // `game` supplies values of columns. The record and `game` must outlive the reader.
  RecordReader(std::string_view record, const GameView& game);

  // Reads the next tag, which is valid until the next call. Returns false after the last tag, or if
  // the record is damaged.
  bool next(RecordTag& tag);
  // Reads the rest of the tags. Returns false if the record is damaged.
  bool skip_tags();

  bool is_damaged() const { return !cursor_.is_sound(); }

  // Returns the movetext. Precondition: next() returned false.
  std::string_view movetext() const;

 private:
  std::string_view text();

  ByteCursor cursor_;
  const GameView& game_;
  std::uint64_t tags_left_ = 0;
  std::string scratch_;
};

// The properties of a game that duplicate detection compares, in addition to the moves.
struct GameIdentity {
  std::string_view white;  // as in the tag
  std::string_view black;
  std::uint32_t date = 0;  // yyyymmdd, 0 for unknown parts
  Outcome result = Outcome::Unknown;
  std::uint16_t plies = 0;
};

// The minimum number of half-moves for which equal moves suggest the same game. Shorter games often
// have the same moves by chance.
inline constexpr std::uint16_t kMinDistinctPlies = 20;

// The maximum number of games with the same duplicate_hash() that a game is compared with. Without
// it, many games with equal moves and different players would take quadratic time.
inline constexpr std::size_t kMaxCandidates = 64;

// Returns a hash that duplicates share: that of the moves. For games with few moves it includes the
// players, because thousands of short games have the same moves.
std::uint64_t duplicate_hash(std::uint64_t moves_hash, const GameIdentity& game);

// Returns whether no known property differs: players (NamePattern: "Carlsen, M" may be "Carlsen,
// Magnus"), date and result. For short games, folded names must be known and equal.
bool may_be_same(const GameIdentity& a, const GameIdentity& b);

// Returns the properties of a draft, as a view of the batch.
GameIdentity identity_in(const DraftBatch& batch, const GameDraft& draft);

// Returns whether all moves of the game were replayed. If not, some moves are only in its text.
bool is_replayed(const GameDraft& draft);

// Returns whether two games of a batch have the same initial position and moves. If some moves were
// not replayed, the records must also be equal.
bool have_same_moves(const DraftBatch& batch, const GameDraft& a, const GameDraft& b);

}  // namespace arbiter
