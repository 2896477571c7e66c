import { useRef } from 'react'

import { imageProblem, imageTypes } from '#contract/projects/pictures.ts'

import { ConfirmButton, useAction } from '../../shell/form/action-form.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notify } from '../../ui/notices.tsx'

/** The member's picture, with a button that changes it as soon as a file is chosen, and one that removes it. */
export function AvatarControl({ name, picture }: { name: string; picture: string | null }) {
  const input = useRef<HTMLInputElement>(null)
  const by = useAction({ action: '/profile/avatar' })
  const isSending = by.sent?.has('avatar') ?? false
  const choose = (file: File) => {
    const problem = imageProblem(file)
    if (problem) return notify(problem, { tone: 'failed' })
    const form = new FormData()
    form.set('avatar', file)
    by.send(form)
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
        <ConfirmButton
          by={by}
          submit={{ intent: 'remove' }}
          label={
            <span>
              Remove<span className="sr-only"> picture</span>
            </span>
          }
          question="Remove your picture?"
          confirm="Remove"
          tone="link"
          size="small"
          className="mt-1"
        />
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
    </div>
  )
}
