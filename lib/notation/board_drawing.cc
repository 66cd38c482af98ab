#include "lib/notation/board_drawing.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace arbiter {
namespace {

constexpr std::string_view kLightSquare = "\x1b[48;5;180m";
constexpr std::string_view kDarkSquare = "\x1b[48;5;137m";
constexpr std::string_view kMarkedSquare = "\x1b[48;5;167m";
constexpr std::string_view kWhitePiece = "\x1b[38;5;231m";
constexpr std::string_view kBlackPiece = "\x1b[38;5;16m";
constexpr std::string_view kPlain = "\x1b[0m";

// The Unicode chess symbols, indexed by Piece::code(): black pawn, white pawn, black knight, ...
constexpr std::string_view kFigures[] = {"♟", "♙", "♞", "♘", "♝", "♗",
                                         "♜", "♖", "♛", "♕", "♚", "♔"};

std::string_view filled_figure(Piece piece) {
  return kFigures[Piece(Color::Black, piece.role()).code()];
}

std::string colored_square(const Board& board, Square square, bool is_marked) {
  const std::string_view background = is_marked                       ? kMarkedSquare
                                      : kDarkSquares.contains(square) ? kDarkSquare
                                                                      : kLightSquare;
  const auto piece = board.at(square);
  if (!piece) return fmt::format("{}   {}", background, kPlain);
  return fmt::format("{}{} {} {}", background,
                     piece->color() == Color::White ? kWhitePiece : kBlackPiece,
                     filled_figure(*piece), kPlain);
}

std::string_view figure_in(const Board& board, Square square, BoardLook look) {
  static constexpr std::string_view kLetters = "pPnNbBrRqQkK";  // indexed by Piece::code()
  const auto piece = board.at(square);
  if (!piece) return look == BoardLook::Ascii ? "." : "·";
  return look == BoardLook::Ascii ? kLetters.substr(piece->code(), 1) : kFigures[piece->code()];
}

// Returns a square as text. If any square is marked, every square is three cells wide.
std::string drawn_square(const Board& board, Square square, const BoardDrawing& drawing) {
  const bool is_marked = drawing.marked.contains(square);
  if (drawing.look == BoardLook::Colors) return colored_square(board, square, is_marked);
  const std::string_view figure = figure_in(board, square, drawing.look);
  if (drawing.marked.is_empty()) return fmt::format(" {}", figure);
  return is_marked ? fmt::format("[{}]", figure) : fmt::format(" {} ", figure);
}

std::string without_trailing_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

constexpr int kSquare = 45;
constexpr int kBoard = 8 * kSquare;
constexpr int kMargin = 18;  // width of the margin for coordinates

// A piece drawing in a square of 45 units: the outline, and inner lines.
struct Shape {
  std::string_view outline;
  std::string_view lines;
};

// The drawings, indexed by role: pawn, knight, bishop, rook, queen, king.
constexpr std::array<Shape, 6> kShapes{{
    {"M22.5 9.5a5.2 5.2 0 0 1 3.4 9.2c2.3 1.2 3.8 3.2 3.8 5.6 0 1.7-.7 3.1-1.9 4.3 4 1.9 6.7 5.6 "
     "6.7 10.4h-24c0-4.8 2.7-8.5 6.7-10.4-1.2-1.2-1.9-2.6-1.9-4.3 0-2.4 1.5-4.4 3.8-5.6a5.2 5.2 0 "
     "0 1 3.4-9.2z",
     ""},
    {"M13 39c0-9 3.5-13.5 10-18-4 1-6.5 2-8.5 4.5-1 1.3-3.5 1.5-5 .2-1.3-1.2-1.2-3.3-.2-4.7 "
     "2.7-3.8 3.7-8.5 7.7-11l.5-4 3.5 3.2c9.5.8 15 8 15 19.3 0 4-.5 7.5-1 10.5z",
     "M17.8 16.2l1.5-1"},
    {"M22.5 6.2a2.6 2.6 0 0 1 1.6 4.6c4.4 3.3 7.4 7.6 7.4 12 0 3-1.4 5.3-3.4 7l1.4 "
     "4.2H36v5H9v-5h6.5l1.4-4.2c-2-1.7-3.4-4-3.4-7 0-4.4 3-8.7 7.4-12a2.6 2.6 0 0 1 1.6-4.6z",
     "M22.5 14.5v8M18.5 18.5h8M15.5 34h14"},
    {"M11 9h5v3.5h4V9h5v3.5h4V9h5v7.5l-3.5 3V31l3 3.5V39h-23v-4.5l3-3.5V19.5l-3.5-3z",
     "M14.5 19.5h16M14.5 31h16"},
    {"M8 12.5L12.8 24 15 9.2l5.3 13.3L22.5 7.5l2.2 15L30 9.2 32.2 24 37 12.5l-3.2 16.8c0 1.6.5 3.2 "
     "1.2 4.7v5H10v-5c.7-1.5 1.2-3.1 1.2-4.7z",
     "M11.5 29.5c7-2 15-2 22 0M10.5 34h24"},
    {"M21 4.5h3v3h3v3h-3v3.2c4.5-1.2 12.5-.5 12.5 7 0 4.3-2.6 7.6-4 10.3l.5 3v5h-21v-5l.5-3c-1.4-"
     "2.7-4-6-4-10.3 0-7.5 8-8.2 12.5-7v-3.2h-3v-3h3z",
     "M12.5 30.5c6.5-2 13.5-2 20 0M22.5 14v15M12.5 34h20"},
}};

struct Colors {
  std::string_view light, dark, light_moved, dark_moved, page, text;
};

constexpr Colors kLightTheme{"#f0e4cf", "#b58b62", "#f4e58a", "#cfae3c", "#ffffff", "#4a4036"};
constexpr Colors kDarkTheme{"#a9a294", "#6d6559", "#c9b95a", "#94832c", "#1d1b18", "#d8d0c4"};

constexpr std::string_view color_of(MarkColor color) {
  constexpr std::string_view colors[] = {"#15803d", "#c81e1e", "#d9a400", "#1d5fbf"};
  return colors[static_cast<std::size_t>(color)];
}

void escape(std::string_view text, std::string& xml) {
  constexpr std::string_view kSpecial = "<>&\"";
  constexpr std::string_view kEscaped[] = {"&lt;", "&gt;", "&amp;", "&quot;"};
  for (const char c : text) {
    const std::size_t special = kSpecial.find(c);
    if (special != std::string_view::npos) {
      xml += kEscaped[special];
    } else {
      xml += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
}

class Drawing {
 public:
  explicit Drawing(const BoardPicture& picture)
      : picture_(picture), colors_(picture.theme == BoardTheme::Dark ? kDarkTheme : kLightTheme) {}

  std::string draw() {
    begin();
    for (int index = 0; index < 64; ++index) draw_square(square_at(index));
    draw_contents();
    if (picture_.has_coordinates) draw_coordinates();
    svg_ += "</svg>\n";
    return std::move(svg_);
  }

  std::string draw_in_page() {
    svg_ = fmt::format(R"(<svg class="board" viewBox="0 0 {0} {0}" role="img"><title>)",
                       kBoard + margin());
    add_title();
    svg_ += fmt::format(R"(<use href="#squares" x="{}"/>)", margin());
    for (int index = 0; index < 64; ++index) {
      const Square square = square_at(index);
      if (!is_of_last_move(square)) continue;
      svg_ += fmt::format(R"(<rect class="board-moved" x="{}" y="{}" width="{}" height="{}"/>)",
                          x(square), y(square), kSquare, kSquare);
    }
    draw_contents();
    if (picture_.has_coordinates) {
      svg_ += fmt::format(R"(<use href="#{}"/>)", coordinates_of(picture_.bottom));
    }
    return std::move(svg_) + "</svg>";
  }

  // `turned` is the drawing of the turned board. Precondition: both drawings have coordinates.
  std::string draw_parts(Drawing turned) {
    svg_ = R"(<svg class="parts" width="0" height="0" aria-hidden="true"><defs>)";
    define_pieces();
    svg_ += fmt::format(
        R"(<g id="squares"><rect class="board-light" width="{0}" height="{0}"/><path class="board-dark" d=")",
        kBoard);
    for (int i = 0; i < 64; ++i) {
      if ((i + i / 8) % 2 == 0) continue;
      svg_ += fmt::format("M{} {}h{}v{}h-{}z", i % 8 * kSquare, i / 8 * kSquare, kSquare, kSquare,
                          kSquare);
    }
    svg_ += R"("/></g>)";
    draw_coordinates();
    turned.draw_coordinates();
    return std::move(svg_) + turned.svg_ + "</defs></svg>";
  }

 private:
  int margin() const { return picture_.has_coordinates ? kMargin : 0; }
  int column(Square square) const {
    const int file = static_cast<int>(file_of(square));
    return picture_.bottom == Color::White ? file : 7 - file;
  }
  int row(Square square) const {
    const int rank = static_cast<int>(rank_of(square));
    return picture_.bottom == Color::White ? 7 - rank : rank;
  }
  int x(Square square) const { return margin() + column(square) * kSquare; }
  int y(Square square) const { return row(square) * kSquare; }

  void begin() {
    const int extent = kBoard + margin();
    svg_ = fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {0}" width="{1}" height="{1}" role="img"><title>)",
        extent, picture_.size);
    add_title();
    svg_ +=
        fmt::format(R"(<rect width="{0}" height="{0}" fill="{1}"/><defs>)", extent, colors_.page);
    define_pieces();
    svg_ += "</defs>\n";
  }

  void add_title() {
    escape(picture_.title.empty() ? "Chess board" : picture_.title, svg_);
    svg_ += "</title>";
  }

  void define_pieces() {
    for (const Color color : {Color::White, Color::Black}) {
      for (std::size_t role = 0; role < kShapes.size(); ++role) define(color, role);
    }
  }

  void draw_contents() {
    for (const MarkedSquare& mark : picture_.marks) draw_mark(mark);
    for (int index = 0; index < 64; ++index) draw_piece(square_at(index));
    for (const Arrow& arrow : picture_.arrows) draw_arrow(arrow);
  }

  // Returns the id of a drawing, such as "w0" for the white pawn.
  static std::string id_of(Color color, std::size_t role) {
    return fmt::format("{}{}", color == Color::White ? 'w' : 'b', role);
  }

  void define(Color color, std::size_t role) {
    const bool is_white = color == Color::White;
    svg_ += fmt::format(
        R"(<g id="{}"><path d="{}" fill="{}" stroke="{}" stroke-width="1.6" stroke-linejoin="round"/>)",
        id_of(color, role), kShapes[role].outline, is_white ? "#fff" : "#2b2b2b",
        is_white ? "#222" : "#000");
    if (!kShapes[role].lines.empty()) {
      svg_ += fmt::format(
          R"(<path d="{}" fill="none" stroke="{}" stroke-width="1.4" stroke-linecap="round"/>)",
          kShapes[role].lines, is_white ? "#222" : "#e8e8e8");
    }
    svg_ += "</g>";
  }

  bool is_of_last_move(Square square) const {
    return picture_.last_move &&
           (picture_.last_move->from() == square || picture_.last_move->to() == square);
  }

  void draw_square(Square square) {
    const bool is_light =
        (static_cast<int>(file_of(square)) + static_cast<int>(rank_of(square))) % 2 == 1;
    const bool is_moved = is_of_last_move(square);
    svg_ += fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>)", x(square),
                        y(square), kSquare, kSquare,
                        is_light ? (is_moved ? colors_.light_moved : colors_.light)
                                 : (is_moved ? colors_.dark_moved : colors_.dark));
  }

