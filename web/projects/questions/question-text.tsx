import type { ReactNode } from 'react'

import { day } from '#contract/kit/format.ts'
import type { Question } from '#contract/projects/questions.ts'

import { Badge } from '../../ui/badge.tsx'
import { langOf } from '../../ui/language.ts'

/** A question with its author and day, and below it the owner's answer and `children`. */
export function QuestionText({ question: { name, text, createdAt, answer }, children }: QuestionTextProps) {
  return (
    <>
      <p
        lang={langOf(text)}
        className="max-w-(--container-text) font-semibold break-words whitespace-pre-line"
      >
        {text}
      </p>
      <p className="text-13 text-quiet mt-1 flex flex-wrap gap-x-3">
        <span>{name}</span>
        <time dateTime={createdAt}>{day(createdAt)}</time>
      </p>
      {answer && (
        <div className="border-verified mt-3 border-l-2 pl-4">
          <p lang={langOf(answer.text)} className="max-w-(--container-text) break-words whitespace-pre-line">
            {answer.text}
          </p>
          <p className="text-13 text-quiet mt-1 flex flex-wrap gap-x-3">
            <span>the owner</span>
            <time dateTime={answer.answeredAt}>{day(answer.answeredAt)}</time>
          </p>
          {answer.isHeld && <HeldNote what="answer" />}
        </div>
      )}
      {children}
    </>
  )
}

type QuestionTextProps = { question: Question; children?: ReactNode }

/** Says that a question or an answer waits for staff, and why. */
export const HeldNote = ({ what }: { what: 'question' | 'answer' }) => (
  <p className="text-14 mt-2 flex flex-wrap items-baseline gap-x-3 gap-y-1">
    <Badge>Waits for our staff</Badge>
    <span className="text-quiet">
      Others read this {what} when our staff have, because it has a link, an email, a UPI address or a phone
      number.
    </span>
  </p>
)

/** Says that staff hid a question, why, and who still sees it. */
export const HiddenNote = ({ reason, isOwner }: { reason: string; isOwner: boolean }) => (
  <div className="mt-3">
    <p className="text-14 flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <Badge>Hidden</Badge>
      <span className="min-w-0 break-words">{reason}</span>
    </p>
    <p className="text-13 text-quiet mt-1.5">
      Our staff took it off the page. Only you and {isOwner ? 'who asked' : 'the owner'} still see it.
    </p>
  </div>
)
