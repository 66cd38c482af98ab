"""Tests of the Python package where its wheel is installed. The argument is a folder to write into;
`arbiter` is the program on PATH. ARBITER_MUTATIONS is the number of damaged texts (default 1000)."""

import ctypes
import glob
import gzip
import io
import json
import multiprocessing
import os
import pathlib
import pickle
import random
import sqlite3
import subprocess
import sys
import threading
import unittest

import numpy

import arbiter

try:
    import chess
    import chess.pgn
except ImportError:
    chess = None

FOLDER = sys.argv.pop(1) if __name__ == "__main__" else ""
TESTDATA = "testdata"
GAMES = """[White "Café \\"A\\""]
[Black "B"]
[Result "1-0"]

{first} 1. e4 {[%clk 0:01:00] hello} e5 {[%eval -0.5]} (1... c5 2. Nf3 (2. c3 d5) 2... d6)
(1... e6) 2. Qh5 $1 Nc6 {[%eval #3]} 3. Bc4 Nf6 4. Qxf7# 1-0

[White "C"]
[Result "*"]

1. e4 e5 2. Ke3 *
""".encode()


def write(name, data):
    path = os.path.join(FOLDER, name)
    with open(path, "wb") as file:
        file.write(data)
    return path


def games_of(path):
    return list(arbiter.read(path))


def lines_of(move):
    return (move.san, move.uci, move.code, move.nags, move.comments, move.clock, move.elapsed, move.evaluation,
            move.mate, [[lines_of(m) for m in line] for line in move.variations])


def samples():
    return sorted(glob.glob(os.path.join(TESTDATA, "**", "*.pgn"), recursive=True))


