import { useSyncExternalStore } from 'react'

/** Everything this browser keeps for itself, by name, and where: `sessionStorage` is of one tab. */
const areas = {
  accessToken: 'localStorage',
  refreshToken: 'localStorage',
  user: 'localStorage',
  /** Set when the session ended by itself, until somebody signs in or out. */
  lostSession: 'localStorage',
  /** What was typed and not saved: of this tab, and of its member only. */
  drafts: 'sessionStorage',
  /** The same of long forms, which outlive the tab. */
  lastingDrafts: 'localStorage',
  otpSessionToken: 'localStorage',
  /** Where this browser was going when it asked for a code, for a link in the mail that opens another tab. */
  signInNext: 'localStorage',
  /** A code this tab asked for: others who use the browser do not find it. */
  askedCode: 'sessionStorage',
  /** The referral code of a link that was opened here, until somebody signs in. */
  linkedReferral: 'localStorage',
  owned: 'localStorage',
  cart: 'localStorage',
  wishlist: 'localStorage',
  theme: 'localStorage',
  adminToken: 'localStorage',
  adminUser: 'localStorage',
  adminSidebar: 'localStorage',
  /** The order of featured projects that a staff member has begun and not saved. */
  featuredOrder: 'sessionStorage',
} as const

type Entry = keyof typeof areas

/** The text of an entry, or null. */
export function stored(entry: Entry): string | null {
  try {
    return unstorable.has(entry) ? unstorable.get(entry)! : window[areas[entry]].getItem(entry)
  } catch {
    return null
  }
}

/** Stores texts, removes what is null, then tells everybody once. What the browser does not take lasts as long as the page. */
export function store(entries: Partial<Record<Entry, string | null>>): void {
  for (const [entry, text] of Object.entries(entries) as [Entry, string | null][]) {
    try {
      const area = window[areas[entry]]
      if (text === null) area.removeItem(entry)
      else area.setItem(entry, text)
      unstorable.delete(entry)
    } catch {
      unstorable.set(entry, text)
    }
  }
  for (const listener of listeners) listener(false)
}

/** Reads an entry that holds JSON: the same value for as long as its text is the same. A text that is not ours counts as null. */
export function jsonReader<Value>(entry: Entry, valueIn: (json: unknown) => Value): () => Value {
  let last: { text: string | null; value: Value } | undefined
  return () => {
    const text = stored(entry)
    if (last?.text !== text) last = { text, value: valueIn(parsed(text)) }
    return last.value
  }
}

/** Calls back after each change, and says whether another tab made it. */
export function subscribeStore(listener: Listener): () => void {
  const onStorage = () => listener(true)
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** What a function reads from the store, always up to date; `onServer` while the server renders. */
export const useStored = <Value>(read: () => Value, onServer: Value): Value =>
  useSyncExternalStore(subscribeStore, read, () => onServer)

type Listener = (isElsewhere: boolean) => void
const listeners = new Set<Listener>()

/** What the browser did not take: storage may be closed, or full. */
const unstorable = new Map<Entry, string | null>()

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
