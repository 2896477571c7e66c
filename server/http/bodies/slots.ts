/** A queue with `max` slots for each key, first in first out. Taking a slot gives the function that frees it. */
export function slotsEach(max: number) {
  const groups = new Map<string, { active: number; waiting: (() => void)[] }>()
  return async (key: string): Promise<() => void> => {
    const group = groups.get(key) ?? { active: 0, waiting: [] }
    groups.set(key, group)
    if (group.active < max) group.active++
    else await new Promise<void>((begin) => group.waiting.push(begin))
    return () => {
      const next = group.waiting.shift()
      if (next) next()
      else if (--group.active === 0) groups.delete(key)
    }
  }
}
