import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { counted } from '#contract/kit/format.ts'
import { featuredMax, type FeaturedProject } from '#contract/projects/staff/projects.ts'

import { useAction } from '../../shell/form/action-form.tsx'
import { jsonReader, store, useStored } from '../../shell/session/browser-store.ts'
import { storedAdmin } from '../../shell/session/staff-session.ts'
import { announce } from '../../ui/announcer.ts'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { sortByIds, moveEntry, useDragOrder } from '../../ui/drag-order.ts'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState } from '../../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout, Status } from '../../ui/status.tsx'

/**
 * The featured projects, ordered by dragging or with buttons, and saved together. An order that is not saved yet
 * stays when the list changes and when the page is left.
 */
export function FeaturedSheet({ featured }: { featured: FeaturedProject[] }) {
  const { send, pending: busy, answer } = useAction({ onFailed: () => {} })
  const list = useRef<HTMLOListElement>(null)
  const wanted = useStored(unsavedOrder, undefined)
  const shown = sortByIds(featured, wanted)
  const isChanged = shown.some(({ _id }, index) => _id !== featured[index]?._id)
  // The unsaved order stays until the list is loaded in the order that was saved.
  useEffect(() => {
    if (answer?.done && !busy) storeOrder()
  }, [answer, busy])
  const move = (from: number, to: number) => {
    if (busy || from === to) return
    storeOrder(moveEntry(shown, from, to).map(({ _id }) => _id))
    announce(`${shown[from]!.title} is ${to + 1} of ${shown.length}`)
  }
  const press = (from: number, to: number) => {
    const button = document.activeElement
    move(from, to)
    // The pressed button moves with its row. At an end of the list it is disabled, and another one gets the focus.
    requestAnimationFrame(() => {
      const buttons = [...(list.current?.children[to]?.querySelectorAll('button') ?? [])]
      const next = buttons.find((one) => one === button && !one.disabled)
      ;(next ?? buttons.findLast(({ disabled }) => !disabled))?.focus()
    })
  }
  const { dragged, over } = useDragOrder(list, move)
  const save = (order: readonly FeaturedProject[]) =>
    send({ intent: 'order-featured', order: idsOf(order), basedOn: idsOf(featured) })
  if (featured.length === 0) return <NoFeatured />
  return (
    <Sheet as="section" aria-label="Featured projects" className="max-w-4xl">
      <SheetHead title="Featured projects">
        <span className="text-13 text-quiet">{counted(featured.length, 'project')}</span>
      </SheetHead>
      <p className="text-quiet max-w-(--container-text) px-4 pt-4 pb-3 sm:px-5">
        The home page shows the first six, and lists begin with them. What you feature stands first; use the
        arrows, or drag a row with the mouse.
        {featured.length === featuredMax && <span>{` More than ${featuredMax} follow by their sales.`}</span>}
      </p>
      {answer?.message && !busy && (
        <div className="px-4 pb-3 sm:px-5">
          <Callout tone="stopped" shown>
            {answer.message}
          </Callout>
        </div>
      )}
      <ol
        ref={list}
        aria-label="Featured projects in their order"
        className="divide-rule border-rule divide-y border-t"
      >
        {shown.map((project, index) => (
          <FeaturedRow
            key={project._id}
            project={project}
            place={index + 1}
            of={shown.length}
            look={dragged === index ? 'dragged' : over === index ? 'over' : undefined}
            disabled={busy}
            onMove={(place) => press(index, place - 1)}
          />
        ))}
      </ol>
      <div className="border-rule flex flex-wrap items-center gap-3 border-t px-4 py-3 sm:px-5">
        <Button disabled={!isChanged} pending={busy} pendingText="Saving..." onClick={() => save(shown)}>
          Save Order
        </Button>
        {isChanged && !busy && (
          <Button tone="quiet" onClick={() => storeOrder()}>
            Put Back
          </Button>
        )}
        {isChanged && !busy && <p className="text-14 text-quiet">Not saved yet.</p>}
        {!isChanged && featured.some(({ isPlaced }) => isPlaced) && (
          <Button tone="quiet" disabled={busy} onClick={() => save([])}>
            Order by Sales
          </Button>
        )}
      </div>
    </Sheet>
  )
}

const idsOf = (projects: readonly FeaturedProject[]) => projects.map(({ _id }) => _id).join(' ')

const NoFeatured = () => (
  <Sheet className="max-w-4xl">
    <EmptyState
      title="No featured projects"
      action={<ButtonLink to="/admin/projects">Choose Projects</ButtonLink>}
    >
      Open a project, tick Featured, and save. Until then the home page shows the best sellers.
    </EmptyState>
  </Sheet>
)

interface UnsavedOrder {
  staffId: string | undefined
  ids: string[]
}

/** Returns the ids in the order that the signed-in staff member made in this tab and has not saved. */
function unsavedOrder(): string[] | undefined {
  const order = storedOrder()
  return order && order.staffId === storedAdmin()?._id ? order.ids : undefined
}

/** Stores the unsaved order, which outlives a reload and other pages; clears it when there are no ids. */
const storeOrder = (ids?: string[]): void =>
  store({ featuredOrder: ids ? JSON.stringify({ staffId: storedAdmin()?._id, ids }) : null })

const storedOrder = jsonReader('featuredOrder', (json) =>
  json && Array.isArray((json as UnsavedOrder).ids) ? (json as UnsavedOrder) : undefined,
)

/** A featured project with its position and the buttons that move it. */
function FeaturedRow({ project, place, of, look, disabled, onMove }: FeaturedRowProps) {
  const { _id, title, category, salesCount, isListed } = project
  const isFirst = place === 1
  return (
    <li
      draggable={!disabled && of > 1}
      className={clsx(
        'flex items-center gap-3 px-4 py-2 sm:px-5',
        of > 1 && 'cursor-grab',
        look === 'dragged' && 'opacity-50',
        look === 'over' && 'outline-ink -outline-offset-2 outline-2',
      )}
    >
      <span className="text-13 text-quiet w-7 shrink-0 text-right tabular-nums">{place}</span>
      <div className="min-w-0 flex-1">
        <Link
          to={`/admin/projects/${_id}`}
          draggable={false}
          className="font-semibold break-words hover:underline"
        >
          {title}
        </Link>
        <p className="text-13 text-quiet flex flex-wrap items-center gap-x-3">
          <span>
            {category}, {counted(salesCount, 'sale')}
          </span>
          {!isListed && (
            <Status tone="waiting" className="text-13!">
              Not listed now
            </Status>
          )}
        </p>
      </div>
      <div className="flex shrink-0">
        <IconButton
          label={`Move ${title} to the top`}
          disabled={isFirst || disabled}
          onClick={() => onMove(1)}
          className="max-sm:hidden"
        >
          <Icon name="arrow-right" className="-rotate-90" />
        </IconButton>
        <IconButton
          label={`Move ${title} up`}
          disabled={isFirst || disabled}
          onClick={() => onMove(place - 1)}
        >
          <Icon name="chevron-down" className="rotate-180" />
        </IconButton>
        <IconButton
          label={`Move ${title} down`}
          disabled={place === of || disabled}
          onClick={() => onMove(place + 1)}
        >
          <Icon name="chevron-down" />
        </IconButton>
      </div>
    </li>
  )
}

interface FeaturedRowProps {
  project: FeaturedProject
  /** The position, from 1. */
  place: number
  of: number
  look: 'dragged' | 'over' | undefined
  disabled: boolean
  onMove: (place: number) => void
}