  void draw_mark(const MarkedSquare& mark) {
    svg_ += fmt::format(
        R"(<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="{}" stroke-width="4"/>)",
        x(mark.square) + 2, y(mark.square) + 2, kSquare - 4, kSquare - 4, color_of(mark.color));
  }

  void draw_piece(Square square) {
    const auto piece = picture_.board.at(square);
    if (!piece) return;
    svg_ += fmt::format(R"(<use href="#{}" x="{}" y="{}"/>)",
                        id_of(piece->color(), static_cast<std::size_t>(piece->role())), x(square),
                        y(square));
  }

  // Draws a line between the centres of two squares, with its own arrowhead, because not every
  // program draws SVG markers.
  void draw_arrow(const Arrow& arrow) {
    if (arrow.from == arrow.to) return draw_mark({arrow.from, arrow.color});
    constexpr double kHead = 16;
    const double from_x = x(arrow.from) + kSquare / 2.0;
    const double from_y = y(arrow.from) + kSquare / 2.0;
    const double to_x = x(arrow.to) + kSquare / 2.0;
    const double to_y = y(arrow.to) + kSquare / 2.0;
    const double length = std::hypot(to_x - from_x, to_y - from_y);
    const double step_x = (to_x - from_x) / length;
    const double step_y = (to_y - from_y) / length;
    const double neck_x = to_x - step_x * kHead;
    const double neck_y = to_y - step_y * kHead;
    svg_ += fmt::format(
        R"(<g opacity=".75" fill="{0}" stroke="{0}"><path d="M{1:.1f} {2:.1f}L{3:.1f} {4:.1f}" stroke-width="7" stroke-linecap="round"/><path stroke="none" d="M{5:.1f} {6:.1f}L{7:.1f} {8:.1f} {9:.1f} {10:.1f}z"/></g>)",
        color_of(arrow.color), from_x, from_y, neck_x, neck_y, to_x, to_y,
        neck_x - step_y * kHead * 0.7, neck_y + step_x * kHead * 0.7, neck_x + step_y * kHead * 0.7,
        neck_y - step_x * kHead * 0.7);
  }

