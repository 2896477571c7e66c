import { useSyncExternalStore } from 'react'

/** Every entry that the app stores in the browser, by name, and its storage; `sessionStorage` belongs to one tab. */
const areas = {
  accessToken: 'localStorage',
  refreshToken: 'localStorage',
  user: 'localStorage',
  /** The id of the member whose session ended by itself, until somebody signs in or out. */
  lostSession: 'localStorage',
  /** The drafts of forms, of this tab and of its member only. */
  drafts: 'sessionStorage',
  /** The drafts of long forms, which outlive the tab. */
  lastingDrafts: 'localStorage',
  /** What was typed when the page was loaded anew by itself. */
  typed: 'sessionStorage',
  /** The builds whose page was loaded anew because a part was gone. */
  reloadedBuilds: 'sessionStorage',
  otpSessionToken: 'localStorage',
  /** The address to continue at after sign-in, for a link in the email that opens another tab. */
  signInNext: 'localStorage',
  /** A code that this tab requested; others who use the browser do not find it. */
  askedCode: 'sessionStorage',
  /** The referral code of a link that was opened here, until somebody signs in. */
  linkedReferral: 'localStorage',
  /** The token of an invitation to a seat, from its page through sign-in, also by a link that opens another tab. */
  seatInvitation: 'localStorage',
  owned: 'localStorage',
  /** The steps that are ticked on the pages of orders. */
  setUpTicks: 'localStorage',
  cart: 'localStorage',
  wishlist: 'localStorage',
  compared: 'localStorage',
  /** What members have begun in this browser and the server could not keep, by their ids. */
  setAside: 'localStorage',
  /** The newest checkpoint of the public log that this browser saw, and the key that signed it. */
  seenLog: 'localStorage',
  theme: 'localStorage',
  adminToken: 'localStorage',
  adminUser: 'localStorage',
  adminSidebar: 'localStorage',
  /** A staff member's order of featured projects that is not saved. */
  featuredOrder: 'sessionStorage',
} as const

type Entry = keyof typeof areas

/** Returns the text of an entry, or null. */
export function stored(entry: Entry): string | null {
  try {
    return unstorable.has(entry) ? unstorable.get(entry)! : window[areas[entry]].getItem(entry)
  } catch {
    return null
  }
}

/**
 * Stores texts, removes entries that are null, then notifies the subscribers once. What the browser does not accept
 * lasts as long as the page.
 */
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

/** Returns whether the browser has accepted an entry, so that it outlives the page. */
export const isLasting = (entry: Entry): boolean => !unstorable.has(entry)

/**
 * Makes a reader of an entry that holds JSON. It returns the same value for as long as the text is the same; invalid
 * JSON counts as null.
 */
export function jsonReader<Value>(entry: Entry, valueIn: (json: unknown) => Value): () => Value {
  let last: { text: string | null; value: Value } | undefined
  return () => {
    const text = stored(entry)
    if (last?.text !== text) last = { text, value: valueIn(parsed(text)) }
    return last.value
  }
}

/** Calls the listener after each change, with true when another tab made it. Returns the function that unsubscribes. */
export function subscribeStore(listener: Listener): () => void {
  const onStorage = () => listener(true)
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Returns what a function reads from the store, and follows changes; `onServer` while the server renders. */
export const useStored = <Value>(read: () => Value, onServer: Value): Value =>
  useSyncExternalStore(subscribeStore, read, () => onServer)

type Listener = (isElsewhere: boolean) => void
const listeners = new Set<Listener>()

/** Entries that the browser did not accept: storage may be disabled or full. */
const unstorable = new Map<Entry, string | null>()

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
