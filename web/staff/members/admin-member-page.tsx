import { clsx } from 'clsx'

import { day, minute } from '#contract/kit/day.ts'
import { staffMembers } from '#contract/staff/members.ts'

import { textIn } from '../../forms/entered.ts'
import { mistakesIn } from '../../forms/mistakes.ts'
import { unlessUnanswered } from '../../forms/unanswered.ts'
import type { PageHandle } from '../../page-handle.ts'
import { problemOf } from '../../problem-of.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { longNameLook } from '../../ui/text/long-name.ts'
import { PageNotLoaded } from '../page-not-loaded.tsx'
import { requireStaff } from '../session.ts'
import type { Route } from './+types/admin-member-page'
import { MemberActions, type MemberAnswer } from './member-actions.tsx'
import { MemberFacts, MemberHistory } from './member-facts.tsx'
import { OrdersSheet, ProjectsSheet, ReferralsSheet } from './member-sheets.tsx'
import { StandingMark } from './standing-mark.tsx'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.member.name ?? 'Member'} | Readymade staff` },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
  return api.staffMembers.get({ params: { id: params.id } })
}
clientLoader.hydrate = true as const

export async function clientAction({ request, params }: Route.ClientActionArgs): Promise<MemberAnswer> {
  const api = await requireStaff()
  const form = await request.formData()
  const of = { params: { id: params.id } }
  try {
    switch (textIn(form, 'do')) {
      case 'agent': {
        const isAgent = textIn(form, 'isAgent') === 'yes'
        const { member } = await api.staffMembers.setAgent({ ...of, body: { isAgent } })
        return { done: `${member.name} is ${isAgent ? 'an agent' : 'no longer an agent'}.` }
      }
      case 'reactivate': {
        const { member } = await api.staffMembers.reactivate(of)
        return { done: `${member.name} can sign in again.` }
      }
      default: {
        const body = { reason: textIn(form, 'reason') }
        const mistakes = mistakesIn(staffMembers.deactivate.body, body)
        if (mistakes) return mistakes
        const { member } = await api.staffMembers.deactivate({ ...of, body })
        return { done: `${member.name} is deactivated.` }
      }
    }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, 'Failed to save')
    return { code, message, fields }
  }
}

export const shouldRevalidate = unlessUnanswered

export default function AdminMemberPage({ loaderData: { member } }: Route.ComponentProps) {
  const { _id, name, joinedAt, isAgent, standing, deactivation } = member
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <h1 className={clsx('text-28 min-w-0 wrap-anywhere', longNameLook(name))}>{name}</h1>
            <StandingMark standing={standing} />
          </div>
          <p className="text-quiet mt-1">
            {isAgent ? 'Agent' : 'Member'}, joined {day(joinedAt)}
          </p>
        </div>
        {standing !== 'deleted' && <MemberActions key={_id} member={member} />}
      </div>
      {deactivation && (
        <Callout tone="stopped" className="mb-6" title={`Deactivated on ${minute(deactivation.at)}`}>
          {deactivation.reason}
        </Callout>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem] xl:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-6">
          <ProjectsSheet member={member} />
          <OrdersSheet member={member} />
          <ReferralsSheet member={member} />
        </div>
        <MemberFacts member={member} />
        <MemberHistory member={member} />
      </div>
    </>
  )
}

export const ErrorBoundary = () => <PageNotLoaded what="member" to="/admin/members" label="Back to Members" />
