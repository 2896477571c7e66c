import type { Recall } from '#contract/projects/recalls.ts'

import { day } from '../ui/day.ts'
import { Callout } from '../ui/feedback/callout.tsx'

/** Says which release was called back, when and why. */
export const RecallNotice = ({ recall, className }: { recall: Recall; className?: string }) => (
  <Callout tone="stopped" title={`Release ${recall.release} was recalled`} className={className}>
    Our staff recalled it on {day(recall.recalledAt)} because: {recall.reason}
  </Callout>
)
