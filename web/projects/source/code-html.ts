import { counted } from '#contract/kit/format.ts'
import type { Sample } from '#contract/projects/samples.ts'
import { type SourceLine, tokenKinds } from '#contract/projects/source.ts'

/** The number of lines in a group, which the browser lays out only when it comes into view. */
const groupSize = 200

/**
 * Renders the lines of a file with their numbers as HTML for a `pre` with the class `source-code`. Text is escaped, and
 * no content of a file is in an attribute; `marks` are the highlighted lines. A string instead of React elements means
 * that a public page needs no script for it.
 */
export function codeHtml(lines: readonly SourceLine[], marks?: LineMarks): string {
  const drawn = lines.map(
    (line, index) =>
      `<span class="${lineClass(marks?.get(index + 1))}" data-line="${index + 1}">${tokensHtml(line)}\n</span>`,
  )
  // The last group is smaller, and a wrong estimate of its height would shift the content below.
  const whole = drawn.length - (drawn.length % groupSize)
  const groups = Array.from({ length: whole / groupSize }, (_, at) =>
    drawn.slice(at * groupSize, (at + 1) * groupSize).join(''),
  )
  return [
    ...groups.map((group) => `<code class="source-group">${group}</code>`),
    `<code>${drawn.slice(whole).join('')}</code>`,
  ].join('')
}

/** The highlighted lines by their number, from 1: 'shared' with another file, or in the 'current' passage. */
export type LineMarks = ReadonlyMap<number, 'shared' | 'current'>

const lineClass = (mark: 'shared' | 'current' | undefined) =>
  mark ? `source-line line-${mark}` : 'source-line'

function tokensHtml({ text, tokens }: SourceLine): string {
  if (tokens.length === 0) return escapeHtml(text)
  let [html, at] = ['', 0]
  for (let index = 0; index < tokens.length; index += 2) {
    const end = at + tokens[index]!
    const piece = escapeHtml(text.slice(at, end))
    const kind = tokenKinds[tokens[index + 1]!]
    html += kind === undefined || kind === 'plain' ? piece : `<span class="code-${kind}">${piece}</span>`
    at = end
  }
  return html
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign]!)
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A sample as a project's page shows it, with its first lines as HTML. */
export interface ShownSample {
  number: number
  path: string
  facts: string
  html: string
}

/** Selects the samples that a project's page shows. */
export const shownSamples = (samples: readonly Sample[]): ShownSample[] =>
  samples
    .filter(({ state }) => state === 'shown')
    .map(({ number, path, language, lineCount, excerpt }) => ({
      number,
      path,
      facts: [language, counted(lineCount, 'line')].filter(Boolean).join(', '),
      html: codeHtml(excerpt),
    }))
