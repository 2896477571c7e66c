import { clsx } from 'clsx'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link, useFetcher } from 'react-router'

import type { Found } from '#contract/dashboard/dashboard.ts'
import { counted } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'

import { useAnnouncement } from '../ui/announcer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { SearchField, useCombobox } from '../ui/search-field.tsx'
import type { clientLoader } from './search-route.ts'

/**
 * The search dialog of staff, which finds anything by its name. It opens with its button or Ctrl K (⌘ K), and closes
 * when a result is followed.
 */
export function CommandPalette({ places }: { places: readonly Place[] }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        icon={<Icon name="search" className="size-4.5" />}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <span className="max-sm:sr-only">Search</span>
        <kbd className="text-13 text-quiet font-sans max-md:hidden">Ctrl K</kbd>
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Search">
        <Finder places={places} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Finder({ places, onClose }: { places: readonly Place[]; onClose: () => void }) {
  const { data, state, load } = useFetcher<typeof clientLoader>({ key: 'command-palette' })
  const [typed, setTyped] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const words = typed.trim()
  const found = words !== '' && data && 'found' in data ? data.found : []
  const lines = [
    ...places
      .filter(({ label, entry }) => `${label} ${entry}`.toLowerCase().includes(words.toLowerCase()))
      .map(({ label, to, entry }) => ({
        key: to,
        to,
        label,
        detail: entry === label ? '' : entry,
        kind: 'Go to',
      })),
    ...(found ?? []).map(toLine),
  ]
  const keys = lines.map(({ key }) => key)
  const { show, field, list, option } = useCombobox(keys)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      // Otherwise the browser would first clear the field.
      event.preventDefault()
      onClose()
      return
    }
    if (event.key === 'Enter' && field['aria-activedescendant'] === undefined && keys[0] !== undefined) {
      event.preventDefault()
      document.getElementById(option(keys[0]).id)?.click()
      return
    }
    field.onKeyDown(event)
  }
  const isWaiting = state !== 'idle' || (words.length >= 3 && data?.q !== words)
  const problem = words !== '' && data && 'problem' in data ? data.problem : undefined
  useAnnouncement(isWaiting ? '' : (problem ?? counted(lines.length, 'result')), 400)
  return (
    <div className="flex h-[60dvh] max-h-[34rem] flex-col gap-4">
      <SearchField
        {...field}
        label="Search projects, members, orders and messages"
        placeholder="Project, person or order"
        maxLength={limits.staffSearch}
        data-autofocus
        value={typed}
        // The pages are listed before anything is typed.
        onFocus={() => show(true)}
        onKeyDown={onKeyDown}
        onChange={({ target: { value } }) => {
          setTyped(value)
          show(true)
          clearTimeout(timer.current)
          const q = value.trim()
          if (q)
            timer.current = setTimeout(() => void load(`/admin/search?${new URLSearchParams({ q })}`), 200)
        }}
      />
      <ul
        {...list}
        aria-label="Results"
        className="scroll-cue-below -mx-2 flex min-h-0 flex-col overflow-y-auto overscroll-contain"
        aria-busy={isWaiting}
      >
        {lines.map(({ key, to, label, detail, kind }) => (
          <li key={key} role="presentation">
            <Link to={to} {...option(key)} onClick={onClose} className={lineLook}>
              <span className="text-13 text-quiet w-18 shrink-0">{kind}</span>
              <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-center sm:gap-3">
                <span className="truncate font-semibold">{label}</span>
                <span className="text-14 text-quiet truncate sm:ml-auto sm:max-w-1/2">{detail}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {lines.length > 0 && words !== '' && words.length < 3 && (
        <p className="text-14 text-quiet">Type three letters to find more than pages.</p>
      )}
      {lines.length === 0 && (
        <p className="text-quiet m-auto text-center">
          {problem ??
            (words.length < 3
              ? 'Type three letters, or a number such as RM-2026-000123 or RP-000123.'
              : isWaiting
                ? 'Searching...'
                : `Nothing matches “${words}”.`)}
        </p>
      )}
    </div>
  )
}

const lineLook = clsx(
  'flex min-h-11 items-center gap-3 py-1 rounded-field border-l-3 border-transparent px-2 hover:bg-sunk',
  'aria-selected:border-ink aria-selected:bg-sunk',
)

const toLine = ({ kind, _id, label, detail }: Found) => ({
  key: `${kind} ${_id}`,
  to: `${addresses[kind]}${_id}`,
  label,
  detail,
  kind: kinds[kind],
})

const addresses: Record<Found['kind'], string> = {
  project: '/admin/projects/',
  member: '/admin/members/',
  order: '/admin/orders/',
  contact: '/admin/contacts/',
  complaint: '/admin/complaints/',
  help: '/admin/help/',
}
const kinds: Record<Found['kind'], string> = {
  project: 'Project',
  member: 'Member',
  order: 'Order',
  contact: 'Message',
  complaint: 'Complaint',
  help: 'Help',
}

/** A page, and the entry of the sidebar that it stands under. */
export type Place = { label: string; to: string; entry: string }
