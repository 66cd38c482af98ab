// print_hostile_text: prints the names of all hostile texts. print_hostile_text NAME BYTES: prints
// about BYTES bytes of one.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/fuzz/hostile_text.h"

int main(int count, char** arguments) {
  using namespace arbiter::testing;
  for (const HostileText& text : hostile_texts()) {
    if (count == 1) std::puts(std::string(text.name).c_str());
    if (count != 3 || text.name != arguments[1]) continue;
    const std::string made = make(text, std::strtoull(arguments[2], nullptr, 10));
    std::fwrite(made.data(), 1, made.size(), stdout);
    return 0;
  }
  return count == 1 ? 0 : 1;
}
