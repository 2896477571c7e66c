import type { ReactNode } from 'react'

import type { Recall } from '#contract/projects/project.ts'

import { useOwned, useRefreshOwned, useSeat } from '../../orders/owned.ts'
import { RecallNotice } from '../../projects/recall-notice.tsx'
import { categoryAddress } from '../../shell/site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Breadcrumb, Page } from '../../ui/page.tsx'
import type { CardData } from '../card.server.ts'
import { CardSection } from '../project-card.tsx'

/**
 * The page of an unavailable listing: what happened, links to the orders or the seat and to other projects, and similar
 * ones.
 */
function UnavailablePage({ projectId, title, category, similar, children }: UnavailablePageProps) {
  const isOwned = useOwned(projectId, 'source')
  const seat = useSeat(projectId)
  const hasIt = isOwned || seat !== undefined
  useRefreshOwned(projectId)
  const orders = (
    <ButtonLink
      key="orders"
      to={hasIt && !isOwned ? `/seats/${seat}` : '/profile?tab=orders'}
      tone={hasIt ? 'primary' : 'quiet'}
    >
      {hasIt && !isOwned ? 'Your Seat' : 'My Orders'}
    </ButtonLink>
  )
  const others = (
    <ButtonLink key="others" to="/projects" tone={hasIt ? 'quiet' : 'primary'}>
      Back to Projects
    </ButtonLink>
  )
  return (
    <>
      <Page className="pt-6 pb-8">
        <Breadcrumb
          steps={[{ label: 'Home', to: '/' }, { label: 'Projects', to: '/projects' }, { label: title }]}
        />
        <h1 className="text-28 md:text-36 mt-5">Project Not Found</h1>
        <div className="max-w-(--container-text)">
          {children(isOwned)}
          <div className="mt-8 flex flex-wrap gap-2">{hasIt ? [orders, others] : [others, orders]}</div>
        </div>
      </Page>
      <CardSection
        id="similar"
        title="Similar projects"
        projects={similar}
        all={categoryAddress(category)}
        of={`in ${category}`}
      />
    </>
  )
}

/** An unavailable listing, with similar ones. */
export interface UnavailableListing {
  projectId: string
  title: string
  category: string
  similar: readonly CardData[]
}

interface UnavailablePageProps extends UnavailableListing {
  /** Explains what happened; `isOwned` is true when the reader is known to have bought it. */
  children: (isOwned: boolean) => ReactNode
}

/** The page of a listing that was archived, switched off or deleted. */
export const OffSaleListing = (listing: UnavailableListing) => (
  <UnavailablePage {...listing}>
    {(isOwned) => (
      <p className="mt-4 wrap-anywhere">
        “{listing.title}” has left the shop: it is no longer sold.{' '}
        {isOwned ? 'It is yours:' : 'If you bought it,'} it stays in your orders, where you download it as
        before.
      </p>
    )}
  </UnavailablePage>
)

/** The page of a listing that is off sale while staff check what its owner has changed. */
export const ChangedListing = (listing: UnavailableListing) => (
  <UnavailablePage {...listing}>
    {() => <p className="mt-4">Its owner has changed it; our staff are checking it again.</p>}
  </UnavailablePage>
)

/** The page of a recalled listing: the reason, and where its buyers read what to do. */
export const RecalledListing = ({ recall, ...listing }: UnavailableListing & { recall: Recall }) => (
  <UnavailablePage {...listing}>
    {(isOwned) => (
      <>
        <p className="mt-4 wrap-anywhere">“{listing.title}” has left the shop: our staff recalled it.</p>
        <RecallNotice recall={recall} className="mt-6" />
        <h2 className="text-18 mt-8">{isOwned ? 'You bought this project' : 'Did you buy it?'}</h2>
        <p className="mt-1.5">
          Do not run release {recall.release}. Your order says what to do now, and we have mailed it to you.
        </p>
        <h2 className="text-18 mt-6">Can it still be bought?</h2>
        <p className="mt-1.5">
          Not now. If its owner uploads a release without the problem and our staff approve it, it is sold
          here again.
        </p>
      </>
    )}
  </UnavailablePage>
)
