import { clsx } from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router'

import type { Reply } from '#contract/kit/endpoint.ts'
import { rupees } from '#contract/kit/format.ts'
import type { orders } from '#contract/orders/orders.ts'

import { DownloadButton } from '../projects/download-button.tsx'
import { LanguageStrip, partLook } from '../projects/project-picture.tsx'
import { StampedOn } from '../projects/verification-status.tsx'
import { tabAddress } from '../shell/site.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { SmallLabel } from '../ui/label.tsx'
import { Breakable } from '../ui/text.tsx'
import { BoughtCover } from './bought-cover.tsx'
import { OrderStatus } from './order-status.tsx'
import { isDownloadable } from './zip-name.tsx'

/** The newest order of the member as a small label, to download it again. */
export function LastOrder({ order }: { order: Reply<typeof orders.get>['order'] }) {
  const { _id, projectId, projectTitle, kind, amount, number, orderDate, completedAt, release } = order
  const [isDownloaded, setDownloaded] = useState(false)
  const listing = order.asBought.listing
  const isYours = isDownloadable(order)
  return (
    <section aria-label="Last order" className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-18">Last order</h2>
        <TextLink to={tabAddress('orders')} preventScrollReset className="text-14 py-2.5">
          My Orders
        </TextLink>
      </div>
      <SmallLabel
        picture={
          order.image ? (
            <img
              src={order.image}
              alt=""
              width={160}
              height={100}
              className={clsx('picture-whole', partLook(order.thumbnail))}
            />
          ) : (
            <span className="text-quiet flex h-full items-center justify-center">
              <BoughtCover listing={listing} />
            </span>
          )
        }
        stub={
          <>
            {isYours && (
              <DownloadButton
                projectId={projectId}
                kind={kind}
                href={order.downloadUrl}
                tone={isDownloaded ? 'quiet' : 'primary'}
                size="small"
                onDone={() => setDownloaded(true)}
              />
            )}
            <ButtonLink to={`/orders/${_id}`} tone="quiet" size="small">
              View Details<span className="sr-only">{` of ${projectTitle}`}</span>
            </ButtonLink>
          </>
        }
      >
        <p className="text-13 text-quiet flex flex-wrap gap-x-3">
          <span>{kind === 'report' ? 'project report' : 'source code'}</span>
          <span>{number}</span>
          <span>{rupees(amount)}</span>
        </p>
        <p className="font-head text-16 sm:text-18 mt-0.5 leading-6! font-semibold">
          <Link to={order.isListed ? `/projects/${projectId}` : `/orders/${_id}`} className="hover:underline">
            <Breakable text={projectTitle} />
          </Link>
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          {isYours ? (
            <StampedOn what="Yours" at={completedAt ?? orderDate} release={release} />
          ) : (
            <OrderStatus status={order.status} />
          )}
          {!order.isListed &&
            (order.recall ? <Badge tone="stopped">Recalled</Badge> : <Badge>Not listed</Badge>)}
          {order.newRelease !== null && <Badge tone="verified">New release</Badge>}
        </div>
        {listing && <LanguageStrip languages={listing.languages} names="largest" className="mt-2" />}
      </SmallLabel>
    </section>
  )
}
