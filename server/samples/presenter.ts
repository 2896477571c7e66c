import { type Sample, sampleLimits } from '#contract/projects/samples.ts'
import type { SourceLine } from '#contract/projects/source.ts'

import type { SampleRow } from './queries.ts'

/** A sample in the state that it has for whoever looks at it. */
export const toSample = (
  { number, path, language, size, lines }: SampleRow,
  state: Sample['state'],
  excerpt: SourceLine[],
): Sample => ({ number, path, language, size: size ?? 0, lineCount: lines ?? 0, state, excerpt })

/** A line of minified code is as long as a whole file. */
const maxLine = 300

/** The first lines of a file as a project's page shows them. */
export const toExcerpt = (lines: readonly string[], tokens: readonly number[][] = []): SourceLine[] =>
  lines
    .slice(0, sampleLimits.excerptLines)
    .map((text, index) =>
      text.length <= maxLine
        ? { text, tokens: tokens[index] ?? [] }
        : { text: `${text.slice(0, maxLine).replace(/[\uD800-\uDBFF]$/, '')}…`, tokens: [] },
    )
