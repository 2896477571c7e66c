import { counted, day } from '#contract/kit/format.ts'
import { helpKindLabels, type HelpRequest, moneyWaits } from '#contract/orders/help.ts'

import { formActions } from '../../shell/form/action-form.tsx'
import { page } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { ownerSteps } from '../../shell/site.ts'
import { TextLink } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { FactRows } from '../../ui/facts.tsx'
import { Breadcrumb, Page, PageHead } from '../../ui/page.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import type { Route } from './+types/owner-help-request-page'
import { helpActions } from './help-actions.ts'
import { helpFacts } from './help-facts.tsx'
import { HelpMessages } from './help-messages.tsx'
import { DueMark, HelpStatusMark } from './help-status.tsx'
import { keepTexts } from './kept-texts.tsx'
import { MessageForm } from './message-form.tsx'

const steps = [
  ...ownerSteps('').slice(0, 1),
  { label: 'Help requests', to: '/owner/help' },
  { label: 'Help request' },
]

export const handle = page<typeof clientLoader>({
  title: (data) => data?.request.number ?? 'Help request',
  steps,
  loading: 'Loading help request...',
  failure: {
    title: 'Failed to load help request',
    missing: 'Help request not found',
    to: '/owner/help',
    label: 'Back to Help Requests',
  },
})

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const { requests, texts } = await context.get(apiContext).help.get({ params: { id: params.id } })
  const [request, ...earlier] = requests
  if (!request) throw new Response(null, { status: 404 })
  return { request, earlier, texts }
}

export const clientAction = formActions({ 'write-help': helpActions['write-help'], 'keep-texts': keepTexts })

export default function OwnerHelpRequestPage({
  loaderData: { request, earlier, texts },
}: Route.ComponentProps) {
  const { number, title, kind, messages, allowed, answerer, closedAt, refund } = request
  return (
    <Page className="pb-8">
      <PageHead title={helpKindLabels[kind]} lead={title}>
        <Breadcrumb steps={steps} className="mb-4" />
      </PageHead>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <Sheet as="section" aria-label="Messages">
            <SheetHead title={number}>
              <HelpStatusMark {...request} />
              {answerer === 'owner' && <DueMark {...request} />}
            </SheetHead>
            <div className="flex flex-col gap-6 p-4 sm:p-5">
              {messages.length === 0 && (
                <p className="text-quiet max-w-(--container-text)">
                  What the buyer wrote has a link, an email, a UPI address or a phone number. You can read it
                  when our staff pass it on.
                </p>
              )}
              <HelpMessages messages={messages} />
              {allowed.includes('write') ? (
                <MessageForm
                  key={number}
                  intent="write-help"
                  name="Answer"
                  draft={`help ${number}`}
                  label="Your answer"
                  hint="The buyer and our staff read it. With a link, an email, a UPI address or a phone number it waits for our staff."
                  submit="Send Answer"
                  texts={texts}
                />
              ) : (
                <p className="text-quiet max-w-(--container-text)">{whyReadOnly(request)}</p>
              )}
            </div>
          </Sheet>
          {earlier.length > 0 && (
            <Sheet as="section" aria-label="Earlier requests" className="px-4 sm:px-5">
              {earlier.map((other) => (
                <Disclosure
                  key={other._id}
                  title={`${other.number}: ${helpKindLabels[other.kind].toLowerCase()}`}
                  detail={<HelpStatusMark {...other} />}
                >
                  <HelpMessages messages={other.messages} />
                </Disclosure>
              ))}
            </Sheet>
          )}
        </div>
        <Sheet as="aside" aria-label="About the request">
          <SheetHead title="About the request" />
          <FactRows
            className="px-4 py-2 sm:px-5"
            facts={[
              {
                term: 'project',
                value: <TextLink to={`/owner/projects/${request.projectId}`}>{title}</TextLink>,
              },
              {
                term: 'order',
                value: `${request.orderNumber}, ${request.item === 'report' ? 'project report' : 'source code'}`,
              },
              ...helpFacts(request),
            ]}
          />
          {!closedAt && refund && (
            <p className="border-rule text-14 text-quiet border-t px-4 py-3 sm:px-5">{moneyWaits}</p>
          )}
        </Sheet>
      </div>
    </Page>
  )
}

/** Why nothing can be written, in words. */
function whyReadOnly({ closedAt, end, writableUntil, messages }: HelpRequest) {
  if (end === 'refunded') return 'The order was refunded, so the request is closed.'
  if (new Date(writableUntil) < new Date())
    return `The days in which this buyer gets help ended on ${day(writableUntil)}.`
  if (closedAt) return 'It is closed. When the buyer writes again it opens again, and we mail you.'
  return `Nothing more can be written: it has ${counted(messages.length, 'message')}.`
}
