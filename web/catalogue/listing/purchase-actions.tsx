import { clsx } from 'clsx'
import { createContext, use } from 'react'

import { rupees } from '#contract/kit/format.ts'
import type { Item } from '#contract/orders/orders.ts'
import type { Project } from '#contract/projects/project.ts'

import { WishlistButton } from '../../members/wishlist-button.tsx'
import { AddToCart, CartIcon, addToCartLabel } from '../../orders/add-to-cart.tsx'
import { useOwned, useSeat } from '../../orders/owned.ts'
import { DownloadButton } from '../../projects/download-button.tsx'
import { useMember } from '../../shell/session/session.ts'
import { useSite } from '../../shell/site.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PriceTag } from '../../ui/price-tag.tsx'

/**
 * The actions for a project's source and report: buying, or downloading for those who own it or have a seat and for the
 * member who offers it. Only the browser knows who that is, so each element for an owner has the height of the one that
 * it replaces.
 */
export function SourceActions({ project }: { project: Project }) {
  const { _id, title, price } = project
  const ownership = useOwnership(project)
  const seat = useSeat(_id)
  if (ownership === ownProjectText) {
    return (
      <>
        <ButtonLink to={ownAddress(_id)} size="large" wide className="max-lg:hidden">
          Manage Project
        </ButtonLink>
        <DownloadButton projectId={_id} wide />
      </>
    )
  }
  if (ownership) {
    return (
      <>
        <div className="max-lg:hidden">
          <DownloadButton projectId={_id} tone="primary" size="large" wide />
        </div>
        <ButtonLink to={ownership === seatText ? `/seats/${seat}` : '/profile?tab=orders'} tone="quiet" wide>
          {ownership === seatText ? 'Your Seat' : 'My Orders'}
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      <ButtonLink to={`/checkout?project=${_id}`} size="large" wide className="max-lg:hidden">
        {purchaseLabel(price)}
      </ButtonLink>
      <div className="flex flex-wrap gap-2">
        <div className="grow">
          <AddToCart item={{ projectId: _id, kind: 'source', title }}>
            {(isIn) => (
              <Button type="submit" tone="quiet" wide icon={<CartIcon isIn={isIn} />}>
                {addToCartLabel(isIn)}
              </Button>
            )}
          </AddToCart>
        </div>
        <WishlistButton project={{ _id, title }} />
      </div>
    </>
  )
}

/**
 * The price with a line about later releases and refunds beside it; for those who own the source or have a seat, and
 * for the project's owner, a note and their line in a place of the same height.
 */
export function SourcePrice({ project: { price }, project }: { project: Project }) {
  const { refundDays } = useSite()
  const ownership = useOwnership(project)
  // A price of five digits leaves no room beside it.
  const place = price < 10_000 ? 'min-h-15 flex-wrap items-center gap-x-3' : 'min-h-22 flex-col gap-y-1.5'
  if (ownership)
    return (
      <div className={clsx('flex', price < 10_000 ? 'min-h-15' : 'min-h-22', 'flex-col justify-center')}>
        <p className="text-verified text-18 font-head flex items-center gap-2 font-bold">
          <Icon name="badge-check" className="size-6" />
          {ownership}
        </p>
        <p className="text-13 text-quiet">
          {ownership === ownProjectText ? 'Buyers get later releases too.' : 'Later releases included.'}
        </p>
      </div>
    )
  return (
    <div className={clsx('flex', place)}>
      <PriceTag amount={price} size="large" />
      <p className="text-13 text-quiet min-w-min flex-1">
        {price > 0 ? (
          <>
            <span>Later releases included, </span>
            <span className="whitespace-nowrap">{`${refundDays}-day refund.`}</span>
          </>
        ) : (
          <span>Later releases included.</span>
        )}
      </p>
    </div>
  )
}

/** The price of the report; nothing for those who own it, because the title beside it is as high. */
export function ReportPrice({ project }: { project: Project }) {
  if (useOwnership(project, 'report')) return null
  return <span className="font-head text-18 font-bold tabular-nums">{rupees(project.reportPrice ?? 0)}</span>
}

export function ReportActions({ project }: { project: Project }) {
  const { _id, title, reportPrice } = project
  if (useOwnership(project, 'report'))
    return <DownloadButton projectId={_id} kind="report" label="Download Report" wide />
  return (
    <>
      <ButtonLink
        to={`/checkout?project=${_id}&kind=report`}
        tone="quiet"
        className="hover:bg-sheet! grow px-3!"
      >
        {reportPrice === 0 ? 'Get Report Free' : 'Purchase Report'}
      </ButtonLink>
      <AddToCart item={{ projectId: _id, kind: 'report', title: `the report of ${title}` }}>
        {(isIn) => (
          <IconButton
            type="submit"
            label={isIn ? 'The report is in your cart' : 'Add the report to the cart'}
            tone="framed"
          >
            <CartIcon isIn={isIn} />
          </IconButton>
        )}
      </AddToCart>
    </>
  )
}

/** The price of code and report together; for those who own one of them an empty space of the same height. */
export function BundleOffer({ project }: { project: Project }) {
  const { _id, price, reportPrice, bundlePrice } = project
  const inSource = useOwnership(project)
  const isOwned = useOwnership(project, 'report') || inSource
  if (bundlePrice === null || bundlePrice >= price + (reportPrice ?? 0)) return null
  return (
    <ButtonLink
      to={`/checkout?project=${_id}&kind=both`}
      tone="quiet"
      wide
      className={isOwned ? 'invisible' : 'hover:bg-sheet!'}
    >{`Code and report together ${rupees(bundlePrice)}`}</ButtonLink>
  )
}

/** The main button of the label, at the bottom of a phone's screen. */
export function PurchaseBar({ project, inert }: { project: Project; inert: boolean }) {
  const { _id, price } = project
  const ownership = useOwnership(project)
  return (
    <div
      inert={inert}
      className="purchase-bar border-rule bg-sheet sticky bottom-0 z-10 mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t px-4 py-2.5 sm:px-6 lg:hidden"
    >
      {ownership ? (
        <>
          <Badge tone="verified">{ownership}</Badge>
          {ownership === ownProjectText ? (
            <ButtonLink to={ownAddress(_id)} className="grow sm:grow-0">
              <span>
                Manage<span className="max-sm:hidden"> Project</span>
              </span>
            </ButtonLink>
          ) : (
            <DownloadButton projectId={_id} tone="primary" />
          )}
        </>
      ) : (
        <>
          <PriceTag amount={price} tone="plain" />
          <ButtonLink to={`/checkout?project=${_id}`} className="grow sm:grow-0">
            {purchaseLabel(price)}
          </ButtonLink>
        </>
      )}
    </div>
  )
}

/** A context that is true where owners see their own project as buyers do. */
export const SeenAsBuyer = createContext(false)

/**
 * Returns the reason why the signed-in member need not buy a project; false for everybody else and while the server
 * renders.
 */
function useOwnership({ _id, projectOwner }: Project, kind: Item['kind'] = 'source') {
  const isOwned = useOwned(_id, kind)
  const hasSeat = useSeat(_id) !== undefined && kind === 'source'
  const isOwn = useMember()?._id === projectOwner._id && !use(SeenAsBuyer)
  return isOwn ? ownProjectText : isOwned ? 'You own this' : hasSeat && seatText
}
const ownProjectText = 'This is your project'
const seatText = 'You have a seat'
const ownAddress = (id: string) => `/owner/projects/${id}`

/** The label of the purchase button; a free project is got, not bought. */
const purchaseLabel = (price: number) => (price === 0 ? 'Get It Free' : 'Purchase Now')