class Reading(unittest.TestCase):
    def test_games_have_tags_moves_and_findings(self):
        first, second = arbiter.read(GAMES)
        self.assertEqual(first.tags["White"], 'Café "A"')
        self.assertEqual(first.san, ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"])
        self.assertEqual(first.uci[-1], "h5f7")
        self.assertEqual((first.result, first.end, first.is_complete), ("1-0", "checkmate", True))
        self.assertEqual(first.codes.dtype, numpy.uint16)
        self.assertEqual(first.codes[0], 12 | 28 << 6)
        self.assertEqual(first.comments, ["first"])
        self.assertEqual(first.text[:6], b"[White")
        self.assertEqual((second.number, second.result, len(second)), (2, "*", 2))
        self.assertFalse(second.is_complete)
        severe = [f for f in second.findings if f.severity == "error"]
        self.assertIn((11, 13, 2, 3), [(f.line, f.column, f.game, f.ply) for f in severe])

    def test_a_line_has_clocks_evaluations_comments_and_variations(self):
        game = next(arbiter.read(GAMES))
        line = game.line()
        self.assertEqual(line[0].clock, 60)
        self.assertEqual(line[1].evaluation, -0.5)
        self.assertEqual(line[2].nags, [1])
        self.assertEqual(line[3].mate, 3)
        self.assertEqual([[m.san for m in v] for v in line[1].variations],
                         [["c5", "Nf3", "d6"], ["e6"]])
        self.assertEqual([m.san for m in line[1].variations[0][1].variations[0]], ["c3", "d5"])
        self.assertIn("hello", line[0].comments[0])
        self.assertEqual(game.clocks[0], 60)
        self.assertTrue(numpy.isnan(game.clocks[1]))
        self.assertEqual(game.evaluations[3], numpy.inf)

    def test_moves_keep_their_line_alive(self):
        move = next(arbiter.read(GAMES)).line()[1].variations[0][1].variations[0][0]
        for _ in arbiter.read(GAMES * 100):
            pass
        self.assertEqual(move.san, "c3")

    def test_sources_are_paths_files_and_bytes_of_any_compression(self):
        expected = [game.san for game in arbiter.read(GAMES)]
        path = write("games.pgn", GAMES)
        packed = write("games.pgn.gz", gzip.compress(GAMES))
        sources = [path, packed, bytearray(GAMES), memoryview(GAMES),
                   gzip.compress(GAMES), io.BytesIO(GAMES), io.StringIO(GAMES.decode()),
                   arbiter.Source.text(GAMES.decode()), arbiter.Source.bytes(GAMES),
                   arbiter.Source.file(packed), [path]]
        with open(packed, "rb") as file:
            sources.append(file.read())
        for source in sources:
            self.assertEqual([game.san for game in arbiter.read(source)], expected)
        with gzip.open(packed) as file:
            self.assertEqual(len(list(arbiter.read(file))), 2)

    def test_lists_and_folders_are_read_in_order(self):
        folder = os.path.join(FOLDER, "folder")
        os.makedirs(os.path.join(folder, "below"), exist_ok=True)
        inside = [write("folder/a.pgn", GAMES), write("folder/below/b.pgn", b"1. d4 *\n"),
                  write("folder/notes.txt", b"1. c4 *\n")][:2]
        self.assertEqual([game.file for game in arbiter.read(folder)], [inside[0]] * 2 + inside[1:])
        games = list(arbiter.read([folder, b"1. c4 *", pathlib.Path(inside[0])]))
        self.assertEqual([game.san[0] for game in games], ["e4", "e4", "d4", "c4", "e4", "e4"])
        self.assertEqual([game.number for game in games], [1, 2, 3, 4, 5, 6])
        columns = arbiter.read_columns((folder, inside[0]))
        self.assertEqual(columns.tag("White"), ['Café "A"', "C", "", 'Café "A"', "C"])
        self.assertEqual({f.file for f in arbiter.validate(folder)}, set(inside))
        self.assertEqual(arbiter.fmt(folder), arbiter.fmt(inside[0]) + arbiter.fmt(inside[1]))

    def test_a_path_that_is_text_names_the_source_for_text(self):
        for text in "1. e4 e5 *", '[White "A"]\n\n1. e4 *', "1. e4 e5 2. Nf3 Nc6 3. Bb5 " * 300:
            for use in lambda s: list(arbiter.read(s)), arbiter.validate, arbiter.fmt:
                with self.assertRaisesRegex(arbiter.Error, r"read PGN text with Source.text"):
                    use(text)
        self.assertEqual(len(list(arbiter.read(arbiter.Source.text("1. e4 e5 *")))), 1)

    def test_a_file_that_cannot_be_opened_is_an_os_error(self):
        missing = os.path.join(FOLDER, "missing.pgn")
        for use in (lambda: next(arbiter.read(missing)), lambda: arbiter.validate(missing),
                    lambda: arbiter.open(missing), lambda: arbiter.read_columns([missing])):
            with self.assertRaises(FileNotFoundError) as raised:
                use()
            error = pickle.loads(pickle.dumps(raised.exception))
            self.assertIsInstance(error, arbiter.Error)
            self.assertEqual((error.errno, error.filename, error.file), (2, missing, missing))
            self.assertTrue(str(error).startswith(missing + ": no such file"), str(error))

    def test_severities_are_ordered(self):
        finding = next(f for f in arbiter.validate(GAMES) if f.severity == "error")
        for low, high in (("style", "note"), ("note", "warning"), ("warning", "error")):
            self.assertTrue(arbiter.Severity(low) < high and low < arbiter.Severity(high))
            self.assertFalse(arbiter.Severity(low) >= high or low >= arbiter.Severity(high))
        self.assertTrue(finding.severity >= "error" and finding.severity > "note")
        self.assertEqual((f"{finding.severity}", json.dumps(finding.severity)), ("error", '"error"'))
        self.assertEqual({"error": 1}[finding.severity], 1)
        with self.assertRaises(ValueError):
            finding.severity >= "serious"
        with self.assertRaises(TypeError):
            finding.severity >= 3

    def test_findings_can_be_selected(self):
        every = arbiter.validate(GAMES)
        errors = arbiter.validate(GAMES, select="errors")
        self.assertEqual(errors, [f for f in every if f.severity == "error"])
        self.assertEqual(arbiter.validate(GAMES, ignore=[f.id for f in every]), [])
        moves = b"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 " \
                b"9. e4 *"
        over = {rules: any("game was over" in f.message for f in arbiter.validate(moves, rules=rules))
                for rules in ("fide", "uscf")}
        self.assertEqual(over, {"fide": True, "uscf": False})
        for wrong in {"select": "nothing"}, {"ignore": ["?"]}, {"rules": "golf"}:
            with self.assertRaisesRegex(arbiter.Error, next(iter(wrong.values()))[0].replace("?", "")):
                arbiter.validate(GAMES, **wrong)

    def test_objects_return_from_other_processes(self):
        path = write("pool.pgn", GAMES)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            for game, other in zip(arbiter.read(path), pool.apply(games_of, (path,))):
                for name in ("file", "number", "offset", "tags", "san", "start", "result", "end",
                             "is_complete", "findings", "text", "comments"):
                    self.assertEqual(getattr(other, name), getattr(game, name), name)
                self.assertEqual([lines_of(m) for m in other.line()], [lines_of(m) for m in game.line()])
        for source in samples():
            if "binary-file" not in source:
                for game in arbiter.read(source):
                    self.assertEqual(pickle.loads(pickle.dumps(game)).tags, game.tags)

    def test_every_value_can_be_pickled(self):
        position = arbiter.Position("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                                    ["Nf3", "Nd5"])
        again = pickle.loads(pickle.dumps(position))
        self.assertEqual((again, again.uci, again.start), (position, position.uci, position.start))
        self.assertEqual(again.status().occurrences, 1)
        line = next(arbiter.read(GAMES)).line()
        for move in line:
            self.assertEqual(lines_of(pickle.loads(pickle.dumps(move))), lines_of(move))
        for value in (arbiter.validate(GAMES), position.legal_moves):
            self.assertEqual(pickle.loads(pickle.dumps(value)), value)
            self.assertEqual(len(set(value + pickle.loads(pickle.dumps(value)))), len(set(value)))
        for value in (position.rule_on("Ne5"), position.rule_on("xyz"), position.status(),
                      position.winnable("white"), arbiter.repair(GAMES), *arbiter.repair(GAMES).repairs):
            names = [name for name in dir(value) if not name.startswith("_")]
            again = pickle.loads(pickle.dumps(value))
            self.assertEqual([repr(getattr(again, n)) for n in names], [repr(getattr(value, n)) for n in names])

    def test_names_of_python_chess_have_hints(self):
        game, position = next(arbiter.read(GAMES)), arbiter.Position()
        for use, hint in ((lambda: game.headers, "use tags"), (lambda: position.push_san("e4"), "use after"),
                          (lambda: arbiter.Board, "use Position"), (lambda: game.line()[0].comment, "comments"),
                          (lambda: arbiter.nothing, "no attribute 'nothing'$")):
            with self.assertRaisesRegex(AttributeError, hint):
                use()
        self.assertFalse(hasattr(game, "headers") or hasattr(arbiter, "pgn"))

    def test_old_names_warn(self):
        with self.assertWarnsRegex(DeprecationWarning, "use Game.san"):
            self.assertEqual(next(arbiter.read(GAMES)).moves[0], "e4")
        with arbiter.open(os.path.join(FOLDER, "old.db"), write=True) as database:
            with self.assertWarnsRegex(DeprecationWarning, "use Database.import_files"):
                database.import_([])

    def test_notebooks_show_boards_and_tables(self):
        game, position = next(arbiter.read(GAMES)), arbiter.Position(moves=["e4"])
        self.assertIn("<svg", position._repr_svg_())
        self.assertIn('width="200"', position.svg(200))
        self.assertIn("Café &quot;A&quot;", game._repr_html_())
        self.assertIn("1. e4 e5 2. Qh5 Nc6", game._repr_html_())
        after = next(arbiter.read(b'[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 40"]\n\n40... Kd7 41. Kd2 *'))
        self.assertIn("40... Kd7 41. Kd2", after._repr_html_())
        self.assertIn("<td>C</td>", arbiter.read_columns(GAMES)._repr_html_())

    def test_archives_name_their_members(self):
        import zipfile
        path = os.path.join(FOLDER, "two.zip")
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("a.pgn", GAMES)
            archive.writestr("b.pgn", GAMES)
        games = list(arbiter.read(path))
        self.assertEqual([game.number for game in games], [1, 2, 3, 4])
        self.assertEqual(games[2].file, path + ":b.pgn")
        self.assertEqual(games[3].findings[0].file, path + ":b.pgn")
        with open(path, "rb") as file:
            self.assertEqual(next(arbiter.read(file)).file, "<bytes>:a.pgn")

    def test_errors_have_a_place(self):
        with self.assertRaisesRegex(arbiter.Error, "no such file") as raised:
            list(arbiter.read(os.path.join(FOLDER, "missing.pgn")))
        self.assertEqual(raised.exception.file, os.path.join(FOLDER, "missing.pgn"))
        self.assertIsNone(raised.exception.line)
        games = arbiter.read(GAMES, raise_at="error")
        next(games)
        with self.assertRaises(arbiter.Error) as raised:
            next(games)
        error = pickle.loads(pickle.dumps(raised.exception))
        self.assertEqual((error.file, error.line, error.column), ("<bytes>", 11, 13))
        self.assertIn("king", str(error))
        with self.assertRaisesRegex(arbiter.Error, "not text"):
            list(arbiter.read(bytes(range(256)) * 100))
        with self.assertRaisesRegex(arbiter.Error, "<bytes>"):
            list(arbiter.read(gzip.compress(GAMES * 1000)[:-200]))
        for name in "a\0b", 7, None:
            with self.assertRaises((ValueError, TypeError)):
                arbiter.read(name)
        with self.assertRaises(ValueError):
            arbiter.read(GAMES, raise_at="bad")

    def test_reading_may_stop_early(self):
        for _ in range(20):
            next(arbiter.read(GAMES * 3000))
        with arbiter.read(GAMES * 3000) as games:
            next(games)
        self.assertEqual(list(games), [])

    def test_threads_share_an_iterator(self):
        games = arbiter.read(GAMES * 2000)
        numbers = [[] for _ in range(4)]
        threads = [threading.Thread(target=lambda n=n: n.extend(g.number for g in games))
                   for n in numbers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(sum(numbers, [])), list(range(1, 4001)))

    def test_forked_processes_report_that_they_cannot_continue(self):
        games = arbiter.read(GAMES * 3000)
        next(games)
        child = os.fork()
        if child == 0:
            try:
                next(games)
                os._exit(1)
            except arbiter.Error:
                del games
                os._exit(len(list(arbiter.read(GAMES))))
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 2)
        self.assertEqual(len(list(games)), 5999)

    def test_a_program_may_end_while_games_are_read(self):
        script = ("import arbiter, sys\ngames = arbiter.read(sys.stdin.buffer)\nnext(games)\n"
                  "keep = [games]\nkeep.append(keep)\n")
        for _ in range(5):
            run = subprocess.run([sys.executable, "-c", script], input=GAMES * 5000,
                                 stderr=subprocess.PIPE)
            self.assertEqual((run.returncode, run.stderr), (0, b""))

    def test_findings_equal_those_of_the_command_line(self):
        files = samples() + [write("several.pgn", GAMES * 3)]
        total = 0
        for path in files:
            run = subprocess.run(["arbiter", "validate", "--quiet", "--select", "all", "--format", "json",
                                  path], stdout=subprocess.PIPE)
            lines = [json.loads(line) for line in run.stdout.splitlines()]
            expected = sorted((f["line"], f["column"], f["id"], f["severity"], f["message"])
                              for f in lines if f["type"] == "finding")
            for threads in 1, 2:
                found = sorted((f.line, f.column, f.id, f.severity.replace("style", "warning"),
                                f.message) for f in arbiter.validate(path, threads=threads))
                self.assertEqual(found, expected, path)
            total += len(expected)
            games = [] if any(f[2] == "binary-file" for f in expected) else arbiter.read(path)
            each = {(f.line, f.column, f.id) for game in games for f in game.findings}
            self.assertLessEqual(each, {f[:3] for f in found}, path)
        self.assertGreater(total, 500)


class Program(unittest.TestCase):
    def test_the_module_runs_the_program(self):
        run = subprocess.run([sys.executable, "-m", "arbiter", "--version"], stdout=subprocess.PIPE)
        self.assertEqual(run.returncode, 0)
        self.assertIn(arbiter.__version__.encode(), run.stdout)
        self.assertTrue(os.access(arbiter.program(), os.X_OK))

    def test_commands_return_their_rows(self):
        path = os.path.join(TESTDATA, "tournament.pgn")
        self.assertEqual(arbiter.run("standings", path)[0]["name"], "Adler, Nora")
        rows = arbiter.run("stats", path, by="result")
        self.assertEqual([(row["name"], row["games"]) for row in rows],
                         [("1-0", 7), ("0-1", 4), ("1/2-1/2", 4)])
        with self.assertRaisesRegex(arbiter.Error, "./--all: no such file"):
            arbiter.run("stats", "--all")
        with self.assertRaisesRegex(arbiter.Error, "nothing"):
            arbiter.run("nothing")
        with self.assertRaisesRegex(arbiter.Error, "no such file"):
            arbiter.run("standings", "missing.pgn")


class Columns(unittest.TestCase):
    def check(self, source):
        games = list(arbiter.read(source, findings=False))
        for threads in 1, 3:
            columns = arbiter.read_columns(source, threads=threads)
            self.assertEqual(len(columns), len(games))
            ends = numpy.cumsum([0] + [len(game) for game in games])
            self.assertTrue(numpy.array_equal(columns.move_offsets, ends))
            for name in "codes", "clocks", "evaluations":
                column = columns.moves if name == "codes" else getattr(columns, name)
                each = [getattr(game, name) for game in games]
                expected = numpy.concatenate(each) if each else numpy.empty(0, column.dtype)
                self.assertEqual(column.dtype, expected.dtype)
                self.assertTrue(numpy.array_equal(column, expected, equal_nan=name != "codes"),
                                (source, name))
            for tag in arbiter.ROSTER:
                self.assertEqual(columns.tag(tag), [game.tags.get(tag, "") for game in games])
            numbers = {"1-0": 1, "1/2-1/2": 0, "0-1": -1, "*": 2}
            self.assertEqual(columns.results.tolist(), [numbers[game.result] for game in games])
            self.assertEqual(columns.offsets.tolist(), [game.offset for game in games])
        return columns

    def test_columns_equal_the_games(self):
        columns = self.check(write("columns.pgn", GAMES * 1500))
        self.assertEqual(columns.clocks[0], 60)
        self.assertEqual(columns.evaluations[1], -0.5)
        self.assertTrue(numpy.isnan(columns.evaluations[0]))
        self.assertEqual(columns.hashes[0], arbiter.Position().after("e4").key)
        for path in samples():
            if "binary-file" not in path:
                self.check(path)

    def test_hashes_are_the_keys_of_positions(self):
        game = next(arbiter.read(os.path.join(TESTDATA, "masters.pgn")))
        columns = arbiter.read_columns(os.path.join(TESTDATA, "masters.pgn"))
        position = arbiter.Position()
        for i, move in enumerate(game.uci):
            position = position.after(move)
            self.assertEqual(columns.hashes[i], position.key)

    def test_fens_are_those_of_the_positions(self):
        source = [GAMES, b'[FEN "k7/8/8/8/8/8/7P/K7 w - - 3 9"]\n\n9. h4 Kb7 10. h5 *']
        columns, expected = arbiter.read_columns(source), []
        for game in arbiter.read(source):
            position = arbiter.Position(game.start or None)
            for move in game.uci:
                position = position.after(move)
                expected.append(position.fen)
        rows = list(range(len(columns.moves)))
        self.assertEqual(columns.fens(rows), expected)
        self.assertEqual(columns.fens(rows[::-1] + [3, 3, 4]), expected[::-1] + [expected[i] for i in (3, 3, 4)])
        with self.assertRaises(arbiter.Error):
            columns.fens([len(expected)])

    def test_columns_are_a_mapping(self):
        columns = arbiter.read_columns(GAMES, tags=["White"])
        self.assertEqual(list(columns)[:2], ["White", "results"])
        self.assertEqual(dict(columns)["White"], ['Café "A"', "C"])
        self.assertTrue(numpy.array_equal(columns["moves"], columns.moves))
        with self.assertRaises(KeyError):
            columns["Black"]

    def test_pandas_reads_the_columns(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        columns = arbiter.read_columns(GAMES)
        games, moves = columns.to_pandas(), columns.to_pandas(moves=True)
        self.assertEqual(games[["White", "result", "plies"]].values.tolist(), [['Café "A"', "1-0", 7], ["C", "*", 2]])
        self.assertEqual(moves["ply"].tolist(), [1, 2, 3, 4, 5, 6, 7, 1, 2])
        self.assertEqual(moves["game"].tolist(), [0] * 7 + [1] * 2)
        self.assertEqual(moves["move"].tolist(), columns.moves.tolist())

    def test_arrays_outlive_their_columns_and_cannot_be_written(self):
        moves = arbiter.read_columns(GAMES).moves
        arbiter.read_columns(GAMES * 100)
        self.assertEqual(moves.tolist()[:2], [12 | 28 << 6, 52 | 36 << 6])
        with self.assertRaises(ValueError):
            moves[0] = 0
        self.assertEqual(len(arbiter.read_columns(b"")), 0)

    def test_other_tags_can_be_read(self):
        columns = arbiter.read_columns(GAMES, tags=["White", "Nothing"])
        self.assertEqual(columns.tag_names, ["White", "Nothing"])
        self.assertEqual(columns.tag("Nothing"), ["", ""])
        offsets, text = columns.tag_offsets("White"), columns.tag_bytes("White")
        self.assertEqual(text[offsets[0]:offsets[1]].decode(), 'Café "A"')
        with self.assertRaises(KeyError):
            columns.tag("Black")
        with self.assertRaises(ValueError):
            arbiter.read_columns(GAMES, threads=0)


class ArrowSchema(ctypes.Structure):
    pass


class ArrowArray(ctypes.Structure):
    pass


class ArrowStream(ctypes.Structure):
    pass


ArrowSchema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowSchema))),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowSchema))), ("private", ctypes.c_void_p)]
ArrowArray._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowArray))), ("dictionary", ctypes.c_void_p),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowArray))), ("private", ctypes.c_void_p)]
ArrowStream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ArrowStream),
                                    ctypes.POINTER(ArrowSchema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ArrowStream),
                                  ctypes.POINTER(ArrowArray))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(ArrowStream))),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowStream))), ("private", ctypes.c_void_p)]


