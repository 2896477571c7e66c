import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { imageTypes } from '#contract/files/images.ts'
import { counted } from '#contract/kit/counted.ts'
import { limits } from '#contract/kit/limits.ts'
import type { Project } from '#contract/projects.ts'

import { ProjectPicture } from '../../projects/project-picture.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import { Frame } from '../../ui/layout/frame.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import type { Changed } from '../owner-changes.ts'
import { meanwhile } from '../sections/review-note.ts'
import { ImageWords } from './image-words.tsx'
import { ImagesInOrder } from './images-in-order.tsx'
import { readPicture } from './read-picture.ts'
import { useWantedOrder } from './use-wanted-order.ts'

/** The pictures of a project for its owner: add up to 5, remove, put in another order, say what they show. The first is the cover. */
export function OwnerImages({ project }: { project: Project }) {
  const { images, verificationStatus } = project
  const { data, formData, state, submit } = useFetcher<Changed>()
  const order = useWantedOrder(images)
  const sending = formData?.get('intent') === 'add-images' ? formData.getAll('images').length : 0
  const [isReading, setReading] = useState(false)
  const [unwantedUrl, setUnwantedUrl] = useState<string>()
  // It may have gone meanwhile, and the question with it.
  const unwanted = images.find(({ url }) => url === unwantedUrl)
  const goesToReview = verificationStatus !== 'pending'
  useEffect(() => {
    if (data?.message) notify(data.message, { tone: 'failed' })
    if (data?.done) notify(data.done, { tone: 'done' })
  }, [data])
  const add = async (files: File[]) => {
    setReading(true)
    const { form, problems } = await formOf(files, limits.images - images.length)
    setReading(false)
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
        {goesToReview && (
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
            onRemove={({ url }) => setUnwantedUrl(url)}
          />
        )}
        {images.length < limits.images && (
          <FileDrop
            label={
              sending > 0
                ? `Uploading ${counted(sending, 'picture')}...`
                : isReading
                  ? 'Looking at your pictures...'
                  : 'Drop screenshots here'
            }
            button="Add Pictures"
            hint="jpeg, png or webp, up to 10 MB each"
            accept={imageTypes.join(',')}
            multiple
            disabled={sending > 0 || isReading}
            onPick={(files) => void add(files)}
          />
        )}
        {images.length > 0 && <ImageWords project={project} shown={order.shown} />}
      </div>
      <ConfirmDialog
        open={unwanted !== undefined}
        onClose={() => setUnwantedUrl(undefined)}
        onConfirm={() => {
          if (unwanted) void submit({ intent: 'remove-image', url: unwanted.url }, { method: 'post' })
          setUnwantedUrl(undefined)
        }}
        question={`Delete picture ${order.shown.findIndex(({ url }) => url === unwanted?.url) + 1}?`}
        confirm="Delete"
        danger
      >
        {unwanted && (
          <Frame className="mt-3 mb-3">
            <ProjectPicture image={unwanted} sizes="26rem" />
          </Frame>
        )}
        It cannot be brought back. {goesToReview && `The project goes back to review. ${meanwhile}`}
      </ConfirmDialog>
    </Sheet>
  )
}

/** What is sent of the chosen files, and why the others are not; those that are no pictures take no room. */
async function formOf(files: File[], room: number) {
  const read = await Promise.allSettled(files.map(readPicture))
  const right = read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const problems = read.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as Error).message] : [],
  )
  for (const { url } of right) URL.revokeObjectURL(url)
  if (right.length > room) problems.push(`Only ${room} more image(s) can be uploaded (max ${limits.images}).`)
  if (right.length === 0) return { problems }
  const form = new FormData()
  form.set('intent', 'add-images')
  for (const { file } of right.slice(0, room)) form.append('images', file)
  return { form, problems }
}
