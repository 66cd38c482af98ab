// The program: `arbiter COMMAND ...`.
#include <fmt/format.h>

int main() {
  fmt::print("arbiter 0.1\n");
  return 0;
}
