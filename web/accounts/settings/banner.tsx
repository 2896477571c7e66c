import { useEffect, useRef } from 'react'
import { useOutletContext } from 'react-router'

import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Callout } from '../../ui/status.tsx'

/** What came of something on this page. */
export interface BannerMessage {
  tone: 'verified' | 'stopped'
  text: string
}
export type ShowBanner = (message?: BannerMessage) => void

/** What a tab finds around it: it says above the tabs what came of something. */
export const useBanner = (): ShowBanner => useOutletContext<{ showBanner: ShowBanner }>().showBanner

/** The message above the tabs, brought into the window when it appears. */
export function Banner({ message, onClose }: { message: BannerMessage | undefined; onClose: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  return (
    <div ref={ref} className="scroll-mt-24">
      {message && (
        <Callout
          tone={message.tone}
          className="mb-5"
          action={
            <IconButton label="Dismiss" onClick={onClose}>
              <Icon name="x" />
            </IconButton>
          }
        >
          {message.text}
        </Callout>
      )}
    </div>
  )
}
