import { decoded } from './part-keys.ts'

/**
 * Reads the fields of one part, whose instructions may come in several pieces. Throws a Refusal for a field that
 * fetches or runs something.
 */
export class FieldReader {
  /** The open fields, the innermost last. */
  #open: { instruction: string; isRead: boolean }[] = []

  mark(kind: string | undefined) {
    const field = this.#open.at(-1)
    if (kind === 'begin') {
      // The result of an inner field must not become the name of the outer one.
      if (field && !field.isRead && !/^\s*(=|[^\s\\"]+\s)/.test(field.instruction)) {
        throw new Refusal(refusals.field('nested'))
      }
      this.#open.push({ instruction: '', isRead: false })
      return
    }
    if (field && !field.isRead) requireHarmless(field.instruction)
    if (field) field.isRead = true
    if (kind === 'end') this.#open.pop()
  }

  instruction(text: string) {
    const field = this.#open.at(-1)
    if (field && !field.isRead) field.instruction += text
    else requireHarmless(text)
  }

  /** Checks the fields that were never ended. */
  end() {
    for (const { instruction, isRead } of this.#open) if (!isRead) requireHarmless(instruction)
  }
}

/** Throws a Refusal unless a field's instruction only computes, refers inside the document, or links to a page. */
export function requireHarmless(instruction: string): void {
  const kind = /^[\s"'\\]*([a-z]+)/i.exec(instruction)?.[1]?.toUpperCase() ?? ''
  if (fetchingKinds.has(kind)) throw new Refusal(refusals.field(kind))
  if (kind !== 'HYPERLINK') return
  if (instruction.length > maxLink) throw new Refusal(refusals.field(kind))
  const target = targetOf(instruction)
  if (target && !isHarmlessLink(target)) throw new Refusal(refusals.outside(placeOf(target)))
}

/** Characters of a link; Word itself allows about 2,000. */
const maxLink = 10_000

const fetchingKinds = new Set(
  'CONTROL DATA DATABASE DDE DDEAUTO EMBED HTMLCONTROL IMPORT INCLUDE INCLUDEPICTURE INCLUDETEXT LINK MACROBUTTON RD'.split(
    ' ',
  ),
)

/** The first argument of HYPERLINK that is neither a switch nor a switch's value. */
function targetOf(instruction: string): string | undefined {
  const words = [...instruction.matchAll(/"([^"]*)"|[^\s"]+/g)].slice(1)
  for (let at = 0; at < words.length; at++) {
    const [word, quoted] = words[at]!
    if (/^\\[lot]$/i.test(word)) at++
    else if (!/^\\[a-z*@#!]$/i.test(word)) return quoted ?? word
  }
  return undefined
}

/** The reason why a report is refused and how its owner can correct it, as a sentence for them. */
export class Refusal extends Error {}

export const refusals = {
  noDocument: 'The report must be a Word document (.doc or .docx) without macros',
  broken:
    'The report cannot be read as a Word document. Please open it in Word, save it again and send that file.',
  locked: 'The report is protected with a password. Please save it without one.',
  tooMuch:
    'The report holds too much to be checked. Please make its pictures smaller (Picture Format, Compress Pictures) and save it again.',
  macros:
    'The report holds macros. Please save it in Word as “Word Document (.docx)”, which leaves them out.',
  embedded:
    'The report holds an embedded object, such as another file or a form control. Please put it in as a picture or as text.',
  field: (kind: string) =>
    `The report holds a field that fetches or runs something (${kind}). Please press Ctrl+A and then Ctrl+Shift+F9 in Word, which turns fields into text, and save it again.`,
  outside: (place: string) =>
    `The report refers to something outside (${place}). Only links to web pages, email addresses and phone numbers may. Please put pictures in the document itself, take linked files and templates off, and save it again.`,
} as const

/**
 * Says what a target outside the document is, for its owner. Only an address on the web is shown: a path would tell
 * others the owner's name and folders.
 */
export function placeOf(target: string): string {
  const plain = decoded(target)
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
  if (/^https?:\/\/[^\\/\s]/i.test(plain)) return plain.slice(0, 60)
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(plain)?.[1]?.toLowerCase()
  return scheme && scheme !== 'file' ? `an address that begins with “${scheme}:”` : 'a file on a computer'
}

/**
 * Tells whether a link only opens a web page, an email or a phone call when the reader clicks it, stays in the
 * document, or leads nowhere (`http://`, which was begun and never filled in).
 */
export const isHarmlessLink = (target: string): boolean =>
  /^(https?:\/\/[^\\/\s]|(https?|ftp):[\\/]*$|mailto:|tel:|#|about:blank$|$)/i.test(target.trim()) &&
  !/\p{Cc}/u.test(target)

/** Tells whether a target is outside the document: an address with a scheme, or a UNC path. */
export const isOutside = (target: string): boolean =>
  [target, decoded(target)].some((spelling) => /^\s*([a-z][a-z0-9+.-]*:|\/\/|\\)|\\\\/i.test(spelling))
