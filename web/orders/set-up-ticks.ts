import { jsonReader, store, useStored } from '../shell/session/browser-store.ts'

/** The most orders whose ticks are stored. */
const maxOrders = 40

/** The ids of the ticked steps by order and release, those of the last ticked one at the end. */
type Ticks = Record<string, string[]>

const readTicks = jsonReader('setUpTicks', (json): Ticks => (json ?? {}) as Ticks)
const none: Ticks = {}
const keyOf = (orderId: string, release: number) => `${orderId} ${release}`

/** Returns the ids of the steps that were ticked in this browser for a release of an order. */
export const tickedSteps = (orderId: string, release: number): string[] =>
  readTicks()[keyOf(orderId, release)] ?? []

/** Returns the ids of the ticked steps in a component, and follows changes. */
export const useTickedSteps = (orderId: string, release: number): string[] =>
  useStored(readTicks, none)[keyOf(orderId, release)] ?? []

/** Ticks a step in this browser, or takes its tick away. */
export function tickStep(orderId: string, release: number, id: string, isDone: boolean): void {
  const key = keyOf(orderId, release)
  const { [key]: own = [], ...others } = readTicks()
  const ticked = [...own.filter((one) => one !== id), ...(isDone ? [id] : [])]
  const kept = Object.entries(others).slice(-(maxOrders - 1))
  store({
    setUpTicks: JSON.stringify(Object.fromEntries(ticked.length > 0 ? [...kept, [key, ticked]] : kept)),
  })
}
