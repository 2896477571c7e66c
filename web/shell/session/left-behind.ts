import { limits } from '#contract/kit/limits.ts'

import { store, stored } from './browser-store.ts'
import { asideHere, type Begun, begunHere, clearBegun, setAside } from './session.ts'

/**
 * Puts back what a member left behind when they signed out, here or elsewhere, beside what is begun now. What somebody
 * else had begun here, whose session ended by itself, is set aside for them.
 */
export function takeBack(memberId: string, elsewhere: readonly string[]): void {
  const former = stored('lostSession')
  // Releases before this one stored no id.
  if (former && former !== 'yes' && former !== memberId) {
    setAside(former, begunHere())
    clearBegun()
  }
  const { [memberId]: here, ...others } = asideHere()
  if (here) store({ setAside: Object.keys(others).length > 0 ? JSON.stringify(others) : null })
  for (const entries of [...(here ? [here] : []), ...elsewhere]) merge(parsed(entries) as Begun)
}

function merge({ cart, compared = '', drafts, lastingDrafts }: Begun) {
  const ids = `${stored('compared') ?? ''},${compared}`.split(',').filter(Boolean)
  store({
    cart: union('cart', cart, ({ projectId, kind }) => `${projectId} ${kind}`, limits.cartItems),
    compared: [...new Set(ids)].slice(0, limits.compared).join() || null,
    drafts: union('drafts', drafts, draftKey),
    lastingDrafts: union('lastingDrafts', lastingDrafts, draftKey),
  })
}

interface Item {
  projectId?: string
  kind?: string
  key?: string
  memberId?: string
}

/** What somebody typed before they signed in does not replace all that they had typed in the same form before. */
const draftKey = ({ key, memberId }: Item) => `${key} ${memberId}`

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

/** Returns the objects of a list as JSON; none in anything else. */
function listIn(text: string | null): Item[] {
  const list = parsed(text)
  return Array.isArray(list) ? list.filter((item) => item instanceof Object) : []
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '') ?? {}
  } catch {
    return {}
  }
}
