// An example that prints which players can still mate after the last move of each game: mate FILE
#include <arbiter/arbiter.h>

#include <iostream>

int main(int count, char** arguments) {
  if (count != 2) return 2;
  try {
    for (const arbiter::Game& game : arbiter::read(arguments[1])) {
      arbiter::Position position =
          game.start.empty() ? arbiter::Position() : arbiter::Position(game.start);
      for (const std::string& move : game.uci()) position = position.after(move);
      std::cout << game.tag("White") << " - " << game.tag("Black") << ':';
      for (const auto color : {arbiter::Color::White, arbiter::Color::Black}) {
        const auto answer = position.winnable(color).answer;
        std::cout << (!answer ? " unknown" : *answer ? " yes" : " no");
      }
      std::cout << '\n';
    }
  } catch (const arbiter::Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
