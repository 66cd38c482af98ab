e4, d4, e5, d5 = range(4)
(a1, h8) = (0, 63)
MOVES = ["e4", "e5", "Nf3", "Nc6"]
assert [len(m) for m in MOVES] == [2, 2, 3, 3]
print(f"{e4=} {d4=}")
