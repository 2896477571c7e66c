/** So many at once of each key; who comes later waits in turn. Taking a slot gives the function that frees it. */
export function slotsEach(max: number) {
  const groups = new Map<string, { taken: number; waiting: (() => void)[] }>()
  return async (key: string): Promise<() => void> => {
    const group = groups.get(key) ?? { taken: 0, waiting: [] }
    groups.set(key, group)
    if (group.taken < max) group.taken++
    else await new Promise<void>((begin) => group.waiting.push(begin))
    return () => {
      const next = group.waiting.shift()
      if (next) next()
      else if (--group.taken === 0) groups.delete(key)
    }
  }
}
