import type { RequestStatus } from '#contract/content/request-status.ts'
import { day, minute, namedDay } from '#contract/kit/format.ts'

import { page } from '../shell/page-handle.tsx'
import { apiContext } from '../shell/session/api.ts'
import { TextLink } from '../ui/button.tsx'
import { FactRows } from '../ui/facts.tsx'
import { Page, PageHead } from '../ui/page.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Callout, type StatusTone } from '../ui/status.tsx'
import type { Route } from './+types/status-page'

export const handle = page<typeof clientLoader>({
  title: (data) => data?.status.number ?? 'Status',
  loading: 'Loading...',
  failure: {
    title: 'This could not be loaded',
    missing: 'Not found',
    missingText:
      'Open the link in the email about it, or sign in with the account that you wrote with. If you have neither, write to us.',
    to: '/contact',
    label: 'Write to Us',
  },
})

export async function clientLoader({ context, request, params }: Route.ClientLoaderArgs) {
  const key = new URL(request.url).searchParams.get('key')
  return context.get(apiContext).requestStatus.get({ params, query: { ...(key && { key }) } })
}

/** The state of a complaint, a message, a refund request or a help request, for the person who sent it. */
export default function StatusPage({ loaderData: { status } }: Route.ComponentProps) {
  const { number, series, about, sentAt, endedAt, state, orderId } = status
  const { tone, title, text } = series === 'HP' ? outcomeOfHelp(status) : outcomeOf(status)
  return (
    <Page className="pb-12">
      {/* The address has the key to this page. */}
      <meta name="referrer" content="no-referrer" />
      <PageHead title={`${names[series]} ${number}`} />
      <div className="flex max-w-3xl flex-col gap-5">
        <Callout tone={tone} title={title}>
          {text}
        </Callout>
        <Sheet>
          <FactRows
            className="px-4 py-1 sm:px-5"
            facts={[
              { term: 'about', value: <span className="break-words">{about}</span> },
              { term: 'arrived', value: minute(sentAt) },
              ...(endedAt
                ? [{ term: state === 'answered' ? 'answered' : 'ended', value: minute(endedAt) }]
                : []),
              ...(status.blockedUntil
                ? [{ term: 'off the lists', value: `until ${day(status.blockedUntil)}, or our decision` }]
                : []),
              ...(orderId
                ? [{ term: 'order', value: <TextLink to={`/orders/${orderId}`}>Open the order</TextLink> }]
                : []),
            ]}
          />
        </Sheet>
        <p className="text-14 text-quiet">
          {`Keep the address of this page, or the email with it: it shows what became of ${number}. `}
          <TextLink to="/contact">Contact and grievance officer</TextLink>
        </p>
      </div>
    </Page>
  )
}

const names = { RP: 'Complaint', CM: 'Message', RF: 'Refund request', HP: 'Help request' }

interface Outcome {
  tone: StatusTone
  title: string
  text: string
}

/** The state in words: what was decided and why, or by when it is. */
function outcomeOf({ series, state, outcome, reasons, dueAt }: RequestStatus): Outcome {
  if (state === 'waiting') {
    const isLate = new Date(dueAt) < new Date()
    const by = series === 'RP' ? minute(dueAt) : namedDay(dueAt)
    const verb = series === 'CM' ? 'reply' : 'decide'
    return isLate
      ? {
          tone: 'stopped',
          title: 'We are late',
          text: `We should have ${series === 'CM' ? 'replied' : 'decided'} by ${by}. You may write to our grievance officer.`,
        }
      : { tone: 'waiting', title: 'Our staff have it', text: `We ${verb} by ${by}, and mail you then.` }
  }
  if (state === 'answered')
    return { tone: 'verified', title: 'We have replied', text: 'The reply went to your email address.' }
  if (state === 'closed')
    return { tone: 'neutral', title: 'Closed', text: 'Our staff have closed this. You can write again.' }
  if (state === 'withdrawn')
    return { tone: 'neutral', title: 'You withdrew this', text: 'What you bought stays yours.' }
  return {
    tone: outcome === 'no_action' || outcome === 'declined' ? 'neutral' : 'verified',
    title: outcome ? outcomeTexts[outcome] : 'Decided',
    text: reasons ? `Why: ${reasons}` : 'We mailed you the decision.',
  }
}

/** The state of a help request, whose answers stand on the page of the order. */
function outcomeOfHelp({ state, dueAt }: RequestStatus): Outcome {
  if (state === 'answered')
    return { tone: 'verified', title: 'Answered', text: 'Open the order to read the answer.' }
  if (state !== 'waiting')
    return { tone: 'neutral', title: 'Closed', text: 'Open the order to read what was written.' }
  return new Date(dueAt) < new Date()
    ? {
        tone: 'stopped',
        title: 'The answer is late',
        text: 'Open the order: you can write again there, and call our staff when its owner does not answer.',
      }
    : {
        tone: 'waiting',
        title: 'Waits for an answer',
        text: `It should be answered by ${namedDay(dueAt)}, and you get an email then.`,
      }
}

const outcomeTexts: Record<NonNullable<RequestStatus['outcome']>, string> = {
  no_action: 'Decided: it stays as it is',
  hidden: 'Decided: it is taken off',
  recalled: 'Decided: the release is recalled',
  approved: 'Decided: your money goes back to you',
  declined: 'Decided: the request is declined',
}