def numbers(array, kind, length):
    place = array.buffers[1]
    return list((kind * length).from_address(place))


class Arrow(unittest.TestCase):
    """Reads the structures as a consumer does, by the specification of the interface."""

    def test_streams_contain_the_columns(self):
        capsule = arbiter.read_columns(GAMES, tags=["White"]).__arrow_c_stream__()
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        stream = ArrowStream.from_address(pointer(capsule, b"arrow_array_stream"))
        schema, batch, end = ArrowSchema(), ArrowArray(), ArrowArray()
        self.assertEqual(stream.get_schema(stream, schema), 0)
        self.assertEqual(stream.get_next(stream, batch), 0)
        self.assertEqual(stream.get_next(stream, end), 0)
        self.assertFalse(end.release)
        stream.release(stream)
        self.assertFalse(stream.release)
        del capsule, stream  # the batch keeps its memory
        arbiter.read_columns(GAMES * 100)

        self.assertEqual((schema.format, batch.length, batch.null_count), (b"+s", 2, 0))
        children = [schema.children[i].contents for i in range(schema.n_children)]
        self.assertEqual([(c.name, c.format) for c in children],
                         [(b"White", b"U"), (b"result", b"c"), (b"offset", b"L"), (b"moves", b"+L"),
                          (b"clocks", b"+L"), (b"evaluations", b"+L"), (b"hashes", b"+L")])
        self.assertEqual([c.children[0].contents.format for c in children[3:]],
                         [b"S", b"f", b"f", b"L"])
        arrays = {c.name.decode(): batch.children[i].contents for i, c in enumerate(children)}
        self.assertEqual(numbers(arrays["White"], ctypes.c_int64, 3), [0, 9, 10])
        self.assertEqual(ctypes.string_at(arrays["White"].buffers[2], 10).decode(), 'Café "A"C')
        self.assertEqual(numbers(arrays["result"], ctypes.c_int8, 2), [1, 2])
        self.assertEqual(numbers(arrays["moves"], ctypes.c_int64, 3), [0, 7, 9])
        items = arrays["moves"].children[0].contents
        self.assertEqual((items.length, items.n_buffers), (9, 2))
        self.assertEqual(numbers(items, ctypes.c_uint16, 9)[7:], [12 | 28 << 6, 52 | 36 << 6])
        schema.release(schema)
        batch.release(batch)
        self.assertFalse(schema.release or batch.release)

    def test_unused_streams_and_empty_files_are_released(self):
        for games in b"", GAMES:
            for _ in range(100):
                arbiter.read_columns(games).__arrow_c_stream__(None)

    def test_pyarrow_reads_the_columns(self):
        try:
            import pyarrow
        except ImportError:
            self.skipTest("pyarrow is not installed")
        table = pyarrow.table(arbiter.read_columns(GAMES))
        self.assertEqual(table["White"].to_pylist(), ['Café "A"', "C"])
        self.assertEqual(len(table["moves"][0]), 7)


