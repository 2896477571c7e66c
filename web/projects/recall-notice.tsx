import { day } from '#contract/kit/format.ts'
import type { Recall } from '#contract/projects/project.ts'

import { Callout } from '../ui/status.tsx'

/**
 * The notice that a release was recalled, with its day and reason, the instructions for buyers, and the release that is
 * sold now.
 */
export const RecallNotice = ({ recall, instructions, soldNow, className }: RecallNoticeProps) => (
  <Callout tone="stopped" title={`Release ${recall.release} was recalled`} className={className}>
    <p>
      Our staff recalled it on {day(recall.recalledAt)}. Reason: {recall.reason}
    </p>
    {soldNow && <p>What is sold now is release {soldNow}.</p>}
    {instructions && (
      <p className="mt-2">
        <span className="block font-semibold">What to do now</span>
        {instructions}
      </p>
    )}
  </Callout>
)

interface RecallNoticeProps {
  recall: Recall
  instructions?: string
  /** The number of the release that is listed. */
  soldNow?: number | null
  className?: string
}
