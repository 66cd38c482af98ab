// One file read by several imports, each of which takes a part of it.
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
  std::uint32_t of = 1;      // 1: the file is not divided

  bool is_all() const { return of == 1; }
};

// "2/4"; nothing for other text, and for parts that there are not.
std::optional<FilePart> parse_file_part(std::string_view text);

// The part as a source of its own: "games.pgn:part 2 of 4".
std::string name_of_part(std::string_view file, FilePart part);
struct NamedPart {
  std::string_view file;
  FilePart part;
};
// What such a name says; nothing for other names.
std::optional<NamedPart> read_name_of_part(std::string_view name);

struct PartBounds {
  std::uint64_t begin = 0;  // in bytes
  std::uint64_t end = 0;
};

// Parts are of about equal size. They begin where a game certainly does (is_hard_boundary), so they
// have the games of the whole file; the parts of a file without such places are empty but for the
// first. Nothing for what can only be read from its start: pipes, compressed files, archives,
// UTF-16. Reads some kB. Throws IoError.
std::optional<PartBounds> bounds_of_part(const std::string& path, FilePart part);

// Line breaks before that place. Reads all of it: 3 GB/s. Throws IoError.
std::uint64_t line_breaks_before(const std::string& path, std::uint64_t offset);

// So many bytes of another source, which outlives this.
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
