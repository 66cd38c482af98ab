// What wraps games files on disk, told by the bytes and never by the name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

enum class Container { None, Gzip, Bzip2, Xz, Zstd, Tar, Zip, SevenZip };

// From the first bytes of a file; 512 are enough.
Container container_of(std::string_view start);
// Of a file that can be read again; None for what cannot be read, and for a pipe.
Container container_of_file(const std::string& path);

// "gzip", "zip", ...; empty for None.
std::string_view to_string(Container container);

// One compressed stream, rather than an archive of named members.
constexpr bool is_compression(Container container) {
  return container >= Container::Gzip && container <= Container::Zstd;
}

// Whether reading it means jumping about in the file.
constexpr bool needs_seeking(Container container) {
  return container == Container::Zip || container == Container::SevenZip;
}

// The endings of file names: a hint where many files lie together.

// Case is ignored: "GAMES.PGN" has the ending ".pgn", given in lower case.
bool has_ending(std::string_view name, std::string_view ending);

// "games.pgn" of "games.pgn.gz"; a name without such an ending is itself.
std::string_view without_compression_ending(std::string_view name);

// SQLite files, recognized by their first bytes.

// What SQLite keeps beside a database, by the endings of their names.
inline constexpr const char* kSqliteCompanions[] = {"-wal", "-shm", "-journal"};

// Nothing where there are no bytes to tell by: in an empty file, a folder, a pipe, and in what is
// not there or cannot be read.
std::optional<bool> starts_as_sqlite(const std::string& path);

bool is_sqlite_file(const std::string& path);

// The database that a file of this name belongs to, by its ending, whether the file is there or
// not.
std::optional<std::string> database_of_companion(const std::string& path);

// Which file it is, whatever it is called.

// A regular file on this machine. All its names, links and descriptors have the same.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

// Of what the path leads to; "-" is standard input. Nothing if that is no regular file.
std::optional<FileIdentity> identity_of(const std::string& path);
std::optional<FileIdentity> identity_of_descriptor(int descriptor);

// Why the file cannot be read or changed while the program runs: standard output goes to it.
// Nothing if it does not.
std::optional<std::string> fault_as_standard_output(const std::optional<FileIdentity>& file);

}  // namespace arbiter
