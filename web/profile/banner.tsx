import { useEffect, useRef } from 'react'
import { useOutletContext } from 'react-router'

import { Callout } from '../ui/feedback/callout.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icon.tsx'

/** What came of something on this page. */
export interface Told {
  tone: 'verified' | 'stopped'
  text: string
}
export type Tell = (told?: Told) => void

/** What a tab finds around it: it says above the tabs what came of something. */
export const useTell = (): Tell => useOutletContext<{ tell: Tell }>().tell

/** The message above the tabs, brought into the window when it appears. */
export function Banner({ told, onClose }: { told: Told | undefined; onClose: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (told) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [told])
  return (
    <div ref={ref} className="scroll-mt-24">
      {told && (
        <Callout
          tone={told.tone}
          className="mb-5"
          action={
            <IconButton label="Dismiss" onClick={onClose}>
              <Icon name="x" />
            </IconButton>
          }
        >
          {told.text}
        </Callout>
      )}
    </div>
  )
}
