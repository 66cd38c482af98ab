// What a game has beside its columns: its tags as they stand in the file, and its movetext
// where the moves do not say all of it (README.md, "A game's text").
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "lib/laws/game_end.h"
#include "lib/pgn/tag_pair.h"

namespace arbiter {

// A tag: its name, and what its value means. UTF-8.
struct RecordTag {
  std::string_view name;
  std::string_view value;
  KnownTag known = KnownTag::Other;  // what `name` is
};

// The columns that values of tags may follow from.
struct RecordColumns {
  std::string_view white = {}, black = {}, event = {}, site = {}, round = {};
  std::string_view start = {};
  std::uint32_t date = 0;
  std::uint16_t white_elo = 0;  // 0: not known
  std::uint16_t black_elo = 0;
  std::uint16_t eco = 0;
  Outcome result = Outcome::Unknown;
};

// Whether values of the tag may follow from the columns.
bool is_from_columns(KnownTag tag);

// Appends a record. A tag is left to the columns where they give exactly its value.
// Precondition: nothing given here views `bytes`.
struct RecordText {
  std::span<const RecordTag> tags;
  std::string_view movetext;
};
void append_record(const RecordText& text, const RecordColumns& columns, std::string& bytes);

// Reads a record: its tags one by one, in their order, then what is left, the movetext.
class RecordReader {
 public:
  // The record and what `columns` view must outlive this.
  RecordReader(std::string_view record, const RecordColumns& columns);

  // The next tag, which lives until the next call. False behind the last one, and where the
  // record is damaged.
  bool next(RecordTag& tag);

  bool is_damaged() const { return is_damaged_; }

  // Precondition: next() returned false.
  std::string_view movetext() const { return record_.substr(at_); }

 private:
  std::uint64_t number();
  std::string_view text();

  std::string_view record_;
  const RecordColumns& columns_;
  std::size_t at_ = 0;
  std::uint64_t tags_left_ = 0;
  std::string scratch_;
  bool is_damaged_ = false;
};

}  // namespace arbiter
