import { clsx } from 'clsx'

import type { Reply } from '#contract/kit/endpoint.ts'
import { day, inRupees, rupees } from '#contract/kit/format.ts'
import { documentNameInSentence } from '#contract/orders/document-names.ts'
import type { orders } from '#contract/orders/orders.ts'

import { DownloadButton } from '../projects/download-button.tsx'
import { LanguageStrip } from '../projects/project-picture.tsx'
import { ActionButton } from '../shell/form/action-form.tsx'
import { SaveButton } from '../shell/save-button.tsx'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink, buttonLook, TextLink } from '../ui/button.tsx'
import { FactRows } from '../ui/facts.tsx'
import { Icon } from '../ui/icon.tsx'
import { Label, TornLabel } from '../ui/label.tsx'
import { PriceTag } from '../ui/price-tag.tsx'
import { DocumentButton } from './document-button.tsx'
import { OrderStatus } from './order-status.tsx'
import { payButtonLabel, retryAddress } from './pay.ts'

/**
 * The label of an ordered item: its next step and the facts of the purchase. Once the item can be downloaded its price
 * is torn off and 'Yours' is stamped there; with `isNew` one sees it happen.
 */
export function OrderLabel({ order, isRecalled, isNew, files, onDownloaded }: OrderLabelProps) {
  const {
    _id,
    kind,
    status,
    amount,
    orderDate,
    completedAt,
    paymentId,
    payment,
    invoice,
    invoiceKind,
    creditNote,
    allowed,
  } = order
  const isYours = allowed.includes('download')
  const what = kind === 'report' ? 'project report' : 'source code'
  const facts = (
    <>
      <FactRows
        className="border-rule border-t px-5 py-1 font-sans"
        facts={[
          ...(isYours
            ? [
                { term: 'what', value: what },
                { term: 'status', value: <OrderStatus status={status} /> },
              ]
            : []),
          { term: 'ordered', value: day(orderDate) },
          ...(completedAt ? [{ term: amount > 0 ? 'paid' : 'yours since', value: day(completedAt) }] : []),
          ...(isYours || order.discount > 0 ? pricesOf(order) : []),
          ...(payment.orders > 1 && !allowed.includes('pay')
            ? [
                {
                  term: 'payment',
                  value: (
                    <TextLink
                      to={`/orders/payments/${paymentId}`}
                    >{`${rupees(payment.amount)} for ${payment.orders} orders`}</TextLink>
                  ),
                },
              ]
            : []),
          ...(invoice && invoiceKind ? [{ term: documentNameInSentence(invoiceKind), value: invoice }] : []),
          ...(creditNote ? [{ term: 'credit note', value: creditNote }] : []),
        ]}
      />
      {invoice && invoiceKind && (
        <div className="border-rule flex flex-wrap gap-2 border-t p-5">
          <DocumentButton orderId={_id} kind={invoiceKind} number={invoice} />
          {creditNote && <DocumentButton orderId={_id} kind="credit note" number={creditNote} />}
        </div>
      )}
    </>
  )
  const step = <NextStep order={order} isRecalled={isRecalled} files={files} onDownloaded={onDownloaded} />
  if (isYours)
    return (
      <TornLabel
        aria-label="Your order"
        className={place}
        stamp={
          <p className="stamp stamp-large">
            <span>Yours</span>{' '}
            <span>{`${day(completedAt ?? orderDate)}${order.release === null ? '' : ` · release ${order.release}`}`}</span>
          </p>
        }
        leaving={isNew ? rupees(amount) : undefined}
      >
        {step}
        {order.asBought.listing && (
          <LanguageStrip
            languages={order.asBought.listing.languages}
            names="largest"
            className="border-rule border-t px-5 py-3"
          />
        )}
        {facts}
      </TornLabel>
    )
  return (
    <Label
      aria-label="Your order"
      className={place}
      head={<span className="first-letter:uppercase">{what}</span>}
      top={
        <div className="flex flex-col gap-4 px-5 pt-2 pb-5">
          <PriceTag
            amount={amount}
            size="large"
            tone={allowed.includes('pay') && payment.orders === 1 ? 'saffron' : 'plain'}
          />
          <OrderStatus status={status} />
          {step}
        </div>
      }
    >
      {facts}
    </Label>
  )
}