class Positions(unittest.TestCase):
    def test_illegal_moves_have_reasons(self):
        position = arbiter.Position("k7/8/8/8/8/8/8/K1r5 w - - 0 1")
        self.assertEqual({m.san for m in position.legal_moves}, {"Ka2", "Kb2"})
        for move in "Ka2", "a1a2":
            self.assertIn(move, position.legal_moves)
        self.assertNotIn("Kb1", position.legal_moves)
        self.assertEqual(position.legal_moves.index("Kb2"), 1)
        self.assertTrue(position.rule_on("Ka2"))
        ruling = position.rule_on("Kb1")
        self.assertFalse(ruling)
        self.assertEqual(ruling.article, "Laws 3.9.2")
        with self.assertRaisesRegex(arbiter.Error, "rook"):
            position.after("Kb1")
        self.assertEqual(position.after("Ka2").turn, "black")
        with self.assertRaisesRegex(arbiter.Error, "invalid position"):
            arbiter.Position("nonsense")
        with self.assertRaises(arbiter.Error):
            arbiter.Position(moves=["e4", "Ke2"])
        self.assertEqual(len({arbiter.Position(), arbiter.Position()}), 1)
        self.assertNotEqual(arbiter.Position(), 1)

    def test_the_status_knows_the_moves_before(self):
        shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"]
        status = arbiter.Position(moves=shuffle + shuffle[:3]).status()
        self.assertEqual((status.end, status.occurrences), ("", 2))
        self.assertEqual(status.moves_to_threefold, ["Ng8"])
        status = arbiter.Position(moves=shuffle * 2).status()
        self.assertEqual((status.occurrences, status.is_threefold), (3, True))
        status = arbiter.Position(moves=shuffle * 4).status()
        self.assertEqual((status.end, status.result), ("fivefold repetition", "1/2-1/2"))
        self.assertEqual(status.article, "Laws 9.6.1")
        mate = arbiter.Position(moves=["f3", "e5", "g4", "Qh4"])
        self.assertEqual((mate.end, mate.status().result, mate.is_check), ("checkmate", "0-1", True))
        fifty = arbiter.Position("k7/8/8/8/8/8/8/K1R5 w - - 100 90").status()
        self.assertTrue(fifty.is_fifty_moves)

    def test_proofs_who_can_mate(self):
        position = arbiter.Position("7k/8/8/8/8/8/8/KQ6 w - - 0 1")
        self.assertIs(position.winnable("white").answer, True)
        self.assertTrue(position.winnable("white").line[-1].endswith("#"))
        self.assertIs(position.winnable("black").answer, False)
        with self.assertRaises(ValueError):
            position.winnable("red")

    @unittest.skipIf(chess is None, "python-chess is not installed")
    def test_python_chess_has_the_same_moves(self):
        seed = random.Random(1)
        for _ in range(60):
            board, position = chess.Board(), arbiter.Position()
            for _ in range(80):
                moves = {move.uci: move.san for move in position.legal_moves}
                expected = {move.uci(): board.san(move) for move in board.legal_moves}
                self.assertEqual(moves, expected)
                self.assertEqual(position.fen.split()[0], board.fen().split()[0])
                self.assertEqual(position.is_check, board.is_check())
                self.assertEqual(position.end == "checkmate", board.is_checkmate())
                if not moves:
                    break
                move = seed.choice(sorted(moves))
                board.push_uci(move)
                position = position.after(seed.choice([move, moves[move]]))


