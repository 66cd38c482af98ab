// Opening books as they are printed.
#pragma once

#include <span>

#include "lib/chess/position.h"
#include "lib/openings/book.h"
#include "tools/cli/output/answer_format.h"
#include "tools/cli/output/console.h"

namespace arbiter {

// The moves of a position: Text, Json, Csv or Markdown.
void print_book_moves(std::span<const BookEntry> entries, const Position& position,
                      AnswerFormat format, Console& console);

// The entries of a book, whose positions nobody knows: in the same formats.
void print_book_entries(std::span<const BookEntry> entries, AnswerFormat format, Console& console);

}  // namespace arbiter
