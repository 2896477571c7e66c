import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'

import { imageProblem, imageTypes } from '#contract/projects/pictures.ts'

import { Avatar } from '../../ui/avatar.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notify } from '../../ui/notices.tsx'
import type { clientAction } from './avatar-route.ts'

/** The member's own picture with the ways to change it, at once when one is chosen, and to remove it. */
export function AvatarControl({ name, picture }: { name: string; picture: string | null }) {
  const input = useRef<HTMLInputElement>(null)
  const { submit, formData, data } = useFetcher<typeof clientAction>()
  const [asking, setAsking] = useState<{ before: typeof data }>()
  const isAsking = picture !== null && asking !== undefined && data === asking.before
  const isSending = formData?.has('avatar') ?? false
  useEffect(() => {
    if (data?.done) notify(data.done, { tone: 'done' })
    else if (data?.problem) notify(data.problem, { tone: 'failed' })
  }, [data])
  const send = (field: string, value: string | File) => {
    const form = new FormData()
    form.set(field, value)
    void submit(form, { method: 'post', action: '/profile/avatar', encType: 'multipart/form-data' })
  }
  const choose = (file: File) => {
    const problem = imageProblem(file)
    if (problem) return notify(problem, { tone: 'failed' })
    send('avatar', file)
  }
  return (
    <div className="flex shrink-0 flex-col items-center">
      <button
        type="button"
        title="Change picture"
        aria-busy={isSending || undefined}
        onClick={() => !isSending && input.current?.click()}
        className="rounded-field group relative"
      >
        <Avatar name={name} src={picture} size="large" />
        <span className="sr-only">Change picture</span>
        <span
          aria-hidden="true"
          className="bg-sheet border-edge group-hover:border-ink absolute -right-2 -bottom-2 flex size-8 items-center justify-center rounded-full border transition-colors"
        >
          {isSending ? <span className="spinner" /> : <Icon name="camera" className="size-4" />}
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
          if (file) choose(file)
          currentTarget.value = ''
        }}
      />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(undefined)}
        question="Remove your picture?"
        confirm="Remove"
        pending={formData !== undefined}
        onConfirm={() => send('intent', 'remove')}
      />
    </div>
  )
}
