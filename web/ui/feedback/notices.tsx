import { clsx } from 'clsx'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'

import { IconButton } from '../icon-button.tsx'
import { Icon } from '../icon.tsx'
import { dismissNotice, type Notice, noticeStore } from './notify.ts'

/** Where notices appear, above everything; put it once into the document. */
export function Notices() {
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.read, noticeStore.readOnServer)
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const layer = ref.current
    if (!layer?.showPopover) return
    if (layer.matches(':popover-open')) layer.hidePopover()
    if (notices.length > 0) layer.showPopover()
  }, [notices])
  return (
    <section ref={ref} popover="manual" aria-label="Notices" className="notices">
      {notices.map((notice) => (
        <NoticeSlip key={notice.id} {...notice} />
      ))}
    </section>
  )
}

function NoticeSlip({ id, text, tone = 'plain', link }: Notice) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissNotice(id), 5000)
    return () => clearTimeout(timer)
  }, [id, held])
  return (
    <div
      className="notice rounded-sheet bg-ink text-ground shadow-float flex min-h-13 w-full items-center gap-3 py-1 pr-1 pl-4"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {tone === 'plain' ? (
        <span className="bg-ground size-2.5 shrink-0 rounded-full" aria-hidden="true" />
      ) : (
        <Icon name={marks[tone]} className={clsx('size-5 shrink-0', tone === 'done' && 'text-saffron')} />
      )}
      <p
        role={tone === 'failed' ? 'alert' : 'status'}
        className="min-w-0 flex-1 py-2 leading-6 break-words whitespace-pre-line"
      >
        {text}
      </p>
      {link && (
        <Link
          to={link.to}
          onClick={() => dismissNotice(id)}
          className="link-rule flex min-h-11 items-center font-semibold"
        >
          {link.label}
        </Link>
      )}
      <IconButton
        label="Dismiss"
        className="text-ground! hover:bg-transparent"
        onClick={() => dismissNotice(id)}
      >
        <Icon name="x" />
      </IconButton>
    </div>
  )
}

const marks = { done: 'check', failed: 'triangle-alert' } as const
