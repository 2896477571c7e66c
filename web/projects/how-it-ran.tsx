import { runLimitsText } from '#contract/projects/run-sentence.ts'
import type { RunRecord } from '#contract/projects/runs.ts'

import { SectionHeading } from '../ui/page.tsx'
import { RunRecordView } from './run-record.tsx'

/** The section of a project's page about how it ran when we started it. */
export const HowItRan = ({ run }: { run: RunRecord }) => (
  <section aria-labelledby="how-it-ran">
    <SectionHeading id="how-it-ran" title="How it ran" lead={runLimitsText} />
    <RunRecordView run={run} />
  </section>
)
