#include "lib/openings/book.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <tuple>

#include "lib/chess/legal_moves.h"
#include "lib/io/byte_source.h"
#include "lib/notation/uci.h"

namespace arbiter {
namespace {

constexpr std::size_t kEntryBytes = 16;
constexpr std::size_t kMaxBytes = std::size_t{1} << 30;
constexpr std::size_t kBlock = std::size_t{1} << 20;

std::uint64_t number_at(std::string_view bytes, std::size_t begin, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = begin; i < begin + size; ++i) {
    number = number << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return number;
}

void append_number(std::uint64_t number, std::size_t size, std::string& bytes) {
  for (std::size_t i = size; i-- > 0;) bytes += static_cast<char>(number >> 8 * i & 255);
}

BookEntry entry_of(std::string_view bytes) {
  return {.key = number_at(bytes, 0, 8),
          .move = static_cast<std::uint16_t>(number_at(bytes, 8, 2)),
          .weight = static_cast<std::uint16_t>(number_at(bytes, 10, 2)),
          .learn = static_cast<std::uint32_t>(number_at(bytes, 12, 4))};
}

constexpr int kPromotionShift = 12;

// Returns the square that a pawn passed if `move` was a double step. `after` is the position after
// `move`.
std::optional<Square> passed_by(Move move, const Position& after) {
  const auto piece = after.board().at(move.to());
  const bool is_double_step = piece && piece->role() == Role::Pawn &&
                              std::abs(index_of(move.from()) - index_of(move.to())) == 16;
  if (!is_double_step) return std::nullopt;
  return square_at((index_of(move.from()) + index_of(move.to())) / 2);
}

unsigned promotion_of(Move move) {
  return move.kind() == MoveKind::Promotion ? static_cast<unsigned>(index_of(move.promotion_role()))
                                            : 0;
}

// Returns castling as the king's origin and target squares.
std::uint16_t with_king_moved(Move castling, const Position& position) {
  const auto side = castling.to() > castling.from() ? CastlingSide::King : CastlingSide::Queen;
  const Square to = castled_king_square(position.turn(), side);
  return static_cast<std::uint16_t>(index_of(to) | index_of(castling.from()) << 6);
}

// The minimum number of sums before a merge. The list is merged when it has doubled in size.
constexpr std::size_t kMinMerged = std::size_t{1} << 20;

constexpr std::uint64_t kMaxWeight = std::numeric_limits<std::uint16_t>::max();

}  // namespace

Result<Book> Book::read(const std::string& path) {
  const auto input = FileSource::open(path);
  if (!input) return Error{input.error()};
  std::string bytes;
  for (std::size_t size = 0; bytes.size() <= kMaxBytes;) {
    bytes.resize(size + kBlock);
    const std::size_t more = read_fully(**input, std::span(bytes).subspan(size));
    bytes.resize(size += more);
    if (more < kBlock) return parse(bytes);
  }
  return Error{"it is too large for an opening book"};
}

Result<Book> Book::parse(std::string_view bytes) {
  if (bytes.size() % kEntryBytes != 0) {
    return Error{fmt::format("it is not an opening book: its {} bytes are not a multiple of {}",
                             bytes.size(), kEntryBytes)};
  }
  Book book;
  book.entries_.reserve(bytes.size() / kEntryBytes);
  for (; !bytes.empty(); bytes.remove_prefix(kEntryBytes)) {
    const BookEntry entry = entry_of(bytes.substr(0, kEntryBytes));
    if (!book.entries_.empty() && entry.key < book.entries_.back().key) {
      return Error{fmt::format("it is not an opening book: the key of entry {} is out of order",
                               book.entries_.size() + 1)};
    }
    book.entries_.push_back(entry);
  }
  return book;
}

std::span<const BookEntry> Book::at(std::uint64_t key) const {
  const auto found = std::ranges::equal_range(entries_, key, {}, &BookEntry::key);
  return {found.begin(), found.end()};
}

std::size_t Book::positions() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    count += i == 0 || entries_[i].key != entries_[i - 1].key ? 1 : 0;
  }
  return count;
}

std::string bytes_of(std::span<const BookEntry> entries) {
  std::string bytes;
  bytes.reserve(entries.size() * kEntryBytes);
  for (const BookEntry& entry : entries) {
    append_number(entry.key, 8, bytes);
    append_number(entry.move, 2, bytes);
    append_number(entry.weight, 2, bytes);
    append_number(entry.learn, 4, bytes);
  }
  return bytes;
}

