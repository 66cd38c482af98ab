#include "db/model/game_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <variant>

#include "db/model/column_values.h"
#include "db/model/leb128.h"
#include "db/model/name_pattern.h"
#include "db/model/source.h"
#include "lib/notation/fen.h"
#include "lib/tags/person_name.h"

namespace arbiter {
namespace {

// The tags whose value may be derived from the columns, in the order of their codes. The codes are
// stored in files and must not change. Code 0 means that the tag is written in full.
constexpr KnownTag kTags[] = {
    KnownTag::Other, KnownTag::Event, KnownTag::Site,   KnownTag::Date,     KnownTag::Round,
    KnownTag::White, KnownTag::Black, KnownTag::Result, KnownTag::WhiteElo, KnownTag::BlackElo,
    KnownTag::Eco,   KnownTag::Fen,   KnownTag::SetUp,  KnownTag::Fen};
constexpr std::size_t kWrittenOut = 0;
constexpr std::size_t kShredderFen = 13;  // the other FEN code means X-FEN

std::size_t code_of(KnownTag tag) {
  const auto* const found = std::ranges::find(kTags, tag);
  return found == std::end(kTags) ? kWrittenOut : static_cast<std::size_t>(found - kTags);
}

std::string elo_text(std::uint64_t elo) {
  return elo == 0 ? std::string() : fmt::format_int(elo).str();
}

std::string fen_text(std::string_view start, CastlingLetters letters) {
  if (start.empty()) return fen_of(initial_setup(), letters);
  const auto parsed = parse_fen(start);
  const auto* fen = std::get_if<ParsedFen>(&parsed);
  return fen == nullptr ? std::string(start) : fen_of(fen->setup, letters);
}

// Returns the tag value according to the columns, as a view of the columns or of `scratch`.
std::string_view value_of(std::size_t code, const GameView& game, std::string& scratch) {
  switch (kTags[code]) {
    case KnownTag::Event:
      return game[GameText::Event];
    case KnownTag::Site:
      return game[GameText::Site];
    case KnownTag::Date:
      return scratch = date_text(static_cast<std::uint32_t>(game[GameNumber::Date]));
    case KnownTag::Round:
      return game[GameText::Round];
    case KnownTag::White:
      return game[GameText::White];
    case KnownTag::Black:
      return game[GameText::Black];
    case KnownTag::Result:
      return to_string(outcome_of(static_cast<unsigned>(game[GameNumber::Result])));
    case KnownTag::WhiteElo:
      return scratch = elo_text(game[GameNumber::WhiteElo]);
    case KnownTag::BlackElo:
      return scratch = elo_text(game[GameNumber::BlackElo]);
    case KnownTag::Eco:
      return scratch = eco_text(static_cast<std::uint16_t>(game[GameNumber::Eco]));
    case KnownTag::Fen:
      return scratch = fen_text(game.start, code == kShredderFen ? CastlingLetters::Shredder
                                                                 : CastlingLetters::XFen);
    case KnownTag::SetUp:
      return "1";
    default:
      return {};
  }
}

// Returns the code for writing the tag.
std::size_t code_for(const RecordTag& tag, const GameView& game, std::string& scratch) {
  const std::size_t code = code_of(tag.known);
  if (code == kWrittenOut || value_of(code, game, scratch) == tag.value) return code;
  const bool is_shredder =
      tag.known == KnownTag::Fen && value_of(kShredderFen, game, scratch) == tag.value;
  return is_shredder ? kShredderFen : kWrittenOut;
}

}  // namespace

GameView numbers_of(const GameDraft& game) {
  GameView view;
  view[GameNumber::Date] = game.date;
  view[GameNumber::WhiteElo] = game.white_elo;
  view[GameNumber::BlackElo] = game.black_elo;
  view[GameNumber::Eco] = game.eco;
  view[GameNumber::Plies] = game.plies;
  view[GameNumber::Result] = number_of(game.result);
  view[GameNumber::Ending] = static_cast<std::uint64_t>(game.ending);
  view[GameNumber::Flags] = game.flags;
  return view;
}

GameView view_of(const DraftBatch& batch, const GameDraft& game, std::string_view source) {
  GameView view = numbers_of(game);
  view.texts = {batch.text(game.white), batch.text(game.black), batch.text(game.event),
                batch.text(game.site),  batch.text(game.round), source};
  if (const Opening* opening = game.opening.opening) {
    view.opening_eco = eco_number(opening->eco);
    view.opening_name = opening->name;
  }
  const std::string_view moves = batch.text(game.moves);
  view.start = batch.text(game.start);
  view.moves = bytes_of(moves);
  view.record = batch.text(game.record);
  view.findings = std::span(batch.findings).subspan(game.first_finding, game.findings);
  return view;
}

bool is_from_columns(KnownTag tag) { return code_of(tag) != kWrittenOut; }

void append_record(const RecordText& text, const GameView& game, std::string& bytes) {
  const auto append = [&bytes](std::string_view part) {
    append_leb128(part.size(), bytes);
    bytes += part;
  };
  std::string scratch;
  append_leb128(text.tags.size(), bytes);
  for (const RecordTag& tag : text.tags) {
    const std::size_t code = code_for(tag, game, scratch);
    bytes.push_back(static_cast<char>(code));
    if (code != kWrittenOut) continue;
    append(tag.name);
    append(tag.value);
  }
  bytes += text.movetext;
}

RecordReader::RecordReader(std::string_view record, const GameView& game)
    : cursor_(bytes_of(record)), game_(game) {
  tags_left_ = cursor_.number();
}

std::string_view RecordReader::text() {
  const auto bytes = cursor_.take(cursor_.number());
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool RecordReader::next(RecordTag& tag) {
  if (tags_left_ == 0 || is_damaged()) return false;
  --tags_left_;
  const std::uint64_t code = cursor_.number();
  if (code >= std::size(kTags)) cursor_.fail();
  if (is_damaged()) return false;
  if (code == kWrittenOut) {
    tag.name = text();
    tag.value = text();
    tag.known = known_tag(tag.name);
  } else {
    tag.known = kTags[code];
    tag.name = to_string(tag.known);
    tag.value = value_of(code, game_, scratch_);
  }
  return !is_damaged();
}

bool RecordReader::skip_tags() {
  for (RecordTag tag; next(tag);) {
  }
  return !is_damaged();
}

std::string_view RecordReader::movetext() const {
  ByteCursor rest = cursor_;
  const auto bytes = rest.take(rest.left());
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

namespace {

bool may_be_same_name(std::string_view a, std::string_view b) {
  const std::string folded_a = folded_name(a);
  const std::string folded_b = folded_name(b);
  return folded_a.empty() || folded_b.empty() || name_key(folded_a) == name_key(folded_b) ||
         NamePattern(a, NameKind::PersonInPart).matches(folded_b) ||
         NamePattern(b, NameKind::PersonInPart).matches(folded_a);
}

bool is_same_known_name(std::string_view a, std::string_view b) {
  const std::string key = name_key(folded_name(a));
  return !key.empty() && key == name_key(folded_name(b));
}

bool may_be_same_date(std::uint32_t a, std::uint32_t b) {
  const auto may_be_same_part = [](std::uint32_t x, std::uint32_t y) {
    return x == y || x == 0 || y == 0;
  };
  return may_be_same_part(a / 10000, b / 10000) && may_be_same_part(a / 100 % 100, b / 100 % 100) &&
         may_be_same_part(a % 100, b % 100);
}

bool may_be_same_result(Outcome a, Outcome b) {
  return a == b || a == Outcome::Unknown || b == Outcome::Unknown;
}

}  // namespace

std::uint64_t duplicate_hash(std::uint64_t moves_hash, const GameIdentity& game) {
  if (game.plies >= kMinDistinctPlies) return moves_hash;
  Fingerprint names;
  names.add(name_key(folded_name(game.white)));
  names.add("\n");
  names.add(name_key(folded_name(game.black)));
  return names.value() ^ moves_hash;
}

bool may_be_same(const GameIdentity& a, const GameIdentity& b) {
  const bool is_short = std::min(a.plies, b.plies) < kMinDistinctPlies;
  const auto agree = is_short ? is_same_known_name : may_be_same_name;
  return may_be_same_result(a.result, b.result) && may_be_same_date(a.date, b.date) &&
         agree(a.white, b.white) && agree(a.black, b.black);
}

GameIdentity identity_in(const DraftBatch& batch, const GameDraft& draft) {
  return {.white = batch.text(draft.white),
          .black = batch.text(draft.black),
          .date = draft.date,
          .result = draft.result,
          .plies = draft.plies};
}

bool is_replayed(const GameDraft& draft) { return (draft.flags & (kIncomplete | kUnchecked)) == 0; }

bool have_same_moves(const DraftBatch& batch, const GameDraft& a, const GameDraft& b) {
  return batch.text(a.start) == batch.text(b.start) && batch.text(a.moves) == batch.text(b.moves) &&
         (is_replayed(a) || batch.text(a.record) == batch.text(b.record));
}

}  // namespace arbiter
