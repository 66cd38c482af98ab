#include "lib/io/byte_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "lib/io/file_kind.h"
#include "lib/io/output_file.h"

namespace arbiter {
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
  // Reading would never end, because the output is appended to the input.
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

// Copies of more than kMaxUncheckedBytes must leave free 5 % of the disk, at most 1 GB.
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
