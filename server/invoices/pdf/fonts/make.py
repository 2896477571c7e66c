"""Makes the TTF files beside this one: a PDF takes static fonts and no woff2 (see README.md)."""
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
    font.save(f'server/invoices/pdf/fonts/{target}.ttf')

NOTO = 'node_modules/@fontsource/noto-sans-devanagari/files/noto-sans-devanagari'
for part, target in [('devanagari', 'devanagari'), ('latin-ext', 'accents')]:
    font = TTFont(f'{NOTO}-{part}-400-normal.woff2')
    font.flavor = None
    font.save(f'server/invoices/pdf/fonts/{target}.ttf')
