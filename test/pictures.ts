import sharp from 'sharp'

import type { Api } from '#contract/client.ts'

/** Draws a picture of one colour, which is not encoded yet. */
export const drawn = (width: number, height: number, background = '#c87828') =>
  sharp({ create: { width, height, channels: 3, background } })

/** Adds pictures to a project as its owner. */
export async function addPictures(owner: { api: Api }, id: string, ...pictures: Buffer[]) {
  const form = new FormData()
  for (const [n, bytes] of pictures.entries())
    form.append('images', new Blob([bytes as BlobPart]), `${n}.png`)
  return owner.api.releases.addImages({ params: { id }, form })
}
