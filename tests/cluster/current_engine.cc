#include "tests/cluster/current_engine.h"

#include <dlfcn.h>
#include <stdlib.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <stdexcept>

#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <catch2/catch.hpp>

#include "tests/io/temporary_folder.h"
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

struct SharedEngine {
  TemporaryFolder folder;
  std::shared_ptr<CurrentEngine> engine = std::make_shared<CurrentEngine>(folder.path("data"));
};
SharedEngine* shared = nullptr;  // deleted by end_program()

// Closes the engine, and ends the program without destroying static objects. The library's threads
// never end and use its static objects, so destroying these may crash.
void end_program(int status, void*) {
  delete shared;
  std::cout.flush();
  std::fflush(nullptr);
  std::_Exit(status);
}

// Handlers run in reverse order. The library registers its last handler during queries, so this
// program's handler is registered after the tests.
class EndOfTests : public Catch::TestEventListenerBase {
 public:
  using TestEventListenerBase::TestEventListenerBase;

  void testRunEnded(const Catch::TestRunStats&) override {
    if (shared != nullptr) ::on_exit(end_program, nullptr);
  }
};

CATCH_REGISTER_LISTENER(EndOfTests)

}  // namespace

// The library's functions, as declared in its header.
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

const std::shared_ptr<CurrentEngine>& shared_engine() {
  if (shared == nullptr) shared = new SharedEngine;
  return shared->engine;
}

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