@unittest.skipIf(chess is None, "python-chess is not installed")
class PythonChess(unittest.TestCase):
    def tree(self, node):
        return [(child.move.uci(), " ".join(child.comment.split()), sorted(child.nags),
                 self.tree(child)) for child in node.variations]

    def test_games_convert_to_those_that_python_chess_reads(self):
        for path in ("tournament.pgn", "masters.pgn", "patterns.pgn"):
            path = os.path.join(TESTDATA, path)
            with open(path, encoding="utf-8") as file:
                for game in arbiter.read(path):
                    expected = chess.pgn.read_game(file)
                    if expected.errors or not game.is_complete:
                        continue
                    converted = game.to_python_chess()
                    self.assertEqual(self.tree(converted), self.tree(expected), (path, game.number))
                    self.assertEqual(dict(converted.headers)["White"], expected.headers["White"])
                    self.assertEqual(converted.board(), expected.board())

    def test_variations_and_comments_convert(self):
        game = next(arbiter.read(GAMES)).to_python_chess()
        expected = chess.pgn.read_game(io.StringIO(GAMES.decode()))
        self.assertEqual(self.tree(game), self.tree(expected))
        self.assertEqual(game.comment, "first")
        self.assertEqual(game.next().clock(), 60)

    def test_damaged_games_convert(self):
        for path in samples():
            if "binary-file" in path:
                continue
            for game in arbiter.read(path):
                game.to_python_chess()


