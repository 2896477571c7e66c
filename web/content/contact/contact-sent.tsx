import { useEffect, useRef } from 'react'

import { namedDay } from '#contract/kit/day.ts'

import { dropDraft } from '../../forms/draft.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { messageDraft } from './contact-form.tsx'

/** Stands where the form was, once the message is with us. */
export function ContactSent({ answerBy }: { answerBy: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    dropDraft(messageDraft)
  }, [])
  return (
    <output className="flex flex-col items-start gap-3 py-4 sm:py-10">
      <Icon name="circle-check" className="text-verified size-10 stroke-[1.5]" />
      <h2 ref={heading} tabIndex={-1} className="text-28 outline-none">
        Message Sent Successfully!
      </h2>
      <p className="text-quiet max-w-md">
        Thank you for writing. We reply within 24 hours, weekends not counted: by{' '}
        <span className="whitespace-nowrap">{namedDay(answerBy)}</span>, to the email address you gave.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ButtonLink to="/projects">Browse Projects</ButtonLink>
        <ButtonLink to="/contact" tone="quiet">
          Send Another Message
        </ButtonLink>
      </div>
    </output>
  )
}