BookPosition::BookPosition(const Position& position, std::optional<Move> last_move)
    : position_(position), passed_(last_move ? passed_by(*last_move, position) : std::nullopt) {}

void BookPosition::play(Move move) {
  position_.play(move);
  passed_ = passed_by(move, position_);
}

std::uint64_t BookPosition::key() const {
  using position_keys::kEnPassant;
  PositionKey key = position_.key();
  const auto of_file = [](Square square) {
    return kEnPassant[static_cast<std::size_t>(index_of(file_of(square)))];
  };
  if (const auto legal = position_.en_passant()) key ^= of_file(*legal);
  if (passed_) {
    const Color us = position_.turn();
    const Bitboard beside = pawn_attacks(other(us), *passed_);
    if ((beside & position_.board().of(us, Role::Pawn)).any()) key ^= of_file(*passed_);
  }
  return static_cast<std::uint64_t>(key);
}

bool BookPosition::is_usual() const { return !needs_chess960(position_); }

std::uint16_t book_move_of(Move move) {
  return static_cast<std::uint16_t>(static_cast<unsigned>(index_of(move.to())) |
                                    static_cast<unsigned>(index_of(move.from())) << 6 |
                                    promotion_of(move) << kPromotionShift);
}

std::optional<Move> book_move_of(std::uint16_t book_move, const Position& position) {
  std::optional<Move> found;
  for (const Move move : legal_moves(position)) {
    if (book_move_of(move) == book_move) return move;
    const bool is_castling = move.kind() == MoveKind::Castling;
    if (is_castling && with_king_moved(move, position) == book_move) found = move;
  }
  return found;
}

bool BookMaker::add(const BookGame& game) {
  BookPosition position(game.start);
  if (!position.is_usual()) return false;
  keys_.clear();
  const std::size_t plies = std::min(game.moves.size(), options_.plies);
  for (const Move move : game.moves.first(plies)) {
    const std::uint64_t key = position.key();
    if (std::ranges::find(keys_, key) == keys_.end()) {
      keys_.push_back(key);
      const Color turn = position.position().turn();
      const unsigned points = turn == Color::White ? game.white_points : game.black_points;
      if (!game.side || turn == *game.side) {
        sums_.push_back({.key = key, .games = 1, .points = points, .move = book_move_of(move)});
      }
    }
    position.play(move);
  }
  if (sums_.size() >= 2 * std::max(sorted_, kMinMerged)) merge();
  return true;
}

void BookMaker::merge() {
  std::ranges::sort(sums_, {}, [](const Sums& sums) { return std::tuple(sums.key, sums.move); });
  std::size_t count = 0;
  for (const Sums& sums : sums_) {
    if (count > 0 && sums_[count - 1].key == sums.key && sums_[count - 1].move == sums.move) {
      sums_[count - 1].games += sums.games;
      sums_[count - 1].points += sums.points;
    } else {
      sums_[count++] = sums;
    }
  }
  sums_.resize(count);
  sorted_ = count;
}

std::vector<BookEntry> BookMaker::finish() {
  merge();
  std::vector<BookEntry> book;
  for (std::size_t begin = 0; begin < sums_.size();) {
    std::size_t end = begin + 1;
    while (end < sums_.size() && sums_[end].key == sums_[begin].key) ++end;
    add_position(std::span(sums_).subspan(begin, end - begin), book);
    begin = end;
  }
  return book;
}

void BookMaker::add_position(std::span<const Sums> moves, std::vector<BookEntry>& book) const {
  const auto weight_of = [this](const Sums& sums) -> std::uint64_t {
    if (sums.games < options_.least_games) return 0;
    return options_.weight == BookWeight::Score ? sums.points : sums.games;
  };
  std::uint64_t greatest = 0;
  for (const Sums& sums : moves) greatest = std::max(greatest, weight_of(sums));
  const std::size_t before = book.size();
  for (const Sums& sums : moves) {
    std::uint64_t weight = weight_of(sums);
    if (greatest > kMaxWeight) {
      // Rounds up, so that no weight becomes 0.
      weight = (weight * kMaxWeight + greatest - 1) / greatest;
    }
    if (weight == 0) continue;
    book.push_back({sums.key, sums.move, static_cast<std::uint16_t>(weight), 0});
  }
  std::ranges::stable_sort(book.begin() + static_cast<std::ptrdiff_t>(before), book.end(),
                           std::ranges::greater(), &BookEntry::weight);
}

}  // namespace arbiter
