import type { Api } from '#contract/client.ts'
import { limits } from '#contract/kit/limits.ts'

import { jsonReader, store, stored } from './browser-store.ts'
import { clearBegun } from './session.ts'

/**
 * Keeps what a member has begun in this browser (cart, comparison and drafts) until they sign in again: on the server,
 * or here when it cannot be reached.
 */
export async function leaveBehind(api: Api, memberId: string): Promise<void> {
  const entries = begunHere()
  if (entries) await api.accounts.leaveBehind({ body: { entries } }).catch(() => setAside(memberId, entries))
}

/**
 * Puts back what a member left behind when they signed out, here or elsewhere, beside what is begun now. What somebody
 * else had begun here, whose session ended by itself, is set aside for them.
 */
export function takeBack(memberId: string, elsewhere: readonly string[]): void {
  const former = stored('lostSession')
  const theirs = begunHere()
  if (former && former !== memberId && theirs) {
    setAside(former, theirs)
    clearBegun()
  }
  const { [memberId]: here, ...others } = asideOf()
  if (here) storeAside(others)
  for (const entries of [...(here ? [here] : []), ...elsewhere]) merge(JSON.parse(entries) as Begun)
}

type Begun = Partial<Record<(typeof begun)[number], string>>
const begun = ['cart', 'compared', 'drafts', 'lastingDrafts'] as const

/** Returns what is begun in this browser as JSON; undefined when it is nothing. */
function begunHere(): string | undefined {
  const entries = begun.map((entry) => [entry, stored(entry)]).filter(([, text]) => text !== null)
  return entries.length > 0 ? JSON.stringify(Object.fromEntries(entries)) : undefined
}

const setAside = (memberId: string, entries: string) => {
  const { [memberId]: _, ...others } = asideOf()
  storeAside({ ...others, [memberId]: entries })
}
const storeAside = (entries: Record<string, string>) =>
  store({ setAside: Object.keys(entries).length > 0 ? JSON.stringify(entries) : null })
const asideOf = jsonReader('setAside', (json) => (json ?? {}) as Record<string, string>)

function merge({ cart, compared = '', drafts, lastingDrafts }: Begun) {
  const ids = `${stored('compared') ?? ''},${compared}`.split(',').filter(Boolean)
  store({
    cart: union('cart', cart, ({ projectId, kind }) => `${projectId} ${kind}`, limits.cartItems),
    compared: [...new Set(ids)].slice(0, limits.compared).join() || null,
    drafts: union('drafts', drafts, ({ key }) => key),
    lastingDrafts: union('lastingDrafts', lastingDrafts, ({ key }) => key),
  })
}

interface Item {
  projectId?: string
  kind?: string
  key?: string
}

/** Returns the list of an entry, with what it does not have of another list behind it. */
function union(
  entry: 'cart' | 'drafts' | 'lastingDrafts',
  others: string | undefined,
  keyOf: (item: Item) => string | undefined,
  max = Infinity,
): string | null {
  const now = listIn(stored(entry))
  const keys = new Set(now.map(keyOf))
  const all = [...now, ...listIn(others ?? null).filter((item) => !keys.has(keyOf(item)))].slice(0, max)
  return all.length > 0 ? JSON.stringify(all) : null
}

function listIn(text: string | null): Item[] {
  const list = JSON.parse(text ?? '[]') as unknown
  return Array.isArray(list) ? (list as Item[]) : []
}
