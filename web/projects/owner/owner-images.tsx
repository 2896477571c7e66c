import { clsx } from 'clsx'
import { useRef, useState } from 'react'

import { counted } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'
import { defaultAlt, imageTypes } from '#contract/projects/pictures.ts'
import type { Image, Project } from '#contract/projects/project.ts'
import { isSentBackByChange } from '#contract/projects/verification.ts'

import { ActionForm, useAction, useActionForm } from '../../shell/form/action-form.tsx'
import { hasDraft } from '../../shell/form/draft.ts'
import { announce, useAnnouncement } from '../../ui/announcer.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { moveEntry, useDragOrder } from '../../ui/drag-order.ts'
import { Failure } from '../../ui/failure.tsx'
import { Field } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { useFocusAfterRemoval } from '../../ui/focus.ts'
import { Fold } from '../../ui/fold.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { notifyFailure } from '../../ui/notices.tsx'
import { Frame } from '../../ui/sheet.tsx'
import { pictureUrl, ProjectPicture } from '../project-picture.tsx'
import { readPicture } from './chosen-pictures.tsx'
import { saleNote } from './edit-section.tsx'
import { descriptionField } from './project-actions.ts'
import { ThumbnailChoice } from './thumbnail-choice.tsx'

/** The pictures of a project for its owner, to add (up to 5), remove, reorder and describe. The first is the cover. */
export function OwnerImages({ project }: { project: Project }) {
  const { images, verificationStatus } = project
  const { send, sent, pending, failure } = useAction()
  const [problems, setProblems] = useState<readonly string[]>([])
  const order = useOptimisticOrder(images)
  const sending = sent?.get('intent') === 'add-images' ? sent.getAll('images').length : 0
  const [isReading, setReading] = useState(false)
  const [unwantedUrl, setUnwantedUrl] = useState<string>()
  // The picture may have been deleted meanwhile; then the question closes.
  const unwanted = images.find(({ url }) => url === unwantedUrl)
  const goesToReview = isSentBackByChange(verificationStatus)
  useAnnouncement(`${images.length} of ${limits.images} pictures`)
  useFocusAfterRemoval(images.length)
  const add = async (files: File[]) => {
    setReading(true)
    const { form, problems } = await uploadFormOf(files, limits.images - images.length)
    setReading(false)
    setProblems(problems)
    for (const problem of problems) notifyFailure(problem)
    if (form) send(form)
  }
  return (
    <Fold title="Project Images" id="images" detail={`${images.length} of ${limits.images}`} open>
      <div className="flex flex-col gap-5 p-4 sm:p-5">
        {goesToReview && (
          <p className="text-14 text-quiet">{`Adding, deleting, moving or describing a picture sends the project back to review. ${saleNote(project)}`}</p>
        )}
        {images.length > 0 && (
          <ImagesInOrder
            images={images}
            order={order}
            isBusy={pending}
            onOrder={(order) => send({ intent: 'order-images', order: JSON.stringify(order) })}
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
        {order.shown[0] && (
          <ThumbnailChoice
            // What was saved begins anew.
            key={`${order.shown[0].url} ${JSON.stringify(order.shown[0].thumbnail)}`}
            image={order.shown[0]}
            isFree={goesToReview}
          />
        )}
        <Failure>{clsx(problems.join('\n'), failure) || undefined}</Failure>
        {images.length > 0 && <ImageDescriptions project={project} shown={order.shown} />}
      </div>
      <ConfirmDialog
        open={unwanted !== undefined}
        onClose={() => setUnwantedUrl(undefined)}
        onConfirm={() => {
          if (unwanted) send({ intent: 'remove-image', url: unwanted.url })
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
        <span>{`It cannot be brought back${project.edition ? ' by itself' : ''}.${goesToReview ? ` The project goes back to review. ${saleNote(project)}` : ''}`}</span>
      </ConfirmDialog>
    </Fold>
  )
}

/**
 * The form with the chosen files that can be uploaded, and the problems of the others. Files that are not pictures do
 * not count towards `room`.
 */
async function uploadFormOf(files: File[], room: number) {
  const read = await Promise.allSettled(files.map(readPicture))
  const readable = read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const problems = read.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as Error).message] : [],
  )
  for (const { url } of readable) URL.revokeObjectURL(url)
  if (readable.length > room)
    problems.push(`Only ${room} more image(s) can be uploaded (max ${limits.images}).`)
  if (readable.length === 0) return { problems }
  const form = new FormData()
  form.set('intent', 'add-images')
  for (const { file } of readable.slice(0, room)) form.append('images', file)
  return { form, problems }
}

/** Pictures that are reordered by dragging or with buttons, which keep the focus. The new order shows at once. */
function ImagesInOrder({ images, order: { shown, want }, isBusy, onOrder, onRemove }: ImagesInOrderProps) {
  const list = useRef<HTMLUListElement>(null)
  const move = (from: number, to: number) => {
    if (isBusy || from === to || to < 0 || to >= shown.length) return
    want(moveEntry(shown, from, to))
    announce(`Picture ${from + 1} is ${to + 1} of ${shown.length} now`)
    onOrder(
      moveEntry(
        images.map((_, index) => index),
        from,
        to,
      ),
    )
  }
  const press = (from: number, step: 1 | -1) => {
    move(from, from + step)
    // At the end of the row its button is disabled, so the other one gets the focus.
    requestAnimationFrame(() => {
      const buttons = [...(list.current?.children[from + step]?.querySelectorAll('button') ?? [])]
      const wanted = buttons[step < 0 ? 0 : 1]
      ;(wanted?.disabled ? buttons.find(({ disabled }) => !disabled) : wanted)?.focus()
    })
  }
  const { dragged, over } = useDragOrder(list, move)
  return (
    <>
      <ul ref={list} className="grid grid-cols-2 gap-4 sm:grid-cols-3" aria-label="Pictures in their order">
        {shown.map((image, index) => (
          <li
            key={image.url}
            draggable={!isBusy && shown.length > 1}
            className={clsx(
              dragged === index && 'opacity-50',
              dragged !== undefined &&
                dragged !== over &&
                over === index &&
                'outline-ink outline-2 outline-offset-4',
            )}
          >
            <Frame className={clsx('relative', shown.length > 1 && 'cursor-grab')}>
              <ProjectPicture image={image} sizes="16rem" />
              {index === 0 && (
                <span className="bg-sheet text-13 border-rule absolute bottom-0 left-0 border-t border-r px-1.5">
                  cover
                </span>
              )}
            </Frame>
            <div className="flex items-center">
              <IconButton
                label={`Move picture ${index + 1} left`}
                disabled={index === 0}
                onClick={() => press(index, -1)}
              >
                <Icon name="arrow-left" />
              </IconButton>
              <IconButton
                label={`Move picture ${index + 1} right`}
                disabled={index === shown.length - 1}
                onClick={() => press(index, 1)}
              >
                <Icon name="arrow-right" />
              </IconButton>
              <IconButton
                label={`Delete picture ${index + 1}`}
                tone="danger"
                className="ml-auto"
                disabled={isBusy}
                onClick={() => onRemove(image)}
              >
                <Icon name="trash-2" />
              </IconButton>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

interface ImagesInOrderProps {
  images: readonly Image[]
  order: OptimisticOrder
  isBusy: boolean
  /** The present indexes in their new order. */
  onOrder: (order: readonly number[]) => void
  onRemove: (image: Image) => void
}

const draft = 'describe-images'

/**
 * The descriptions of the pictures, in one form so that they go to review once. They are in the order of `shown`, and
 * typed text stays with its picture.
 */
function ImageDescriptions({ project: { title, images }, shown }: ImageDescriptionsProps) {
  const constraints = Object.fromEntries(images.map(({ url }) => [descriptionField(url), { maxLength: 200 }]))
  const form = useActionForm<string>(constraints, { draft })
  const words = new Map(
    images.map(({ url, alt }, index) => [url, alt === defaultAlt(title, index) ? '' : alt]),
  )
  const said = [...words.values()].filter(Boolean).length
  return (
    <Disclosure
      title="What the pictures show"
      detail={`${said} of ${images.length} described`}
      open={hasDraft(draft)}
      className="border-rule border-t"
    >
      <p className="text-14 text-quiet mb-4">
        Read out to people who cannot see the pictures, and read by search engines.
      </p>
      <ActionForm form={form} intent="describe-images" className="flex flex-col gap-4">
        {shown.map(({ url }, index) => (
          <div key={url} className="flex items-end gap-3">
            <input type="hidden" name="url" value={url} />
            <img
              src={pictureUrl(url, 320)}
              alt=""
              className="frame w-16 shrink-0 object-contain"
              loading="lazy"
            />
            <Field
              label={`Picture ${index + 1} shows`}
              className="min-w-0 flex-1"
              {...form.field(descriptionField(url), words.get(url))}
            >
              <TextInput placeholder={index === 0 ? 'The list of patients with its search' : ''} />
            </Field>
          </div>
        ))}
        <Button
          type="submit"
          tone="quiet"
          className="self-start"
          pending={form.pending}
          pendingText="Saving..."
        >
          Save Descriptions
        </Button>
      </ActionForm>
    </Disclosure>
  )
}

interface ImageDescriptionsProps {
  project: Project
  shown: readonly Image[]
}

interface OptimisticOrder {
  shown: readonly Image[]
  want: (shown: readonly Image[]) => void
}

/** Shows the pictures in the requested order until the server's order arrives. */
function useOptimisticOrder(images: readonly Image[]): OptimisticOrder {
  const [asked, setAsked] = useState<{ shown: readonly Image[]; instead: readonly Image[] }>()
  const want = (shown: readonly Image[]) => setAsked({ shown, instead: images })
  return { shown: asked?.instead === images ? asked.shown : images, want }
}