class Changes(unittest.TestCase):
    def test_fmt_equals_the_command(self):
        for path in samples()[:80]:
            run = subprocess.run(["arbiter", "fmt", "--quiet", path], stdout=subprocess.PIPE)
            if run.returncode == 2:
                with self.assertRaises(arbiter.Error):
                    arbiter.fmt(path)
            else:
                self.assertEqual(arbiter.fmt(path).encode(), run.stdout, path)

    def test_repair_equals_the_command(self):
        games = b'[Event "a"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *\n'
        path = write("repair.pgn", games)
        repaired = arbiter.repair(path)
        subprocess.run(["arbiter", "repair", "--quiet", "--apply", path])
        with open(path, "rb") as file:
            self.assertEqual(repaired.pgn, file.read())
        self.assertEqual(arbiter.repair(games * 40, threads=2).pgn, repaired.pgn * 40)
        write("repair.pgn", games)
        self.assertEqual((repaired.games, repaired.changed), (1, 1))
        repair = repaired.repairs[0]
        self.assertEqual((repair.kind, repair.written, repair.san), ("replace", "Bb6", "Bb5"))
        self.assertEqual((repair.line, repair.column, repair.ply), (3, 24, 5))
        self.assertTrue(repair.is_applied and 0.95 <= repair.share <= 1)
        self.assertEqual(arbiter.repair(path, min_share=1.1).pgn, games)


