import { limits } from '../kit/limits.ts'

/** What a picture may be, by the name the browser has for it. The server looks at the content. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp']

/** What is said of a picture that nobody has described; `index` begins at 0. */
export const altWithoutWords = (title: string, index: number) => `${title}, image ${index + 1}`

export const notAnImage = 'Images must be jpeg, png or webp'

/** Why a chosen file is not sent as a picture, as far as its size and type tell; undefined when the server decides. */
export function imageProblem({ name, size, type }: { name: string; size: number; type: string }) {
  if (size > limits.imageBytes) return `${name} exceeds 10MB limit`
  return type && !imageTypes.includes(type) ? notAnImage : undefined
}
