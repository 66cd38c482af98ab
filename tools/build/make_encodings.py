#!/usr/bin/python3
"""make_encodings.py: prints the characters of encodings of one or two bytes per character, as the C library of this
machine has them, for lib/os/iconv_tables.cc.
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
# The bytes that begin a pair, and those that end it.
PAIRS = {"GBK": ("GBK CP936 WINDOWS936 GB2312 EUCCN", (0x81, 0xFE), (0x40, 0xFE)), "BIG5": ("BIG5 CP950", (0xA1, 0xF9), (0x40, 0xFE)),
         "CP932": ("CP932 MS932 SHIFTJIS SJIS WINDOWS31J", (0x81, 0xFC), (0x40, 0xFC)),
         "EUC-JP": ("EUCJP", (0x8E, 0xFE), (0xA1, 0xFE)), "EUC-KR": ("EUCKR", (0xA1, 0xFE), (0xA1, 0xFE))}
C = ctypes.CDLL(None)
C.iconv_open.restype = ctypes.c_void_p
C.iconv.restype = ctypes.c_size_t
FAILED = ctypes.c_size_t(-1).value


def character(converter, *code):
    """Returns the code point of one or two bytes; 0 if they are not one character."""
    source, target = ctypes.create_string_buffer(bytes(code), len(code)), ctypes.create_string_buffer(16)
    begin, end = ctypes.c_void_p(ctypes.addressof(source)), ctypes.c_void_p(ctypes.addressof(target))
    left, room = ctypes.c_size_t(len(code)), ctypes.c_size_t(16)
    C.iconv(converter, None, None, None, None)
    for given in (ctypes.byref(begin), None):  # the second call completes the character
        if C.iconv(converter, given, ctypes.byref(left), ctypes.byref(end), ctypes.byref(room)) == FAILED:
            return 0
    return int.from_bytes(target.raw[:2], "little") if room.value == 14 else 0


for name, names in (ENCODINGS | PAIRS).items():
    converter = ctypes.c_void_p(C.iconv_open(b"UTF-16LE", name.encode()))
    if converter.value == FAILED:
        continue  # the C library does not have it
    pairs = ""
    if name in PAIRS:
        names, leads, trails = names
        codes = [character(converter, lead, trail) for lead in range(leads[0], leads[1] + 1) for trail in range(trails[0], trails[1] + 1)]
        pairs = f", {{{leads[0]}, {leads[1]}}}, {{{trails[0]}, {trails[1]}}}, u\"" + "".join(f"\\x{code:X}" for code in codes) + '"sv'
    letters = ", ".join(f"0x{character(converter, byte):04X}" for byte in range(128, 256))
    print(f'{{"{names}", {{{letters}}}{pairs}}},')
