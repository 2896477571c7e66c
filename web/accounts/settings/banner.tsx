import { useEffect, useRef } from 'react'
import { useOutletContext } from 'react-router'

import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Callout } from '../../ui/status.tsx'

/** The result of an action on this page. */
export interface BannerMessage {
  tone: 'verified' | 'stopped'
  text: string
}
export type ShowBanner = (message?: BannerMessage) => void

/** Returns the function by which a tab shows a message above the tabs. */
export const useBanner = (): ShowBanner => useOutletContext<{ showBanner: ShowBanner }>().showBanner

/** The message above the tabs, scrolled into view when it appears. */
export function Banner({ message, onClose }: { message: BannerMessage | undefined; onClose: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  return (
    <div ref={ref} role="alert" className="scroll-mt-24">
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
