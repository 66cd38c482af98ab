#include "lib/io/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/limits.h>
#include <poll.h>
#include <sys/xattr.h>
#include <unistd.h>
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
#include "lib/io/file_kind.h"

namespace arbiter {

bool can_write_again(int descriptor, int reason) {
  if (reason == EINTR) return true;
  if (reason != EAGAIN && reason != EWOULDBLOCK) return false;
  pollfd wait{descriptor, POLLOUT, 0};
  return ::poll(&wait, 1, -1) >= 0 || errno == EINTR;
}

void write_fully(int descriptor, std::string_view bytes, const std::string& name) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (!can_write_again(descriptor, errno)) {
      throw IoError(fmt::format("{}: {}", name, reason_of_errno(errno)));
    }
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
constexpr int kGzipOutputWindow = 15 + 16;  // the largest, with a gzip header
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

std::optional<struct stat> state_of(const std::string& path) {
  struct stat state {};
  if (::stat(path.c_str(), &state) != 0) return std::nullopt;
  return state;
}

// Returns the file to which symbolic links lead; neither has to exist.
std::string link_target(fs::path path) {
  constexpr int kMaxLinks = 40;
  std::error_code failure;
  for (int links = 0; links < kMaxLinks && fs::is_symlink(path, failure); ++links) {
    path = path.parent_path() / fs::read_symlink(path, failure);
  }
  return path.string();
}

}  // namespace

ReplacedFile::ReplacedFile(const std::string& path) : before_(state_of(path)) {
  std::error_code failure;
  const fs::path real = fs::canonical(path, failure);
  path_ = failure ? link_target(path) : real.string();
  folder_ = fs::path(path_).parent_path().string();
  if (folder_.empty()) folder_ = ".";
}

bool ReplacedFile::has_changed() const {
  const auto now = state_of(path_);
  if (!now && errno != ENOENT && errno != ENOTDIR) {
    throw IoError(fmt::format("{}: {}", path_, reason_of_errno(errno)));
  }
  if (!now || !before_) return now.has_value() != before_.has_value();
  return now->st_dev != before_->st_dev || now->st_ino != before_->st_ino ||
         now->st_size != before_->st_size || now->st_mtim.tv_sec != before_->st_mtim.tv_sec ||
         now->st_mtim.tv_nsec != before_->st_mtim.tv_nsec;
}

std::vector<std::string> ReplacedFile::copy_attributes_to(int descriptor) const {
  if (!before_) return {};
  std::vector<std::string> losses = copy_attributes(path_, *before_, descriptor);
  if (before_->st_nlink > 1) {
    losses.push_back(fmt::format("it had {} names (hard links); the others keep the old contents",
                                 before_->st_nlink));
  }
  return losses;
}

namespace {

// The names of unfinished files. Further files are removed too, unless a signal ends the program.
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
  ::unlink(name_.c_str());
  forget();
}

bool UnfinishedFile::rename_to(const std::string& path) {
  if (std::rename(name_.c_str(), path.c_str()) != 0) return false;
  forget();
  return true;
}

void UnfinishedFile::forget() {
  exchange_name(name_.c_str(), nullptr);
  exists_ = false;
}

void remove_unfinished_files() {
  for (const std::atomic<const char*>& name : unfinished_names) {
    if (const char* unfinished = name.load()) ::unlink(unfinished);
  }
}

namespace {

// The endings of other compressions and archives, which a plain file must not have.
constexpr std::string_view kReadOnlyEndings[] = {".bz2", ".xz",  ".lz4", ".zip",
                                                 ".7z",  ".tar", ".tgz"};

constexpr mode_t kNewPermissions = 0666;         // the umask is subtracted
constexpr mode_t kUnfinishedPermissions = 0600;  // until those of the replaced file are set

// Opens a file without a name, which disappears even if the program is killed. Some file systems do
// not support it.
int open_nameless(const std::string& folder, mode_t permissions) {
  if (::access("/proc/self/fd", X_OK) != 0) return -1;
  return ::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, permissions);
}

// Writes the file to disk. Returns true if the system did so, or if there is no disk.
bool sync_to_disk(int descriptor) {
  while (::fsync(descriptor) != 0) {
    if (errno != EINTR) return errno == EINVAL || errno == EROFS || errno == ENOTSUP;
  }
  return true;
}

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
    return fmt::format("files ending in {} cannot be written; those in .gz and .zst can", ending);
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
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::optional<Error> OutputFile::open_descriptor() {
  if (target_.is_folder()) return Error{reason_of_errno(EISDIR)};
  is_beside_ = target_.is_regular() || !target_.is_there();
  if (is_beside_) {
    const mode_t permissions = target_.is_there() ? kUnfinishedPermissions : kNewPermissions;
    descriptor_ = open_nameless(target_.folder(), permissions);
    if (descriptor_ < 0) {
      descriptor_ = ::open(begin_temporary(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions);
    }
  } else {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  }
  if (descriptor_ < 0) return Error{reason_of_errno(errno)};
  sink_ = std::make_unique<DescriptorSink>(descriptor_, path_);
  if (has_ending(path_, ".gz")) sink_ = std::make_unique<GzipSink>(std::move(sink_));
  if (has_ending(path_, ".zst")) sink_ = std::make_unique<ZstdSink>(std::move(sink_));
  return std::nullopt;
}

// Returns the name of a temporary file next to the target, which does not exist yet.
const char* OutputFile::begin_temporary() {
  temporary_.emplace(fmt::format("{}.{}.tmp", target_.path(), ::getpid()));
  const char* name = temporary_->name().c_str();
  ::unlink(name);  // left by an earlier process with this number, which was killed
  return name;
}

// Gives a name to the file, which renaming requires.
void OutputFile::give_name() {
  const std::string own = fmt::format("/proc/self/fd/{}", descriptor_);
  if (::linkat(AT_FDCWD, own.c_str(), AT_FDCWD, begin_temporary(), AT_SYMLINK_FOLLOW) != 0) fail();
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
  // After EINTR the descriptor is closed on Linux.
  if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) fail();
}

