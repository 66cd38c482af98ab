// What `arbiter repair` says about a broken game.
#pragma once

#include <string_view>

#include "lib/notation/board_drawing.h"
#include "lib/repair/file_repair.h"
#include "tools/cli/output/console.h"

namespace arbiter {

struct RepairView {
  BoardLook look = BoardLook::Unicode;
  bool is_json = false;
};

class RepairReport {
 public:
  RepairReport(Console& console, RepairView view) : console_(console), view_(view) {}

  // `file` is the name under which the game's file is known.
  void add(std::string_view file, const BrokenGameInFile& game, GameMending mending);

 private:
  void add_text(std::string_view file, const BrokenGameInFile& game, GameMending mending);
  void add_json(std::string_view file, const BrokenGameInFile& game, GameMending mending);
  void print_repair(const BrokenGameInFile& game, std::size_t index);

  Console& console_;
  RepairView view_;
};

}  // namespace arbiter
