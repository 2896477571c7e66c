import { type ReactNode, useState } from 'react'

import { Callout } from '../ui/feedback/callout.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { addressFor, useReadFindings } from './use-findings.ts'

/** Whether staff can approve a project as far as the check of its files says, and the notice why not; of files that could not be checked it asks them first. */
export function useApprovalGate(projectId: string): { isOpen: boolean; notice: ReactNode } {
  const read = useReadFindings(addressFor('staff', projectId))
  const [isAccepted, setAccepted] = useState(false)
  if (!read) return { isOpen: false, notice: null }
  const { findings } = read
  if (findings?.state === 'waiting')
    return {
      isOpen: false,
      notice: <Callout>The files are being checked. You can approve once that is done.</Callout>,
    }
  if (findings?.state === 'failed')
    return {
      isOpen: isAccepted,
      notice: (
        <div>
          <Callout tone="waiting">
            The files could not be checked by machine. Look at them yourself before you approve.
          </Callout>
          <Checkbox
            name="approveUnchecked"
            label="Approve without the check"
            checked={isAccepted}
            onChange={({ target }) => setAccepted(target.checked)}
          />
        </div>
      ),
    }
  if (findings?.isBlocked)
    return {
      isOpen: false,
      notice: (
        <Callout tone="stopped" title="Cannot be approved yet">
          The owner has to remove or explain what is listed first under{' '}
          <a href="#findings" className="link-rule">
            What we found
          </a>
          .
        </Callout>
      ),
    }
  return { isOpen: true, notice: null }
}
