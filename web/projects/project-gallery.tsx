import { clsx } from 'clsx'
import { useRef, useState } from 'react'

import type { Project } from '#contract/projects.ts'

import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Frame } from '../ui/layout/frame.tsx'
import { usePopover } from '../ui/overlay/use-popover.ts'
import { PictureStrip, stripTo } from './picture-strip.tsx'
import { ProjectCover } from './project-cover.tsx'
import { pictureUrl, ProjectPicture } from './project-picture.tsx'

/** The pictures of a project in a strip to swipe, with thumbnails and a larger view; without any, its cover. Works without scripts. */
export function ProjectGallery({ project, className }: { project: Project; className?: string }) {
  const [at, setAt] = useState(0)
  const strip = useRef<HTMLElement>(null)
  const { images, title } = project
  if (images.length === 0) {
    return (
      <Frame className={className}>
        <ProjectCover project={project} />
      </Frame>
    )
  }
  return (
    <div className={className}>
      <div className="relative">
        <Frame>
          <PictureStrip ref={strip} label={`Pictures of ${title}`} onChange={setAt}>
            {images.map((image, index) => (
              <li key={image.url} id={`picture-${index + 1}`}>
                <ProjectPicture
                  image={image}
                  sizes="(min-width: 1280px) 50rem, (min-width: 1024px) 60vw, calc(100vw - 3rem)"
                  eager={index === 0}
                  large
                />
              </li>
            ))}
          </PictureStrip>
        </Frame>
        <IconButton
          label="Larger view"
          tone="framed"
          popoverTarget="larger-view"
          className="absolute! right-2.5 bottom-2.5"
        >
          <Icon name="maximize-2" />
        </IconButton>
      </div>
      {images.length > 1 && (
        <ul className="mt-3 grid grid-cols-5 gap-2 sm:gap-3" aria-label="All pictures">
          {images.map((image, index) => (
            <li key={image.url}>
              <a
                href={`#picture-${index + 1}`}
                aria-label={`Picture ${index + 1} of ${images.length}`}
                aria-current={index === at || undefined}
                onClick={(event) => {
                  event.preventDefault()
                  stripTo(strip.current, index)
                }}
                className={clsx(
                  'rounded-field block overflow-hidden border transition-[border-color,outline-color]',
                  index === at ? 'border-ink outline-ink outline' : 'border-rule hover:border-ink',
                )}
              >
                <img
                  src={pictureUrl(image.url, 320)}
                  alt=""
                  width={320}
                  height={200}
                  loading="lazy"
                  className="aspect-16/10 w-full object-cover object-top"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      <LargerView project={project} at={at} />
    </div>
  )
}

/** The same strip over the whole window, opened at the picture one was looking at. */
function LargerView({ project: { images, title }, at }: { project: Project; at: number }) {
  const popover = usePopover<HTMLDialogElement>()
  const strip = useRef<HTMLElement>(null)
  const [shown, setShown] = useState(0)
  return (
    <dialog
      ref={popover}
      id="larger-view"
      popover="auto"
      aria-label={`Pictures of ${title}, large`}
      className="full-window larger-view"
      onToggle={(event) => {
        if (event.newState !== 'open') return
        stripTo(strip.current, at, 'instant')
        strip.current?.focus()
      }}
    >
      <div className="flex min-h-14 items-center justify-between gap-4 pr-1.5 pl-4">
        <p className="text-13 font-mono tabular-nums">
          {shown + 1} of {images.length}
          <span className="text-quiet max-sm:hidden">, {title}</span>
        </p>
        <IconButton label="Close" popoverTarget="larger-view" popoverTargetAction="hide">
          <Icon name="x" />
        </IconButton>
      </div>
      <PictureStrip ref={strip} label="Large pictures" onChange={setShown} className="min-h-0 flex-1">
        {images.map((image) => (
          <li key={image.url}>
            <ProjectPicture image={image} sizes="100vw" large />
          </li>
        ))}
      </PictureStrip>
    </dialog>
  )
}
