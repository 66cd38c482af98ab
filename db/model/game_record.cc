#include "db/model/game_record.h"

#include <fmt/format.h>

#include <variant>

#include "db/model/leb128.h"
#include "db/model/tag_columns.h"
#include "lib/notation/fen.h"

namespace arbiter {
namespace {

// What stands for a tag whose value follows from the columns. The numbers are in
// files; 0 is a tag that is written out.
enum class TagCode : std::uint8_t {
  WrittenOut = 0,
  Event,
  Site,
  Date,
  Round,
  White,
  Black,
  Result,
  WhiteElo,
  BlackElo,
  Eco,
  Fen,  // castling letters KQkq
  SetUp,
  ShredderFen,
};
constexpr std::uint64_t kTagCodes = 14;

TagCode code_of(KnownTag known) {
  switch (known) {
    case KnownTag::Event:
      return TagCode::Event;
    case KnownTag::Site:
      return TagCode::Site;
    case KnownTag::Date:
      return TagCode::Date;
    case KnownTag::Round:
      return TagCode::Round;
    case KnownTag::White:
      return TagCode::White;
    case KnownTag::Black:
      return TagCode::Black;
    case KnownTag::Result:
      return TagCode::Result;
    case KnownTag::WhiteElo:
      return TagCode::WhiteElo;
    case KnownTag::BlackElo:
      return TagCode::BlackElo;
    case KnownTag::Eco:
      return TagCode::Eco;
    case KnownTag::Fen:
      return TagCode::Fen;
    case KnownTag::SetUp:
      return TagCode::SetUp;
    default:
      return TagCode::WrittenOut;
  }
}

KnownTag known_of(TagCode code) {
  constexpr KnownTag kTags[kTagCodes] = {
      KnownTag::Other, KnownTag::Event, KnownTag::Site,   KnownTag::Date,     KnownTag::Round,
      KnownTag::White, KnownTag::Black, KnownTag::Result, KnownTag::WhiteElo, KnownTag::BlackElo,
      KnownTag::Eco,   KnownTag::Fen,   KnownTag::SetUp,  KnownTag::Fen};
  return kTags[static_cast<std::size_t>(code)];
}

std::string elo_text(std::uint16_t elo) {
  return elo == 0 ? std::string() : fmt::format_int(elo).str();
}

std::string fen_text(std::string_view start, CastlingLetters letters) {
  if (start.empty()) return fen_of(initial_setup(), letters);
  const auto parsed = parse_fen(start);
  const auto* fen = std::get_if<ParsedFen>(&parsed);
  return fen == nullptr ? std::string(start) : fen_of(fen->setup, letters);
}

// The value that the columns give. Views them, or `scratch`.
std::string_view value_of(TagCode code, const RecordColumns& columns, std::string& scratch) {
  switch (code) {
    case TagCode::WrittenOut:
      return {};
    case TagCode::Event:
      return columns.event;
    case TagCode::Site:
      return columns.site;
    case TagCode::Date:
      return scratch = date_text(columns.date);
    case TagCode::Round:
      return columns.round;
    case TagCode::White:
      return columns.white;
    case TagCode::Black:
      return columns.black;
    case TagCode::Result:
      return to_string(columns.result);
    case TagCode::WhiteElo:
      return scratch = elo_text(columns.white_elo);
    case TagCode::BlackElo:
      return scratch = elo_text(columns.black_elo);
    case TagCode::Eco:
      return scratch = eco_text(columns.eco);
    case TagCode::Fen:
      return scratch = fen_text(columns.start, CastlingLetters::XFen);
    case TagCode::SetUp:
      return "1";
    case TagCode::ShredderFen:
      return scratch = fen_text(columns.start, CastlingLetters::Shredder);
  }
  return {};
}

// How the tag is written: by a code whose value it has.
TagCode code_for(const RecordTag& tag, const RecordColumns& columns, std::string& scratch) {
  const TagCode code = code_of(tag.known);
  if (code == TagCode::WrittenOut || value_of(code, columns, scratch) == tag.value) return code;
  if (code == TagCode::Fen && value_of(TagCode::ShredderFen, columns, scratch) == tag.value) {
    return TagCode::ShredderFen;
  }
  return TagCode::WrittenOut;
}

}  // namespace

bool is_from_columns(KnownTag tag) { return code_of(tag) != TagCode::WrittenOut; }

void append_record(const RecordText& text, const RecordColumns& columns, std::string& bytes) {
  const auto append = [&bytes](std::string_view part) {
    append_leb128(part.size(), bytes);
    bytes += part;
  };
  std::string scratch;
  append_leb128(text.tags.size(), bytes);
  for (const RecordTag& tag : text.tags) {
    const TagCode code = code_for(tag, columns, scratch);
    bytes.push_back(static_cast<char>(code));
    if (code != TagCode::WrittenOut) continue;
    append(tag.name);
    append(tag.value);
  }
  bytes += text.movetext;
}

RecordReader::RecordReader(std::string_view record, const RecordColumns& columns)
    : record_(record), columns_(columns) {
  tags_left_ = number();
}

std::uint64_t RecordReader::number() {
  const auto read =
      read_leb128({reinterpret_cast<const std::uint8_t*>(record_.data()), record_.size()}, at_);
  if (!read) is_damaged_ = true;
  return read.value_or(0);
}

std::string_view RecordReader::text() {
  const std::uint64_t size = number();
  if (size > record_.size() - at_) {
    is_damaged_ = true;
    return {};
  }
  const std::string_view text = record_.substr(at_, static_cast<std::size_t>(size));
  at_ += text.size();
  return text;
}

bool RecordReader::next(RecordTag& tag) {
  if (tags_left_ == 0 || is_damaged_) return false;
  --tags_left_;
  const std::uint64_t number = this->number();
  if (number >= kTagCodes) is_damaged_ = true;
  if (is_damaged_) return false;
  const auto code = static_cast<TagCode>(number);
  if (code == TagCode::WrittenOut) {
    tag.name = text();
    tag.value = text();
    tag.known = known_tag(tag.name);
  } else {
    tag.known = known_of(code);
    tag.name = to_string(tag.known);
    tag.value = value_of(code, columns_, scratch_);
  }
  return !is_damaged_;
}

}  // namespace arbiter
