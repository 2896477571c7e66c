import type { Image } from '#contract/projects.ts'

/** One picture of a project in the sizes and formats the server keeps; `sizes` says how wide it is shown. */
export function ProjectPicture({ image, sizes, eager, className }: ProjectPictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet(image.url, 'avif')} sizes={sizes} />
      <img
        src={image.url}
        srcSet={sourceSet(image.url, 'webp')}
        sizes={sizes}
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

const sourceSet = (url: string, format: string) =>
  ([320, 640, 1280] as const).map((width) => `${pictureUrl(url, width, format)} ${width}w`).join(', ')

export type ProjectPictureProps = { image: Image; sizes: string; eager?: boolean; className?: string }
