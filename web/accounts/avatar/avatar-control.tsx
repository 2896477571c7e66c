import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'

import { imageProblem, imageTypes, notAnImage } from '#contract/files/images.ts'

import { Avatar } from '../../ui/avatar.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Icon } from '../../ui/icon.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import type { clientAction } from './avatar-action.ts'
import type { CropDialogProps } from './crop-dialog.tsx'

/** The member's own picture with the ways to change it, cropped to a square before it is sent, and to remove it. */
export function AvatarControl({ name, picture }: { name: string; picture: string | null }) {
  const input = useRef<HTMLInputElement>(null)
  const { submit, state, data } = useFetcher<typeof clientAction>()
  const [chosen, setChosen] = useState<Chosen & { before: typeof data }>()
  const [asking, setAsking] = useState<{ before: typeof data }>()
  const isCropping = chosen && (data === chosen.before || !data?.done)
  const isAsking = picture !== null && asking !== undefined && data === asking.before
  useEffect(() => {
    if (data?.done) notify(data.done, { tone: 'done' })
    else if (data?.isRemoval) notify(data.problem ?? '', { tone: 'failed' })
  }, [data])
  const send = (field: string, value: string | Blob) => {
    const form = new FormData()
    form.set(field, value)
    void submit(form, { method: 'post', action: '/profile/avatar', encType: 'multipart/form-data' })
  }
  const choose = async (file: File) => {
    const problem = imageProblem(file)
    if (problem) return notify(problem, { tone: 'failed' })
    try {
      // What the browser cannot decode the server would not either.
      const [picture, Dialog] = await Promise.all([decoded(file), cropDialog()])
      setChosen({ picture, Dialog, before: data })
    } catch (error) {
      notify(error instanceof NotAnImage ? notAnImage : 'Failed to upload avatar', { tone: 'failed' })
    }
  }
  return (
    <div className="flex shrink-0 flex-col items-center">
      <button
        type="button"
        title="Change picture"
        onClick={() => input.current?.click()}
        className="rounded-field group relative"
      >
        <Avatar name={name} src={picture} size="large" />
        <span className="sr-only">Change picture</span>
        <span
          aria-hidden="true"
          className="bg-sheet border-edge group-hover:border-ink absolute -right-2 -bottom-2 flex size-8 items-center justify-center rounded-full border transition-colors"
        >
          <Icon name="camera" className="size-4" />
        </span>
      </button>
      {picture && (
        <button
          type="button"
          onClick={() => setAsking({ before: data })}
          className="text-13 text-quiet hover:text-ink min-h-11 px-2 pt-2 font-mono hover:underline"
        >
          Remove<span className="sr-only"> picture</span>
        </button>
      )}
      <input
        ref={input}
        type="file"
        accept={imageTypes.join(',')}
        tabIndex={-1}
        aria-label="Picture"
        className="sr-only"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void choose(file)
          currentTarget.value = ''
        }}
      />
      {isCropping && (
        <chosen.Dialog
          picture={chosen.picture}
          pending={state !== 'idle'}
          problem={state === 'idle' && data !== chosen.before ? data?.problem : undefined}
          onSave={(square) => send('avatar', square)}
          onClose={() => setChosen(undefined)}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(undefined)}
        question="Remove your picture?"
        confirm="Remove"
        pending={state !== 'idle'}
        onConfirm={() => send('intent', 'remove')}
      />
    </div>
  )
}

interface Chosen {
  picture: ImageBitmap
  Dialog: ComponentType<CropDialogProps>
}

class NotAnImage extends Error {}

const decoded = (file: File) =>
  createImageBitmap(file).catch(() => {
    throw new NotAnImage()
  })

/** Comes with the first picture that is chosen. */
const cropDialog = async () => (await import('./crop-dialog.tsx')).CropDialog
