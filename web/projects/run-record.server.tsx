import { renderToStaticMarkup } from 'react-dom/server'

import { runLabel, runSentence } from '#contract/projects/run-sentence.ts'
import type { RunRecord } from '#contract/projects/runs.ts'

import { RunRecordView } from './run-record.tsx'

/**
 * Converts a run record to what a public page shows of it, as words and HTML, so that the page needs no script for it.
 * Undefined where there is nothing to show.
 */
export const toShownRun = (run: RunRecord | null | undefined): ShownRun | undefined =>
  run
    ? {
        outcome: run.outcome,
        sentence: runSentence(run),
        label: runLabel(run),
        html: run.outcome === 'not_tried' ? '' : renderToStaticMarkup(<RunRecordView run={run} />),
      }
    : undefined

/** A run record as a public page shows it; of one that is not tried there is no more than the sentence. */
export interface ShownRun {
  outcome: RunRecord['outcome']
  sentence: string
  /** What the label of the project says of it. */
  label: string
  html: string
}
