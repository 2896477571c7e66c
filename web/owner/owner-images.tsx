import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { imageProblem, imageTypes } from '#contract/files/images.ts'
import { limits } from '#contract/kit/limits.ts'
import type { Image } from '#contract/projects.ts'

import { ProjectPicture } from '../projects/project-picture.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Frame } from '../ui/layout/frame.tsx'
import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'
import type { Changed } from './owner-changes.ts'
import { meanwhile } from './review-note.ts'

/** The pictures of a project for its owner: add up to 5, remove, put in another order. The first is on the card. */
export function OwnerImages({ images }: { images: readonly Image[] }) {
  const fetcher = useFetcher<Changed>()
  const { data } = fetcher
  useEffect(() => {
    if (data?.message) notify(data.message, { tone: 'failed' })
    else if (data?.done) notify(data.done)
  }, [data])
  const send = (fields: Record<string, string>) => void fetcher.submit(fields, { method: 'post' })
  const swap = (from: number, to: number) => {
    const order = images.map((_, index) => index)
    ;[order[from], order[to]] = [order[to]!, order[from]!]
    send({ intent: 'order-images', order: JSON.stringify(order) })
  }
  const add = (files: File[]) => {
    const problem = files.map(imageProblem).find((found) => found !== undefined)
    if (problem) return notify(problem, { tone: 'failed' })
    const form = new FormData()
    form.set('intent', 'add-images')
    for (const file of files) form.append('images', file)
    void fetcher.submit(form, { method: 'post', encType: 'multipart/form-data' })
  }
  return (
    <Sheet as="section" aria-label="Project Images">
      <SheetHead title="Project Images">
        <span className="text-13 text-quiet font-mono tabular-nums">
          {images.length} of {limits.images}
        </span>
      </SheetHead>
      <div className={fetcher.state === 'idle' ? 'p-4 sm:p-5' : 'p-4 opacity-60 sm:p-5'}>
        <p className="text-14 text-quiet mb-4">
          Adding, deleting or moving a picture sends the project back to review. {meanwhile}
        </p>
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {images.map((image, index) => (
            <li key={image.url}>
              <Frame>
                <ProjectPicture image={image} sizes="16rem" />
              </Frame>
              <div className="flex">
                <IconButton
                  label={`Move picture ${index + 1} left`}
                  disabled={index === 0}
                  onClick={() => swap(index, index - 1)}
                >
                  <Icon name="arrow-left" />
                </IconButton>
                <IconButton
                  label={`Move picture ${index + 1} right`}
                  disabled={index === images.length - 1}
                  onClick={() => swap(index, index + 1)}
                >
                  <Icon name="arrow-right" />
                </IconButton>
                <IconButton
                  label={`Delete picture ${index + 1}`}
                  tone="danger"
                  className="ml-auto"
                  onClick={() => send({ intent: 'remove-image', index: String(index) })}
                >
                  <Icon name="trash-2" />
                </IconButton>
              </div>
            </li>
          ))}
        </ul>
        {images.length < limits.images && (
          <FileDrop
            className={images.length > 0 ? 'mt-5' : ''}
            label="Drop screenshots here"
            button="Add Pictures"
            hint="jpeg, png or webp, up to 10 MB each"
            accept={imageTypes.join(',')}
            multiple
            onPick={add}
          />
        )}
      </div>
    </Sheet>
  )
}
