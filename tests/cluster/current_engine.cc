#include "tests/cluster/current_engine.h"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

std::string library_path() {
  const std::string modules = run_shell("npm root --global 2>/dev/null").output;
  return modules.substr(0, modules.find('\n')) +
         "/chdb/node_modules/@chdb/lib-linux-x64-gnu/libchdb.so";
}

template <class Function>
void look_up(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  if (function == nullptr) throw std::runtime_error(std::string("libchdb has no ") + name);
}

}  // namespace

// The library's functions, as declared in its own header.
struct CurrentEngine::Library {
  void** (*connect)(int, char**);
  void (*close)(void**);
  void* (*query)(void*, const char*, std::size_t, const char*, std::size_t);
  char* (*buffer)(void*);
  std::size_t (*length)(void*);
  const char* (*error)(void*);
  void (*destroy)(void*);

  static Library& instance() {
    static Library library;
    return library;
  }

 private:
  Library() {
    void* library = ::dlopen(library_path().c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(::dlerror());
    look_up(library, "chdb_connect", connect);
    look_up(library, "chdb_close_conn", close);
    look_up(library, "chdb_query_n", query);
    look_up(library, "chdb_result_buffer", buffer);
    look_up(library, "chdb_result_length", length);
    look_up(library, "chdb_result_error", error);
    look_up(library, "chdb_destroy_query_result", destroy);
  }
};

std::string engine_obstacle() {
  if (std::getenv("ARBITER_CLUSTER") == nullptr) return "run by tools/test --all";
  return std::filesystem::exists(library_path())
             ? ""
             : "libchdb is not installed (tools/test --all installs it)";
}

CurrentEngine::CurrentEngine(const std::string& folder) : library_(&Library::instance()) {
  std::string path = "--path=" + folder;
  std::string name = "clickhouse";
  std::array<char*, 2> words = {name.data(), path.data()};
  connection_ = library_->connect(words.size(), words.data());
  if (connection_ == nullptr) throw std::runtime_error("libchdb does not open " + folder);
}

CurrentEngine::~CurrentEngine() { library_->close(connection_); }

EngineAnswer CurrentEngine::query(std::string_view sql, const std::string& format) {
  void* result =
      library_->query(*connection_, sql.data(), sql.size(), format.data(), format.size());
  const char* error = library_->error(result);
  EngineAnswer answer = {.body = "", .error = error == nullptr ? "" : error};
  if (library_->buffer(result) != nullptr) {
    answer.body.assign(library_->buffer(result), library_->length(result));
  }
  library_->destroy(result);
  return answer;
}

}  // namespace arbiter::testing
