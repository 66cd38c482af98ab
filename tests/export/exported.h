// Functions that return text in the form of `arbiter fmt`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lib/export/file_export.h"
#include "tests/pgn/portion_source.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct Exported {
  std::string text;
  ExportTally tally;
  FileExport file;
  bool is_text = true;
};

inline Exported exported(std::string_view text, const std::optional<PieceLetters>& letters = {}) {
  PortionSource source(text);
  FileExporter exporter(GameForm::Export, letters);
  Exported result;
  auto file = exporter.run(
      source, [&](std::string_view written, std::string_view) { result.text += written; });
  result.is_text = file.has_value();
  if (file) result.file = *file;
  result.tally = exporter.tally();
  return result;
}

// Returns the movetext of a game without tags, in one line.
inline std::string movetext(std::string_view moves,
                            const std::optional<PieceLetters>& letters = {}) {
  std::string text = exported(moves, letters).text;
  text.erase(0, text.find("\n\n") + 2);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace arbiter::testing
