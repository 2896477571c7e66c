import { readFileSync, writeFileSync } from 'node:fs'

import sharp from 'sharp'

import { ground } from '#contract/kit/colours.ts'

/**
 * Draws the icons that want pixels from public/favicon.svg, into public/: `node web/icons/make.ts` after the mark
 * changes.
 */
const mark = readFileSync('public/favicon.svg')
const paper = ground.light

write('icon-192.png', await icon(192, { share: 1 }))
write('icon-512.png', await icon(512, { share: 1 }))
// Phones cut these two to their own shapes: the mark keeps clear of the edge.
write('icon-maskable-512.png', await icon(512, { share: 0.62, ground: paper }))
write('apple-touch-icon.png', await icon(180, { share: 0.72, ground: paper }))
write(
  'favicon.ico',
  ico([await icon(16, { share: 1 }), await icon(32, { share: 1 }), await icon(48, { share: 1 })]),
)

async function icon(size: number, { share, ground }: { share: number; ground?: string }): Promise<Buffer> {
  const drawn = await sharp(mark, { density: 1200 })
    .resize(Math.round(size * share))
    .png()
    .toBuffer()
  const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: drawn }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/** The old Windows format, with PNGs inside: a heading, a line about each image, the images. */
function ico(images: Buffer[]): Buffer {
  const lines = Buffer.alloc(6 + images.length * 16)
  lines.writeUInt16LE(1, 2)
  lines.writeUInt16LE(images.length, 4)
  let start = lines.length
  for (const [index, image] of images.entries()) {
    const at = 6 + index * 16
    const size = image.readUInt32BE(16)
    lines.writeUInt8(size, at)
    lines.writeUInt8(size, at + 1)
    lines.writeUInt16LE(1, at + 4)
    lines.writeUInt16LE(32, at + 6)
    lines.writeUInt32LE(image.length, at + 8)
    lines.writeUInt32LE(start, at + 12)
    start += image.length
  }
  return Buffer.concat([lines, ...images])
}

function write(name: string, bytes: Buffer) {
  writeFileSync(`public/${name}`, bytes)
}
