import { day } from '#contract/kit/day.ts'
import type { Recall } from '#contract/projects/recalls.ts'

import { Callout } from '../ui/feedback/callout.tsx'

/** Says which release was called back, when and why, and to who has it what to do. */
export const RecallNotice = ({ recall, instructions, className }: RecallNoticeProps) => (
  <Callout tone="stopped" title={`Release ${recall.release} was recalled`} className={className}>
    <p>
      Our staff recalled it on {day(recall.recalledAt)} because: {recall.reason}
    </p>
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
  className?: string
}
