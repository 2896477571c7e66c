import { inflateSync } from 'node:zlib'

/** Reads the text that a PDF of ours shows, run by run, in the order in which it was drawn. */
export function textOfPdf(pdf: Buffer): string {
  const objects = new Map<string, { head: string; stream: string }>()
  const source = pdf.toString('latin1')
  for (const [, id, body] of source.matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g)) {
    const [head = '', rest] = body!.split('stream\n')
    const raw = rest === undefined ? '' : rest.slice(0, rest.lastIndexOf('\nendstream'))
    const stream = head.includes('FlateDecode') ? inflated(raw) : raw
    objects.set(id!, { head, stream })
  }
  /** The texts of the glyphs of each font, by the id of its object. */
  const fonts = new Map<string, Map<number, string>>()
  for (const [id, { head }] of objects) {
    const cmap = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1]
    if (cmap) fonts.set(id, glyphsIn(objects.get(cmap)!.stream))
  }
  const names = new Map(
    [...objects.values()].flatMap(({ head }) =>
      Array.from(head.matchAll(/\/(F\d+) (\d+) 0 R/g), ([, name, id]) => [name!, fonts.get(id!)] as const),
    ),
  )
  const runs: string[] = []
  for (const { stream } of objects.values()) {
    if (!/ Tf\b/.test(stream)) continue
    let glyphs: Map<number, string> | undefined
    for (const [, name, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name) glyphs = names.get(name)
      else runs.push(hexIn(shown!, glyphs))
    }
  }
  return runs.join(' ')
}

function inflated(raw: string): string {
  try {
    return inflateSync(Buffer.from(raw, 'latin1')).toString('latin1')
  } catch {
    return ''
  }
}

function glyphsIn(cmap: string): Map<number, string> {
  const glyphs = new Map<number, string>()
  for (const [, first, list] of cmap.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi))
    for (const [at, [, units]] of [...list!.matchAll(/<([^>]*)>/g)].entries())
      glyphs.set(
        Number.parseInt(first!, 16) + at,
        String.fromCharCode(
          ...Array.from(units!.match(/[0-9a-f]{4}/gi) ?? [], (unit) => Number.parseInt(unit, 16)),
        ),
      )
  return glyphs
}

const hexIn = (shown: string, glyphs: Map<number, string> | undefined) =>
  Array.from(shown.matchAll(/<([0-9a-f]+)>/gi), ([, hex]) => hex)
    .join('')
    .match(/.{4}/g)
    ?.map((glyph) => glyphs?.get(Number.parseInt(glyph, 16)) ?? '')
    .join('') ?? ''
