import { redirect } from 'react-router'

import { day } from '#contract/kit/format.ts'
import { reportAdvice } from '#contract/orders/terms.ts'

import { CodeQuestions } from '../../projects/code-questions.tsx'
import { DownloadButton } from '../../projects/download-button.tsx'
import { RecallNotice } from '../../projects/recall-notice.tsx'
import { ConfirmButton, formAction } from '../../shell/form/action-form.tsx'
import { page } from '../../shell/page-handle.tsx'
import { SaveButton } from '../../shell/save-button.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { TextLink } from '../../ui/button.tsx'
import { Breadcrumb, Page, PageHead, SectionHeading } from '../../ui/page.tsx'
import { BoughtRun, runOfBought } from '../bought-run.tsx'
import { SetUp } from '../set-up.tsx'
import type { Route } from './+types/seat-page'

const steps = [
  { label: 'Profile', to: '/profile' },
  { label: 'My Orders', to: '/profile?tab=orders' },
  { label: 'Seat' },
]

export const handle = page<typeof clientLoader>({
  title: (data) => (data ? `Seat: ${data.seat.projectTitle}` : 'Your seat'),
  steps,
  loading: 'Loading your seat...',
  failure: {
    title: 'This seat could not be shown',
    missing: 'Seat not found',
    missingText: 'It may have ended: its order was refunded, or its buyer gave it to somebody else.',
    to: '/profile?tab=orders',
    label: 'Go to Your Orders',
  },
})

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const { seat } = await api.seats.get({ params })
  return { seat, run: await runOfBought(api, seat.projectId, seat.setUp?.release) }
}

export const clientAction = formAction('Failed to give the seat up', async ({ api, params }) => {
  await api.seats.leave({ params })
  return redirect('/profile?tab=orders')
})

/** A seat of its holder: the download, the licence, and the steps that set the project up. */
export default function SeatPage({ loaderData: { seat, run } }: Route.ComponentProps) {
  const { id, projectId, projectTitle, invitedBy, acceptedAt, isListed, recall, codeQuestions } = seat
  return (
    <Page className="pt-6 pb-8">
      <Breadcrumb steps={steps} />
      {recall && <RecallNotice recall={recall} instructions={recall.instructions} className="mt-5" />}
      <PageHead
        title={projectTitle}
        lead={`Your seat in the team of ${invitedBy}, since ${day(acceptedAt)}.`}
      />
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <DownloadButton projectId={projectId} href={seat.downloadUrl} tone="primary" />
        <SaveButton
          file={(api) => api.seats.licence({ params: { id } })}
          name="READYMADE-LICENCE.txt"
          failure="Failed to download the licence"
        >
          Licence
        </SaveButton>
        <ConfirmButton
          submit={{}}
          tone="link"
          label="Give the Seat Up"
          question="Give the seat up?"
          confirm="Give It Up"
          danger
        >
          You cannot download it any more, and your licence is withdrawn.
        </ConfirmButton>
      </div>
      <p className="text-14 text-quiet mt-3">
        <span>
          New releases and recalls are mailed to you. Refunds, reviews and requests for help are the buyer’s.
        </span>{' '}
        <TextLink to={`/verify/files?project=${projectId}`}>Check a copy</TextLink>
        {isListed && (
          <>
            {' '}
            <TextLink to={`/projects/${projectId}`}>Open the project’s page</TextLink>
          </>
        )}
      </p>
      <div className="mt-10 flex min-w-0 flex-col gap-12">
        <SetUp order={{ ...seat, _id: id }} />
        {run && !recall && <BoughtRun run={run} />}
        {codeQuestions.length > 0 && (
          <section aria-labelledby="understand-it">
            <SectionHeading
              id="understand-it"
              heavy
              title="Understand it before you explain it"
              lead={reportAdvice}
            />
            <CodeQuestions questions={codeQuestions} className="border-rule border-t" />
          </section>
        )}
      </div>
    </Page>
  )
}
