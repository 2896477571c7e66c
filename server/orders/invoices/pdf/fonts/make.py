"""Makes the TTF files beside this one: a PDF takes static fonts and no woff2 (see README.md)."""
import copy

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

for source, target, weight in [
    ('bricolage-grotesque', 'heading', None),
    ('instrument-sans', 'text', 400),
    ('instrument-sans', 'strong', 600),
    ('jetbrains-mono', 'mono', None),
]:
    font = TTFont(f'web/fonts/{source}.woff2')
    if weight:
        font = instantiateVariableFont(font, {'wght': weight})
    font.flavor = None
    font.save(f'server/orders/invoices/pdf/fonts/{target}.ttf')

NOTO = 'node_modules/@fontsource/noto-sans-devanagari/files/noto-sans-devanagari'
for part, target in [('devanagari', 'devanagari'), ('latin-ext', 'accents')]:
    font = TTFont(f'{NOTO}-{part}-400-normal.woff2')
    font.flavor = None
    font.save(f'server/orders/invoices/pdf/fonts/{target}.ttf')

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


for script in ['bengali', 'gujarati', 'gurmukhi', 'kannada', 'malayalam', 'oriya', 'tamil', 'telugu']:
    font = TTFont(
        f'node_modules/@fontsource/noto-sans-{script}/files/noto-sans-{script}-{script}-400-normal.woff2'
    )
    for lookup in font['GPOS'].table.LookupList.Lookup if 'GPOS' in font else []:
        tables = [getattr(table, 'ExtSubTable', table) for table in lookup.SubTable]
        if tables[0].LookupType in MARKS:
            lookup.SubTable = [part for table in tables for part in by_class(table)]
            lookup.LookupType = tables[0].LookupType
            lookup.SubTableCount = len(lookup.SubTable)
    font.flavor = None
    font.save(f'server/orders/invoices/pdf/fonts/{script}.ttf')
