// Parts of a file, which several imports read in parallel.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lib/io/byte_source.h"

namespace arbiter {

struct FilePart {
  std::uint32_t number = 1;  // from 1
  std::uint32_t of = 1;      // number of parts; 1: the file is not split

  bool is_all() const { return of == 1; }
};

// Parses a text such as "2/4". Returns nothing for other text or an impossible part.
std::optional<FilePart> parse_file_part(std::string_view text);

// Returns the source name of a part, such as "games.pgn:part 2 of 4".
std::string name_of_part(std::string_view file, FilePart part);
struct NamedPart {
  std::string_view file;
  FilePart part;
};
// Parses the source name of a part. Returns nothing for other names.
std::optional<NamedPart> read_name_of_part(std::string_view name);

struct PartBounds {
  std::uint64_t begin = 0;  // in bytes
  std::uint64_t end = 0;
};

// Returns the bounds of a part. The parts have about equal size and start at hard boundaries
// (is_hard_boundary), so that together they contain all games. Without any, all parts except the
// first are empty. Returns nothing for text that must be read from its start: pipes, compressed
// files, archives, and text that is converted to UTF-8. Reads up to the whole file, at 3 GB/s.
// Throws IoError.
std::optional<PartBounds> bounds_of_part(const std::string& path, FilePart part);

// Returns the number of line breaks before an offset. Reads the file up to the offset, at 3 GB/s.
// Throws IoError.
std::uint64_t line_breaks_before(const std::string& path, std::uint64_t offset);

// A source that is limited to the first bytes of another source, which must outlive it.
class FirstBytes final : public ByteSource {
 public:
  FirstBytes(ByteSource& source, std::uint64_t count) : source_(source), left_(count) {}

  std::size_t read(std::span<char> into) override;
  std::optional<std::string> damage() const override { return source_.damage(); }

 private:
  ByteSource& source_;
  std::uint64_t left_;
};

}  // namespace arbiter
