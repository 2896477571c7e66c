/** Whether a link does no more than open a web page or an email when the reader clicks it. */
export const isHarmlessLink = (target: string): boolean =>
  /^(https?:\/\/[^\\/\s]|mailto:)/i.test(target.trim()) && !/\p{Cc}/u.test(target)

/** Whether a target names anything but a part of the same document: an address with a scheme, a UNC path. */
export const isOutside = (target: string): boolean =>
  [target, decoded(target)].some((spelling) => /^\s*([a-z][a-z0-9+.-]*:|\/\/|\\)|\\\\/i.test(spelling))

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
