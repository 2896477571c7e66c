import { runLabel, runSentence } from '#contract/projects/run-sentence.ts'
import type { RunRecord } from '#contract/projects/runs.ts'

/** What the page of a project says of its run; undefined where there is nothing to say, or the server is older. */
export const toRunWords = (run: RunRecord | null | undefined): RunWords | undefined =>
  run ? { outcome: run.outcome, sentence: runSentence(run), label: runLabel(run) } : undefined

/** Whether there is more of a run than its sentence: of one that is not tried there is nothing. */
export const hasMore = (run: RunRecord | null | undefined): run is RunRecord =>
  run !== null && run !== undefined && run.outcome !== 'not_tried'

export interface RunWords {
  outcome: RunRecord['outcome']
  sentence: string
  /** What the label of the project says of it. */
  label: string
}
