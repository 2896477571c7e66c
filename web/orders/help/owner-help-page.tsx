import { Link, useSearchParams } from 'react-router'

import { day } from '#contract/kit/format.ts'
import { help, helpKindLabels, type HelpRow } from '#contract/orders/help.ts'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { OwnerSteps } from '../../shell/page-states.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { myProjectsLink, ownerSteps } from '../../shell/site.ts'
import { queryIn } from '../../shell/staff-list.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Pagination, StateLink } from '../../ui/pagination.tsx'
import { EmptyState } from '../../ui/placeholders.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { Route } from './+types/owner-help-page'
import { DueMark, HelpStatusMark } from './help-status.tsx'

export const handle: PageHandle = {
  title: 'Help requests',
  steps: ownerSteps('Help requests'),
  loading: 'Loading help requests...',
  failure: { title: 'Failed to load help requests', ...myProjectsLink },
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  return context.get(apiContext).help.received({ query: queryIn(help.received.query, request) })
}

export default function OwnerHelpPage({
  loaderData: { requests, waiting, pagination },
}: Route.ComponentProps) {
  const { state } = queryIn(help.received.query, useSearchParams()[0])
  return (
    <Page className="pb-8">
      <PageHead
        title="Help requests"
        lead="Buyers who ask for the installation help that you promise. You do not see who they are, and they do not see your email or phone."
      >
        <OwnerSteps here="Help requests" className="mb-4" />
      </PageHead>
      <nav aria-label="Help requests" className="scroll-strip border-rule mb-6 flex gap-6 border-b">
        <StateLink to="/owner/help" isHere={state === 'open'}>
          <span>Open</span>
          {waiting > 0 && <span className="count">{`${waiting} to answer`}</span>}
        </StateLink>
        <StateLink to="/owner/help?state=closed" isHere={state === 'closed'}>
          <span>Closed</span>
        </StateLink>
      </nav>
      <Sheet>
        {requests.length === 0 ? (
          <EmptyState
            title={state === 'open' ? 'No open help requests' : 'Nothing closed yet'}
            action={
              <ButtonLink to={myProjectsLink.to} tone="quiet">
                My Projects
              </ButtonLink>
            }
          >
            {state === 'open' && 'We mail you when a buyer asks.'}
          </EmptyState>
        ) : (
          <ul className="divide-rule divide-y px-4 sm:px-5">
            {requests.map((request) => (
              <HelpLine key={request._id} request={request} />
            ))}
          </ul>
        )}
      </Sheet>
      <Pagination {...pagination} className="mt-6" />
    </Page>
  )
}

function HelpLine({ request }: { request: HelpRow }) {
  const { number, orderId, orderNumber, title, item, kind, text, lastAt, answerer } = request
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <Link to={`/owner/help/${orderId}`} className="link-rule font-semibold break-words">
          {title}
        </Link>
        <p className="mt-1">{helpKindLabels[kind]}</p>
        <p className="text-quiet mt-1 line-clamp-2 max-w-(--container-text) break-words">{text}</p>
        <p className="text-13 text-quiet mt-1 flex flex-wrap gap-x-3">
          <span className="text-ink">{number}</span>
          <span>{`order ${orderNumber}`}</span>
          {item === 'report' && <span>project report</span>}
          <span>{`last message ${day(lastAt)}`}</span>
        </p>
      </div>
      <div className="flex flex-col items-start gap-1 sm:items-end">
        <HelpStatusMark {...request} />
        {answerer === 'owner' && <DueMark {...request} />}
      </div>
    </li>
  )
}
