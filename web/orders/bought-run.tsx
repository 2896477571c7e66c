import type { Api } from '#contract/client.ts'
import { runLabel, runLimitsText, runSentence } from '#contract/projects/run-sentence.ts'
import type { RunRecord } from '#contract/projects/runs.ts'

import { RunRecordView } from '../projects/run-record.tsx'
import { hasMore } from '../projects/run-words.ts'
import { Disclosure } from '../ui/disclosure.tsx'

/** Loads how a release ran that the caller has; undefined where there is nothing to show of that, or the server is older. */
export async function runOfBought(
  api: Api,
  projectId: string,
  release: number | null | undefined,
): Promise<RunRecord | undefined> {
  if (!release) return undefined
  const params = { id: projectId, number: String(release) }
  const answer = await api.runs.bought({ params }).catch(() => undefined)
  return answer?.run && hasMore(answer.run) ? answer.run : undefined
}

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
