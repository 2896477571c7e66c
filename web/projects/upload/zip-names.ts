import { counted } from '#contract/kit/format.ts'

import { someOf } from './checked-files.ts'

/** What a ZIP records about the name of an entry. */
export interface RecordedName {
  /** The name as the library reads it. */
  filename: string
  rawFilename: Uint8Array
  filenameUTF8: boolean
  /** The system of the program that made the entry, in the upper byte. */
  versionMadeBy: number
}

/** The name of an entry as a path with slashes; a folder ends with one. */
export interface ReadName {
  path: string
  /** Whether the ZIP says how the name is spelt, or its code page was guessed, or none makes words of it. */
  spelling: 'said' | 'guessed' | 'unknown'
}

/**
 * Reads the names of a ZIP's entries whatever program wrote them: with backslashes, with './' in front, or in the code
 * page of a Windows machine.
 */
export function readNames(entries: readonly RecordedName[]): ReadName[] {
  const isUnsaid = ({ filename, filenameUTF8, rawFilename }: RecordedName) =>
    filenameUTF8 ? filename.includes('\ufffd') : rawFilename.some((byte) => byte > 0x7f)
  const decode = codePageOf(entries.filter(isUnsaid))
  const names = entries.map((entry): ReadName => {
    if (isUnsaid(entry))
      return decode
        ? { path: decode(entry.rawFilename), spelling: 'guessed' }
        : { path: entry.filename, spelling: 'unknown' }
    // The library reads ASCII as DOS did, where control characters are pictures.
    return { path: entry.filenameUTF8 ? entry.filename : ascii(entry.rawFilename), spelling: 'said' }
  })
  const hasNoSlash = names.every(({ path }) => !path.includes('/'))
  return names.map(({ path, spelling }, index) => ({
    path: plain(hasNoSlash || !isUnix(entries[index]!) ? path.replaceAll('\\', '/') : path),
    spelling,
  }))
}

/** Whether an entry comes from a system whose names may hold a backslash: Unix or macOS. */
const isUnix = ({ versionMadeBy }: RecordedName) => [3, 19].includes(versionMadeBy >> 8)

const plain = (path: string) => path.replace(/\/(?:\.?\/)+/g, '/').replace(/^(?:\.\/)+/, '')

const ascii = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** Returns the sentence that says how names were read whose code page was guessed; none without any. */
export function guessNote(paths: readonly string[]): string[] {
  if (paths.length === 0) return []
  const [are, were] = paths.length === 1 ? ['is', 'was'] : ['are', 'were']
  return [
    `${counted(paths.length, 'name')} of the ZIP ${are} in another computer’s alphabet and ${were} read as ${someOf(paths)}. If that is wrong, upload the folder.`,
  ]
}

/** The reason for a file whose name cannot be read. */
export const unreadableName = 'its name is in an alphabet of another computer that cannot be told'

type Decode = (bytes: Uint8Array) => string

/**
 * Returns the decoder of the code page that makes the most plausible words of all names: of DOS (437), of Western
 * Europe (850) or of Windows (1252). Undefined when none makes words, or there are no names.
 */
function codePageOf(entries: readonly RecordedName[]): Decode | undefined {
  if (entries.length === 0) return undefined
  const names = entries.map(({ rawFilename }) => rawFilename)
  const rated = codePages.map((decode) => ({ decode, faults: faultsIn(names.map(decode)) }))
  const best = rated.sort((one, other) => one.faults - other.faults)[0]!
  return best.faults > maxFaults ? undefined : best.decode
}

/** Of three letters beyond ASCII, one may be at a place where few writers put one. */
const maxFaults = 1 / 3

/** The share of letters beyond ASCII that no writer would have put there; Infinity for signs that are in no name. */
function faultsIn(names: readonly string[]): number {
  if (names.some((name) => inNoName.test(name))) return Infinity
  const count = (pattern: RegExp) => names.reduce((sum, name) => sum + [...name.matchAll(pattern)].length, 0)
  return count(unlikely) / count(/\P{ASCII}/gu)
}

const inNoName = /[^\p{ASCII}\p{Script=Latin}‘’‚“”„–—…•·°ºª®©™€£¥§¼½¾²³¹±«»¿¡´×]/u
/** Matches a capital within a word, a letter that stands alone, and a sign that is no apostrophe, dash or degree. */
const unlikely =
  /(?<=\p{Ll})(?=\P{ASCII})\p{Lu}|(?<!\p{L})(?=\P{ASCII})\p{L}(?!\p{L})|(?<!\p{L})’|’(?!\p{L})|(?<! )[–—]|[–—](?! )|(?<!\d)[°²³]|[^\p{ASCII}\p{L}’–—°²³]/gu

const decoderOf =
  (upper: string): Decode =>
  (bytes) =>
    Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : upper[byte - 0x80])).join('')
const windows = new TextDecoder('windows-1252')
const codePages: readonly Decode[] = [
  decoderOf(
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ),
  decoderOf(
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ),
  (bytes) => windows.decode(bytes),
]
