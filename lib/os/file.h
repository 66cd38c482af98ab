// Wrappers for files of the operating system. A function that fails leaves the reason in errno.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

inline constexpr int kStandardInput = 0;
inline constexpr int kStandardOutput = 1;
inline constexpr int kStandardError = 2;

// The identity of a file on this computer, the same for all names, links and descriptors.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

struct FileState {
  enum class Kind { Regular, Folder, Pipe, Other };

  Kind kind = Kind::Other;
  FileIdentity identity;
  std::uint64_t links = 1;  // number of hard links
  std::uint64_t bytes = 0;
  std::int64_t modified = 0;  // time in nanoseconds since 1970
  // The following three are 0 on systems without Unix permissions.
  std::uint32_t owner = 0;
  std::uint32_t group = 0;
  std::uint32_t permissions = 0;

  bool is_regular() const { return kind == Kind::Regular; }
  bool is_folder() const { return kind == Kind::Folder; }
};

// Returns the state of a file, or of the target of a link.
std::optional<FileState> state_of_file(const std::string& path);
std::optional<FileState> state_of_file(int descriptor);

// Checks whether this user may set the owner and the permissions of the file.
bool is_own_file(const FileState& file);

enum class FileRight { Exist, Read, Write, CreateFiles };  // CreateFiles is for folders

// Checks whether this user has a right.
bool has_right(const std::string& path, FileRight right);

enum class OpenMode {
  Read,           // does not wait for the writer of a named pipe
  Write,          // an existing file, pipe or device
  ReadAndWrite,   // an existing file
  Create,         // a file that does not exist, for reading by all
  CreatePrivate,  // a file that does not exist, for its owner only
};

// Opens a file, and returns its descriptor, or -1.
int open_file(const std::string& path, OpenMode how);

// Creates an unnamed file, which disappears when it is closed or the program is killed. Returns -1
// on file systems that do not support link_file().
int create_nameless_file(const std::string& folder, OpenMode how);
// Gives a name to a file of create_nameless_file().
bool link_file(int descriptor, const std::string& path);

int duplicate_descriptor(int descriptor);

// Returns a path by which this program can open the file, even if it is unnamed.
std::string name_of_descriptor(int descriptor);

// Always closes the descriptor. Returns false if bytes could not be written.
bool close_file(int descriptor);

// Prepares the system for reading the whole file from its start.
void expect_sequential_reading(int descriptor);

// Reads the next bytes. Returns their number, 0 at the end, or -1.
std::ptrdiff_t read_file(int descriptor, std::span<char> into);

// Like read_file(), but reads at an offset and keeps the file position.
std::ptrdiff_t read_file_at(int descriptor, std::uint64_t offset, std::span<char> into);

// Returns the offset of the next byte; nothing for pipes and terminals.
std::optional<std::uint64_t> offset_in_file(int descriptor);
bool seek_in_file(int descriptor, std::uint64_t offset);

// Returns the first bytes of an open file or pipe without consuming them. Waits up to five seconds
// for `enough` of them.
std::string preview_of(int descriptor, std::size_t enough);

// Writes the whole text, waiting for space in a non-blocking pipe. Returns 0, or a value of errno.
int write_all(int descriptor, std::string_view text);

// Writes a file to disk. Also returns true if the file is not on a disk.
bool sync_to_disk(int descriptor);

// Writes the entries of a folder to disk, if it can be opened.
bool sync_folder(const std::string& folder);

// Renames a file, replacing another.
bool replace_file(const std::string& from, const std::string& to);

// Removes a file. Safe in signal handlers.
bool remove_file(const char* path);

// Copies the owner, group, permissions, access control list and extended attributes of the file at
// `path`, with state `before`, to an open file. Returns the attributes that could not be copied,
// each as a sentence in the form of an Error. No user gets more rights than before.
std::vector<std::string> copy_attributes(const std::string& path, const FileState& before,
                                         int descriptor);

struct DiskSpace {
  std::uint64_t total = 0;
  std::uint64_t available = 0;
};

std::optional<DiskSpace> disk_space(int descriptor);

// Checks whether the disk or the quota of a folder has no space for this many bytes.
bool is_full(const std::string& folder, std::size_t bytes);

// Returns the folder for temporary files: TMPDIR, or /tmp.
std::string temporary_folder();

// Returns a name for messages, such as "temporary file in /tmp".
std::string temporary_file_name();

// Opens an unnamed temporary file, which disappears when it is closed. Throws IoError.
int open_temporary_file();

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

std::unique_ptr<std::FILE, FileCloser> open_temporary_stream();

// Reads exactly `into.size()` bytes of a flushed stream.
bool read_at(std::FILE* file, std::uint64_t offset, std::span<char> into);

// An in-memory file with a path that this program can open. Throws IoError.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view content = {});
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile();

  int descriptor() const { return descriptor_; }
  std::string name() const { return name_of_descriptor(descriptor_); }
  std::string content() const;

 private:
  int descriptor_;
};

// An exclusive lock on a folder. The constructor waits until the lock is free, or until waits are
// interrupted (see process.h). Has no effect if the folder cannot be locked.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

 private:
  std::intptr_t lock_;
};

}  // namespace arbiter
