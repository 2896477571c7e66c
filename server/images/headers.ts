/** Says by content whether bytes are a jpeg, png or webp that does not move, so that no decoder for anything else ever sees a stranger's bytes. */
export function isStillImage(bytes: Buffer): boolean {
  const starts = (signature: string, at = 0) =>
    bytes.subarray(at, at + signature.length / 2).toString('hex') === signature
  if (starts('ffd8ff')) return true
  if (starts('89504e470d0a1a0a')) return !pngChunks(bytes).includes('acTL')
  const isWebp = starts('52494646') && starts('57454250', 8)
  const isAnimated = bytes.toString('latin1', 12, 16) === 'VP8X' && (bytes[20]! & 2) !== 0
  return isWebp && !isAnimated
}

/** The names of a PNG's chunks before its pixels; an animation announces itself there. */
function pngChunks(bytes: Buffer): string[] {
  const names: string[] = []
  for (let at = 8; at + 8 <= bytes.length && names.at(-1) !== 'IDAT' && names.length < 1000;) {
    names.push(bytes.toString('latin1', at + 4, at + 8))
    at += 12 + bytes.readUInt32BE(at)
  }
  return names
}

/** How many times a JPEG draws over all of itself (1 when it is not progressive, 0 for other formats). Source: ITU T.81, B.1.1. */
export function scansOf(bytes: Buffer): number {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return 0
  let scans = 0
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 4 <= bytes.length;) {
    const marker = bytes[at + 1]!
    if (marker === 0xda) scans++
    // A length follows, but for fill bytes, stuffed bytes and markers that stand alone.
    const alone = marker === 0xff || marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd9)
    const next = at + (marker === 0xff ? 1 : 2) + (alone ? 0 : bytes.readUInt16BE(at + 2))
    at = bytes.indexOf(0xff, next)
  }
  return scans
}
