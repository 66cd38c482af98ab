#include "lib/openings/opening_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/notation/san.h"

namespace arbiter {
namespace {

bool is_code(std::string_view text) {
  return text.size() == 3 && text[0] >= 'A' && text[0] <= 'E' && is_digit(text[1]) &&
         is_digit(text[2]);
}

constexpr int kMaxMen = 32;

// A byte counter allows vectorization.
int captures_in(std::string_view moves) {
  std::uint8_t count = 0;
  for (const char c : moves) count = static_cast<std::uint8_t>(count + (c == 'x' ? 1 : 0));
  return count;
}

constexpr std::size_t kCodeSize = 3;

// Indices of the needed columns of a header line.
struct Columns {
  std::size_t eco = 0;
  std::size_t name = 1;
  std::size_t moves = 2;
};

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t end = line.find('\t');
    fields.push_back(trim(line.substr(0, end)));
    if (end == std::string_view::npos) return fields;
    line.remove_prefix(end + 1);
  }
}

// Returns the column indices; nothing if the line is not a header.
std::optional<Columns> columns_named(const std::vector<std::string_view>& fields) {
  const auto place_of = [&](std::string_view name) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (equal_ignoring_case(fields[i], name)) return i;
    }
    return std::nullopt;
  };
  const auto eco = place_of("eco");
  const auto name = place_of("name");
  const auto moves = place_of("pgn") ? place_of("pgn") : place_of("moves");
  if (!eco || !name || !moves) return std::nullopt;
  return Columns{*eco, *name, *moves};
}

Result<PositionKey> key_after(std::string_view moves) {
  Position position;
  for (std::string_view rest = moves; !rest.empty(); rest = trim(rest)) {
    const std::string_view word = rest.substr(0, rest.find_first_of(" \r"));
    rest.remove_prefix(word.size());
    const std::size_t begin = word.find_first_not_of("0123456789.");
    if (begin == std::string_view::npos) continue;
    const bool has_number = begin > 0 && word[begin - 1] == '.';
    const auto san = parse_san(has_number ? word.substr(begin) : word);
    const SanResolution resolution = san ? resolve(*san, position) : SanResolution();
    if (resolution.status != SanStatus::Legal) {
      return Error{fmt::format("'{}' is not a legal move at this point", word)};
    }
    position.play(resolution.move);
  }
  return position.key();
}

Result<Opening> opening_in(const std::vector<std::string_view>& fields, const Columns& columns) {
  if (fields.size() <= std::max({columns.eco, columns.name, columns.moves})) {
    return Error{"it needs a code, a name and moves, separated by tabs"};
  }
  const Opening opening{fields[columns.eco], fields[columns.name], fields[columns.moves]};
  if (opening.eco.size() != kCodeSize || !is_eco_code(opening.eco)) {
    return Error{fmt::format("'{}' is not an ECO code", opening.eco)};
  }
  if (opening.name.empty()) return Error{"the name is missing"};
  return opening;
}

}  // namespace

bool is_eco_code(std::string_view text) {
  if (is_code(text)) return true;
  if (text.size() < 6 || text[3] != '/' || !is_code(text.substr(0, 3))) return false;
  const std::string_view second = text.substr(4);
  return is_code(second) || (second.size() == 2 && is_digit(second[0]) && is_digit(second[1]));
}

bool is_extended_eco_code(std::string_view text) {
  return text.size() > 3 && text.size() <= 6 && is_code(text.substr(0, 3)) &&
         std::ranges::all_of(text.substr(3), [](char letter) {
           return is_digit(letter) || (letter >= 'a' && letter <= 'z');
         });
}

std::string opening_text(std::string_view eco, std::string_view name) {
  if (name.empty()) return {};
  return std::string(eco).append(" ").append(name);
}

std::string_view family_of(std::string_view name) { return name.substr(0, name.find(':')); }

OpeningTable::OpeningTable(std::span<const Opening> openings, std::span<const PositionKey> keys)
    : openings_(openings),
      keys_(keys),
      mask_(std::bit_ceil(4 * openings.size()) - 1),
      slots_(mask_ + 1, kFree),
      sieve_(kSieveBits / 64),
      fewest_men_(kMaxMen) {
  assert(openings.size() == keys.size() && openings.size() <= kMaxOpenings);
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    std::size_t slot = home_of(keys_[i]);
    while (slots_[slot] != kFree && keys_[slots_[slot]] != keys_[i]) slot = (slot + 1) & mask_;
    if (slots_[slot] != kFree) continue;
    slots_[slot] = static_cast<std::uint16_t>(i);
    sieve_[sieve_bit(keys_[i]) / 64] |= std::uint64_t{1} << (sieve_bit(keys_[i]) % 64);
    // A capture and the space after it have at least five characters.
    const int max_captures = static_cast<int>(openings_[i].moves.size() + 1) / 5;
    if (fewest_men_ > kMaxMen - max_captures)
      fewest_men_ = std::min(fewest_men_, kMaxMen - captures_in(openings_[i].moves));
  }
}

PlayedOpening OpeningTable::of_keys(std::span<const PositionKey> keys) const {
  for (std::size_t ply = keys.size(); ply-- > 0;) {
    if (!may_have(keys[ply])) continue;
    if (const Opening* found = find(keys[ply])) return {found, ply};
  }
  return {};
}

PlayedOpening OpeningTable::of_moves(std::span<const Move> moves, const Position& start) const {
  PlayedOpening last{find(start.key()), 0};
  Position position = start;
  for (std::size_t ply = 1; ply <= moves.size(); ++ply) {
    if (position.board().occupied().count() < fewest_men_) break;
    position.play(moves[ply - 1]);
    if (const Opening* found = find(position.key())) last = {found, ply};
  }
  return last;
}

Result<std::unique_ptr<const OpeningFile>> OpeningFile::parse(std::string_view text) {
  std::unique_ptr<OpeningFile> file(new OpeningFile());
  file->text_ = decode_text(text).utf8;
  Columns columns;
  std::size_t number = 0;
  for (std::string_view rest = file->text_; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    ++number;
    const auto wrong = [&](const std::string& why) {
      return Error{fmt::format("line {}: {}", number, why)};
    };
    if (trim(line).empty()) continue;
    const std::vector<std::string_view> fields = fields_of(line);
    if (const auto named = columns_named(fields); number == 1 && named) {
      columns = *named;
      continue;
    }
    const auto opening = opening_in(fields, columns);
    if (!opening) return wrong(opening.error());
    const auto key = key_after(opening->moves);
    if (!key) return wrong(key.error());
    file->openings_.push_back(*opening);
    file->keys_.push_back(*key);
    if (file->keys_.size() > OpeningTable::kMaxOpenings)
      return wrong("there are too many openings");
  }
  if (file->keys_.empty()) return Error{"it has no openings"};
  file->table_ = std::make_unique<OpeningTable>(file->openings_, file->keys_);
  return std::unique_ptr<const OpeningFile>(std::move(file));
}

}  // namespace arbiter
