import { useEffect, useRef } from 'react'

import { altWithoutWords } from '#contract/files/images.ts'
import type { Project } from '#contract/projects.ts'

import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { PictureStrip, StripSteps } from './picture-strip.tsx'
import { ProjectPicture } from './project-picture.tsx'
import { useStrip } from './use-strip.ts'

/** The strip of pictures over the whole window, opened at one of them; Escape closes it. `onClose` is told the last one seen. */
export function PictureLightbox({ project: { images, title }, at: first, onClose }: PictureLightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const strip = useStrip(images.length, dialog)
  const { at, go } = strip
  const { ref } = strip.strip
  const altAt = images[at]!.alt
  useEffect(() => {
    if (dialog.current!.open) return
    dialog.current!.showModal()
    go(first, 'instant')
    ref.current!.focus()
  })
  return (
    <dialog
      ref={dialog}
      aria-label={`Pictures of ${title}, large`}
      className="lightbox"
      onClose={() => onClose(at)}
    >
      <div className="flex items-center gap-4 pr-1.5 pl-4">
        <p className="min-w-0 flex-1 truncate font-semibold">{title}</p>
        <IconButton label="Close" onClick={() => dialog.current!.close()}>
          <Icon name="x" />
        </IconButton>
      </div>
      <PictureStrip of={strip} label="Large pictures" className="min-h-0">
        {images.map((image) => (
          <li key={image.url}>
            <ProjectPicture image={image} sizes="100vw" large />
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

export interface PictureLightboxProps {
  project: Project
  at: number
  onClose: (at: number) => void
}
