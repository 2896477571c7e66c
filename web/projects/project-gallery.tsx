import { clsx } from 'clsx'
import { useState } from 'react'

import type { Project } from '#contract/projects.ts'

import { Frame } from '../ui/frame.tsx'
import { ProjectCover } from './project-cover.tsx'
import { pictureUrl, ProjectPicture } from './project-picture.tsx'

/** The pictures of a project: one large, the others as thumbnails to choose from; without any, its cover. */
export function ProjectGallery({ project, className }: { project: Project; className?: string }) {
  const [at, setAt] = useState(0)
  const { images } = project
  const shown = images[at] ?? images[0]
  if (!shown) {
    return (
      <Frame className={className}>
        <ProjectCover project={project} />
      </Frame>
    )
  }
  return (
    <div className={className}>
      <Frame>
        <ProjectPicture key={shown.url} image={shown} sizes="(min-width: 1024px) 50rem, 100vw" eager />
      </Frame>
      {images.length > 1 && (
        <ul className="mt-3 grid grid-cols-5 gap-3" aria-label="Pictures">
          {images.map((image, index) => (
            <li key={image.url}>
              <button
                type="button"
                aria-label={`Picture ${index + 1}: ${image.alt || project.title}`}
                aria-pressed={index === at}
                onClick={() => setAt(index)}
                className={clsx(
                  'block w-full overflow-hidden rounded-field border-2',
                  index === at ? 'border-ink' : 'border-transparent hover:border-edge',
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
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
