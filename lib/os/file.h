// Files of the operating system: states, opening, reading, writing, replacing, locking. A function
// that fails leaves the reason in errno.
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

// The identity of a file on this computer, equal for all its names, links and descriptors.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

struct FileState {
  enum class Kind { Regular, Folder, Pipe, Other };

  Kind kind = Kind::Other;
  FileIdentity identity;
  std::uint64_t links = 1;  // number of names
  std::uint64_t bytes = 0;
  std::int64_t modified = 0;  // in nanoseconds since 1970
  // The three values are 0 on systems without Unix permissions.
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

enum class FileRight { Exist, Read, Write, CreateFiles };  // the last one of a folder

// Checks for a right of this user.
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

// Creates a file without a name, which disappears when it is closed, even if the program is killed.
// Returns -1 on file systems that cannot name it later.
int create_nameless_file(const std::string& folder, OpenMode how);
// Gives a name to a file of create_nameless_file().
bool link_file(int descriptor, const std::string& path);

int duplicate_descriptor(int descriptor);

// Returns a name by which this program can open the file, even if it has no other.
std::string name_of_descriptor(int descriptor);

// Closes a descriptor, in any case. Returns false if bytes were not written.
bool close_file(int descriptor);

// Prepares the system for reading the whole file from its start.
void expect_sequential_reading(int descriptor);

// Reads the next bytes. Returns their number, 0 at the end, or -1.
std::ptrdiff_t read_file(int descriptor, std::span<char> into);

// Reads bytes at an offset. Returns like read_file(), and does not move its position.
std::ptrdiff_t read_file_at(int descriptor, std::uint64_t offset, std::span<char> into);

// Returns the offset of the next byte; nothing for pipes and terminals.
std::optional<std::uint64_t> offset_in_file(int descriptor);
bool seek_in_file(int descriptor, std::uint64_t offset);

// Returns the first bytes of an open file or pipe, which remain to be read. Waits up to five
// seconds for `enough` of them.
std::string preview_of(int descriptor, std::size_t enough);

// Writes the whole text; waits for space in a non-blocking pipe. Returns 0, or a value of errno.
int write_all(int descriptor, std::string_view text);

// Writes a file to disk. Returns true also if there is no disk.
bool sync_to_disk(int descriptor);

// Writes the names in a folder to disk, if it can be opened.
bool sync_folder(const std::string& folder);

// Renames a file, replacing another.
bool replace_file(const std::string& from, const std::string& to);

// Removes a file. Safe in signal handlers.
bool remove_file(const char* path);

// Copies the owner, group, permissions, access control list and extended attributes of the file at
// `path` to an open file; its state was `before`. Returns the attributes that could not be kept,
// each a sentence as in Error. No user gets more rights than before.
std::vector<std::string> copy_attributes(const std::string& path, const FileState& before,
                                         int descriptor);

struct DiskSpace {
  std::uint64_t total = 0;
  std::uint64_t available = 0;
};

std::optional<DiskSpace> disk_space(int descriptor);

// Checks whether the disk or the quota of a folder has no space for so many bytes.
bool is_full(const std::string& folder, std::size_t bytes);

// Returns the folder for temporary files: TMPDIR, or /tmp.
std::string temporary_folder();

// Returns "temporary file in /tmp", for messages.
std::string temporary_file_name();

// Opens a temporary file without a name, which disappears when it is closed. Throws IoError.
int open_temporary_file();

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// Opens a temporary file as a stream.
std::unique_ptr<std::FILE, FileCloser> open_temporary_stream();

// Reads exactly `into.size()` bytes of a flushed stream.
bool read_at(std::FILE* file, std::uint64_t offset, std::span<char> into);

// A file in memory with a name that this program can open. Throws IoError.
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

// A lock on a folder that no other program gets meanwhile. The constructor waits for it, until
// waits are interrupted (see process.h). Has no effect if the folder cannot be locked.
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
