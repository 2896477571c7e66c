/** A picture's width and height in its own pixels. */
export interface Size {
  width: number
  height: number
}

/** The square that is cut out of a picture, in the picture's own pixels. */
export interface Crop {
  x: number
  y: number
  side: number
}

/** How many times smaller than the largest square a cut can be. */
export const maxZoom = 5

/** The largest square in the middle. */
export const wholeCrop = (size: Size): Crop =>
  centred({ x: 0, y: 0, side: Math.min(size.width, size.height) }, size)

/** How much closer a cut is than the largest one, from 1 to `maxZoom`. */
export const zoomOf = ({ side }: Crop, { width, height }: Size) => Math.min(width, height) / side

/** The cut moved by pixels of the picture, as far as the picture goes. */
export const moved = (
  { x, y, side }: Crop,
  { width, height }: Size,
  [right, down]: [number, number],
): Crop => ({
  x: clamped(x + right, 0, width - side),
  y: clamped(y + down, 0, height - side),
  side,
})

/** The cut in the middle, as close as it is. */
export const centred = ({ side }: Crop, { width, height }: Size): Crop => ({
  x: (width - side) / 2,
  y: (height - side) / 2,
  side,
})

/** The cut at another zoom around its own middle, as far as the picture goes. */
export function zoomed(crop: Crop, size: Size, zoom: number): Crop {
  const side = Math.min(size.width, size.height) / clamped(zoom, 1, maxZoom)
  const by = (crop.side - side) / 2
  return moved({ ...crop, side }, size, [by, by])
}

const clamped = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)
