import { clsx } from 'clsx'
import { type ComponentType, type MouseEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import type { Project } from '#contract/projects/project.ts'

import { loadPart } from '../shell/lazy-part.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Frame } from '../ui/sheet.tsx'
import type { PictureLightboxProps } from './picture-lightbox.tsx'
import { PictureStrip, StripSteps, useStrip } from './picture-strip.tsx'
import { LanguageStrip, pictureUrl, ProjectCover, ProjectPicture } from './project-picture.tsx'

/**
 * The pictures of a project in a strip to swipe, with thumbnails and a larger view; its cover when it has none. Works
 * without scripts.
 */
export function ProjectGallery({ project, cover, className }: ProjectGalleryProps) {
  const { images, title } = project
  const holder = useRef<HTMLDivElement>(null)
  const strip = useStrip(images.length, holder)
  const { at, go } = strip
  const [Lightbox, setLightbox] = useState<ComponentType<PictureLightboxProps>>()
  const larger = useLargerView()
  if (images.length === 0) {
    return (
      <Frame className={clsx('frame-striped', className)}>
        <ProjectCover category={project.category} src={cover} eager />
        <LanguageStrip languages={project.languages} />
      </Frame>
    )
  }
  const enlarge = (event: MouseEvent, url: string) => {
    event.preventDefault()
    loadPart(() => import('./picture-lightbox.tsx')).then(
      ({ PictureLightbox }) => {
        setLightbox(() => PictureLightbox)
        return larger.open()
      },
      // When the larger view cannot be loaded, the browser opens the picture itself.
      () => location.assign(url),
    )
  }
  return (
    <div ref={holder} className={clsx('gallery', className)}>
      <Frame>
        <PictureStrip of={strip} label={`Pictures of ${title}`}>
          {images.map((image, index) => (
            <li key={image.url} id={`picture-${index + 1}`}>
              <a
                href={image.url}
                tabIndex={-1}
                draggable={false}
                onClick={(event) => enlarge(event, image.url)}
              >
                <ProjectPicture
                  image={image}
                  // Phones show the picture a little wider than this; the exact width would make them load the next larger file.
                  sizes="(min-width: 1280px) 53rem, (min-width: 1024px) 62vw, calc(100vw - 3rem)"
                  eager={index === 0}
                  large
                />
              </a>
            </li>
          ))}
        </PictureStrip>
      </Frame>
      <div className="gallery-foot">
        {images.length > 1 && (
          <>
            <ul aria-label="All pictures">
              {images.map((image, index) => (
                <li key={image.url}>
                  <a
                    href={`#picture-${index + 1}`}
                    aria-label={`Picture ${index + 1} of ${images.length}`}
                    aria-current={index === at || undefined}
                    onClick={(event) => {
                      event.preventDefault()
                      go(index)
                    }}
                  >
                    <img src={pictureUrl(image.url, 320)} alt="" width={320} height={200} loading="lazy" />
                  </a>
                </li>
              ))}
            </ul>
            <StripSteps of={strip} count={images.length} />
          </>
        )}
        <IconButton label="Larger view" tone="framed" onClick={(event) => enlarge(event, images[at]!.url)}>
          <Icon name="maximize-2" />
        </IconButton>
      </div>
      {Lightbox && larger.isOpen && (
        <Lightbox project={project} at={at} onSeen={(seen) => go(seen, 'instant')} onClose={larger.close} />
      )}
    </div>
  )
}

/** The state of the larger view. It has an address of its own, so that the browser's Back closes it. */
function useLargerView() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const hasPushed = useRef(false)
  const isOpen = hash === '#larger'
  return {
    isOpen,
    open() {
      hasPushed.current = !isOpen
      return navigate({ hash: 'larger' }, { replace: isOpen, preventScrollReset: true })
    },
    // When the visitor came with that address, going back would leave the page.
    close: () =>
      void (hasPushed.current
        ? navigate(-1)
        : navigate({ hash: '' }, { replace: true, preventScrollReset: true })),
  }
}

interface ProjectGalleryProps {
  project: Project
  /** The rows of the cover for a project without pictures. */
  /** The address of its cover. */
  cover: string
  className?: string
}
