// An example that imports game files into a database and prints the opening tree: tree DATABASE
// FILE...
#include <arbiter/arbiter.h>

#include <iostream>
#include <string>
#include <vector>

int main(int count, char** arguments) {
  if (count < 2) return 2;
  try {
    arbiter::Database database(arguments[1], arbiter::Open::Write);
    database.import_files(std::vector<std::string>(arguments + 2, arguments + count));
    for (const arbiter::TreeRow& row : database.tree()) {
      std::cout << row.san << ": " << row.games << " games, +" << row.white << " =" << row.draws
                << " -" << row.black << '\n';
    }
  } catch (const arbiter::Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
