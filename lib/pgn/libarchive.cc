#include "lib/pgn/libarchive.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <string>

namespace arbiter {
namespace {

constexpr const char* kLibraryName = "libarchive.so.13";

// Looks up one function after the other and remembers the first that is missing.
struct Binder {
  void* library;
  std::string missing;

  template <class Function>
  void operator()(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(::dlsym(library, name));
    if (function == nullptr && missing.empty()) missing = name;
  }
};

std::string bind_all(void* library, LibArchive& functions) {
  Binder bind{library, {}};
  bind(functions.read_new, "archive_read_new");
  bind(functions.read_free, "archive_read_free");
  bind(functions.support_filter_bzip2, "archive_read_support_filter_bzip2");
  bind(functions.support_filter_xz, "archive_read_support_filter_xz");
  bind(functions.support_filter_lz4, "archive_read_support_filter_lz4");
  bind(functions.support_format_raw, "archive_read_support_format_raw");
  bind(functions.support_format_empty, "archive_read_support_format_empty");
  bind(functions.support_format_tar, "archive_read_support_format_tar");
  bind(functions.support_format_zip, "archive_read_support_format_zip");
  bind(functions.support_format_7zip, "archive_read_support_format_7zip");
  bind(functions.set_callback_data, "archive_read_set_callback_data");
  bind(functions.set_read_callback, "archive_read_set_read_callback");
  bind(functions.set_seek_callback, "archive_read_set_seek_callback");
  bind(functions.open1, "archive_read_open1");
  bind(functions.next_header, "archive_read_next_header");
  bind(functions.data_block, "archive_read_data_block");
  bind(functions.error_string, "archive_error_string");
  bind(functions.set_error, "archive_set_error");
  bind(functions.entry_filetype, "archive_entry_filetype");
  bind(functions.entry_pathname, "archive_entry_pathname");
  bind(functions.entry_pathname_utf8, "archive_entry_pathname_utf8");
  return bind.missing;
}

Result<LibArchive> load() {
  void* const library = ::dlopen(kLibraryName, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return Error{fmt::format("{} is needed to read this and is not installed", kLibraryName)};
  }
  LibArchive functions;
  const std::string missing = bind_all(library, functions);
  if (!missing.empty()) return Error{fmt::format("{} has no {}", kLibraryName, missing)};
  return functions;
}

}  // namespace

Result<const LibArchive*> load_libarchive() {
  static const Result<LibArchive> functions = load();
  if (!functions) return Error{functions.error()};
  return &*functions;
}

}  // namespace arbiter
