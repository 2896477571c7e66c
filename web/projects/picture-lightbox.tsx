import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { defaultAlt } from '#contract/projects/pictures.ts'
import type { Project } from '#contract/projects/project.ts'

import { announcer } from '../ui/announcer.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { PictureStrip, StripSteps, useStrip } from './picture-strip.tsx'
import { ProjectPicture } from './project-picture.tsx'

/**
 * The strip of pictures over the whole window, opened at one of them, to zoom and pan; Escape closes it. Calls `onSeen`
 * with the index of each picture that comes into view.
 */
export function PictureLightbox({
  project: { images, title },
  at: first,
  onSeen,
  onClose,
}: PictureLightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const strip = useStrip(images.length, dialog)
  const { at, go } = strip
  const { ref } = strip.strip
  const zoom = useZoom(dialog, at)
  const altAt = images[at]!.alt
  useEffect(() => {
    if (dialog.current!.open) return
    dialog.current!.showModal()
    go(first, 'instant')
    ref.current!.focus()
  })
  const seen = useRef(first)
  useEffect(() => {
    if (at === seen.current) return
    seen.current = at
    onSeen(at)
  })
  const isUnmounted = useRef(false)
  // When the browser's Back removes it, closing the dialog first returns the focus.
  useLayoutEffect(() => {
    const { current } = dialog
    return () => {
      isUnmounted.current = true
      current?.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={`Pictures of ${title}, large`}
      className="lightbox"
      onClose={() => isUnmounted.current || onClose()}
    >
      <div className="flex items-center pr-1.5 pl-4">
        <p className="mr-4 min-w-0 flex-1 truncate font-semibold">{title}</p>
        <IconButton label="Zoom out" disabled={zoom.scale === 1} onClick={zoom.shrink}>
          <Icon name="zoom-out" />
        </IconButton>
        <IconButton label="Zoom in" disabled={!zoom.canEnlarge} onClick={zoom.enlarge}>
          <Icon name="zoom-in" />
        </IconButton>
        <IconButton label="Close" onClick={() => dialog.current!.close()}>
          <Icon name="x" />
        </IconButton>
      </div>
      <PictureStrip of={strip} label="Large pictures" className="min-h-0">
        {images.map((image, index) => (
          <li
            key={image.url}
            className="zoom"
            data-zoomed={(index === at && zoom.scale > 1) || undefined}
            style={zoomStyle(image, index === at ? zoom.scale : 1)}
          >
            <ProjectPicture image={image} sizes={`${Math.ceil(zoom.scale) * 100}vw`} large />
          </li>
        ))}
      </PictureStrip>
      <div className="flex items-center justify-between gap-4 px-1.5 sm:pl-4">
        <p className="text-14 text-quiet line-clamp-2 min-w-0 flex-1 max-sm:pl-2.5">
          {altAt === defaultAlt(title, at) ? '' : altAt}
        </p>
        {images.length > 1 && <StripSteps of={strip} count={images.length} />}
      </div>
      <div {...announcer} className="sr-only" />
    </dialog>
  )
}

const zoomStyle = ({ width, height }: { width: number; height: number }, scale: number) =>
  ({ '--ratio': width / height, '--scale': scale }) as CSSProperties

export interface PictureLightboxProps {
  project: Project
  at: number
  onSeen: (at: number) => void
  onClose: () => void
}

const maxScale = 5
const doubleTapScale = 2.5

interface Point {
  x: number
  y: number
}

/**
 * The zoom of the picture in view, which is the `.zoom` with the index `at` in the holder. Scale 1 shows the whole
 * picture. A pinch, a double tap, the keys + - and 0, and the wheel with Ctrl change it; an enlarged picture is moved
 * by scrolling, dragging or the arrow keys.
 */
function useZoom(holder: RefObject<HTMLElement | null>, at: number) {
  const [zoomed, setZoomed] = useState({ at, scale: 1 })
  const scale = zoomed.at === at ? zoomed.scale : 1
  const place = () => holder.current?.querySelectorAll<HTMLElement>('.zoom')[at]
  /** Sets the scale so that the point of the picture under `from` moves to `to`. */
  const zoomTo = (wanted: number, to?: Point, from = to) => {
    const frame = place()
    const picture = frame?.querySelector('img')
    if (!frame || !picture) return
    const next = Math.min(maxScale, Math.max(1, wanted))
    const { x, y } = to ?? middleOf(frame)
    const before = picture.getBoundingClientRect()
    frame.style.setProperty('--scale', String(next))
    const after = picture.getBoundingClientRect()
    const under = from ?? { x, y }
    frame.scrollLeft += after.left + ((under.x - before.left) / before.width) * after.width - x
    frame.scrollTop += after.top + ((under.y - before.top) / before.height) * after.height - y
    setZoomed({ at, scale: next })
  }
  const pinch = useRef<{ apart: number; scale: number; middle: Point }>(undefined)
  const touched = useRef<Point>(undefined)
  const lastTap = useRef<Point & { time: number }>(undefined)
  const drag = useRef<Point & { isMoved: boolean }>(undefined)

  useEffect(() => {
    const { current } = holder
    const controller = new AbortController()
    const listen = <Kind extends keyof HTMLElementEventMap>(
      kind: Kind,
      handle: (event: HTMLElementEventMap[Kind]) => void,
    ) =>
      current?.addEventListener(kind, handle, {
        signal: controller.signal,
        passive: false,
        capture: kind === 'keydown',
      })
    const handleKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const arrow = scale > 1 ? arrows[event.key] : undefined
      if (arrow) place()?.scrollBy(...arrow)
      else if (event.key === '0') zoomTo(1)
      else if (steps[event.key]) zoomTo(scale * steps[event.key]!)
      else return
      event.preventDefault()
      // The strip would show the next picture.
      event.stopPropagation()
    }
    const handleTouches = (event: TouchEvent) => {
      const [one, other] = [...event.touches]
      if (!one || !other) {
        pinch.current = undefined
        if (event.type === 'touchstart') touched.current = one && { x: one.clientX, y: one.clientY }
        // At the edge of the picture the browser would treat the swipe as Back.
        const frame = place()
        if (one && frame && scale > 1 && isPastEdge(frame, touched.current, one)) event.preventDefault()
        return
      }
      event.preventDefault()
      const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
      const middle = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 }
      const began = (pinch.current ??= { apart, scale, middle })
      zoomTo((began.scale * apart) / began.apart, middle, began.middle)
      began.middle = middle
    }
    const handleClick = (event: MouseEvent) => {
      if (!isOnPicture(event) || drag.current?.isMoved) return
      const tap = { x: event.clientX, y: event.clientY, time: event.timeStamp }
      const { current: last } = lastTap
      const isSecond = last && tap.time - last.time < 350 && Math.hypot(tap.x - last.x, tap.y - last.y) < 30
      lastTap.current = isSecond ? undefined : tap
      if (isSecond) zoomTo(scale > 1 ? 1 : doubleTapScale, tap)
    }
    listen('keydown', handleKey)
    for (const kind of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
      listen(kind, handleTouches)
    listen('click', handleClick)
    listen('wheel', (event) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomTo(scale * Math.exp(-event.deltaY / 100), { x: event.clientX, y: event.clientY })
    })
    listen('dragstart', (event) => event.preventDefault())
    listen('pointerdown', (event) => {
      const isGrabbed = event.pointerType === 'mouse' && event.button === 0 && isOnPicture(event)
      drag.current = isGrabbed ? { x: event.clientX, y: event.clientY, isMoved: false } : undefined
    })
    listen('pointermove', ({ clientX: x, clientY: y, buttons }) => {
      if (!drag.current || buttons !== 1 || scale === 1) return
      place()?.scrollBy(drag.current.x - x, drag.current.y - y)
      drag.current = { x, y, isMoved: true }
    })
    return () => controller.abort()
  })
  return {
    scale,
    canEnlarge: scale < maxScale,
    enlarge: () => zoomTo(scale * 1.5),
    shrink: () => zoomTo(scale / 1.5),
  }
}

const steps: Record<string, number> = { '+': 1.5, '=': 1.5, '-': 1 / 1.5, _: 1 / 1.5 }

const arrows: Record<string, [left: number, top: number]> = {
  ArrowLeft: [-80, 0],
  ArrowRight: [80, 0],
  ArrowUp: [0, -80],
  ArrowDown: [0, 80],
}

/** Returns whether a finger moves sideways beyond the edge of the picture. */
function isPastEdge(frame: HTMLElement, from: Point | undefined, to: Touch): boolean {
  if (!from) return false
  const [right, down] = [to.clientX - from.x, to.clientY - from.y]
  if (Math.abs(right) <= Math.abs(down)) return false
  const rest = frame.scrollWidth - frame.clientWidth - frame.scrollLeft
  return right > 0 ? frame.scrollLeft < 1 : rest < 1
}

const isOnPicture = ({ target }: Event) => target instanceof Element && target.closest('.zoom') !== null

function middleOf(frame: HTMLElement): Point {
  const { left, top, width, height } = frame.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
