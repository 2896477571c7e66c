"""Makes the fonts of the sharing images: plain TrueType, which is all that Pango takes from a file, under names of their own.

Run from the repository root with `/usr/bin/python3 server/content/crawlers/fonts/make.py <folder>`, where the folder
holds noto-sans-devanagari-devanagari-700-normal.woff from @fontsource/noto-sans-devanagari 5.3.0; the other two are
our own from web/fonts.
"""

import sys
from pathlib import Path

from fontTools.ttLib import TTFont

here = Path(__file__).parent
fonts = {
    'Readymade Head': Path('web/fonts/bricolage-grotesque.woff2'),
    'Readymade Mono': Path('web/fonts/jetbrains-mono.woff2'),
    'Readymade Devanagari': Path(sys.argv[1]) / 'noto-sans-devanagari-devanagari-700-normal.woff',
}

for family, source in fonts.items():
    font = TTFont(source)
    font.flavor = None
    for name in ('fpgm', 'prep', 'cvt ', 'hdmx', 'VDMX', 'LTSH'):
        if name in font:
            del font[name]
    names = font['name']
    for record in list(names.names):
        if record.nameID in (16, 17, 21, 22, 25):
            names.removeNames(record.nameID)
    for platform in ((3, 1, 0x409), (1, 0, 0)):
        for number, text in ((1, family), (2, 'Regular'), (4, family), (6, family.replace(' ', ''))):
            names.setName(text, number, *platform)
    # One weight each, called regular, so that no engine thickens it.
    font['OS/2'].usWeightClass = 400
    font['OS/2'].fsSelection = 0x40
    font['head'].macStyle = 0
    font.save(here / (family.lower().replace(' ', '-') + '.ttf'))
