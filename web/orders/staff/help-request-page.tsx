import { Link } from 'react-router'

import { help, helpKindLabels, type HelpRequest, moneyWaits } from '#contract/orders/help.ts'

import { ActionButton, formAction, formActions, useActionForm } from '../../shell/form/action-form.tsx'
import { checked } from '../../shell/form/use-form.ts'
import { page } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { CasePage, DecisionForm } from '../../shell/staff-case.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { FactRows } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/inputs.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import { MailText } from '../../ui/text.tsx'
import { helpActions } from '../help/help-actions.ts'
import { helpFacts } from '../help/help-facts.tsx'
import { HelpMessages } from '../help/help-messages.tsx'
import { DueMark, HelpStatusMark } from '../help/help-status.tsx'
import { MessageForm } from '../help/message-form.tsx'
import type { Route } from './+types/help-request-page'

export const handle = page<typeof clientLoader>({
  title: (data) => data?.request.number ?? 'Help request',
  steps: [{ label: 'Help requests', to: '/admin/help' }, { label: 'Help request' }],
  failure: {
    title: 'Failed to load help request',
    missing: 'Help request not found',
    to: '/admin/help',
    label: 'Back to Help Requests',
  },
})

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const { requests } = await context.get(apiContext).help.get({ params: { id: params.id } })
  const [request, ...earlier] = requests
  if (!request) throw new Response(null, { status: 404 })
  return { request, earlier }
}

export const clientAction = formActions({
  'write-help': helpActions['write-help'],
  'escalate-help': helpActions['escalate-help'],
  refund: formAction('Failed to refund the order', async ({ api, form, params }) => {
    const { needsSecondPerson } = await api.help.refund({ params, body: checked(help.refund.body, form) })
    return needsSecondPerson
      ? 'You approved the refund. Another member of staff approves it too.'
      : 'The order is refunded.'
  }),
})

export default function AdminHelpRequestPage({ loaderData: { request, earlier } }: Route.ComponentProps) {
  const { number, title, kind, messages, allowed, closedAt, people } = request
  const names = { buyer: people?.buyer.name ?? '', owner: people?.owner.name ?? '' }
  return (
    <CasePage
      number={`Help request ${number}`}
      title={title}
      status={
        <>
          <HelpStatusMark {...request} />
          {!closedAt && <DueMark {...request} />}
        </>
      }
      evidence={<Facts request={request} />}
      decision={
        <>
          {allowed.includes('write') && (
            <Sheet as="section" aria-label="Answer">
              <SheetHead
                title="Answer"
                actions={
                  allowed.includes('escalate') && (
                    <ActionButton
                      submit={{ intent: 'escalate-help' }}
                      tone="quiet"
                      size="small"
                      pendingText="One moment..."
                    >
                      Take It Over
                    </ActionButton>
                  )
                }
              />
              <div className="p-4 sm:p-5">
                <MessageForm
                  key={number}
                  intent="write-help"
                  name="Answer"
                  draft={`help ${number}`}
                  label="Our answer"
                  hint="The buyer reads it, and the owner where installation help was promised, both without your name."
                  submit="Send Answer"
                />
              </div>
            </Sheet>
          )}
          {allowed.includes('refund') && <RefundForm request={request} />}
        </>
      }
    >
      <Sheet as="section" aria-label="Messages">
        <SheetHead title={helpKindLabels[kind]} />
        <div className="p-4 sm:p-5">
          <HelpMessages messages={messages} names={names} />
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
              <HelpMessages messages={other.messages} names={names} />
            </Disclosure>
          ))}
        </Sheet>
      )}
    </CasePage>
  )
}

function Facts({ request }: { request: HelpRequest }) {
  const { orderId, orderNumber, projectId, title, item, answerer, closedAt, people, refund } = request
  return (
    <Sheet as="section" aria-label="About the request">
      <SheetHead title="About the request" />
      <FactRows
        className="px-4 py-2 sm:px-5"
        facts={[
          {
            term: 'order',
            value: (
              <Link to={`/admin/orders/${orderId}`} className="link-rule">
                {orderNumber}
              </Link>
            ),
          },
          { term: 'what', value: item === 'report' ? 'project report' : 'source code' },
          {
            term: 'project',
            value: (
              <Link to={`/admin/projects/${projectId}`} className="link-rule">
                {title}
              </Link>
            ),
          },
          ...(closedAt ? [] : [{ term: 'who answers', value: answerer === 'owner' ? 'the owner' : 'staff' }]),
          ...helpFacts(request),
          ...(people
            ? (['buyer', 'owner'] as const).map((who) => ({ term: who, value: <Person {...people[who]} /> }))
            : []),
        ]}
      />
      {!closedAt && refund && (
        <p className="border-rule text-14 text-quiet border-t px-4 py-3 sm:px-5">{moneyWaits}</p>
      )}
    </Sheet>
  )
}

const Person = ({ name, email }: { name: string; email: string }) => (
  <>
    <span className="block">{name}</span>
    <span className="text-quiet block wrap-anywhere">
      {email ? <MailText of={email} /> : 'account deleted'}
    </span>
  </>
)

/** The form that refunds the order of a request, without a request for the money. */
function RefundForm({ request: { firstApproval, number } }: { request: HelpRequest }) {
  const form = useActionForm(constraints, { draft: `refund of ${number}` })
  return (
    <Sheet as="section" aria-label="Refund">
      <SheetHead title="Refund" />
      <div className="p-4 sm:p-5">
        <DecisionForm
          form={form}
          name="intent"
          decisions={[
            { value: 'refund', label: firstApproval ? 'Refund Too' : 'Refund the Order', tone: 'danger' },
          ]}
        >
          {firstApproval ? (
            <Callout tone="waiting" title={`${firstApproval.by} approved it`}>
              {firstApproval.note}
            </Callout>
          ) : (
            <p>
              Sends the money back and ends the download and this request. After the refund days, or when the
              shares were paid out, another member of staff approves it too.
            </p>
          )}
          <Field label="Why" hint="Buyer and owner read it" {...form.field('note', firstApproval?.note)}>
            <TextArea rows={2} />
          </Field>
        </DecisionForm>
      </div>
    </Sheet>
  )
}

const constraints = { note: { required: true, maxLength: 2000 } } as const
