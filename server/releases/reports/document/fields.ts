import { Refusal, refusals } from './refusal.ts'
import { isHarmlessLink } from './targets.ts'

/** Follows the fields of one part, whose instructions may come in many pieces, and throws a Refusal for one that fetches or runs something. */
export class FieldReader {
  /** The fields begun and not ended, the innermost last. */
  #open: { instruction: string; isRead: boolean }[] = []

  mark(kind: string | undefined) {
    const field = this.#open.at(-1)
    if (kind === 'begin') {
      // What an inner field gives must not be able to make the outer one's name.
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

  /** Reads what was begun and never ended. */
  end() {
    for (const { instruction, isRead } of this.#open) if (!isRead) requireHarmless(instruction)
  }
}

/** Throws a Refusal unless a field's instruction only reckons, refers inside the document, or links to a page. */
export function requireHarmless(instruction: string): void {
  const kind = /^[\s"'\\]*([a-z]+)/i.exec(instruction)?.[1]?.toUpperCase() ?? ''
  if (fetching.has(kind)) throw new Refusal(refusals.field(kind))
  if (kind !== 'HYPERLINK') return
  if (instruction.length > maxLink) throw new Refusal(refusals.field(kind))
  const target = targetOf(instruction)
  if (target && !isHarmlessLink(target)) throw new Refusal(refusals.outside(target))
}

/** Characters; Word itself takes some 2,000. */
const maxLink = 10_000

const fetching = new Set(
  'CONTROL DATA DATABASE DDE DDEAUTO EMBED HTMLCONTROL IMPORT INCLUDE INCLUDEPICTURE INCLUDETEXT LINK MACROBUTTON RD'.split(
    ' ',
  ),
)

/** The first argument of HYPERLINK that is no switch and belongs to none. */
function targetOf(instruction: string): string | undefined {
  const words = [...instruction.matchAll(/"([^"]*)"|[^\s"]+/g)].slice(1)
  for (let at = 0; at < words.length; at++) {
    const [word, quoted] = words[at]!
    if (/^\\[lot]$/i.test(word)) at++
    else if (!/^\\[a-z*@#!]$/i.test(word)) return quoted ?? word
  }
  return undefined
}
