import { clsx } from 'clsx'
import { useRef, useState } from 'react'

import { imageProblem, imageTypes } from '#contract/projects/pictures.ts'

import { ConfirmButton, useAction } from '../../shell/form/action-form.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notifyFailure } from '../../ui/notices.tsx'

/**
 * The member's picture, with a button that changes it as soon as a file is chosen, and, unless it is `small`, one that
 * removes it.
 */
export function AvatarControl({ name, picture, small = false }: AvatarControlProps) {
  const input = useRef<HTMLInputElement>(null)
  const by = useAction({ action: '/profile/avatar' })
  const [problem, setProblem] = useState<string>()
  const isSending = by.sent?.has('avatar') ?? false
  const choose = (file: File) => {
    const problem = imageProblem(file)
    setProblem(problem)
    if (problem) return notifyFailure(problem)
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
        <Avatar name={name} src={picture} size={small ? 'medium' : 'large'} />
        <span className="sr-only">Change picture</span>
        <span
          aria-hidden="true"
          className={clsx(
            'bg-sheet border-edge group-hover:border-ink absolute flex items-center justify-center rounded-full border transition-colors',
            small ? '-right-1.5 -bottom-1.5 size-5.5' : '-right-2 -bottom-2 size-8',
          )}
        >
          {isSending ? (
            <span className="spinner" />
          ) : (
            <Icon name="camera" className={small ? 'size-3' : 'size-4'} />
          )}
        </span>
      </button>
      {picture && !small && (
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
      <Failure className="mt-2 max-w-40">{problem ?? by.failure}</Failure>
    </div>
  )
}

interface AvatarControlProps {
  name: string
  picture: string | null
  small?: boolean
}
