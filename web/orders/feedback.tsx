import { useState } from 'react'

import { day } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'
import { type OwnReview, reviews } from '#contract/orders/reviews.ts'
import {
  type RunAnswer,
  runAnswerReaders,
  runAnswers,
  runTroubleLabels,
  runTroubles,
} from '#contract/orders/run-answers.ts'

import { ActionForm, formAction, useActionForm } from '../shell/form/action-form.tsx'
import { useHasDraft } from '../shell/form/draft.ts'
import { checked, fieldError, textIn } from '../shell/form/use-form.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { RadioGroup, TextArea } from '../ui/inputs.tsx'
import { SectionHeading } from '../ui/page.tsx'
import { Stars } from '../ui/rating.tsx'
import { Callout, Status } from '../ui/status.tsx'
import { heldText } from './held-text.ts'
import { formAddress } from './help/help-section.tsx'
import { StarsField } from './stars-field.tsx'

/**
 * What a buyer says of a downloaded order, on its page: whether it ran, stars and a line, given and changed in one form.
 */
export function Feedback(given: FeedbackProps) {
  const { answer, review, mayAnswer, mayReview, mayAskForHelp } = given
  const [isOpen, setOpen] = useState(false)
  const hasDraft = useHasDraft(draft)
  const isGiven = answer !== null || review !== null
  if (!isGiven && !mayAnswer && !mayReview) return null
  return (
    <section aria-labelledby="run">
      <SectionHeading id="run" title={titleOf(given)} />
      {isGiven && !isOpen && !hasDraft ? (
        <>
          {answer && <GivenAnswer answer={answer} />}
          {review && <GivenReview review={review} />}
          {(mayAnswer || review || mayAskForHelp) && (
            <div className="mt-4 flex flex-wrap gap-2">
              {answer && !answer.ran && mayAskForHelp && (
                <ButtonLink to={formAddress} tone="quiet">
                  Ask for Help with It
                </ButtonLink>
              )}
              {(mayAnswer || review) && (
                <Button tone="quiet" onClick={() => setOpen(true)}>
                  Change Your Answer
                </Button>
              )}
            </div>
          )}
        </>
      ) : (
        <FeedbackForm {...given} onClose={isGiven ? () => setOpen(false) : undefined} />
      )}
    </section>
  )
}

interface FeedbackProps {
  projectId: string
  answer: RunAnswer | null
  review: OwnReview | null
  /** Whether the buyer may say now whether it ran. */
  mayAnswer: boolean
  /** Whether the buyer may write a review now. */
  mayReview: boolean
  /** Whether the buyer may ask for help now; the form below is filled in with what went wrong. */
  mayAskForHelp: boolean
}

/** Without a download there is only a review. */
const titleOf = ({ mayAnswer, answer }: Pick<FeedbackProps, 'mayAnswer' | 'answer'>) =>
  mayAnswer || answer ? 'Did it run?' : 'Your review'

const draft = 'feedback'

function GivenAnswer({ answer: { ran, reason, text, answeredAt } }: { answer: RunAnswer }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Status tone={ran ? 'verified' : 'stopped'}>
          {ran ? 'It ran' : `It did not run${reason ? `: ${runTroubleLabels[reason].toLowerCase()}` : ''}`}
        </Status>
        <span className="text-13 text-quiet">{day(answeredAt)}</span>
      </p>
      {text && <p className="mt-2 max-w-(--container-text) break-words whitespace-pre-line">{text}</p>}
    </>
  )
}

const GivenReview = ({
  review: { rating, text, createdAt, editedAt, reply, hiddenReason, isHeld },
}: {
  review: OwnReview
}) => (
  <>
    <p className="text-13 text-quiet mt-2 flex flex-wrap items-center gap-x-3">
      <Stars value={rating} className="text-ink" />
      <span>{editedAt ? `changed ${day(editedAt)}` : day(createdAt)}</span>
    </p>
    {text && <p className="mt-1.5 max-w-(--container-text) break-words whitespace-pre-line">{text}</p>}
    {hiddenReason && (
      <Callout tone="stopped" title="Our staff took it off the page" className="mt-4">
        {hiddenReason}
      </Callout>
    )}
    {isHeld && (
      <Callout tone="waiting" title="It waits for our staff" className="mt-4">
        Others read it when our staff have, because it has a link, an email, a UPI address or a phone number.
      </Callout>
    )}
    {reply && (
      <p className="border-rule mt-3 max-w-(--container-text) border-l-2 pl-4 break-words whitespace-pre-line">
        <span className="text-13 text-quiet block">{`The owner, ${day(reply.repliedAt)}`}</span>
        {reply.text}
      </p>
    )}
  </>
)

