#include "lib/io/file_kind.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "lib/base/text.h"

namespace arbiter {
namespace {

using namespace std::string_view_literals;

struct Magic {
  Container container;
  std::size_t offset;
  std::string_view bytes;
};

constexpr Magic kMagics[] = {
    {Container::Gzip, 0, "\x1F\x8B\x08"sv},
    {Container::Xz, 0,
     "\xFD"
     "7zXZ\0"sv},
    {Container::Zstd, 0, "\x28\xB5\x2F\xFD"sv},
    {Container::Zip, 0, "PK\x03\x04"sv},
    {Container::Zip, 0, "PK\x05\x06"sv},
    {Container::SevenZip, 0, "7z\xBC\xAF\x27\x1C"sv},
    {Container::Tar, 257, "ustar"sv},
};

constexpr std::size_t kMagicBytes = 512;

struct ForeignMagic {
  std::string_view bytes;
  std::string_view kind;
};

constexpr ForeignMagic kForeignMagics[] = {
    {"PAR1"sv, "a Parquet file"},
    {"ARROW1\0\0"sv, "an Arrow file"},
    {"SQLite format 3\0"sv, "an SQLite database"},
    {"%PDF-"sv, "a PDF document"},
    {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, "an Office document"},
    {"Scid.si\0"sv, "a Scid database"},
    {"Rar!\x1A\x07"sv, "a RAR archive"},
};

// Checks for "BZh", a block size of 1 to 9, and the magic number of a block or of the end.
bool is_bzip2(std::string_view start) {
  constexpr std::string_view kBlock = "1AY&SY";
  constexpr std::string_view kEnd = "\x17\x72\x45\x38\x50\x90";
  if (start.size() < 10 || start.substr(0, 3) != "BZh") return false;
  const std::string_view mark = start.substr(4, 6);
  return start[3] >= '1' && start[3] <= '9' && (mark == kBlock || mark == kEnd);
}

// Checks for the magic numbers 184D2A50 to 184D2A5F of skippable frames, which zstd tools write
// next to the data.
bool is_skippable_zstd_frame(std::string_view start) {
  return start.size() >= 4 && (start[0] & 0xF0) == 0x50 && start.substr(1, 3) == "\x2A\x4D\x18";
}

// Returns the first bytes of a regular file; nothing if it cannot be read.
std::string first_bytes(const std::string& path, std::size_t size) {
  std::error_code failure;
  if (!std::filesystem::is_regular_file(path, failure)) return {};
  std::ifstream file(path, std::ios::binary);
  std::string start(size, '\0');
  file.read(start.data(), static_cast<std::streamsize>(size));
  start.resize(static_cast<std::size_t>(file.gcount()));
  return start;
}

}  // namespace

Container container_of(std::string_view start) {
  for (const Magic& magic : kMagics) {
    if (start.size() > magic.offset &&
        start.substr(magic.offset, magic.bytes.size()) == magic.bytes) {
      return magic.container;
    }
  }
  if (is_bzip2(start)) return Container::Bzip2;
  if (is_skippable_zstd_frame(start)) return Container::Zstd;
  return Container::None;
}

Container container_of_file(const std::string& path) {
  return container_of(first_bytes(path, kMagicBytes));
}

std::string_view foreign_kind_of(std::string_view start) {
  for (const ForeignMagic& magic : kForeignMagics) {
    if (start.starts_with(magic.bytes)) return magic.kind;
  }
  return {};
}

bool has_binary_controls(std::string_view bytes) {
  const auto is_odd = [](char c) { return is_control(c) && c != '\t' && c != '\n' && c != '\r'; };
  const auto odd = static_cast<std::size_t>(std::ranges::count_if(bytes, is_odd));
  return odd >= 8 && odd >= bytes.size() / 16;
}

std::string_view to_string(Container container) {
  constexpr std::string_view names[] = {"", "gzip", "bzip2", "xz", "zstd", "tar", "zip", "7z"};
  return names[static_cast<std::size_t>(container)];
}

namespace {

constexpr std::string_view kCompressionEndings[] = {".gz", ".bz2", ".xz", ".zst"};

}  // namespace

bool has_ending(std::string_view name, std::string_view ending) {
  return name.size() >= ending.size() &&
         equal_ignoring_case(name.substr(name.size() - ending.size()), ending);
}

std::string_view without_compression_ending(std::string_view name) {
  for (const std::string_view ending : kCompressionEndings) {
    if (has_ending(name, ending)) return name.substr(0, name.size() - ending.size());
  }
  return name;
}

std::optional<bool> starts_as_sqlite(const std::string& path) {
  constexpr std::string_view kMagic{"SQLite format 3\0", 16};
  const std::string start = first_bytes(path, kMagic.size());
  return start.empty() ? std::nullopt : std::optional(start == kMagic);
}

bool is_sqlite_file(const std::string& path) { return starts_as_sqlite(path).value_or(false); }

std::optional<std::string> database_of_companion(const std::string& path) {
  for (const std::string_view ending : kSqliteCompanions) {
    if (!path.ends_with(ending)) continue;
    std::string database = path.substr(0, path.size() - ending.size());
    if (is_sqlite_file(database)) return database;
  }
  return std::nullopt;
}

namespace {

std::optional<FileIdentity> identity_of_regular(const std::optional<FileState>& file) {
  return file && file->is_regular() ? std::optional(file->identity) : std::nullopt;
}

}  // namespace

std::optional<FileIdentity> identity_of(const std::string& path) {
  if (path == "-") return identity_of_descriptor(kStandardInput);
  return identity_of_regular(state_of_file(path));
}

std::optional<FileIdentity> identity_of_descriptor(int descriptor) {
  return identity_of_regular(state_of_file(descriptor));
}

std::optional<std::string> fault_as_standard_output(const std::optional<FileIdentity>& file) {
  if (!file || file != identity_of_descriptor(kStandardOutput)) return std::nullopt;
  return "standard output is redirected to this file";
}

}  // namespace arbiter
