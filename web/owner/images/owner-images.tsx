import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { imageProblem, imageTypes } from '#contract/files/images.ts'
import { limits } from '#contract/kit/limits.ts'
import type { Project } from '#contract/projects.ts'

import { notify } from '../../ui/feedback/notify.ts'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import type { Changed } from '../owner-changes.ts'
import { meanwhile } from '../sections/review-note.ts'
import { ImageWords } from './image-words.tsx'
import { ImagesInOrder } from './images-in-order.tsx'
import { useWantedOrder } from './use-wanted-order.ts'

/** The pictures of a project for its owner: add up to 5, remove, put in another order, say what they show. The first is the cover. */
export function OwnerImages({ project }: { project: Project }) {
  const { images, verificationStatus } = project
  const { data, formData, state, submit } = useFetcher<Changed>()
  const order = useWantedOrder(images)
  const sending = formData?.get('intent') === 'add-images' ? formData.getAll('images').length : 0
  useEffect(() => {
    if (data?.message) notify(data.message, { tone: 'failed' })
    else if (data?.done) notify(data.done, { tone: 'failed' })
  }, [data])
  const add = (files: File[]) => {
    const { form, problems } = formOf(files, limits.images - images.length)
    for (const problem of problems) notify(problem, { tone: 'failed' })
    if (form) void submit(form, { method: 'post', encType: 'multipart/form-data' })
  }
  return (
    <Sheet as="section" aria-label="Project Images">
      <SheetHead title="Project Images">
        <span className="text-13 text-quiet font-mono tabular-nums">
          {images.length} of {limits.images}
        </span>
      </SheetHead>
      <div className="flex flex-col gap-5 p-4 sm:p-5">
        {verificationStatus !== 'pending' && (
          <p className="text-14 text-quiet">
            Adding, deleting, moving or describing a picture sends the project back to review. {meanwhile}
          </p>
        )}
        {images.length > 0 && (
          <ImagesInOrder
            images={images}
            order={order}
            isBusy={state !== 'idle'}
            onOrder={(order) =>
              void submit({ intent: 'order-images', order: JSON.stringify(order) }, { method: 'post' })
            }
            onRemove={(index) => void submit({ intent: 'remove-image', index }, { method: 'post' })}
          />
        )}
        {images.length < limits.images && (
          <FileDrop
            label={
              sending > 0
                ? `Uploading ${sending === 1 ? '1 picture' : `${sending} pictures`}...`
                : 'Drop screenshots here'
            }
            button="Add Pictures"
            hint="jpeg, png or webp, up to 10 MB each"
            accept={imageTypes.join(',')}
            multiple
            disabled={sending > 0}
            onPick={add}
          />
        )}
        {images.length > 0 && <ImageWords project={project} shown={order.shown} />}
      </div>
    </Sheet>
  )
}

/** What is sent of the chosen files, and why the others are not. */
function formOf(files: File[], room: number) {
  const wrong = new Map(files.map((file) => [file, imageProblem(file)]))
  const right = files.filter((file) => !wrong.get(file))
  const problems = files.flatMap((file) => {
    const problem = wrong.get(file)
    if (!problem) return []
    return problem.includes(file.name) ? [problem] : [`${file.name}: ${problem}`]
  })
  if (right.length > room) problems.push(`Only ${room} more image(s) can be uploaded (max ${limits.images}).`)
  if (right.length === 0) return { problems }
  const form = new FormData()
  form.set('intent', 'add-images')
  for (const file of right.slice(0, room)) form.append('images', file)
  return { form, problems }
}