function FeedbackForm({ projectId, answer, review, mayAnswer, onClose }: FeedbackFormProps) {
  const form = useActionForm(constraints, { draft, onDone: onClose })
  const shown = shownOf(answer, review)
  const [entered, setEntered] = useState(shown)
  const clear = () => {
    const element = form.ref.current!
    element.reset()
    element.dispatchEvent(new Event('input', { bubbles: true }))
    onClose?.()
  }
  return (
    <ActionForm
      form={form}
      intent="feedback"
      aria-label={titleOf({ mayAnswer, answer })}
      className="flex max-w-(--container-text) flex-col gap-5"
      // The stored draft is restored into the form after it is rendered.
      onInput={({ currentTarget }) => setEntered(enteredIn(new FormData(currentTarget)))}
    >
      <input type="hidden" name="project" value={projectId} />
      <input type="hidden" name="shown" value={JSON.stringify(shown)} />
      {mayAnswer && (
        <div>
          <RadioGroup
            legend="Did it run on your computer?"
            hideLegend
            name="ran"
            inline
            options={[
              { value: 'yes', label: 'Yes' },
              { value: 'no', label: 'No' },
            ]}
            {...(shown.ran && { defaultValue: shown.ran })}
            error={form.field('ran').error}
          />
          {/* It is there while it is hidden, so that a stored draft finds it. */}
          <div hidden={entered.ran !== 'no'} className="mt-3">
            <RadioGroup
              legend="What went wrong?"
              required
              name="reason"
              options={troubleOptions}
              {...(shown.reason && { defaultValue: shown.reason })}
              error={form.field('reason').error}
            />
          </div>
          <p className="text-14 text-quiet mt-1">{runAnswerReaders}</p>
        </div>
      )}
      <StarsField chosen={shown.rating || undefined} error={form.field('rating').error} />
      <Field
        label="A line about it"
        hint={
          isPublic(entered, shown)
            ? 'Everybody reads it on the project’s page, with your stars and first name.'
            : 'The owner and our staff read it. With stars, everybody does.'
        }
        {...form.field('text', shown.text)}
      >
        <TextArea rows={3} />
      </Field>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button type="submit" tone="quiet" pending={form.pending} pendingText="One moment...">
          Send
        </Button>
        <Button tone="link" onClick={clear}>
          {onClose ? 'Cancel' : 'Clear'}
        </Button>
      </div>
    </ActionForm>
  )
}

type FeedbackFormProps = FeedbackProps & {
  /** Undefined while nothing was said yet: the form stays open then. */
  onClose: (() => void) | undefined
}

const constraints = { ran: {}, reason: {}, rating: {}, text: { maxLength: limits.review } } as const

const troubleOptions = runTroubles.map((value) => ({ value, label: runTroubleLabels[value] }))

/** The values of the form's fields; empty, or 0, for what is not said. */
interface Entered {
  ran: string
  reason: string
  rating: number
  text: string
}

/** The form's values before they are changed: the line of the review, or without one that of the answer. */
const shownOf = (answer: RunAnswer | null, review: OwnReview | null): Entered => ({
  ran: answer ? (answer.ran ? 'yes' : 'no') : '',
  reason: answer?.reason ?? '',
  rating: review?.rating ?? 0,
  text: (review ?? answer)?.text ?? '',
})

const enteredIn = (form: FormData): Entered => ({
  ran: textIn(form, 'ran'),
  reason: textIn(form, 'ran') === 'no' ? textIn(form, 'reason') : '',
  rating: Number(textIn(form, 'rating')) || 0,
  text: textIn(form, 'text').replaceAll('\r\n', '\n'),
})

/** Whether the line belongs to the stars. One that was written for owner and staff stays theirs until it is changed. */
const isPublic = (entered: Entered, shown: Entered) =>
  entered.rating > 0 && (shown.rating > 0 || entered.text === '' || entered.text !== shown.text)

/**
 * Saves what was changed in the form, and leaves the rest as it is by now, also when it was changed in another tab. The
 * line goes to the review when there are stars, otherwise to the answer whether it ran.
 */
export const saveFeedback = formAction('Failed to save your answer', async ({ api, form, params }) => {
  const shown = JSON.parse(textIn(form, 'shown')) as Entered
  const entered = enteredIn(form)
  if (!entered.ran && !entered.rating) throw fieldError('ran', 'Say whether it ran, or choose stars')
  const ofProject = { params: { id: textIn(form, 'project') } }
  const [{ answer }, { review }] = await Promise.all([
    api.runAnswers.get({ params }),
    api.reviews.mine(ofProject),
  ])
  const isChanged = (name: keyof Entered) => entered[name] !== shown[name]
  const isRunChanged = isChanged('ran') || isChanged('reason')
  const isReviewLine = isChanged('text') && entered.rating > 0
  const isAnswerLine = isChanged('text') && !isReviewLine
  const isMoved = isReviewLine && !review && Boolean(answer?.text)
  const run =
    entered.ran &&
    (isRunChanged || isAnswerLine || isMoved) &&
    checked(runAnswers.set.body, {
      ...(isRunChanged || !answer
        ? { ran: entered.ran === 'yes', reason: entered.reason || null }
        : { ran: answer.ran, reason: answer.reason }),
      text: isAnswerLine ? entered.text : isReviewLine || review ? '' : (answer?.text ?? ''),
    })
  const opinion =
    (isChanged('rating') || isReviewLine) &&
    checked(reviews.write.body, {
      rating: isChanged('rating') ? entered.rating : (review?.rating ?? entered.rating),
      text: isReviewLine ? entered.text : (review?.text ?? ''),
    })
  if (run) await api.runAnswers.set({ params, body: run })
  const save = review ? api.reviews.edit : api.reviews.write
  const saved = opinion && (await save({ ...ofProject, body: opinion }))
  return saved && saved.isHeld ? heldText('review') : 'Thank you. Your answer is kept.'
})