const place = 'lg:sticky lg:top-20 lg:col-start-2 lg:row-span-3 lg:row-start-1'

/** The price; with a coupon also its discount and the amount to pay. */
const pricesOf = ({ amount, listPrice, discount, coupon, completedAt }: Shown) =>
  discount === 0
    ? [{ term: 'price', value: rupees(amount) }]
    : [
        { term: 'price', value: inRupees(listPrice) },
        { term: `coupon ${coupon ?? ''}`, value: `−${inRupees(discount)}` },
        { term: completedAt ? 'you paid' : 'to pay', value: inRupees(amount) },
      ]

function NextStep({ order, isRecalled, files, onDownloaded }: Omit<OrderLabelProps, 'isNew'>) {
  const { allowed, projectId, kind, amount, paymentId, status, payment, newRelease } = order
  if (allowed.includes('download')) {
    if (isRecalled)
      return (
        <div className="flex flex-col gap-4 px-5 pt-3 pb-5">
          <p className="text-quiet">
            Its release was recalled. You can download the next one here when our staff have checked it.
            Questions? <TextLink to="/contact">Contact us</TextLink>.
          </p>
          <LicenceButton order={order} />
        </div>
      )
    return (
      <>
        <div className="px-5 pt-3 pb-5">
          <DownloadButton
            projectId={projectId}
            kind={kind}
            href={order.downloadUrl}
            tone="primary"
            size="large"
            wide
            onDone={onDownloaded}
          />
          {kind === 'source' && (
            <a href="#set-up" className={clsx(buttonLook({ tone: 'quiet', wide: true }), 'mt-3')}>
              Set It Up
            </a>
          )}
          <ActionButton submit={{ intent: 'computer' }} tone="link" wide className="mt-2">
            Send It to My Computer
          </ActionButton>
          {files && <p className="text-13 text-quiet mt-2 tabular-nums">{files}</p>}
          {newRelease !== null && (
            <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone="verified">New release</Badge>
              <span className="text-14 text-quiet">{`Download gets release ${newRelease}.`}</span>
            </p>
          )}
        </div>
        <div className="border-rule border-t px-5 py-4">
          <LicenceButton order={order} />
        </div>
      </>
    )
  }
  if (allowed.includes('pay'))
    return (
      <ButtonLink to={`/orders/payments/${paymentId}`} size="large" wide>
        {payButtonLabel(payment)}
      </ButtonLink>
    )
  if (payment.isHeld)
    return (
      <p>
        Your money has reached us, but not as this order asked for it. Our staff look at it; you need not pay
        again.
      </p>
    )
  if (status === 'failed')
    return (
      <>
        <p>Nothing was charged.</p>
        <ButtonLink to={retryAddress(paymentId, [order])} size="large" wide>
          Retry
        </ButtonLink>
      </>
    )
  if (status === 'cancelled')
    return (
      <>
        <p>{amount > 0 ? 'Nothing was delivered.' : 'It was not delivered.'}</p>
        <ButtonLink to="/projects" tone="quiet" wide>
          Browse Projects
        </ButtonLink>
      </>
    )
  return null
}

type Shown = Reply<typeof orders.get>['order']

interface OrderLabelProps {
  order: Shown
  /** Every release that could be downloaded was recalled. */
  isRecalled: boolean
  /** It was paid for a moment ago. */
  isNew: boolean
  /** The number and size of the files that Download gets. */
  files: string | undefined
  onDownloaded: () => void
}

/** A button that saves the licence of an order as a text file. */
const LicenceButton = ({ order }: { order: { _id: string; number: string } }) => (
  <SaveButton
    file={(api) => api.licences.file({ params: { id: order._id } })}
    name={`READYMADE-LICENCE-${order.number}.txt`}
    failure="Failed to load the licence"
    wide
    pendingText="Preparing..."
    icon={<Icon name="scale" />}
  >
    Licence
  </SaveButton>
)