  static std::string_view coordinates_of(Color bottom) {
    return bottom == Color::White ? "coordinates-w" : "coordinates-b";
  }

  void draw_coordinates() {
    svg_ += fmt::format(
        R"(<g id="{}" class="board-text" font-family="sans-serif" font-size="13" fill="{}" text-anchor="middle">)",
        coordinates_of(picture_.bottom), colors_.text);
    for (int i = 0; i < 8; ++i) {
      const Square on_file = square_at(i);
      const Square on_rank = square_at(8 * i);
      svg_ += fmt::format(R"(<text x="{}" y="{}">{}</text>)", x(on_file) + kSquare / 2,
                          kBoard + kMargin - 4, static_cast<char>('a' + i));
      svg_ += fmt::format(R"(<text x="{}" y="{}">{}</text>)", kMargin / 2,
                          y(on_rank) + kSquare / 2 + 5, i + 1);
    }
    svg_ += "</g>";
  }

  const BoardPicture& picture_;
  const Colors& colors_;
  std::string svg_;
};

}  // namespace

std::string drawing_of(const Board& board, BoardDrawing drawing) {
  const auto nth = [&](int index) { return drawing.bottom == Color::White ? index : 7 - index; };
  std::string text;
  for (int row = 7; row >= 0; --row) {
    const auto rank = static_cast<Rank>(nth(row));
    std::string line = fmt::format("  {} ", digit_of(rank));
    for (int column = 0; column < 8; ++column) {
      line += drawn_square(board, square_of(static_cast<File>(nth(column)), rank), drawing);
    }
    text += without_trailing_spaces(std::move(line)) + '\n';
  }
  const bool is_wide = drawing.look == BoardLook::Colors || !drawing.marked.is_empty();
  std::string letters = "    ";
  for (int column = 0; column < 8; ++column) {
    const char letter = letter_of(static_cast<File>(nth(column)));
    letters += is_wide ? fmt::format(" {} ", letter) : fmt::format(" {}", letter);
  }
  if (drawing.look != BoardLook::Colors) letters = without_trailing_spaces(std::move(letters));
  return text + letters + '\n';
}

std::string svg_of(const BoardPicture& picture) { return Drawing(picture).draw(); }

std::string svg_parts() {
  const BoardPicture white{.board = Board(), .bottom = Color::White};
  const BoardPicture black{.board = Board(), .bottom = Color::Black};
  return Drawing(white).draw_parts(Drawing(black));
}

std::string svg_in_page(const BoardPicture& picture) { return Drawing(picture).draw_in_page(); }

}  // namespace arbiter
