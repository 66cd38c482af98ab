#include "tests/tools/run_program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"

namespace arbiter::testing {
namespace {

namespace fs = std::filesystem;

// An unnamed file that a child writes or reads.
class ScratchStream {
 public:
  ScratchStream() : file_(std::tmpfile()) { REQUIRE(file_ != nullptr); }
  explicit ScratchStream(const std::string& content) : ScratchStream() {
    std::fwrite(content.data(), 1, content.size(), file_);
    std::rewind(file_);
  }
  ~ScratchStream() { std::fclose(file_); }
  ScratchStream(const ScratchStream&) = delete;
  ScratchStream& operator=(const ScratchStream&) = delete;

  int descriptor() const { return ::fileno(file_); }

  std::string content() const {
    std::string text;
    std::array<char, 4096> block;
    std::rewind(file_);
    while (const std::size_t size = std::fread(block.data(), 1, block.size(), file_)) {
      text.append(block.data(), size);
    }
    return text;
  }

 private:
  std::FILE* file_;
};

int shell_status(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// Returns the folder that contains `arbiter`, to be first in PATH.
std::string program_folder() {
  const fs::path folder = scratch_folder() / "bin";
  fs::create_directories(folder);
  const fs::path link = folder / "arbiter";
  const fs::path program = fs::absolute(arbiter_binary());
  if (fs::is_symlink(link) && fs::read_symlink(link) == program) return folder.string();
  fs::remove(link);
  fs::create_symlink(program, link);
  return folder.string();
}

// Replaces the child with the program. Returns only on failure.
void become(const std::vector<std::string>& words) {
  if (::chdir(repository().c_str()) != 0) return;
  ::unsetenv("NO_COLOR");
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execv(arguments[0], arguments.data());
}

enum class Errors { Apart, InOutput };

ProgramRun run(const std::vector<std::string>& words, const std::string& input, Errors errors) {
  const ScratchStream in(input);
  const ScratchStream out;
  const ScratchStream err;
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::dup2(in.descriptor(), STDIN_FILENO);
    ::dup2(out.descriptor(), STDOUT_FILENO);
    ::dup2(errors == Errors::InOutput ? STDOUT_FILENO : err.descriptor(), STDERR_FILENO);
    become(words);
    ::_exit(127);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return {shell_status(status), out.content(), err.content()};
}

}  // namespace

ProgramRun run_arbiter(const std::vector<std::string>& arguments, const std::string& input) {
  std::vector<std::string> words = {fs::absolute(arbiter_binary()).string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run(words, input, Errors::Apart);
}

ProgramRun run_shell(const std::string& line) {
  const std::string path = "PATH='" + program_folder() + "':$PATH; ";
  return run({"/bin/bash", "-c", path + line}, "", Errors::InOutput);
}

std::string write_scratch(const std::string& name, const std::string& content) {
  const fs::path path = scratch_folder() / name;
  std::ofstream(path, std::ios::binary) << content;
  return path.string();
}

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace arbiter::testing
