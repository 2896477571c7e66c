/** Characters of a message that are kept. */
const max = 300

const quotes = '"\'`“”‘’„«»'
const opening = new RegExp(`(^|[^\\p{L}\\p{N}])[${quotes}]`, 'u')
const closing = new RegExp(`[${quotes}](?![\\p{L}\\p{N}])`, 'gu')

/**
 * The message of an error without what a reader may have written or where they were: all between the first quote and the
 * last, addresses, emails, runs of digits and long words. The browser sends it so, and the server makes it so again.
 */
export function plainMessage(message: string): string {
  return unquoted(message.slice(0, 2000).replaceAll(/[\p{C}\s]+/gu, ' '))
    .replaceAll(/\S*(:\/\/|www\.|@)\S*/gi, '…')
    .replaceAll(/(^|[\s(])\/\S+/g, '$1…')
    .replaceAll(/[\w-]{30,}/g, '…')
    .replaceAll(/\d(?:[\s().,:+-]?\d){3,}/g, '…')
    .slice(0, max)
    .replace(/\p{Cs}$/u, '')
    .trim()
}

/** A text that is quoted may hold quotes itself: nothing between the first and the last stays, nor behind one that does not close. */
function unquoted(message: string): string {
  const found = opening.exec(message)
  if (!found) return message
  const begin = found.index + found[1]!.length
  const behind = message.slice(begin + 1)
  const last = [...behind.matchAll(closing)].at(-1)
  return `${message.slice(0, begin)}…${last ? behind.slice(last.index + 1) : ''}`
}
