#include "lib/openings/book_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "lib/io/byte_source.h"

namespace arbiter {
namespace {

constexpr std::size_t kEntryBytes = 16;
constexpr std::size_t kMostBytes = std::size_t{1} << 30;
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

}  // namespace

Result<Book> Book::read(const std::string& path) {
  const auto input = FileSource::open(path);
  if (!input) return Error{input.error()};
  std::string bytes;
  for (std::size_t size = 0; bytes.size() <= kMostBytes;) {
    bytes.resize(size + kBlock);
    const std::size_t more = read_fully(**input, std::span(bytes).subspan(size));
    bytes.resize(size += more);
    if (more < kBlock) return parse(bytes);
  }
  return Error{"it is too large for an opening book"};
}

Result<Book> Book::parse(std::string_view bytes) {
  if (bytes.size() % kEntryBytes != 0) {
    return Error{fmt::format("it is not an opening book: {} bytes are not entries of {}",
                             bytes.size(), kEntryBytes)};
  }
  Book book;
  book.entries_.reserve(bytes.size() / kEntryBytes);
  for (; !bytes.empty(); bytes.remove_prefix(kEntryBytes)) {
    const BookEntry entry = entry_of(bytes.substr(0, kEntryBytes));
    if (!book.entries_.empty() && entry.key < book.entries_.back().key) {
      return Error{fmt::format("it is not an opening book: the key of entry {} falls",
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

}  // namespace arbiter
