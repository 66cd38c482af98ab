// An example that prints the legal moves of a position, and the reasons why other moves are
// illegal: moves FEN MOVE...
#include <arbiter/arbiter.h>

#include <iostream>

int main(int count, char** arguments) {
  if (count < 2) return 2;
  try {
    const arbiter::Position position(arguments[1]);
    for (const arbiter::LegalMove& move : position.legal_moves()) std::cout << move.san << ' ';
    std::cout << '\n';
    for (int i = 2; i < count; ++i) {
      const arbiter::Ruling ruling = position.rule_on(arguments[i]);
      std::cout << arguments[i] << ": ";
      if (ruling.move) {
        std::cout << "legal, " << ruling.move->uci << '\n';
      } else {
        std::cout << ruling.reason << " (" << ruling.article << ")\n";
      }
    }
  } catch (const arbiter::Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
