"""Makes the TTF files beside this one, for PDFs and sharing images (see README.md)."""
import copy

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

# By lookup type: marks on letters, marks on marks.
MARKS = {
    4: ('MarkCoverage', 'MarkArray', 'MarkRecord', 'BaseCoverage', 'BaseArray', 'BaseRecord', 'BaseAnchor'),
    6: ('Mark1Coverage', 'Mark1Array', 'MarkRecord', 'Mark2Coverage', 'Mark2Array', 'Mark2Record', 'Mark2Anchor'),
}


def by_class(table):
    """The same attachments, one table for each class of marks, with the letters alone that have a place for it."""
    covered, array, record, bases, base_array, base_record, anchors = MARKS[table.LookupType]
    for of in range(table.ClassCount):
        part = copy.deepcopy(table)
        marks = getattr(part, array)
        letters = getattr(part, base_array)
        kept = [pair for pair in zip(getattr(part, covered).glyphs, getattr(marks, record)) if pair[1].Class == of]
        placed = [
            pair
            for pair in zip(getattr(part, bases).glyphs, getattr(letters, base_record))
            if getattr(pair[1], anchors)[of] is not None
        ]
        if not kept or not placed:
            continue
        for _, mark in kept:
            mark.Class = 0
        for _, letter in placed:
            setattr(letter, anchors, [getattr(letter, anchors)[of]])
        part.ClassCount = 1
        getattr(part, covered).glyphs = [glyph for glyph, _ in kept]
        setattr(marks, record, [mark for _, mark in kept])
        getattr(part, bases).glyphs = [glyph for glyph, _ in placed]
        setattr(letters, base_record, [letter for _, letter in placed])
        yield part


def marks_apart(font):
    """fontkit, by which PDFs are set, fails at a letter that has no place for some class of marks."""
    for lookup in font['GPOS'].table.LookupList.Lookup if 'GPOS' in font else []:
        tables = [getattr(table, 'ExtSubTable', table) for table in lookup.SubTable]
        if tables[0].LookupType in MARKS:
            lookup.SubTable = [part for table in tables for part in by_class(table)]
            lookup.LookupType = tables[0].LookupType
            lookup.SubTableCount = len(lookup.SubTable)


def save(font, name):
    """Plain TrueType without hints, as one regular weight of a family of its own: Pango finds it by that name alone."""
    font.flavor = None
    for table in ('fpgm', 'prep', 'cvt ', 'hdmx', 'VDMX', 'LTSH', 'STAT'):
        if table in font:
            del font[table]
    names = font['name']
    for number in (16, 17, 21, 22, 25):
        names.removeNames(nameID=number)
    family = f'Readymade {name}'
    for number, text in ((1, family), (2, 'Regular'), (4, family)):
        names.setName(text, number, 3, 1, 0x409)
        names.setName(text, number, 1, 0, 0)
    font['OS/2'].usWeightClass = 400
    font['OS/2'].fsSelection = 0x40
    font['head'].macStyle = 0
    font.save(f'server/platform/fonts/{name}.ttf')


for source, name, weight in [
    ('bricolage-grotesque', 'heading', None),
    ('instrument-sans', 'text', 400),
    ('instrument-sans', 'strong', 600),
    ('jetbrains-mono', 'mono', None),
]:
    font = TTFont(f'web/fonts/{source}.woff2', recalcTimestamp=False)
    save(instantiateVariableFont(font, {'wght': weight}) if weight else font, name)

for script, part, name in [
    ('devanagari', 'latin-ext', 'accents'),
    *((script, script, script) for script in (
        'arabic', 'bengali', 'devanagari', 'gujarati', 'gurmukhi', 'kannada', 'malayalam', 'meetei-mayek', 'ol-chiki',
        'oriya', 'tamil', 'telugu',
    )),
]:
    file = f'noto-sans-{script}/files/noto-sans-{script}-{part}-500-normal.woff2'
    font = TTFont(f'node_modules/@fontsource/{file}', recalcTimestamp=False)
    if script != 'devanagari':
        marks_apart(font)
    save(font, name)
