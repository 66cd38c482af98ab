#!/usr/bin/python3
"""make_encodings.py: prints the characters of the upper half of encodings of one byte per character, as the C library
of this machine has them, for lib/os/iconv_tables.cc.
"""

import ctypes

ENCODINGS = {f"ISO-8859-{part}": f"ISO8859{part}" for part in [*range(1, 12), *range(13, 17)]}
ENCODINGS |= {f"CP{page}": f"CP{page} WINDOWS{page}" for page in (874, *range(1250, 1258))}
ENCODINGS |= {f"CP{page}": f"CP{page} IBM{page}" for page in
              (437, 737, 775, 850, 852, 855, 857, 858, 860, 861, 862, 863, 865, 866, 869, 1125)}
ENCODINGS |= {"MACINTOSH": "MACINTOSH MAC", "MAC-CENTRALEUROPE": "MACCENTRALEUROPE", "MAC-CYRILLIC": "MACCYRILLIC",
              "MAC-UK": "MACUK", "MAC-IS": "MACIS", "KOI8-R": "KOI8R", "KOI8-U": "KOI8U", "KOI8-T": "KOI8T",
              "TIS-620": "TIS620", "ARMSCII-8": "ARMSCII8", "GEORGIAN-PS": "GEORGIANPS",
              "GEORGIAN-ACADEMY": "GEORGIANACADEMY"}
C = ctypes.CDLL(None)
C.iconv_open.restype = ctypes.c_void_p
C.iconv.restype = ctypes.c_size_t
FAILED = ctypes.c_size_t(-1).value


def character(converter, byte):
    """Returns the code point of a byte; 0 if it has none."""
    source, target = ctypes.create_string_buffer(bytes([byte]), 1), ctypes.create_string_buffer(16)
    begin, end = ctypes.c_void_p(ctypes.addressof(source)), ctypes.c_void_p(ctypes.addressof(target))
    left, room = ctypes.c_size_t(1), ctypes.c_size_t(16)
    C.iconv(converter, None, None, None, None)
    for given in (ctypes.byref(begin), None):  # the second call completes the character
        if C.iconv(converter, given, ctypes.byref(left), ctypes.byref(end), ctypes.byref(room)) == FAILED:
            return 0
    return int.from_bytes(target.raw[:2], "little")


for name, names in ENCODINGS.items():
    converter = ctypes.c_void_p(C.iconv_open(b"UTF-16LE", name.encode()))
    if converter.value == FAILED:
        continue  # the C library does not have it
    letters = ", ".join(f"0x{character(converter, byte):04X}" for byte in range(128, 256))
    print(f'{{"{names}", {{{letters}}}}},')
