import { sampleLimits } from '#contract/projects/samples.ts'

import type { Parts } from '../parts.ts'
import { isHighlighted, linesIn, tokensOf } from '../releases/service.ts'
import { fits } from './fit.ts'
import { toExcerpt } from './presenter.ts'
import { keepHighlight, presentRelease, projectsToHighlight, samplesIn } from './queries.ts'

/**
 * Finds out what the pieces of a project's samples in its present release are, once for each content, and keeps it. What
 * takes too long is kept as plain. Throws when bytes are lost or damaged, and when too many files are being read.
 */
export async function highlightSamples(
  { db, storage }: Pick<Parts, 'db' | 'storage'>,
  projectId: string,
): Promise<void> {
  const rows = await samplesIn(db, projectId, await presentRelease(db, projectId))
  for (const { sha256, key, size, lines: lineCount, language, excerpt } of rows) {
    if (sha256 === null || key === null || excerpt || !fits({ size, lines: lineCount })) continue
    const lines = (await linesIn({ storage }, { sha256, key })).slice(0, sampleLimits.lines)
    const tokens = isHighlighted(language) ? await tokensOf(lines.join('\n'), language) : undefined
    await keepHighlight(db, { sha256, language }, { excerpt: toExcerpt(lines, tokens), tokens: tokens ?? [] })
  }
}

/** Asks for the samples that this version has not coloured. */
export async function highlightStaleSamples({ db, jobs }: Pick<Parts, 'db' | 'jobs'>): Promise<void> {
  for (const projectId of await projectsToHighlight(db))
    await jobs.enqueue(db, 'highlight-samples', { projectId })
}
