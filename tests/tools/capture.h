// A function that captures console output.
#pragma once

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <string>

#include "tests/support/namespaces.h"
#include "tools/cli/output/console.h"

namespace arbiter::testing {

// Returns the results printed by `print` to a console that is not a terminal.
template <class Print>
std::string printed(Print print) {
  std::FILE* file = std::tmpfile();
  REQUIRE(file != nullptr);
  {
    Console console({.output = ::fileno(file), .error = ::fileno(file)});
    print(console);
    console.flush();
  }
  std::string text;
  std::rewind(file);
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

}  // namespace arbiter::testing
