import { expect, test } from 'vitest'

import { maxZoom, moved, wholeCrop, zoomed, zoomOf } from './crop.ts'

const wide = { width: 1200, height: 800 }

test('the cut begins as the largest square, in the middle', () => {
  expect(wholeCrop(wide)).toEqual({ x: 200, y: 0, side: 800 })
  expect(zoomOf(wholeCrop(wide), wide)).toBe(1)
})

test('it moves as far as the picture goes', () => {
  expect(moved(wholeCrop(wide), wide, [-50, 30])).toEqual({ x: 150, y: 0, side: 800 })
  expect(moved(wholeCrop(wide), wide, [9000, 0])).toEqual({ x: 400, y: 0, side: 800 })
})

test('zooming keeps its middle, and lets nothing in from beyond the edge', () => {
  const close = zoomed(wholeCrop(wide), wide, 2)
  expect(close).toEqual({ x: 400, y: 200, side: 400 })
  const corner = moved(close, wide, [-9000, -9000])
  expect(zoomed(corner, wide, 1)).toEqual({ x: 0, y: 0, side: 800 })
})

test('it comes no closer than it may, and never further than the whole', () => {
  expect(zoomOf(zoomed(wholeCrop(wide), wide, 99), wide)).toBe(maxZoom)
  expect(zoomed(wholeCrop(wide), wide, 0)).toEqual(wholeCrop(wide))
})
