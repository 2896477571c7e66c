import { limits } from '#contract/kit/limits.ts'

import { store, stored, useStored } from '../shell/session/browser-store.ts'
import { notify } from '../ui/notices.tsx'

/** The id of the form that leads to the comparison: each tick on a page belongs to it, so that it needs no scripts. */
export const compareFormId = 'compare'

/** Returns the address of the comparison of some projects. */
export const compareAddress = (ids: readonly string[]): string =>
  ids.length > 0 ? `/compare?ids=${ids.join()}` : '/compare'

/** Returns the different ids in a comparison's address: one value with commas, or one for each tick of the form. */
export const comparedIn = (params: URLSearchParams): string[] =>
  idsIn(params.getAll('ids').join().toLowerCase())

/** Returns the ids of the projects that are chosen in this browser; none while the server renders. */
export const useCompared = (): string[] => idsIn(useStored(read, ''))

/** Chooses these projects instead of those before. */
export function setCompared(ids: readonly string[]): void {
  if (ids.join() !== read()) store({ compared: ids.join() || null })
}

/** Chooses projects besides those that are chosen already, as many as can be compared at once. */
export function addCompared(ids: readonly string[]): void {
  const all = idsIn([read(), ...ids].join())
  setCompared(all.slice(0, limits.compared))
  if (all.length > limits.compared)
    notify(`You can compare ${limits.compared} projects at once. Untick one first.`, { tone: 'failed' })
}

export function removeCompared(id: string): void {
  setCompared(idsIn(read()).filter((other) => other !== id))
}

const read = () => stored('compared') ?? ''

const idsIn = (text: string) => [...new Set(text.split(',').filter(Boolean))]
