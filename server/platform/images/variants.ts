/**
 * The purpose of an image: a project's picture, a member's avatar, which is cut to a square, a screenshot, which few
 * people see, or a page of a project that was run.
 */
export type ImageForm = 'picture' | 'avatar' | 'screenshot' | 'page'

const named = <W extends number, F extends string>(widths: readonly W[], formats: readonly F[]) =>
  widths.flatMap((width) => formats.map((format) => `${width}.${format}` as const))

/** The names of an image's variants, by their width in pixels; a smaller image is never enlarged. */
export const imageFiles = {
  picture: named([320, 640, 1280], ['webp', 'avif']),
  avatar: named([96, 192, 384], ['webp']),
  screenshot: named([1600], ['webp']),
  page: named([640, 1280], ['webp']),
}

/** The address of a project's picture. */
export const pictureAddress = (imageId: string, file: (typeof imageFiles.picture)[number]) =>
  `/media/${imageId}/${file}`

export type ImageFile = (typeof imageFiles)[ImageForm][number]
