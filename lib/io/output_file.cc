#include "lib/io/output_file.h"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "lib/base/result.h"
#include "lib/io/byte_source.h"
#include "lib/os/process.h"

namespace arbiter {

void write_fully(int descriptor, std::string_view bytes, const std::string& name) {
  if (const int reason = write_all(descriptor, bytes)) {
    throw IoError(fmt::format("{}: {}", name, reason_of_errno(reason)));
  }
}

namespace {

constexpr std::size_t kBufferSize = std::size_t{1} << 16;

class DescriptorSink final : public ByteSink {
 public:
  DescriptorSink(int descriptor, std::string name)
      : descriptor_(descriptor), name_(std::move(name)) {}

  void write(std::string_view bytes) override {
    if (buffer_.size() + bytes.size() > kBufferSize) write_out(std::exchange(buffer_, {}));
    if (bytes.size() > kBufferSize) return write_out(bytes);
    buffer_ += bytes;
  }

  void finish() override { write_out(std::exchange(buffer_, {})); }

 private:
  void write_out(std::string_view bytes) { write_fully(descriptor_, bytes, name_); }

  int descriptor_;
  std::string name_;
  std::string buffer_;
};

constexpr std::size_t kBlockSize = std::size_t{1} << 16;
constexpr int kGzipOutputWindow = 15 + 16;  // maximum window, with gzip header
constexpr int kGzipMemory = 8;              // zlib's default

class GzipSink final : public ByteSink {
 public:
  explicit GzipSink(std::unique_ptr<ByteSink> target) : target_(std::move(target)) {
    if (deflateInit2(&encoder_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipOutputWindow, kGzipMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~GzipSink() override { deflateEnd(&encoder_); }

  void write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const std::string_view part = bytes.substr(0, kBlockSize);
      encode(part, Z_NO_FLUSH);
      bytes.remove_prefix(part.size());
    }
  }

  void finish() override {
    encode({}, Z_FINISH);
    target_->finish();
  }

 private:
  void encode(std::string_view bytes, int flush) {
    encoder_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    encoder_.avail_in = static_cast<uInt>(bytes.size());
    do {
      encoder_.next_out = reinterpret_cast<Bytef*>(block_.data());
      encoder_.avail_out = static_cast<uInt>(block_.size());
      deflate(&encoder_, flush);
      target_->write({block_.data(), block_.size() - encoder_.avail_out});
    } while (encoder_.avail_out == 0);
  }

  std::unique_ptr<ByteSink> target_;
  z_stream encoder_{};
  std::array<char, kBlockSize> block_;
};

struct FreeEncoder {
  void operator()(ZSTD_CStream* encoder) const { ZSTD_freeCStream(encoder); }
};

class ZstdSink final : public ByteSink {
 public:
  explicit ZstdSink(std::unique_ptr<ByteSink> target)
      : target_(std::move(target)), encoder_(ZSTD_createCStream()) {
    if (!encoder_) throw std::bad_alloc();
  }

  void write(std::string_view bytes) override { encode(bytes, ZSTD_e_continue); }

  void finish() override {
    encode({}, ZSTD_e_end);
    target_->finish();
  }

 private:
  void encode(std::string_view bytes, ZSTD_EndDirective directive) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    bool is_done = false;
    while (!is_done) {
      ZSTD_outBuffer out{block_.data(), block_.size(), 0};
      const std::size_t left = ZSTD_compressStream2(encoder_.get(), &out, &in, directive);
      if (ZSTD_isError(left)) throw std::bad_alloc();  // the only possible failure: no memory
      target_->write({block_.data(), out.pos});
      is_done = directive == ZSTD_e_end ? left == 0 : in.pos == in.size;
    }
  }

