import type { Image } from '#contract/projects.ts'

/**
 * One picture of a project in the widths the server keeps; `sizes` says how wide it is shown. The few browsers without AVIF
 * get one WebP, 640 px wide or, `large`, 1280.
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

export type ProjectPictureProps = {
  image: Image
  sizes: string
  eager?: boolean
  large?: boolean
  className?: string
}
