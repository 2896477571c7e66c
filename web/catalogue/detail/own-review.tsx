import { type ComponentProps, type ComponentType, useCallback, useState } from 'react'

import type { Review } from '#contract/reviews.ts'

import { useOwned } from '../../orders/owned.ts'
import { problemOf } from '../../problem-of.ts'
import type { ReplyForm } from '../../reviews/reply-form.tsx'
import type { ReviewForm } from '../../reviews/review-form.tsx'
import { memberApi } from '../../session/member-api.ts'
import { useMember } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'

/** The way for who owns a project to write a review, or to change theirs: a button, and the form that comes when it is pressed. */
export function useWriteReview(projectId: string) {
  const isOwned = useOwned(projectId, 'source')
  const { opened, busy, open, close } = useLazyForm<
    typeof ReviewForm,
    Pick<ComponentProps<typeof ReviewForm>, 'written'>
  >()
  const load = async () => {
    const [form, api] = await Promise.all([import('../../reviews/review-form.tsx'), memberApi()])
    const { review } = await api.reviews.mine({ params: { id: projectId } })
    return { Form: form.ReviewForm, written: review }
  }
  return {
    button: isOwned && !opened && (
      <Button tone="quiet" size="small" pending={busy} onClick={() => void open(load)}>
        Write a Review
      </Button>
    ),
    form: opened && <opened.Form projectId={projectId} written={opened.written} onDone={close} />,
  }
}

/** The way for a project's owner to reply to a review, once; what was replied can be changed. */
export function ReplyToReview({ projectId, ownerId, review }: ReplyToReviewProps) {
  const isOwner = useMember()?._id === ownerId
  const { opened, busy, open, close } = useLazyForm<typeof ReplyForm, object>()
  if (!isOwner) return null
  if (opened) return <opened.Form projectId={projectId} review={review} onDone={close} />
  const load = async () => ({ Form: (await import('../../reviews/reply-form.tsx')).ReplyForm })
  return (
    <Button tone="link" size="small" pending={busy} onClick={() => void open(load)}>
      {review.reply ? 'Change your reply' : 'Reply'}
    </Button>
  )
}

/** A form that is loaded when it is opened. */
function useLazyForm<Form extends ComponentType<never>, Extra>() {
  const [opened, setOpened] = useState<{ Form: Form } & Extra>()
  const [busy, setBusy] = useState(false)
  const close = useCallback(() => setOpened(undefined), [])
  const open = async (load: () => Promise<{ Form: Form } & Extra>) => {
    setBusy(true)
    try {
      setOpened(await load())
    } catch (thrown) {
      notify(problemOf(thrown).message, { tone: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  return { opened, busy, open, close }
}

interface ReplyToReviewProps {
  projectId: string
  ownerId: string
  review: Review
}
