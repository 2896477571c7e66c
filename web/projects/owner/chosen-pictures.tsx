import { useState } from 'react'

import { limits } from '#contract/kit/limits.ts'
import { damagedProblem, imageProblem, imageTypes } from '#contract/projects/pictures.ts'

import { IconButton } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Frame } from '../../ui/sheet.tsx'

/**
 * The pictures of a form, at most `max`. They are validated when they are chosen, and can be removed. `onReading` gets
 * a promise when some are about to be read: of all that are chosen then, or of undefined when one cannot be used.
 */
export function PicturePicker({
  pictures,
  max = limits.images,
  first,
  compact,
  onReading,
  onChange,
  onProblem,
}: PicturesProps) {
  const [isReading, setReading] = useState(false)
  const pick = async (files: File[]) => {
    setReading(true)
    const read = await Promise.allSettled(files.map(readPicture))
    setReading(false)
    const bad = read.find((result) => result.status === 'rejected')
    const all = [
      ...pictures,
      ...read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    ]
    for (const { url } of all.slice(max)) URL.revokeObjectURL(url)
    const kept = all.slice(0, max)
    onChange(kept)
    const tooMany = all.length > max ? `Maximum ${max} images allowed.` : undefined
    const problem = bad ? (bad.reason as Error).message : tooMany
    onProblem(problem)
    return problem === undefined ? kept : undefined
  }
  const remove = (picture: ChosenPicture) => {
    URL.revokeObjectURL(picture.url)
    onProblem(undefined)
    onChange(pictures.filter((other) => other !== picture))
  }
  return (
    <div className="flex flex-col gap-3">
      {pictures.length > 0 && (
        <ul aria-label="Chosen pictures" className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-5">
          {pictures.map((picture, index) => (
            <li key={picture.url} className="min-w-0">
              <Frame>
                <img src={picture.url} alt="" />
              </Frame>
              <div className="flex items-center justify-between gap-1">
                <span className="text-13 text-quiet truncate font-mono" title={picture.file.name}>
                  {(index === 0 && first) || picture.file.name}
                </span>
                <IconButton label={`Remove ${picture.file.name}`} onClick={() => remove(picture)}>
                  <Icon name="x" />
                </IconButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      <FileDrop
        label={isReading ? 'Looking at your pictures...' : 'Drop screenshots here'}
        button="Choose Pictures"
        hint="jpeg, png or webp, up to 10 MB each"
        accept={imageTypes.join(',')}
        multiple
        disabled={isReading}
        compact={compact}
        onPick={(files) => {
          const read = pick(files)
          onReading?.(read)
        }}
        className={pictures.length === max ? 'hidden' : undefined}
      />
    </div>
  )
}

type PicturesProps = {
  pictures: readonly ChosenPicture[]
  max?: number
  /** The words below the first picture, in place of its name. */
  first?: string
  compact?: boolean
  onReading?: (read: Promise<ChosenPicture[] | undefined>) => void
  onChange: (pictures: ChosenPicture[]) => void
  onProblem: (problem: string | undefined) => void
}

/** A chosen picture with an object URL to show it. */
export interface ChosenPicture {
  file: File
  url: string
}

/**
 * Opens a chosen file as a picture. Throws an Error that names the file and says why it is not a picture, or why the
 * server would refuse it.
 */
export async function readPicture(file: File): Promise<ChosenPicture> {
  const problem = imageProblem(file)
  if (problem) throw new Error(problem.includes(file.name) ? problem : `${file.name}: ${problem}`)
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    // The dimensions are checked before decoding: a small file may declare a billion pixels.
    await loaded(image)
    const { naturalWidth: width, naturalHeight: height } = image
    if (width * height > limits.imagePixels) throw new Error(`${file.name} has too many pixels`)
    await image.decode()
    return { file, url }
  } catch (thrown) {
    URL.revokeObjectURL(url)
    const isOurs = thrown instanceof Error && thrown.message.startsWith(file.name)
    throw isOurs ? thrown : new Error(damagedProblem(file.name), { cause: thrown })
  }
}

const loaded = (image: HTMLImageElement) =>
  new Promise((resolve, reject) => {
    image.addEventListener('load', resolve)
    image.addEventListener('error', reject)
  })
