import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** Entries in the order that their ids were put in; what was not there then stands at the end, what is gone is left out. */
export function arranged<Entry extends { _id: string }>(
  entries: readonly Entry[],
  ids: readonly string[] = [],
): readonly Entry[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  return entries.toSorted(
    (one, other) => (places.get(one._id) ?? Infinity) - (places.get(other._id) ?? Infinity) || 0,
  )
}

/** A list with one of its entries put in another place; the others close up. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): readonly Entry[] {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, list[from]!)
}

/** Lets the entries of a list be dragged to another place: which one is dragged, which one it is over, and `onMove` when it is dropped there. Files that are dragged over it are none of its business. */
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
