import { type FieldPath, placed } from './calls.ts'

/** The value of a field: a text, or bytes that are sent unchanged. */
export type Hostile = string | Buffer

const times = (piece: string) => (bytes: number) =>
  piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(piece))))
const always = (value: Hostile) => () => value
const nested = (open: string, close: string) =>
  always(Buffer.from(`${open.repeat(10_000)}1${close.repeat(10_000)}`))

const texts: Record<string, (bytes: number) => Hostile> = {
  letters: times('a'),
  'combining marks': (bytes) => `a${times('\u0301\u0323')(bytes)}`,
  'marks in an email': (bytes) => `a@b.i${times('\u0323\u0301')(bytes)}`,
  'what grows when it is folded': times('ﷺ'),
  'control characters': times('\u0001\u001b\u007f\u0085'),
  NUL: times('a\0'),
  'lone surrogates': times('\ud800'),
  'right-to-left overrides': times('\u202e'),
  'fifty dashes': always('-'.repeat(50)),
  'a thousand dashes': always('-'.repeat(1000)),
  emphasis: times('***a* '),
  quotations: times('> '),
  spaces: (bytes) => `a${times(' ')(bytes)}a`,
  'domains without end': (bytes) => `a@${times('a.')(bytes)}`,
  'a link without end': (bytes) => `http://${times('a.')(bytes)}`,
  escapes: times('\\"\''),
  digits: times('9'),
  'invalid UTF-8': (bytes) => Buffer.from(`"${times('\xff\xc3(')(bytes)}"`, 'latin1'),
  'lists in lists': nested('[', ']'),
  'objects in objects': nested('{"a":', '}'),
}

/** Texts that tend to break their readers, each with a function that makes one of about the given number of bytes. */
export const hostileTexts = Object.entries(texts).map(([kind, make]) => ({ kind, textOf: memoised(make) }))

/** Caches the results of a function, because the texts are long and sent in thousands of calls. */
function memoised<Of, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const made = new Map<Of, Made>()
  return (of) => {
    const known = made.get(of) ?? make(of)
    made.set(of, known)
    return known
  }
}

const mark = '{the hostile text}'

/** Creates a JSON body in which one field is hostile. */
export function jsonBytes(input: unknown, path: FieldPath, value: Hostile): Buffer {
  const [before = '', after = ''] = JSON.stringify(placed(input, path, mark)).split(`"${mark}"`)
  return Buffer.concat([Buffer.from(before), jsonOf(value), Buffer.from(after)])
}

const jsonOf = memoised((value: Hostile) =>
  typeof value === 'string' ? Buffer.from(JSON.stringify(value)) : value,
)

const boundary = 'the-boundary-of-a-hostile-form'

/** Creates a multipart form of text fields, and of files by field name. */
export function formBytes(fields: Record<string, Hostile>, files: [field: string, name: Hostile][]) {
  const parts = [
    ...Object.entries(fields).map(([name, value]) => [`form-data; name="${name}"`, '', '', value] as const),
    ...files.map(([field, name]) => [`form-data; name="${field}"; filename="`, name, '"', 'a file'] as const),
  ]
  const pieces = parts.flatMap(([head, name, end, value]) => [
    `--${boundary}\r\nContent-Disposition: ${head}`,
    name,
    `${end}\r\n\r\n`,
    value,
    '\r\n',
  ])
  const payload = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)))
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** Encodes a value for an address. */
export const inAddress = memoised((value: Hostile) =>
  Buffer.from(value).toString('hex').replaceAll(/../g, '%$&'),
)
