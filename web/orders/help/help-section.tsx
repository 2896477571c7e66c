import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'

import type { Reply } from '#contract/kit/endpoint.ts'
import { day, minute, namedDay } from '#contract/kit/format.ts'
import { answerBy } from '#contract/orders/answer-times.ts'
import {
  type help,
  helpKindLabels,
  helpKindOf,
  helpReaders,
  helpReadersStaff,
  type HelpRequest,
  moneyWaits,
} from '#contract/orders/help.ts'
import { type RunAnswer, runTroubleLabels } from '#contract/orders/run-answers.ts'

import { ActionButton } from '../../shell/form/action-form.tsx'
import { hasDraft } from '../../shell/form/draft.ts'
import { Button, TextLink } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { SectionHeading } from '../../ui/page.tsx'
import { Callout } from '../../ui/status.tsx'
import { HelpMessages } from './help-messages.tsx'
import { HelpStatusMark } from './help-status.tsx'
import { MessageForm } from './message-form.tsx'

/**
 * Help with a bought item, for its buyer: the form that asks for it, the newest request with its messages, and earlier
 * ones. What the buyer said of why it did not run is in the form already. Renders nothing where there is no help.
 */
export function HelpSection({ help, run, steps, isFree, projectId, isListed }: HelpSectionProps) {
  const { requests, mayOpen, refusal, answerer } = help
  const [newest, ...earlier] = requests
  const { hash, key } = useLocation()
  const [isOpen, setOpen] = useState(() => hasDraft(openDraft))
  // A link to the form, or to help before any was asked for, opens the form.
  const [followed, setFollowed] = useState<string>()
  if (followed !== key) {
    setFollowed(key)
    if (hash === formAddress || (hash === '#help' && !newest)) setOpen(true)
  }
  const isWaiting = newest && !newest.closedAt
  if (!newest && !mayOpen && !refusal) return null
  return (
    <section aria-labelledby="help">
      <SectionHeading id="help" title="Help" lead={!newest && mayOpen && leadOf(answerer)} />
      {newest && <Request request={newest} key={newest._id} />}
      {!newest && !mayOpen && (
        <p className="max-w-(--container-text)">
          <span>{refusal}</span>
          {isFree && isListed && (
            <>
              {' '}
              <TextLink to={`/projects/${projectId}/ask`}>Ask a Question</TextLink>
            </>
          )}
        </p>
      )}
      {mayOpen && !isWaiting && (
        <div id={formAddress.slice(1)} className={clsx('scroll-mt-24', newest && 'mt-6')}>
          {isOpen ? (
            <>
              {newest && <h3 className="text-18 mb-3">Ask about something else</h3>}
              <OpenForm help={help} run={run} steps={steps} onClose={() => setOpen(false)} />
            </>
          ) : (
            <Button tone="quiet" onClick={() => setOpen(true)}>
              {newest ? 'Ask About Something Else' : 'Ask for Help'}
            </Button>
          )}
        </div>
      )}
      {earlier.length > 0 && (
        <div className="border-rule mt-6 border-t">
          {earlier.map((request) => (
            <Disclosure
              key={request._id}
              title={`${request.number}: ${helpKindLabels[request.kind].toLowerCase()}`}
              detail={<HelpStatusMark {...request} />}
            >
              <HelpMessages messages={request.messages} />
            </Disclosure>
          ))}
        </div>
      )}
    </section>
  )
}

interface HelpSectionProps {
  help: Reply<typeof help.get>
  /** What the buyer said about whether it ran; null when nothing. */
  run: RunAnswer | null
  /** The titles of the steps that the buyer has ticked, which come with a request. */
  steps?: readonly string[] | undefined
  isFree: boolean
  projectId: string
  isListed: boolean
}

/** The address of the form on the page of an order. */
export const formAddress = '#help-form'

/** The name under which the text of a new request is stored. */
const openDraft = 'help'

const leadOf = (answerer: 'owner' | 'staff') =>
  `${answerer === 'owner' ? 'The owner answers' : 'Our staff answer'} by ${namedDay(answerBy('message', new Date()))} if you ask now.`

