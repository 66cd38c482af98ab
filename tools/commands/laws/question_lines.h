// Queries on standard input, one per line, as in `winnable -`.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "lib/base/result.h"
#include "lib/io/byte_source.h"
#include "tools/cli/command.h"
#include "tools/cli/output/answer_format.h"
#include "tools/cli/output/console.h"

namespace arbiter {

struct QuestionLine {
  std::uint64_t number;  // from 1; empty lines and comments are counted too
  std::string text;      // without surrounding spaces; not empty
};

// The output for one line: text or JSON objects, each with its line end.
struct LineAnswer {
  std::string printed;
  ExitCode status = ExitCode::Clean;
};
// Returns the text if it can be a FEN without extra words, that is, at most six words.
Result<std::string> fen_alone(std::string_view text);

using Answerer = std::function<Result<LineAnswer>(const QuestionLine&)>;

// Processes each line of `source` as soon as it has been read. Empty lines and those that begin
// with # are skipped. If a line cannot be processed, prints the reason and line number to standard
// error. In JSON, prints an object with "input_line" and "error" to the output instead. Returns
// CouldNotRun if any line could not be processed, otherwise Findings if any result was that. Fails
// if there are no lines. A line has at most 4,096 bytes.
Result<ExitCode> answer_lines(ByteSource& source, const Answerer& answer, AnswerFormat format,
                              Console& console);

// Processes the lines of standard input.
Result<ExitCode> answer_standard_input(const Answerer& answer, AnswerFormat format,
                                       Console& console);

}  // namespace arbiter
