/** Groups values by a key, in the order in which each key came first. */
export function groupBy<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): [string, Value[]][] {
  const groups = new Map<string, Value[]>()
  for (const value of values) {
    const key = keyOf(value)
    groups.set(key, [...(groups.get(key) ?? []), value])
  }
  return [...groups]
}
