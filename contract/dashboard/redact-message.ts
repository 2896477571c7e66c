/** The most characters of a message. */
const max = 300

const quotes = '"\'`“”‘’„«»'
const opening = new RegExp(`(^|[^\\p{L}\\p{N}])[${quotes}]`, 'u')
const closing = new RegExp(`[${quotes}](?![\\p{L}\\p{N}])`, 'gu')

/**
 * Removes from an error message what a reader may have written or where they were: everything between the first and the
 * last quote, addresses, emails, runs of digits and long words. The browser applies it before sending, and the server
 * again.
 */
export function redactMessage(message: string): string {
  return unquoted(message.slice(0, 2000).replaceAll(/[\p{C}\s]+/gu, ' '))
    .replaceAll(/\S*(:\/\/|www\.|@)\S*/gi, '…')
    .replaceAll(/(^|[\s(])\/\S+/g, '$1…')
    .replaceAll(/[\w-]{30,}/g, '…')
    .replaceAll(/\d(?:[\s().,:+-]?\d){3,}/g, '…')
    .slice(0, max)
    .replace(/\p{Cs}$/u, '')
    .trim()
}

/**
 * Removes quoted text. It may contain quotes itself, so everything between the first and the last goes, and everything
 * behind one that does not close.
 */
function unquoted(message: string): string {
  const found = opening.exec(message)
  if (!found) return message
  const begin = found.index + found[1]!.length
  const behind = message.slice(begin + 1)
  const last = [...behind.matchAll(closing)].at(-1)
  return `${message.slice(0, begin)}…${last ? behind.slice(last.index + 1) : ''}`
}
