import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'

import { centred, type Crop, moved, type Size, zoomed, zoomOf } from './crop.ts'

/** The square as it will be: dragged and pinched, moved to where it is tapped, and with the arrow keys. */
export function CropStage({ picture, crop, onCrop, describedBy }: CropStageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const stage = useRef<HTMLButtonElement>(null)
  /** Where a single finger came down, as long as nothing else came after it. */
  const pressed = useRef<[x: number, y: number]>(undefined)
  const fingers = useRef(new Map<number, [x: number, y: number]>())
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop)
  }, [picture, crop])
  useWheel(stage, (turns) => onCrop(zoomed(crop, picture, zoomOf(crop, picture) * 1.002 ** -turns)))

  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now: [number, number] = [event.clientX, event.clientY]
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    if (other)
      return onCrop(
        zoomed(crop, picture, (zoomOf(crop, picture) * distance(now, other)) / distance(before, other)),
      )
    const scale = crop.side / event.currentTarget.clientWidth
    onCrop(moved(crop, picture, [(before[0] - now[0]) * scale, (before[1] - now[1]) * scale]))
  }
  const leave = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId)
  const lift = (event: PointerEvent<HTMLButtonElement>) => {
    const start = pressed.current
    leave(event)
    if (!start || distance(start, [event.clientX, event.clientY]) > tapReach) return
    const { left, top, width } = event.currentTarget.getBoundingClientRect()
    const scale = crop.side / width
    onCrop(
      moved(crop, picture, [
        (event.clientX - left - width / 2) * scale,
        (event.clientY - top - width / 2) * scale,
      ]),
    )
  }
  const press = (event: KeyboardEvent) => {
    const next = cropAfter(event.key, crop, picture)
    if (!next) return
    event.preventDefault()
    onCrop(next)
  }
  return (
    <button
      type="button"
      ref={stage}
      aria-label="Picture, back to its middle"
      aria-describedby={describedBy}
      data-autofocus=""
      className="rounded-sheet bg-sunk aspect-square w-full max-w-72 cursor-grab touch-none overflow-hidden active:cursor-grabbing"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        const place: [number, number] = [event.clientX, event.clientY]
        pressed.current = fingers.current.size === 0 ? place : undefined
        fingers.current.set(event.pointerId, place)
      }}
      onPointerMove={drag}
      onPointerUp={lift}
      onPointerCancel={leave}
      onKeyDown={press}
      // Only of Enter and Space: a tap has been dealt with.
      onClick={({ detail }) => detail === 0 && onCrop(centred(crop, picture))}
    >
      <canvas
        ref={canvas}
        width={stagePixels}
        height={stagePixels}
        className="block size-full"
        aria-hidden="true"
      />
    </button>
  )
}

/** The cut after a key: arrows move what is shown by a twentieth, + and - zoom. */
function cropAfter(key: string, crop: Crop, size: Size): Crop | undefined {
  const direction = arrows[key]
  if (direction) return moved(crop, size, [direction[0] * crop.side * 0.05, direction[1] * crop.side * 0.05])
  if (key === '+' || key === '=') return zoomed(crop, size, zoomOf(crop, size) * 1.1)
  if (key === '-') return zoomed(crop, size, zoomOf(crop, size) / 1.1)
  return undefined
}

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** React hears the wheel passively; here the page must stay where it is. */
function useWheel(stage: RefObject<HTMLElement | null>, turn: (turns: number) => void) {
  const latest = useRef(turn)
  useEffect(() => {
    latest.current = turn
  })
  useEffect(() => {
    const element = stage.current
    const listener = (event: WheelEvent) => {
      event.preventDefault()
      latest.current(event.deltaY)
    }
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [stage])
}

/** Draws a cut over the whole of a canvas. */
export function draw(canvas: HTMLCanvasElement, picture: CanvasImageSource, { x, y, side }: Crop) {
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height)
}

const distance = ([x, y]: [number, number], [otherX, otherY]: [number, number]) =>
  Math.max(1, Math.hypot(x - otherX, y - otherY))

/** How far a finger moves, in pixels of the screen, that only taps. */
const tapReach = 4

/** Twice the widest it is shown, for fine screens. */
const stagePixels = 576

export type CropStageProps = {
  picture: ImageBitmap
  crop: Crop
  onCrop: (crop: Crop) => void
  describedBy: string
}
