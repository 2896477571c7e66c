import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'

import { counted } from '#contract/kit/counted.ts'
import { type FeaturedProject, featuredMax } from '#contract/staff/listings.ts'

import { useStored } from '../../../browser-store.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { Sheet, SheetHead } from '../../../ui/layout/sheet.tsx'
import { arranged } from '../../../ui/order/arranged.ts'
import { moved } from '../../../ui/order/moved.ts'
import { useDragOrder } from '../../../ui/order/use-drag-order.ts'
import type { SettingsAnswer } from '../section-sheet.tsx'
import { begunOrder, keepOrder } from './begun-order.ts'
import { FeaturedRow } from './featured-row.tsx'

/** The featured projects, put in order by dragging or by their buttons and saved together. An order that is not saved yet stays when the list changes under it, and when its page is left. */
export function FeaturedSheet({ featured }: { featured: FeaturedProject[] }) {
  const fetcher = useFetcher<SettingsAnswer>()
  const list = useRef<HTMLOListElement>(null)
  const { data } = fetcher
  const busy = fetcher.state !== 'idle'
  const wanted = useStored(begunOrder, undefined)
  const [said, say] = useState('')
  const shown = arranged(featured, wanted)
  const isChanged = shown.some(({ _id }, index) => _id !== featured[index]?._id)
  useEffect(() => {
    if (data?.done) notify(data.done, { tone: 'done' })
  }, [data])
  // It holds until the list has come in the order that was saved.
  useEffect(() => {
    if (data?.done && !busy) keepOrder()
  }, [data, busy])
  const move = (from: number, to: number) => {
    if (busy || from === to) return
    keepOrder(moved(shown, from, to).map(({ _id }) => _id))
    say(`${shown[from]!.title} is ${to + 1} of ${shown.length}`)
  }
  const press = (from: number, to: number) => {
    const button = document.activeElement
    move(from, to)
    // The row takes its button along; at an end of the list that one is off, and the focus takes another.
    requestAnimationFrame(() => {
      const buttons = [...(list.current?.children[to]?.querySelectorAll('button') ?? [])]
      const next = buttons.find((one) => one === button && !one.disabled)
      ;(next ?? buttons.findLast(({ disabled }) => !disabled))?.focus()
    })
  }
  const { dragged, over } = useDragOrder(list, move)
  const save = (order: readonly FeaturedProject[]) =>
    void fetcher.submit({ order: idsOf(order), basedOn: idsOf(featured) }, { method: 'post' })
  if (featured.length === 0) return <Nothing />
  return (
    <Sheet as="section" aria-label="Featured projects" className="max-w-4xl">
      <SheetHead title="Featured projects">
        <span className="text-13 text-quiet font-mono">{counted(featured.length, 'project')}</span>
      </SheetHead>
      <p className="text-quiet max-w-(--container-text) px-4 pt-4 pb-3 sm:px-5">
        The home page shows the first six, and lists begin with them. What you feature stands first; use the
        arrows, or drag a row with the mouse.
        {featured.length === featuredMax && ` More than ${featuredMax} follow by their sales.`}
      </p>
      {data?.message && !busy && (
        <div className="px-4 pb-3 sm:px-5">
          <Callout tone="stopped">{data.message}</Callout>
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
      <output className="sr-only">{said}</output>
      <div className="border-rule flex flex-wrap items-center gap-3 border-t px-4 py-3 sm:px-5">
        <Button disabled={!isChanged} pending={busy} pendingText="Saving..." onClick={() => save(shown)}>
          Save Order
        </Button>
        {isChanged && !busy && (
          <Button tone="quiet" onClick={() => keepOrder()}>
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

const Nothing = () => (
  <Sheet className="max-w-4xl">
    <EmptyState
      title="No featured projects"
      action={<ButtonLink to="/admin/projects">Choose Projects</ButtonLink>}
    >
      Open a project, tick Featured, and save. Until then the home page shows the best sellers.
    </EmptyState>
  </Sheet>
)
