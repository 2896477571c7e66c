import type { Recall } from '#contract/projects/recalls.ts'

import { useOwned } from '../../orders/owned.ts'
import { RecallNotice } from '../../projects/recall-notice.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Breadcrumb } from '../../ui/layout/breadcrumb.tsx'
import { Page } from '../../ui/layout/page.tsx'

/** What stands at the address of a listing that left the shop by a recall: why, and where its buyers read what to do. */
export function RecalledListing({ projectId, title, recall }: RecalledListingProps) {
  const isOwned = useOwned(projectId, 'source')
  return (
    <Page className="pt-6 pb-8">
      <Breadcrumb
        steps={[{ label: 'Home', to: '/' }, { label: 'Projects', to: '/projects' }, { label: title }]}
      />
      <h1 className="text-28 md:text-36 mt-5 text-balance">{title}</h1>
      <div className="max-w-(--container-text)">
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
        <div className="mt-8 flex flex-wrap gap-2">
          {isOwned && <ButtonLink to="/profile?tab=orders">My Orders</ButtonLink>}
          <ButtonLink to="/projects" tone={isOwned ? 'quiet' : 'primary'}>
            Back to Projects
          </ButtonLink>
          {!isOwned && (
            <ButtonLink to="/profile?tab=orders" tone="quiet">
              My Orders
            </ButtonLink>
          )}
        </div>
      </div>
    </Page>
  )
}

interface RecalledListingProps {
  projectId: string
  title: string
  recall: Recall
}
