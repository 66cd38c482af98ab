/** A file name, a `file:` URL, or an array of them; or the contents of a game file, as bytes or a stream of bytes. */
export type Source = string | URL | (string | URL)[] | Uint8Array | AsyncIterable<Uint8Array | string>;

export type Severity = 'error' | 'warning' | 'note';
export type Result = '1-0' | '0-1' | '1/2-1/2' | '*';
export type Color = 'white' | 'black';

/** Options of the commands have the names of the command line in camel case: `{ maxFindings: 5 }` is `--max-findings 5`. */
export interface Options {
  /** Stops the program; the promise or the iteration then fails with the reason. */
  signal?: AbortSignal;
  /** Encoding of text that is not UTF-8. */
  encoding?: string;
  /** Letters for king, queen, rook, bishop and knight in the moves, such as KDTLS for German. */
  pieceLetters?: string;
  /** Glob patterns of files to skip. */
  exclude?: string | string[];
  [option: string]: unknown;
}

export interface ValidateOptions extends Options {
  /** Ids or groups of findings to show. */
  select?: string | string[];
  /** Ids or groups of findings to ignore. */
  ignore?: string | string[];
  /** ID=LEVEL: severities of ids or groups. */
  severity?: string | string[];
  /** Checks the rules of the PGN export format too. */
  strict?: boolean;
  /** Includes notes. */
  notes?: boolean;
  maxFindings?: number;
  /** Rules on how a game ends, such as fide or lichess. */
  rules?: string;
  allowIllegal?: boolean;
  /** Compares the games of each event with each other. */
  event?: 'file' | 'all' | 'off';
  /** Player list to check names, FIDE ids, titles and ratings with. */
  players?: string;
}

export interface Finding {
  type: 'finding';
  file: string;
  /** Line and column, counted from 1. A column is a character. */
  line: number;
  column: number;
  /** Place in bytes of the file. */
  offset: number;
  length: number;
  game: number | null;
  /** Number of the half-move. */
  ply: number | null;
  id: string;
  severity: Severity;
  /** Article of the Laws or section of the PGN standard. */
  article: string | null;
  message: string;
  help: string | null;
  san: string | null;
  /** Position before the move. */
  fen: string | null;
  white: string | null;
  black: string | null;
  round: string | null;
}

export interface Summary {
  type: 'summary';
  files: number;
  failed: number;
  games: number;
  unreplayed: number;
  plies: number;
  bytes: number;
  lines: number;
  errors: number;
  warnings: number;
  notes: number;
  hidden: number;
  withheld: number;
  /** Number of findings by id. */
  counts: Record<string, number>;
  seconds: number;
}

/** Parts of a game and of a move; empty ones are absent. */
export interface Annotations {
  nags?: number[];
  comments?: string[];
  /** Remaining time in seconds, from [%clk]. */
  clock?: number;
  /** Time used for the move in seconds, from [%emt]. */
  elapsed?: number;
  /** Evaluation in pawns; positive if White is better. */
  eval?: number;
  /** Moves to mate; negative if Black mates. */
  mate?: number;
  variations?: Variation[];
  escapes?: string[];
  words?: string[];
  order?: string;
}

export interface Move extends Annotations {
  ply: number;
  san: string;
  uci: string;
  /** Position after the move, with `add: 'fens'`. */
  fen?: string;
}

export interface Variation extends Annotations {
  moves: Move[];
}

export interface GameFinding {
  id: string;
  severity: Severity;
  ply?: number;
  message: string;
}

export interface Game extends Annotations {
  /** Tag values by name; a tag that occurs several times has an array. */
  tags: Record<string, string | string[]>;
  moves: Move[];
  result: Result;
  findings?: GameFinding[];
}

export interface FilterOptions extends Options {
  /** Further parts of each game: fens, eco, opening, plycount or hash. */
  add?: string | string[];
  /** Filters of `arbiter filter`. */
  player?: string | string[];
  white?: string | string[];
  black?: string | string[];
  result?: string | string[];
  date?: string;
  limit?: number;
}

export interface FmtOptions extends Options {
  lossless?: boolean;
  strip?: string | string[];
  keep?: string | string[];
  add?: string | string[];
  tags?: string | string[];
  drop?: string | string[];
  set?: string | string[];
  notation?: string;
  width?: number;
}

export interface PositionOptions {
  signal?: AbortSignal;
  /** Moves to play first: 'e4 c5 Nf3'. */
  moves?: string;
  chess960?: boolean;
}

export interface Castling {
  state: string;
  square: string | null;
  attacker: string | null;
  reason: string | null;
}

export interface Winnable {
  verdict: 'yes' | 'no' | 'undetermined';
  proof: string;
  line: string;
  positions: number;
}

interface PositionFacts {
  fen: string;
  turn: Color;
  material: { white: number; black: number; difference: number };
  origin: { start: 'usual' | 'chess960'; impossible: boolean; flaws: { id: string; article: string; proof: string }[] };
  notes: string[];
}

/** A position that cannot be played, such as one with adjacent kings. */
export interface UnplayablePosition extends PositionFacts {
  playable: false;
}

export interface PlayablePosition extends PositionFacts {
  playable: true;
  legal_moves: number;
  /** Legal moves by the square of the piece. */
  moves: Record<string, string[]>;
  check: { by: string[]; king_moves: string[]; blocks: string[]; captures: string[] } | null;
  pins: { color: Color; man: string; by: string; king: string }[];
  attacked: { color: Color; man: string; by: string[] }[];
  opponent_captures: string[] | null;
  castling: Record<Color, Record<'O-O' | 'O-O-O', Castling>>;
  en_passant: { state: string; square: string | null; captures: string[]; reason: string };
  end: { reason: string; article: string; result: Result; ply: number } | null;
  can_win: Record<Color, Winnable>;
  claims: { occurrences: number; moves_to_threefold: string[]; halfmove_clock: number; moves_to_fifty: string[] };
}

export type Position = PlayablePosition | UnplayablePosition;

/** The program could not run, or could not read a file. `message` is what it printed. */
export class ArbiterError extends Error {
  status: number;
}

/** Checks games, and returns all findings. */
export function validate(source: Source, options?: ValidateOptions): Promise<{ findings: Finding[]; summary: Summary }>;

/** Checks games, and yields each finding as it is found; the value of the last step is the summary. */
export function findings(source: Source, options?: ValidateOptions): AsyncGenerator<Finding, Summary>;

/** Returns the games in PGN export format. */
export function fmt(source: Source, options?: FmtOptions): Promise<string>;

/** Yields the games that match the filters, with their moves and findings. */
export function games(source: Source, options?: FilterOptions): AsyncGenerator<Game>;

/** Applies the Laws to a position; without one, to the standard initial position. */
export function position(fen?: string, options?: PositionOptions): Promise<Position>;

/** Path of the program. */
export function programPath(): string;