  std::unique_ptr<ByteSink> target_;
  std::unique_ptr<ZSTD_CStream, FreeEncoder> encoder_;
  std::array<char, kBlockSize> block_;
};

namespace fs = std::filesystem;

// Returns the target of symbolic links, which need not exist.
std::string link_target(fs::path path) {
  constexpr int kMaxLinks = 40;
  std::error_code failure;
  for (int links = 0; links < kMaxLinks && fs::is_symlink(path, failure); ++links) {
    path = path.parent_path() / fs::read_symlink(path, failure);
  }
  return path.string();
}

}  // namespace

ReplacedFile::ReplacedFile(const std::string& path) : before_(state_of_file(path)) {
  if (!before_ && errno == EIO) throw IoError(fmt::format("{}: {}", path, reason_of_errno(EIO)));
  std::error_code failure;
  const fs::path real = fs::canonical(path, failure);
  path_ = failure ? link_target(path) : real.string();
  folder_ = fs::path(path_).parent_path().string();
  if (folder_.empty()) folder_ = ".";
}

bool ReplacedFile::has_changed() const {
  const auto now = state_of_file(path_);
  if (!now && errno != ENOENT && errno != ENOTDIR) {
    throw IoError(fmt::format("{}: {}", path_, reason_of_errno(errno)));
  }
  if (!now || !before_) return now.has_value() != before_.has_value();
  return now->identity != before_->identity || now->bytes != before_->bytes ||
         now->modified != before_->modified;
}

std::vector<std::string> ReplacedFile::copy_attributes_to(int descriptor) const {
  if (!before_) return {};
  std::vector<std::string> losses = copy_attributes(path_, *before_, descriptor);
  if (before_->links > 1) {
    losses.push_back(fmt::format("it had {} names (hard links); the others keep the old contents",
                                 before_->links));
  }
  return losses;
}

namespace {

// The names of unfinished files that signal handlers remove. Any further files remain if a signal
// ends the program.
std::array<std::atomic<const char*>, 8> unfinished_names;
static_assert(std::atomic<const char*>::is_always_lock_free);

void exchange_name(const char* before, const char* after) {
  for (std::atomic<const char*>& name : unfinished_names) {
    const char* expected = before;
    if (name.compare_exchange_strong(expected, after)) return;
  }
}

}  // namespace

UnfinishedFile::UnfinishedFile(std::string name) : name_(std::move(name)) {
  exchange_name(nullptr, name_.c_str());
}

UnfinishedFile::~UnfinishedFile() {
  if (!exists_) return;
  remove_file(name_.c_str());
  forget();
}

bool UnfinishedFile::rename_to(const std::string& path) {
  if (!replace_file(name_, path)) return false;
  forget();
  return true;
}

void UnfinishedFile::forget() {
  exchange_name(name_.c_str(), nullptr);
  exists_ = false;
}

void remove_unfinished_files() {
  for (const std::atomic<const char*>& name : unfinished_names) {
    if (const char* unfinished = name.load()) remove_file(unfinished);
  }
}

namespace {

// The endings of other compressions and archives, which a plain file must not have.
constexpr std::string_view kReadOnlyEndings[] = {".bz2", ".xz",  ".lz4", ".zip",
                                                 ".7z",  ".tar", ".tgz"};

// Checks for an input, or a file that SQLite keeps next to an input.
bool is_input(const FileIdentity& file, const std::string& input) {
  if (identity_of(input) == file) return true;
  return std::ranges::any_of(
      kSqliteCompanions, [&](const char* ending) { return identity_of(input + ending) == file; });
}

}  // namespace

std::optional<std::string> OutputFile::fault_of_name(const std::string& path) {
  for (const std::string_view ending : kReadOnlyEndings) {
    if (!has_ending(path, ending)) continue;
    return fmt::format("cannot write files ending in {}; use .gz or .zst", ending);
  }
  return std::nullopt;
}

Result<std::unique_ptr<OutputFile>> OutputFile::open(const std::string& path) {
  if (auto fault = fault_of_name(path)) return Error{*std::move(fault)};
  std::unique_ptr<OutputFile> file(new OutputFile(path));
  if (auto error = file->open_descriptor()) return std::move(*error);
  return file;
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)), target_(path_) {}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close_file(descriptor_);
}

std::optional<Error> OutputFile::open_descriptor() {
  if (target_.is_folder()) return Error{reason_of_errno(EISDIR)};
  is_beside_ = target_.is_regular() || !target_.is_there();
  if (is_beside_) {
    const OpenMode how = target_.is_there() ? OpenMode::CreatePrivate : OpenMode::Create;
    descriptor_ = create_nameless_file(target_.folder(), how);
    if (descriptor_ < 0) descriptor_ = open_file(begin_temporary(), how);
  } else {
    descriptor_ = open_file(path_, OpenMode::Write);
  }
  if (descriptor_ < 0) return Error{reason_of_errno(errno)};
  sink_ = std::make_unique<DescriptorSink>(descriptor_, path_);
  if (has_ending(path_, ".gz")) sink_ = std::make_unique<GzipSink>(std::move(sink_));
  if (has_ending(path_, ".zst")) sink_ = std::make_unique<ZstdSink>(std::move(sink_));
  return std::nullopt;
}

// Returns an unused name for a temporary file next to the target.
const char* OutputFile::begin_temporary() {
  temporary_.emplace(fmt::format("{}.{}.tmp", target_.path(), process_id()));
  const char* name = temporary_->name().c_str();
  remove_file(name);  // left behind by a killed process with the same id
  return name;
}

// Links the unnamed file, because only named files can be renamed.
void OutputFile::give_name() {
  if (!link_file(descriptor_, begin_temporary())) fail();
}

void OutputFile::fail() const {
  throw IoError(fmt::format("{}: {}", path_, reason_of_errno(errno)));
}

void OutputFile::complete() {
  if (std::exchange(is_complete_, true)) return;
  sink_->finish();
  if (is_beside_) {
    losses_ = target_.copy_attributes_to(descriptor_);
    if (!sync_to_disk(descriptor_)) fail();
    if (!temporary_) give_name();
  }
  if (!close_file(std::exchange(descriptor_, -1))) fail();
}

Result<std::vector<std::string>> OutputFile::finish() {
  complete();
  if (!is_beside_) return losses_;
  if (target_.has_changed()) {
    return Error{"another program has changed it; it was not replaced"};
  }
  if (!temporary_->rename_to(target_.path())) fail();
  if (!sync_folder(target_.folder())) {
    throw IoError(fmt::format("{}: written completely, but its folder could not be synced: {}",
                              path_, reason_of_errno(errno)));
  }
  return losses_;
}

std::optional<std::string> fault_of_target(const std::string& path,
                                           std::span<const std::string> inputs) {
  if (const auto database = database_of_companion(ReplacedFile(path).path())) {
    return fmt::format("it belongs to the database {}", *database);
  }
  const auto file = identity_of(path);
  if (!file) return std::nullopt;
  for (const std::string& input : inputs) {
    if (!is_input(*file, input)) continue;
    return fmt::format("it is also an input ({})", input == "-" ? "standard input" : input);
  }
  return std::nullopt;
}

}  // namespace arbiter
