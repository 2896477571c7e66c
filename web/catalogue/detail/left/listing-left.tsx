import type { ReactNode } from 'react'

import { useOwned, useOwnedAnew } from '../../../orders/owned.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Breadcrumb } from '../../../ui/layout/breadcrumb.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import type { DrawnCard } from '../../card/drawn-card.server.ts'
import { allIn, CardSection } from '../card-section.tsx'

/** The page of a listing that has left the shop: what happened, the way to the orders and to other projects, and others like it. */
export function ListingLeft({ projectId, title, category, similar, children }: ListingLeftProps) {
  const isOwned = useOwned(projectId, 'source')
  useOwnedAnew(projectId)
  const orders = (
    <ButtonLink key="orders" to="/profile?tab=orders" tone={isOwned ? 'primary' : 'quiet'}>
      My Orders
    </ButtonLink>
  )
  const others = (
    <ButtonLink key="others" to="/projects" tone={isOwned ? 'quiet' : 'primary'}>
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
          <div className="mt-8 flex flex-wrap gap-2">{isOwned ? [orders, others] : [others, orders]}</div>
        </div>
      </Page>
      <CardSection id="similar" title="Similar projects" projects={similar} all={allIn(category)} />
    </>
  )
}

/** What has left, and what is like it. */
export interface LeftListing {
  projectId: string
  title: string
  category: string
  similar: readonly DrawnCard[]
}

interface ListingLeftProps extends LeftListing {
  /** Says what happened; it knows whether the reader is known to have bought it. */
  children: (isOwned: boolean) => ReactNode
}
