import { clsx } from 'clsx'

import { tintOf } from '#contract/projects/categories.ts'
import { barsFrom, coverKinds, type CoverRow, type Language } from '#contract/projects/pictures.ts'
import type { Image } from '#contract/projects/projects.ts'

/**
 * A picture of a project in the widths that the server stores; `sizes` is the width at which it is shown. Browsers without AVIF
 * get a WebP that is 640 px wide, or 1280 px with `large`.
 */
export function ProjectPicture({ image, sizes, eager, large, className }: ProjectPictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet(image.url)} sizes={sizes} />
      <img
        src={large ? image.url : pictureUrl(image.url, 640)}
        alt={image.alt}
        width={image.width}
        height={image.height}
        className={className}
        {...(eager ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  )
}

/** The address of a picture in one of its widths. */
export const pictureUrl = (url: string, width: 320 | 640 | 1280, format = 'webp') =>
  url.replace(/1280\.webp$/, `${width}.${format}`)

const sourceSet = (url: string) =>
  ([320, 640, 1280] as const).map((width) => `${pictureUrl(url, width, 'avif')} ${width}w`).join(', ')

type ProjectPictureProps = {
  image: Image
  sizes: string
  eager?: boolean
  large?: boolean
  className?: string
}

/** The cover of a project without pictures: the top of its file tree, drawn from the project's data. */
export function ProjectCover({ category, rows }: { category: string; rows: readonly CoverRow[] }) {
  return (
    <svg
      viewBox="0 0 320 200"
      preserveAspectRatio="xMinYMin slice"
      aria-hidden="true"
      className={`cover ${groundOf(category)}`}
    >
      {coverKinds.map((kind) => {
        const own = rows.filter((row) => row.kind === kind)
        return own.length > 0 && <path key={kind} className={`cover-${kind}`} d={barsOf(own)} />
      })}
      {rows.map(({ name, x, y, kind }) => (
        <text key={y} x={kind === 'entry' ? x + 10 : x} y={y} className={`cover-${kind}`}>
          {name}
        </text>
      ))}
    </svg>
  )
}

/** The path of the bars of rows of one kind, with a mark before the name of an entry file. */
const barsOf = (rows: readonly CoverRow[]) =>
  rows
    .map(({ x, y, bar, kind }) => {
      const mark = kind === 'entry' ? `M${x} ${y - 3.5}l6 3.5-6 3.5z` : ''
      return `${mark}M${barsFrom} ${y - 1.5}h${bar}v3h-${bar}z`
    })
    .join('')

/** The class of the background in a category's colour. */
export const groundOf = (category: string) => `bg-tint-${tintOf(category)}`

/** The languages of a project as a strip of bars, each as wide as its share, the largest in the tone of the category. Without `label` it is decorative, because the text beside it names the languages. */
export function LanguageStrip({ languages, category, label, className }: LanguageStripProps) {
  const words = languages.map(({ name, percent }) => `${name} ${percent}%`).join(', ')
  return (
    <svg
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className={clsx('strip', `tone-${tintOf(category)}`, className)}
      {...(label && words ? { role: 'img', 'aria-label': `Languages: ${words}` } : { 'aria-hidden': true })}
    >
      {languages.map(({ name, percent }, index) => (
        <rect
          key={name}
          x={languages.slice(0, index).reduce((sum, { percent }) => sum + percent, 0)}
          width={percent}
          height="6"
        />
      ))}
    </svg>
  )
}

type LanguageStripProps = {
  languages: readonly Language[]
  category: string
  label?: boolean
  className?: string
}
