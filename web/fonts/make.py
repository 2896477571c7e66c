"""Makes the three woff2 files beside this one from the @fontsource-variable packages (see README.md)."""
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = 'node_modules/@fontsource-variable'
RUPEE = 0x20B9
TEXT = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D,
        0x2022, 0x2026, 0x202F, 0x2039, 0x203A, 0x20AC, 0x2122, 0x2212, RUPEE]
FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'pnum', 'liga']


def source(name, part, weight):
    font = TTFont(f'{ROOT}/{name}/files/{name}-{part}-wght-normal.woff2')
    return instantiateVariableFont(font, {'wght': weight})


def outline(font, target, scale, shift):
    """The rupee of a static font, scaled and moved, as a glyph with quadratic curves."""
    glyphs = font.getGlyphSet()
    record = DecomposingRecordingPen(glyphs)
    glyphs[font.getBestCmap()[RUPEE]].draw(record)
    pen = TTGlyphPen(None)
    record.replay(TransformPen(pen, (scale, 0, 0, scale, shift, 0)))
    return pen.glyph()


def add_rupee(font, weight, fixed_width=None, heavy=None):
    """Gives a font the rupee of Bricolage Grotesque at a matching weight, as high as its own capitals."""
    donor = source('bricolage-grotesque', 'latin-ext', weight)
    name = donor.getBestCmap()[RUPEE]
    caps = font['OS/2'].sCapHeight / donor['OS/2'].sCapHeight
    advance = donor['hmtx'][name][0] * caps
    width = fixed_width or round(advance)
    shift = (width - advance) / 2
    glyph = outline(donor, font, caps, shift)
    font.setGlyphOrder(font.getGlyphOrder() + ['rupee'])
    font['glyf'].glyphs['rupee'] = glyph
    glyph.recalcBounds(font['glyf'])
    font['hmtx'].metrics['rupee'] = (width, glyph.xMin)
    for table in font['cmap'].tables:
        if table.isUnicode():
            table.cmap[RUPEE] = 'rupee'
    if heavy:
        bold = source('bricolage-grotesque', 'latin-ext', heavy)
        other = outline(bold, font, caps, 0)
        grown = round(bold['hmtx'][name][0] * caps) - width
        deltas = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(glyph.coordinates, other.coordinates, strict=True)]
        font['gvar'].variations['rupee'] = [
            TupleVariation({'wght': (0, 1, 1)}, deltas + [(0, 0), (grown, 0), (0, 0), (0, 0)])
        ]
    if 'HVAR' in font:
        del font['HVAR']  # advances then come from gvar, which knows the new glyph


def save(font, name):
    options = Options()
    options.flavor = 'woff2'
    options.layout_features = FEATURES
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=TEXT)
    subsetter.subset(font)
    font.flavor = 'woff2'
    font.save(f'web/fonts/{name}.woff2')


head = source('bricolage-grotesque', 'latin', 690)
add_rupee(head, 690)
save(head, 'bricolage-grotesque')

text = source('instrument-sans', 'latin', (400, 600))
add_rupee(text, 400, heavy=600)
for space in (0x20, 0xA0):  # 200 units is too narrow between words at 14 and 16 px
    name = text.getBestCmap()[space]
    text['hmtx'].metrics[name] = (240, 0)
save(text, 'instrument-sans')

mono = source('jetbrains-mono', 'latin', 400)
add_rupee(mono, 340, fixed_width=600)
save(mono, 'jetbrains-mono')