function OpenForm({ help: { answerer, requests }, run, steps, onClose }: OpenFormProps) {
  // What was said before an earlier request was a part of that one.
  const carried = run && !run.ran && !(requests[0] && requests[0].openedAt > run.answeredAt) ? run : null
  return (
    <MessageForm
      intent="open-help"
      name="Ask for help"
      draft={openDraft}
      label="What happens?"
      hint="Say what you did, what you expected and the message you see, word for word."
      submit="Send Request"
      tone="quiet"
      steps={steps}
      {...(carried && { text: textOf(carried) })}
      kind={{
        readers: answerer === 'owner' ? helpReaders : helpReadersStaff,
        chosen: carried ? helpKindOf(carried.reason) : undefined,
      }}
      beside={
        <Button tone="link" onClick={onClose}>
          Cancel
        </Button>
      }
    />
  )
}

type OpenFormProps = Pick<HelpSectionProps, 'help' | 'run' | 'steps'> & { onClose: () => void }

/** What the buyer said of why it did not run, as the beginning of a request. */
const textOf = ({ reason, text }: RunAnswer) =>
  [reason && reason !== 'other' && `${runTroubleLabels[reason]}.`, text].filter(Boolean).join('\n')

/** A request of the buyer: its state, its messages, and what can be done next. */
function Request({ request }: { request: HelpRequest }) {
  const { number, kind, messages, allowed, closedAt, refund } = request
  const draft = `help ${number}`
  const [isWriting, setWriting] = useState(() => hasDraft(draft))
  return (
    <div className="flex flex-col gap-5">
      <div>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <HelpStatusMark {...request} />
          <span className="text-13 text-quiet">{`${number}, ${helpKindLabels[kind].toLowerCase()}`}</span>
        </p>
        <p className="mt-1 max-w-(--container-text)">{nextOf(request)}</p>
      </div>
      <HelpMessages messages={messages} />
      {!closedAt && refund && (
        <Callout title={`You can ask for your money back until ${day(refund.until)}`}>{moneyWaits}</Callout>
      )}
      <Actions request={request} />
      {allowed.includes('write') && closedAt && !isWriting && (
        <Button tone="quiet" className="self-start" onClick={() => setWriting(true)}>
          Not Solved? Write Again
        </Button>
      )}
      {allowed.includes('write') && (!closedAt || isWriting) && (
        <MessageForm
          key={number}
          intent="write-help"
          name="Write a message"
          draft={draft}
          label="Your message"
          hint={closedAt ? 'The request opens again when you send it.' : undefined}
          submit="Send Message"
          tone="quiet"
        />
      )}
    </div>
  )
}

/** What happens next, in words; at the end of the days, why nothing can be written any more. */
function nextOf({
  status,
  answerer,
  dueAt,
  isLate,
  closedAt,
  writableUntil,
  allowed,
  end,
  messages,
}: HelpRequest): ReactNode {
  const until = day(writableUntil)
  if (end === 'refunded') return 'Your money went back, so the request is closed. You can still read it.'
  if (!allowed.includes('write'))
    return new Date(writableUntil) < new Date()
      ? `The days in which you get help ended on ${until}. You can still read what was written.`
      : 'Nothing more can be written here. You can still read it.'
  if (closedAt) return `You can write here again until ${until}.`
  if (dueAt) {
    const who = answerer === 'owner' ? 'The owner' : 'Our staff'
    if (isLate) return `${who} should have answered by ${namedDay(dueAt)}.`
    return `${who} ${answerer === 'owner' ? 'answers' : 'answer'} by ${namedDay(dueAt)}. We mail you then.`
  }
  if (messages.at(-1)?.refusedReason) return `You can write it again, without that, until ${until}.`
  if (status === 'answered') return 'Did it help? Mark it as solved, or write again.'
  return `You can write here until ${until}.`
}

/** The buttons of a request, and from when staff can be called. */
function Actions({ request: { allowed, escalatableAt } }: { request: HelpRequest }) {
  const mayCall = allowed.includes('escalate')
  if (!allowed.includes('solve') && !mayCall && !escalatableAt) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {allowed.includes('solve') && (
        <ActionButton submit={{ intent: 'solve-help' }} tone="quiet" pendingText="One moment...">
          Mark as Solved
        </ActionButton>
      )}
      {mayCall && (
        <ActionButton submit={{ intent: 'escalate-help' }} tone="quiet" pendingText="One moment...">
          Call Staff
        </ActionButton>
      )}
      {!mayCall && escalatableAt && allowed.includes('write') && (
        <p className="text-14 text-quiet">{`If nobody answers, you can call our staff from ${minute(escalatableAt)}.`}</p>
      )}
    </div>
  )
}
