import { clsx } from 'clsx'

import { tintOf } from '#contract/projects/categories.ts'
import { inStrip, type Language, languageTints } from '#contract/projects/pictures.ts'
import type { Image, Thumbnail } from '#contract/projects/project.ts'

/**
 * A picture of a project in the widths that the server stores; `sizes` is the width at which it is shown. Browsers
 * without AVIF get a WebP that is 640 px wide, or 1280 px with `large`. A `thumbnail` shows the part that its owner
 * chose.
 */
export function ProjectPicture({ image, sizes, eager, large, thumbnail, className }: ProjectPictureProps) {
  const part = thumbnail ? image.thumbnail : null
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet(image.url, part?.zoom)} sizes={sizes} />
      <img
        src={large ? image.url : pictureUrl(image.url, 640)}
        alt={image.alt}
        width={image.width}
        height={image.height}
        className={clsx(className, partLook(part)) || undefined}
        {...(eager ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  )
}

/** The address of a picture in one of its widths. */
export const pictureUrl = (url: string, width: 320 | 640 | 1280, format = 'webp') =>
  url.replace(/1280\.webp(?=\?|$)/, `${width}.${format}`)

/** The files of a picture, each with the width that is left of it when it is shown larger than its place. */
const sourceSet = (url: string, zoom = 100) =>
  ([320, 640, 1280] as const)
    .map((width) => `${pictureUrl(url, width, 'avif')} ${Math.round((width * 100) / zoom)}w`)
    .join(', ')

/** The classes with which a picture fills its frame with a part of it. */
export const partLook = (part: Thumbnail | null) =>
  part && `part part-x-${part.x} part-y-${part.y} part-zoom-${part.zoom}`

type ProjectPictureProps = {
  image: Image
  sizes: string
  eager?: boolean | undefined
  large?: boolean | undefined
  thumbnail?: boolean
  className?: string
}

/**
 * The cover of a project without pictures: the top of its file tree, drawn from the project's data. `src` is
 * `coverAddress` for what is on sale, and `drawnCover` for the rest.
 */
export const ProjectCover = ({ category, src, eager }: ProjectCoverProps) => (
  <span className={`cover ${groundOf(category)}`}>
    <img src={src} alt="" width={320} height={200} loading={eager ? 'eager' : 'lazy'} />
  </span>
)

type ProjectCoverProps = { category: string; src: string; eager?: boolean | undefined }

/** The first picture of a project that is on sale, or its cover. */
export const ListedPicture = ({
  project: { _id, category, images },
  ...rest
}: { project: { _id: string; category: string; images: readonly Image[] } } & Omit<
  ProjectPictureProps,
  'image'
>) =>
  images[0] ? (
    <ProjectPicture image={images[0]} thumbnail {...rest} />
  ) : (
    <ProjectCover category={category} src={coverAddress(_id)} eager={rest.eager} />
  )

/** The address of the cover of a project that is on sale. */
export const coverAddress = (projectId: string) => `/covers/${projectId}.svg`

/** The class of the background in a category's colour. */
export const groundOf = (category: string) => `bg-tint-${tintOf(category)}`

/**
 * The languages of a project as a strip of bars, each as wide as its share and in its own tint; below it the largest
 * alone, or all of them; the spoken ones are read out alone. Without names it is decorative. Renders nothing for a
 * project that is not written in any.
 */
export function LanguageStrip({ languages, names, className }: LanguageStripProps) {
  const shown = inStrip(languages)
  const [largest] = shown
  if (!largest) return null
  const words = shown.map(({ name, percent }) => `${name} ${percent}%`)
  const bars = (
    <svg
      viewBox={`0 0 ${shown.reduce((sum, { percent }) => sum + percent, 0)} 8`}
      preserveAspectRatio="none"
      className={clsx('strip', names === 'spoken' && className)}
      {...(names === 'largest' || names === 'spoken'
        ? { role: 'img', 'aria-label': `Languages: ${words.join(', ')}` }
        : { 'aria-hidden': true })}
    >
      {shown.map(({ name, percent }, index) => (
        <rect
          key={name}
          x={shown.slice(0, index).reduce((sum, { percent }) => sum + percent, 0)}
          width={percent}
          height="8"
          className={tintClass(name)}
        />
      ))}
    </svg>
  )
  if (!names || names === 'spoken') return bars
  return (
    <div className={className}>
      {bars}
      {names === 'largest' ? (
        <p aria-hidden="true" className="strip-largest">
          {words[0]}
        </p>
      ) : (
        <ul aria-label="Languages" className="strip-names">
          {shown.map(({ name, percent }) => (
            <li key={name} className={tintClass(name)}>
              {name}
              <span>{`${percent}%`}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const tintClass = (language: string) => languageTints[language] && `in-${languageTints[language]}`

type LanguageStripProps = {
  languages: readonly Language[]
  names?: 'spoken' | 'largest' | 'all'
  className?: string
}
