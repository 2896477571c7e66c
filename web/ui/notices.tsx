import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'

import { announce, announcer } from './announcer.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/**
 * The region in which notices appear, above everything; the document contains it once. It stays open when it is empty,
 * so that screen readers know it before there are words in it.
 */
export function Notices() {
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.read, noticeStore.readOnServer)
  return (
    <div {...announcer} ref={showLayer} popover="manual" aria-label="Notices" className="notices">
      {notices.map((notice) => (
        <NoticeSlip key={notice.id} {...notice} />
      ))}
    </div>
  )
}

function showLayer(layer: HTMLElement | null) {
  layer?.togglePopover?.(true)
}

/** Shows the region above what was opened since. */
function raiseLayer() {
  const layer = document.querySelector<HTMLElement>('.notices')
  if (!layer?.hidePopover || !document.querySelector('dialog:modal, :popover-open:not(.notices)')) return
  layer.hidePopover()
  layer.showPopover()
}

function NoticeSlip({ id, text, tone = 'plain', link, action, isSaid, seconds = 5 }: Notice) {
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    raiseLayer()
    // The notice itself is outside the dialog, where nothing is read out.
    if (!isSaid) announce(text, { inDialog: true })
  }, [text, isSaid])
  useEffect(() => {
    if (isPaused && !action) return
    const timer = setTimeout(() => dismissNotice(id), seconds * 1000)
    return () => clearTimeout(timer)
  }, [id, isPaused, action, seconds])
  return (
    <div
      aria-live={isSaid ? 'off' : undefined}
      className="notice rounded-sheet bg-ink text-ground shadow-float flex min-h-13 w-full items-center gap-3 py-1 pr-1 pl-4"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {tone === 'plain' ? (
        <span className="bg-ground size-2.5 shrink-0 rounded-full" aria-hidden="true" />
      ) : (
        <Icon name={marks[tone]} className="size-5 shrink-0" />
      )}
      <p className="min-w-0 flex-1 py-2 leading-6 break-words whitespace-pre-line">{text}</p>
      <div aria-live="off" className="flex items-center gap-3">
        {link && (
          <Link
            to={link.to}
            onClick={() => dismissNotice(id)}
            className="link-rule flex min-h-11 items-center font-semibold"
          >
            {link.label}
          </Link>
        )}
        {action && (
          <button
            type="button"
            onClick={() => {
              dismissNotice(id)
              action.press()
            }}
            className="link-rule flex min-h-11 items-center font-semibold"
          >
            {action.label}
          </button>
        )}
        <IconButton
          label="Dismiss"
          className="text-ground! hover:bg-transparent"
          onClick={() => dismissNotice(id)}
        >
          <Icon name="x" />
        </IconButton>
      </div>
    </div>
  )
}

const marks = { done: 'check', failed: 'triangle-alert' } as const

/**
 * Shows a notice for 5 seconds and has screen readers read it out. One with an action that is possible for some seconds
 * does not stay longer under the pointer.
 */
export function notify(text: string, options: Omit<Notice, 'id' | 'text'> = {}): void {
  publish([...notices.slice(-2), { ...options, id: ++lastId, text }])
}

/** Shows a notice of what failed, which the page says at its place too. */
export const notifyFailure = (text: string): void => notify(text, { tone: 'failed', isSaid: true })

/** Removes a notice before its time. */
function dismissNotice(id: number): void {
  publish(notices.filter((notice) => notice.id !== id))
}

/** The store of the notices that are shown, for useSyncExternalStore; none on the server. */
const noticeStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => notices,
  readOnServer: () => none,
}

const none: readonly Notice[] = []
const listeners = new Set<() => void>()
let notices: readonly Notice[] = none
let lastId = 0

function publish(next: readonly Notice[]) {
  notices = next
  for (const listener of listeners) listener()
}

type Notice = {
  id: number
  text: string
  tone?: 'plain' | 'done' | 'failed'
  link?: { label: string; to: string }
  action?: { label: string; press: () => void }
  /** Whether the page says it too, at its place, so that screen readers read it out from there alone. */
  isSaid?: boolean
  seconds?: number
}
