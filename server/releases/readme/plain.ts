/** How much of a README is shown as plain text, in bytes. */
const maxBytes = 64 * 1024

/** A README as it is, for one that is not rendered. Cut at 64 kB, and then it says so. */
export function plainReadme(bytes: Buffer): string {
  const text = textOf(bytes.subarray(0, maxBytes))
  const note =
    bytes.length > maxBytes
      ? '<p>The README is longer than what is shown here. The download has all of it.</p>'
      : ''
  return `<pre tabindex="0" data-plain="">${text.replace(/[&<>]/g, (sign) => entities[sign]!)}</pre>${note}`
}

/** A file's bytes as text, in UTF-8 or, when its mark says so, in UTF-16; a letter cut at the end is left out, and what cannot be stored or shown is replaced. */
export function textOf(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  const decoder = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8')
  return decoder.decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
