import { counted } from '#contract/kit/counted.ts'
import type { Sample } from '#contract/projects/samples.ts'

import { codeHtml } from '../source/code-html.ts'

/** A sample as a project's page shows it: its first lines as HTML. */
export interface ShownSample {
  number: number
  path: string
  facts: string
  /** What the link to all of it says. */
  more: string
  html: string
}

/** The samples of a project that its page shows. */
export const shownSamples = (samples: readonly Sample[]): ShownSample[] =>
  samples
    .filter(({ state }) => state === 'shown')
    .map(({ number, path, language, lineCount, excerpt }) => {
      const lines = counted(lineCount, 'line')
      return {
        number,
        path,
        facts: [language, lines].filter(Boolean).join(', '),
        more: lineCount > excerpt.length ? `Read all ${lines}` : 'Open the file',
        html: codeHtml(excerpt),
      }
    })
