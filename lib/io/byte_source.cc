#include "lib/io/byte_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/io/output_file.h"

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

namespace {

constexpr std::size_t kSpoolBytes = 256 * 1024;

[[noreturn]] void throw_io_error(const std::string& name, int error_number) {
  throw IoError(fmt::format("{}: {}", name, reason_of_errno(error_number)));
}

}  // namespace

std::size_t read_fully(ByteSource& source, std::span<char> into) {
  std::size_t size = 0;
  while (size < into.size()) {
    const std::size_t more = source.read(into.subspan(size));
    if (more == 0) break;
    size += more;
  }
  return size;
}

FileSource::FileSource(int descriptor, std::string name)
    : descriptor_(descriptor), name_(std::move(name)) {
  const auto state = state_of_file(descriptor_);
  if (!state || !state->is_regular()) return;
  total_bytes_ = state->bytes;
  position_ = offset_in_file(descriptor_).value_or(0);
  expect_sequential_reading(descriptor_);
}

FileSource::~FileSource() { close_file(descriptor_); }

Result<std::unique_ptr<FileSource>> FileSource::open(const std::string& path) {
  const bool is_standard_input = path == "-";
  const int descriptor =
      is_standard_input ? duplicate_descriptor(kStandardInput) : open_file(path, OpenMode::Read);
  if (descriptor < 0) return Error{reason_of_errno(errno)};
  std::unique_ptr<FileSource> file(
      new FileSource(descriptor, is_standard_input ? "standard input" : path));
  if (const auto state = state_of_file(descriptor); state && state->is_folder())
    return Error{reason_of_errno(EISDIR)};
  // If the output were appended to the file that is read, reading would never end.
  if (auto fault = fault_as_standard_output(identity_of_descriptor(descriptor)))
    return Error{*std::move(fault)};
  return file;
}

Result<std::unique_ptr<FileSource>> FileSource::spool(ByteSource& source,
                                                      const FileSource& packed) {
  std::unique_ptr<FileSource> copy(new FileSource(open_temporary_file(), temporary_file_name()));
  std::uint64_t bytes = 0;
  std::vector<char> block(kSpoolBytes);
  while (const std::size_t size = source.read(block)) {
    bytes += size;
    const std::uint64_t packed_bytes = packed.total_bytes().value_or(packed.position());
    if (auto error = check_unpacked_size(bytes, packed_bytes, copy->descriptor_)) return *error;
    write_fully(copy->descriptor_, {block.data(), size}, copy->name_);
  }
  copy->total_bytes_ = bytes;
  copy->seek(0);
  return copy;
}

std::size_t FileSource::read(std::span<char> into) {
  assert(!into.empty());
  for (;;) {
    if (!is_regular()) wait_for_input(descriptor_);
    const std::ptrdiff_t size = read_file(descriptor_, into);
    if (size >= 0) {
      position_.fetch_add(static_cast<std::uint64_t>(size), std::memory_order_relaxed);
      return static_cast<std::size_t>(size);
    }
    if (errno != EINTR && errno != EAGAIN) throw_io_error(name_, errno);
  }
}

void FileSource::seek(std::uint64_t position) {
  assert(is_regular());
  if (!seek_in_file(descriptor_, position)) throw_io_error(name_, errno);
  position_.store(position, std::memory_order_relaxed);
}

PeekableSource::PeekableSource(std::shared_ptr<ByteSource> source, std::size_t bytes)
    : source_(std::move(source)), start_(bytes, '\0') {
  start_.resize(read_fully(*source_, start_));
}

std::size_t PeekableSource::read(std::span<char> into) {
  if (start_read_ == start_.size()) return source_->read(into);
  const std::size_t size = std::min(into.size(), start_.size() - start_read_);
  std::memcpy(into.data(), start_.data() + start_read_, size);
  start_read_ += size;
  return size;
}

Spool::Spool() : file_(open_temporary_stream()) {}

std::uint64_t Spool::add(std::string_view bytes) {
  const std::uint64_t offset = size_;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
    throw_io_error(temporary_file_name(), errno);
  }
  size_ += bytes.size();
  return offset;
}

void Spool::read(std::uint64_t offset, std::size_t size, std::string& into) {
  into.resize(size);
  if (std::fflush(file_.get()) != 0) throw_io_error(temporary_file_name(), errno);
  if (!read_at(file_.get(), offset, into)) throw_io_error(temporary_file_name(), errno);
}

namespace {

// The limit from set_max_unpacked(); 0 if there is none.
std::atomic<std::uint64_t> max_unpacked = 0;

// Copies of more than kMaxUncheckedBytes must leave 5 % of the disk free, or 1 GB if that is less.
constexpr std::uint64_t kMaxUncheckedBytes = std::uint64_t{16} << 20;
constexpr std::uint64_t kMaxReserve = std::uint64_t{1} << 30;
constexpr std::uint64_t kReserveShare = 20;

std::string megabytes(std::uint64_t bytes) { return fmt::format("{} MB", bytes >> 20); }

std::optional<Error> check_disk_space(std::uint64_t unpacked_bytes, int descriptor) {
  if (unpacked_bytes <= kMaxUncheckedBytes) return std::nullopt;
  const auto disk = disk_space(descriptor);
  if (!disk) return std::nullopt;
  const std::uint64_t reserve = std::min(disk->total / kReserveShare, kMaxReserve);
  if (disk->available >= reserve) return std::nullopt;
  return Error{fmt::format(
      "unpacking the archive would leave less than {} of disk space in {}; free some space, or set "
      "TMPDIR to another folder",
      megabytes(reserve), temporary_folder())};
}

}  // namespace

void set_max_unpacked(std::uint64_t bytes) { max_unpacked = bytes; }

std::optional<Error> check_unpacked_size(std::uint64_t unpacked_bytes, std::uint64_t packed_bytes,
                                         int descriptor) {
  const std::uint64_t chosen = max_unpacked;
  const std::uint64_t by_ratio = std::max(kMinUnpackedLimit, packed_bytes * kMaxUnpackedRatio);
  if (unpacked_bytes <= (chosen > 0 ? chosen : by_ratio)) {
    return check_disk_space(unpacked_bytes, descriptor);
  }
  if (chosen > 0) {
    return Error{fmt::format("the unpacked archive exceeds {}, the limit of --max-unpacked",
                             megabytes(chosen))};
  }
  return Error{
      fmt::format("the unpacked archive exceeds {} and {} times its compressed size; use "
                  "--max-unpacked SIZE to allow more",
                  megabytes(by_ratio), kMaxUnpackedRatio)};
}

}  // namespace arbiter
