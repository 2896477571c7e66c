/** Shows a notice for 5 seconds: 'failed' interrupts a screen reader, the others wait their turn. */
export function notify(text: string, options: Omit<Notice, 'id' | 'text'> = {}): void {
  publish([...notices.slice(-2), { ...options, id: ++last, text }])
}

/** Takes a notice away before its time. */
export function dismissNotice(id: number): void {
  publish(notices.filter((notice) => notice.id !== id))
}

/** The notices being shown, for useSyncExternalStore; none on the server. */
export const noticeStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => notices,
  readOnServer: () => none,
}

const none: readonly Notice[] = []
const listeners = new Set<() => void>()
let notices: readonly Notice[] = none
let last = 0

function publish(next: readonly Notice[]) {
  notices = next
  for (const listener of listeners) listener()
}

export type Notice = {
  id: number
  text: string
  tone?: 'plain' | 'done' | 'failed'
  link?: { label: string; to: string }
}
