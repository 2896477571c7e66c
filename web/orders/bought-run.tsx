import { runLabel, runLimitsText, runSentence } from '#contract/projects/run-sentence.ts'
import type { RunRecord } from '#contract/projects/runs.ts'

import { RunRecordView } from '../projects/run-record.tsx'
import { Disclosure } from '../ui/disclosure.tsx'

/** How the release ran that an order gives, folded, because its page said so before. */
export const BoughtRun = ({ run }: { run: RunRecord }) => (
  <section aria-label="How it ran">
    <Disclosure
      title={`How release ${run.release} ran`}
      detail={runLabel(run)}
      className="border-rule border-t"
    >
      <p className="max-w-(--container-text) wrap-anywhere">{runSentence(run)}</p>
      <p className="text-quiet">{runLimitsText}</p>
      <RunRecordView run={run} className="mt-5" />
    </Disclosure>
  </section>
)