Result<std::vector<std::string>> OutputFile::finish() {
  complete();
  if (!is_beside_) return losses_;
  if (target_.has_changed()) {
    return Error{"another program has changed it; it was not replaced"};
  }
  if (!temporary_->rename_to(target_.path())) fail();
  sync_folder();
  return losses_;
}

// Syncs the folder, which writes the new name to disk. Some folders cannot be opened, only written
// to.
void OutputFile::sync_folder() const {
  const int folder = ::open(target_.folder().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  const bool is_synced = sync_to_disk(folder);
  ::close(folder);
  if (is_synced) return;
  throw IoError(fmt::format("{}: written completely, but its folder could not be synced: {}", path_,
                            reason_of_errno(errno)));
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

namespace {

constexpr mode_t kPermissions = 07777;
constexpr mode_t kRunAsOwner = S_ISUID | S_ISGID;
constexpr unsigned kGroupShift = 3;  // shift from the permissions of others to those of the group

constexpr std::string_view kAccessList = "system.posix_acl_access";
// Checksums of the old contents, which only the kernel writes.
constexpr std::string_view kChecksums[] = {"security.evm", "security.ima"};

// Sets the owner and the group as far as possible. Returns the new state of the file.
struct stat set_owner(int descriptor, const struct stat& owned) {
  constexpr auto kSameUser = static_cast<uid_t>(-1);
  if (::fchown(descriptor, owned.st_uid, owned.st_gid) != 0 &&
      ::fchown(descriptor, kSameUser, owned.st_gid) != 0) {
    // Both stay unchanged: only root can set the owner, and only its members the group.
  }
  struct stat now {};
  ::fstat(descriptor, &now);
  return now;
}

std::vector<std::string> attribute_names(const std::string& path) {
  std::string list(XATTR_LIST_MAX, '\0');
  const ssize_t size = ::listxattr(path.c_str(), list.data(), list.size());
  std::vector<std::string> names;
  for (std::string_view rest(list.data(), size < 0 ? 0 : static_cast<std::size_t>(size));
       !rest.empty(); rest.remove_prefix(std::min(rest.size(), names.back().size() + 1))) {
    names.emplace_back(rest.substr(0, rest.find('\0')));
  }
  return names;
}

// Returns a value that `read` writes into a buffer, or nothing if it returns a negative size.
template <class Read>
std::optional<std::string> attribute_value(Read read) {
  std::string value(XATTR_SIZE_MAX, '\0');
  const ssize_t size = read(value.data(), value.size());
  if (size < 0) return std::nullopt;
  value.resize(static_cast<std::size_t>(size));
  return value;
}

// Copies an extended attribute. Returns false on failure, with the reason in errno.
bool copy_attribute(const std::string& path, const std::string& name, int descriptor) {
  const auto value = attribute_value([&](char* bytes, std::size_t size) {
    return ::getxattr(path.c_str(), name.c_str(), bytes, size);
  });
  if (!value) return errno == ENODATA;
  const auto present = attribute_value([&](char* bytes, std::size_t size) {
    return ::fgetxattr(descriptor, name.c_str(), bytes, size);
  });
  return present == value ||
         ::fsetxattr(descriptor, name.c_str(), value->data(), value->size(), 0) == 0;
}

std::string title_of(const std::string& attribute) {
  if (attribute == kAccessList) return "access control list";
  return fmt::format("extended attribute {}", attribute);
}

}  // namespace

std::vector<std::string> copy_attributes(const std::string& path, const struct stat& before,
                                         int descriptor) {
  std::vector<std::string> losses;
  mode_t permissions = before.st_mode & kPermissions;
  const struct stat now = set_owner(descriptor, before);
  if (now.st_uid != before.st_uid || now.st_gid != before.st_gid) {
    permissions &= ~kRunAsOwner;
    losses.emplace_back("its owner or group has changed, because only root can set them");
  }
  if (now.st_gid != before.st_gid) {
    permissions &= ~S_IRWXG | (permissions & S_IRWXO) << kGroupShift;
  }
  const std::vector<std::string> names = attribute_names(path);
  if (std::ranges::find(names, kAccessList) == names.end()) {
    ::fremovexattr(descriptor, kAccessList.data());  // inherited from the folder
  }
  for (const std::string& name : names) {
    const bool is_checksum = std::ranges::find(kChecksums, name) != std::end(kChecksums);
    if (is_checksum || copy_attribute(path, name, descriptor)) continue;
    losses.push_back(
        fmt::format("its {} was not kept ({})", title_of(name), reason_of_errno(errno)));
    // Without the list, its mask would become the permissions of the group.
    if (name == kAccessList) permissions &= ~S_IRWXG;
  }
  if (::fchmod(descriptor, permissions) != 0) {
    losses.push_back(fmt::format("its permissions have changed ({})", reason_of_errno(errno)));
  }
  return losses;
}

}  // namespace arbiter
