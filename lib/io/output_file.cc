#include "lib/io/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "lib/base/io_error.h"
#include "lib/io/file_kind.h"

namespace arbiter {
namespace {

// The endings of other compressions and archives, which a plain file must not have.
constexpr std::string_view kReadOnlyEndings[] = {".bz2", ".xz",  ".lz4", ".zip",
                                                 ".7z",  ".tar", ".tgz"};

constexpr mode_t kNewPermissions = 0666;  // less what the umask takes

// Opens a file without a name, which disappears even if the program is killed. Some file systems do
// not support it.
int open_nameless(const std::string& folder) {
  if (::access("/proc/self/fd", X_OK) != 0) return -1;
  return ::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, kNewPermissions);
}

// Writes the file to disk. Returns true if the system did so, or if there is no disk.
bool sync_to_disk(int descriptor) {
  return ::fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP;
}

// Checks for an input, or a file that SQLite keeps beside an input.
bool is_input(const FileIdentity& file, const std::string& input) {
  if (identity_of(input) == file) return true;
  return std::ranges::any_of(
      kSqliteCompanions, [&](const char* ending) { return identity_of(input + ending) == file; });
}

}  // namespace

Result<std::unique_ptr<OutputFile>> OutputFile::open(const std::string& path) {
  for (const std::string_view ending : kReadOnlyEndings) {
    if (!has_ending(path, ending)) continue;
    return Error{
        fmt::format("files ending in {} cannot be written; those in .gz and .zst can", ending)};
  }
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
    descriptor_ = open_nameless(target_.folder());
    if (descriptor_ < 0) {
      descriptor_ =
          ::open(begin_temporary(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewPermissions);
    }
  } else {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  }
  if (descriptor_ < 0) return Error{reason_of_errno(errno)};
  sink_ = descriptor_sink(descriptor_, path_);
  if (has_ending(path_, ".gz")) sink_ = gzip_sink(std::move(sink_));
  if (has_ending(path_, ".zst")) sink_ = zstd_sink(std::move(sink_));
  return std::nullopt;
}

// Returns the name of a temporary file next to the target, which does not exist yet.
const char* OutputFile::begin_temporary() {
  temporary_.emplace(fmt::format("{}.{}.tmp", target_.path(), ::getpid()));
  const char* name = temporary_->name().c_str();
  ::unlink(name);  // of an earlier process of this number, which was killed
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

Result<std::vector<std::string>> OutputFile::finish() {
  sink_->finish();
  std::vector<std::string> losses;
  if (is_beside_) {
    losses = target_.copy_attributes_to(descriptor_);
    if (!sync_to_disk(descriptor_)) fail();
    if (target_.has_changed()) {
      return Error{"another program has changed it; it was not replaced"};
    }
    take_place();
  }
  if (::close(std::exchange(descriptor_, -1)) != 0) fail();
  return losses;
}

void OutputFile::take_place() {
  if (!temporary_) give_name();
  if (!temporary_->rename_to(target_.path())) fail();
  sync_folder();
}

// Syncs the folder, which writes the new name to disk. Some folders cannot be opened, only written
// to.
void OutputFile::sync_folder() const {
  const int folder = ::open(target_.folder().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  const bool is_synced = sync_to_disk(folder);
  ::close(folder);
  if (!is_synced) fail();
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
