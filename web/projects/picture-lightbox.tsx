import { type CSSProperties, useEffect, useLayoutEffect, useRef } from 'react'

import { altWithoutWords } from '#contract/files/images.ts'
import type { Project } from '#contract/projects.ts'

import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { PictureStrip, StripSteps } from './picture-strip.tsx'
import { ProjectPicture } from './project-picture.tsx'
import { useStrip } from './use-strip.ts'
import { useZoom } from './use-zoom.ts'

/** The strip of pictures over the whole window, opened at one of them, to enlarge and move; Escape closes it. `onSeen` is told each one seen. */
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
  const isGone = useRef(false)
  // Taken away by the browser's Back, it gives the focus back as when it is closed.
  useLayoutEffect(() => {
    const { current } = dialog
    return () => {
      isGone.current = true
      current?.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={`Pictures of ${title}, large`}
      className="lightbox"
      onClose={() => isGone.current || onClose()}
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
            style={placed(image, index === at ? zoom.scale : 1)}
          >
            <ProjectPicture image={image} sizes={`${Math.ceil(zoom.scale) * 100}vw`} large />
          </li>
        ))}
      </PictureStrip>
      <div className="flex items-center justify-between gap-4 px-1.5 sm:pl-4">
        <p className="text-14 text-quiet line-clamp-2 min-w-0 flex-1 max-sm:pl-2.5">
          {altAt === altWithoutWords(title, at) ? '' : altAt}
        </p>
        {images.length > 1 && <StripSteps of={strip} count={images.length} />}
      </div>
    </dialog>
  )
}

const placed = ({ width, height }: { width: number; height: number }, scale: number) =>
  ({ '--ratio': width / height, '--scale': scale }) as CSSProperties

export interface PictureLightboxProps {
  project: Project
  at: number
  onSeen: (at: number) => void
  onClose: () => void
}
