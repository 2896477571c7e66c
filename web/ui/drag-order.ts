import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/**
 * Sorts entries by the order of their ids. Entries without a place stand at the end; ids without an entry are
 * ignored.
 */
export function sortByIds<Entry extends { _id: string }>(
  entries: readonly Entry[],
  ids: readonly string[] = [],
): readonly Entry[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  return [...entries].sort(
    (one, other) => (places.get(one._id) ?? Infinity) - (places.get(other._id) ?? Infinity) || 0,
  )
}

/** Returns a list with one of its entries moved to another position. */
export function moveEntry<Entry>(list: readonly Entry[], from: number, to: number): readonly Entry[] {
  const moved = [...list]
  moved.splice(to, 0, ...moved.splice(from, 1))
  return moved
}

/**
 * Makes the entries of a list draggable: returns which one is dragged and which one it is over, and calls `onMove`
 * when it is dropped there. Files that are dragged over the list are ignored.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
): { dragged: number | undefined; over: number | undefined } {
  const [drag, setDrag] = useState<{ from: number; over: number }>()
  const handle = useEffectEvent((event: DragEvent) => {
    const at = indexOf(list.current, event.target)
    if (event.type === 'dragstart') return setDrag(at < 0 ? undefined : { from: at, over: at })
    if (event.type === 'dragend') return setDrag(undefined)
    if (!drag) return
    event.preventDefault()
    if (event.type === 'dragover') {
      if (at >= 0 && at !== drag.over) setDrag({ ...drag, over: at })
      return
    }
    setDrag(undefined)
    if (at >= 0) onMove(drag.from, at)
  })
  useEffect(() => {
    const element = list.current
    const listen = (event: Event) => handle(event as DragEvent)
    for (const type of types) element?.addEventListener(type, listen)
    return () => {
      for (const type of types) element?.removeEventListener(type, listen)
    }
  }, [list])
  return { dragged: drag?.from, over: drag?.over }
}

const types = ['dragstart', 'dragover', 'drop', 'dragend']

const indexOf = (list: HTMLElement | null, target: EventTarget | null) =>
  [...(list?.children ?? [])].findIndex((entry) => entry.contains(target as Node))
