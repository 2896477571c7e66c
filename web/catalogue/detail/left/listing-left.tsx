import type { ReactNode } from 'react'

import { useOwned, useOwnedAnew } from '../../../orders/owned.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Breadcrumb } from '../../../ui/layout/breadcrumb.tsx'
import { Page } from '../../../ui/layout/page.tsx'

/** The frame of what stands at the address of a listing that is listed no more, with the way to the orders and to other projects. */
export function ListingLeft({ projectId, title, children }: ListingLeftProps) {
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
    <Page className="pt-6 pb-8">
      <Breadcrumb
        steps={[{ label: 'Home', to: '/' }, { label: 'Projects', to: '/projects' }, { label: title }]}
      />
      <h1 className="text-28 md:text-36 mt-5 text-balance">{title}</h1>
      <div className="max-w-(--container-text)">
        {children(isOwned)}
        <div className="mt-8 flex flex-wrap gap-2">{isOwned ? [orders, others] : [others, orders]}</div>
      </div>
    </Page>
  )
}

interface ListingLeftProps {
  projectId: string
  title: string
  /** Whether the reader is known to have bought it. */
  children: (isOwned: boolean) => ReactNode
}
