import { imageProblem } from '#contract/files/images.ts'
import { limits } from '#contract/kit/limits.ts'

/** A picture that was chosen, with an address to show it by. */
export interface ChosenPicture {
  file: File
  url: string
}

/** Opens a chosen file as a picture. Throws an Error that names it and says why it is none, or why the server would refuse it. */
export async function readPicture(file: File): Promise<ChosenPicture> {
  const problem = imageProblem(file)
  if (problem) throw new Error(problem.includes(file.name) ? problem : `${file.name}: ${problem}`)
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    // The size is known before the pixels are: a few bytes may claim to be a billion of them.
    await loaded(image)
    const { naturalWidth: width, naturalHeight: height } = image
    if (width * height > limits.imagePixels) throw new Error(`${file.name} has too many pixels`)
    await image.decode()
    return { file, url }
  } catch (thrown) {
    URL.revokeObjectURL(url)
    const isOurs = thrown instanceof Error && thrown.message.startsWith(file.name)
    throw isOurs
      ? thrown
      : new Error(`${file.name} cannot be read as a picture. Choose a jpeg, png or webp.`, { cause: thrown })
  }
}

const loaded = (image: HTMLImageElement) =>
  new Promise((resolve, reject) => {
    image.addEventListener('load', resolve)
    image.addEventListener('error', reject)
  })
