#include "db/clickhouse/wire/curl_library.h"

#include <dlfcn.h>

#include "lib/base/result.h"

namespace arbiter::clickhouse {
namespace {

constexpr const char* kFile = "libcurl.so.4";

template <class Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  if (!function) throw IoError(std::string(kFile) + " has no function " + name);
}

CurlLibrary load() {
  void* library = ::dlopen(kFile, RTLD_LAZY | RTLD_LOCAL);
  if (!library) {
    throw IoError(std::string("a query to a cluster needs ") + kFile +
                  ", which is not installed; install the package libcurl4");
  }
  CurlLibrary curl{};
  find(library, "curl_global_init", curl.global_init);
  find(library, "curl_easy_init", curl.easy_init);
  find(library, "curl_easy_cleanup", curl.easy_cleanup);
  find(library, "curl_easy_reset", curl.easy_reset);
  find(library, "curl_easy_setopt", curl.easy_setopt);
  find(library, "curl_easy_perform", curl.easy_perform);
  find(library, "curl_easy_getinfo", curl.easy_getinfo);
  find(library, "curl_easy_strerror", curl.easy_strerror);
  find(library, "curl_slist_append", curl.slist_append);
  find(library, "curl_slist_free_all", curl.slist_free_all);
  curl.global_init(CURL_GLOBAL_DEFAULT);
  return curl;
}

}  // namespace

const CurlLibrary& curl_library() {
  static const CurlLibrary library = load();
  return library;
}

}  // namespace arbiter::clickhouse