class Databases(unittest.TestCase):
    def database(self, name, games=None):
        path = write(name + ".pgn", games or GAMES)
        name = os.path.join(FOLDER, name + ".db")
        if os.path.exists(name):
            os.remove(name)
        with arbiter.open(name, write=True) as database:
            self.assertEqual(database.import_files(path), 2)
            self.assertEqual(database.import_files([path]), 0)
        return arbiter.open(name)

    def test_games_are_imported_and_found(self):
        database = self.database("found")
        self.assertEqual(database.count("result = 1-0"), 1)
        self.assertEqual(database.count(position=arbiter.Position(moves=["e4", "e5", "Qh5"])), 1)
        rows = database.find(position=arbiter.Position(moves=["e4"]))
        self.assertEqual([(row["white"], row["ply"]) for row in rows], [('Café "A"', 1), ("C", 1)])
        self.assertEqual(rows[0]["moves"].tolist(), next(arbiter.read(GAMES)).codes.tolist())
        self.assertEqual(len(database.find(limit=1, offset=1)), 1)
        self.assertEqual([(row["san"], row["games"]) for row in database.tree()], [("e4", 2)])
        self.assertEqual(database.stats()[0]["games"], 2)
        self.assertEqual({row["name"]: row["games"] for row in database.stats("result")},
                         {"1-0": 1, "*": 1})
        for wrong in (lambda: database.find("elo >"), lambda: database.stats("nothing"),
                      lambda: arbiter.open(os.path.join(FOLDER, "missing.db")),
                      lambda: arbiter.open(os.path.join(FOLDER, "found.pgn")),
                      lambda: database.import_files(os.path.join(FOLDER, "missing.pgn"))):
            with self.assertRaises(arbiter.Error):
                wrong()

    def test_whole_games_have_their_comments_and_variations(self):
        database = self.database("whole")
        games = list(database.games())
        for game, original in zip(games, arbiter.read(GAMES)):
            self.assertEqual(game.tags["White"], original.tags["White"])
            self.assertEqual([lines_of(m) for m in game.line()], [lines_of(m) for m in original.line()])
            self.assertEqual(game.comments, original.comments)
        self.assertEqual(len(list(database.games("result = 1-0"))), 1)
        self.assertEqual([g.number for g in database.games(limit=1, offset=1)], [1])
        self.assertEqual(games[0].file, database.name)
        with self.assertRaises(arbiter.Error):
            database.games("elo >")
        self.assertEqual(pickle.loads(pickle.dumps(database)).count(), 2)

    def test_a_database_opened_for_reading_says_so(self):
        database = self.database("reading")
        with self.assertRaisesRegex(arbiter.Error, "write=True"):
            database.import_files("testdata/tournament.pgn")

    def test_sql_returns_rows_and_columns(self):
        database = self.database("sql")
        self.assertEqual(database.sql("SELECT count(*) AS n FROM games"), [{"n": 2}])
        self.assertEqual(database.sql("SELECT ? AS a, ? AS b, ? AS c, ? AS d", [1, 2.5, "x", b"y"]),
                         [{"a": 1, "b": 2.5, "c": "x", "d": b"y"}])
        self.assertEqual(database.sql("SELECT :name AS n", {"name": None}), [{"n": None}])
        columns = database.sql("SELECT plies, 0.5 AS half, white FROM games ORDER BY id",
                               columns=True)
        self.assertEqual(columns["plies"].dtype, numpy.int64)
        self.assertEqual(columns["half"].tolist(), [0.5, 0.5])
        self.assertEqual(columns["white"].tolist(), ['Café "A"', "C"])
        self.assertIn("Qxf7#", database.sql("SELECT pgn(1) AS pgn")[0]["pgn"])
        for wrong in "DELETE FROM games", "SELECT", "ATTACH 'x' AS y", "SELECT load_extension('x')":
            with self.assertRaises(arbiter.Error):
                database.sql(wrong)
        with self.assertRaises(OverflowError):
            database.sql("SELECT ?", [2**70])

    def test_a_closed_database_reports_it(self):
        database = self.database("closed")
        database.close()
        with self.assertRaisesRegex(arbiter.Error, "closed"):
            database.find()

    def test_threads_share_a_database(self):
        database = self.database("threads")
        results = []
        threads = [threading.Thread(target=lambda: results.extend(
            database.count() for _ in range(50))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [2] * 200)

    def test_sqlite3_loads_the_extension(self):
        name = self.database("extension").name
        connection = sqlite3.connect(f"file:{name}?mode=ro", uri=True)
        connection.enable_load_extension(True)
        connection.load_extension(arbiter.sqlite_extension())
        self.assertEqual(connection.execute("SELECT is_legal('startpos', 'Nf3')").fetchone(), (1,))
        self.assertIn("e4", [row[0] for row in connection.execute(
            "SELECT move FROM position_moves('startpos')")])
        connection.close()


class Damage(unittest.TestCase):
    def test_mutated_files_do_not_crash(self):
        seed = random.Random(7)
        texts = []
        for path in samples():
            with open(path, "rb") as file:
                texts.append(file.read()[:20000])
        words = [b"{", b"}", b"(", b")", b"\0", b"\xff", b"\xe9", b"[", b"]", b'"', b"1-0", b"O-O",
                 b"[%clk ", b"[%eval #", b"\xed\xa0\x80", b"$999999999999", b"\r", b"%", b";", b"<",
                 b"1. e4 ", b'[FEN "', b'[Variant "Chess960"]\n', b"--"]
        for i in range(int(os.environ.get("ARBITER_MUTATIONS", 1000))):
            data = bytearray(seed.choice(texts))
            for _ in range(seed.randrange(1, 30)):
                at = seed.randrange(len(data) + 1)
                data[at:at + seed.randrange(3)] = seed.choice(words) * seed.choice([1, 1, 1, 40])
            data = bytes(data)
            for run in self.readings(data, i):
                try:
                    run()
                except arbiter.Error:
                    pass

    def readings(self, data, i):
        def read():
            for game in arbiter.read(data):
                game.tags, game.san, game.uci, game.clocks, game.comments, game.text
                for finding in game.findings:
                    finding.message, finding.help, finding.san
                if chess is not None and i % 20 == 0:
                    game.to_python_chess()
                repr(game)
        yield read
        yield lambda: [arbiter.read_columns(data, threads=1 + i % 2).tag(t) for t in arbiter.ROSTER]
        yield lambda: [repr(f) + f.message for f in arbiter.validate(data)]
        if i % 5 == 0:
            yield lambda: arbiter.fmt(data)
            yield lambda: arbiter.repair(data)
        if i % 10 == 0:
            yield lambda: list(arbiter.read(gzip.compress(data)[:-1 - i % 50]))

    def test_variations_of_words_that_are_no_moves_are_omitted(self):
        game = next(arbiter.read(b'[Variant "Crazyhouse"]\n\n1. P@e4 (1. P@d4 (1. P@c4)) P@e5 *'))
        self.assertEqual((game.line(), len(game)), ([], 0))

    def test_hostile_texts_end(self):
        for text in (b"(" * 100000, b"1. e4 " + b"(1. d4 " * 50000, b"{" * 100000, b"[" * 100000,
                     b"1. " * 100000, b"e4 " * 100000, b'[White "' + b"\\" * 100000, b"\xff" * 100000):
            for game in arbiter.read(text):
                game.line()
                game.findings
            arbiter.read_columns(text)
            arbiter.validate(text)

    def test_positions_of_any_text_do_not_crash(self):
        seed = random.Random(3)
        for _ in range(3000):
            fen = list("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
            for _ in range(seed.randrange(1, 6)):
                fen[seed.randrange(len(fen))] = seed.choice("KQRBNPkqrbnp12345678/ -wab\0é")
            try:
                position = arbiter.Position("".join(fen))
                position.legal_moves, position.end
                position.rule_on("".join(seed.choices("KQRBNabcdefgh12345678xO-=+#\0é", k=4)))
            except arbiter.Error:
                pass


class Stubs(unittest.TestCase):
    def test_the_stubs_have_every_name_and_each_name_is_documented(self):
        import ast
        with open(arbiter.__file__ + "i", encoding="utf-8") as file:
            body = ast.parse(file.read()).body
        stubs = {node.name: node for node in body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        for name in set(arbiter.__all__) - {"ROSTER"}:
            self.assertIn(name, stubs)
            value = getattr(arbiter, name)
            self.assertTrue(value.__doc__, name)
            self.assertEqual(value.__module__, "arbiter")
            if not isinstance(value, type) or issubclass(value, Exception):
                continue
            members = {n.name for n in stubs[name].body if isinstance(n, ast.FunctionDef)}
            public = {m for m in vars(value) if not m.startswith("_")}
            self.assertEqual({m for m in members if not m.startswith("_")}, public, name)
            for member in public:
                self.assertTrue(getattr(value, member).__doc__, f"{name}.{member}")

    def test_help_reads_well(self):
        import pydoc
        text = pydoc.plain(pydoc.render_doc(arbiter))
        self.assertIn("read(source, *, findings=True, text=True, raise_at=None)", text)


if __name__ == "__main__":
    unittest.main(verbosity=1)
