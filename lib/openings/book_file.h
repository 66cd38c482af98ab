// Opening books in Polyglot's format: records of 16 bytes, all numbers big-endian, by rising key.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"

namespace arbiter {

struct BookEntry {
  std::uint64_t key = 0;     // BookPosition::key()
  std::uint16_t move = 0;    // book_move_of()
  std::uint16_t weight = 0;  // compared with those of the position's other moves
  std::uint32_t learn = 0;   // engines' own

  bool operator==(const BookEntry&) const = default;
};

// A book in memory.
class Book {
 public:
  // Fails where the file cannot be read, is larger than a gigabyte, or is no book: entries that are
  // not whole, or keys that fall.
  static Result<Book> read(const std::string& path);
  static Result<Book> parse(std::string_view bytes);

  std::span<const BookEntry> entries() const { return entries_; }

  // Those of the position, in the order of the file.
  std::span<const BookEntry> at(std::uint64_t key) const;

  // How many positions have moves.
  std::size_t positions() const;

 private:
  std::vector<BookEntry> entries_;
};

// The bytes of a book. Precondition: keys rise.
std::string bytes_of(std::span<const BookEntry> entries);

}  // namespace arbiter
