import { useEffect } from 'react'
import { NavigationType, replace, useNavigationType, useRevalidator, useSearchParams } from 'react-router'

import type { Api } from '#contract/client.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { inRupees, minute, rupees } from '#contract/kit/format.ts'
import type { orders, Payment } from '#contract/orders/orders.ts'

import { ActionForm, formAction, useActionForm } from '../shell/form/action-form.tsx'
import type { PageHandle } from '../shell/page-handle.tsx'
import { apiContext, problemOf } from '../shell/session/api.ts'
import { useAnnouncement } from '../ui/announcer.ts'
import { Button, ButtonLink, TextLink } from '../ui/button.tsx'
import { Label, TornLabel } from '../ui/label.tsx'
import { Page, PageHead } from '../ui/page.tsx'
import { PriceTag } from '../ui/price-tag.tsx'
import type { Route } from './+types/payment-page'
import { DocumentButton } from './document-button.tsx'
import { OrderStack } from './order-list.tsx'
import { orderFailure } from './order-status.tsx'
import { recordPurchases, useRefreshOwned } from './owned.ts'
import { startPayment, unreachableMessage, retryAddress } from './pay.ts'

export const handle: PageHandle = {
  title: 'Your payment',
  loading: 'Loading your payment...',
  failure: orderFailure('This payment could not be shown'),
}

/** Loads the payment. Redirects to the order's page when the payment was captured and is for one order only. */
export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const answer = await loadPayment(api, params.id)
  recordPurchases(answer.payment.orders)
  const { status, orders } = answer.payment
  const [only, ...others] = orders
  if (status === 'captured' && only?.status === 'completed' && others.length === 0)
    throw replace(`/orders/${only._id}?new`)
  return answer
}

/** Loads the payment; returns the last reply when a repeated request fails, so that the page keeps polling. */
async function loadPayment(api: Api, id: string) {
  try {
    return (lastReply = await api.orders.payment({ params: { id } }))
  } catch (thrown) {
    const { code } = problemOf(thrown)
    if (lastReply?.payment._id !== id || code === 'not_found') throw thrown
    return lastReply
  }
}
let lastReply: Reply<typeof orders.payment> | undefined

/** Starts another attempt to pay an open payment. */
export const clientAction = formAction(unreachableMessage, async ({ api, params }) => {
  const { payment } = await api.orders.payment({ params })
  return startPayment(payment)
})

export default function PaymentPage({ loaderData: { payment } }: Route.ComponentProps) {
  const form = useActionForm({})
  const [params] = useSearchParams()
  // The gateway's window knows about a failure before its event reaches the server.
  const isFailed =
    (payment.status === 'failed' && !payment.isOnItsWay) ||
    (payment.status === 'created' && !payment.isOnItsWay && params.get('tried') === 'failed')
  const isOpen = payment.status === 'created' && !isFailed
  const { title, lead } = textsFor(payment, isFailed)
  useAnnouncement(`${title}. ${lead}`)
  const totalDiscount = payment.orders.reduce((sum, { discount }) => sum + discount, 0)
  const coupon = payment.orders.find(({ discount }) => discount > 0)?.coupon
  const invoiced = payment.orders.find(({ invoice }) => invoice !== null)
  usePolling(payment.status === 'created')
  const { revalidate } = useRevalidator()
  useRefreshOwned(`${payment._id} ${payment.status}`, () => void revalidate())
  // A reload and Back show what is there, not how it came.
  const arrived = useNavigationType() !== NavigationType.Pop
  const bought = (
    <div className="px-5">
      <OrderStack orders={payment.orders} />
    </div>
  )
  const paid = payment.status === 'captured' && payment.amount > 0 && (
    <p>
      <span className="text-14 text-quiet block">Paid</span>
      <span className="font-head text-28 block font-bold tabular-nums">{rupees(payment.amount)}</span>
      {coupon && (
        <span className="text-14 text-quiet block">{`${inRupees(totalDiscount)} less with ${coupon}`}</span>
      )}
    </p>
  )
  return (
    <Page className="max-w-3xl! pb-8">
      <PageHead title={title} lead={lead} />
      {payment.gateway && !isFailed && (
        <ActionForm form={form} className="mb-6 flex flex-col items-start gap-5">
          {coupon && payment.couponHeldUntil && (
            <p className="max-w-(--container-text)">{holdText(coupon, payment.couponHeldUntil)}</p>
          )}
          <Button
            type="submit"
            size="large"
            pending={form.pending}
            pendingText="One moment..."
          >{`Pay ${rupees(payment.amount)}`}</Button>
        </ActionForm>
      )}
      {isFailed && (
        <ButtonLink to={retryAddress(payment._id, payment.orders)} size="large" className="mb-6">
          Retry
        </ButtonLink>
      )}
      {payment.status === 'cancelled' && (
        <ButtonLink to="/projects" className="mb-6">
          Browse Projects
        </ButtonLink>
      )}
      {payment.orders.some(({ allowed }) => allowed.includes('download')) ? (
        <TornLabel
          as="section"
          aria-label="Payment"
          className="-mt-8"
          stamp={
            <div className="flex w-full flex-wrap items-end justify-between gap-x-6 gap-y-3 px-5 pb-3">
              {paid}
              <p className="stamp stamp-large max-sm:mx-auto">
                <span>Yours</span>
              </p>
            </div>
          }
          leaving={arrived ? rupees(payment.amount) : undefined}
        >
          {bought}
        </TornLabel>
      ) : (
        <Label
          as="section"
          aria-label="Payment"
          head={<span>{isOpen || payment.status === 'held' ? 'Payment' : 'Not paid'}</span>}
          top={
            // A paid item shows no price tag.
            payment.status === 'captured' || payment.status === 'held' || payment.amount === 0 ? undefined : (
              <div className="px-5 pt-2 pb-5">
                <PriceTag
                  amount={payment.amount}
                  size="large"
                  tone={isOpen ? 'saffron' : 'plain'}
                  label={isOpen ? 'To pay' : 'Price'}
                />
              </div>
            )
          }
        >
          {paid && <div className="border-rule border-b px-5 pb-4">{paid}</div>}
          {bought}
        </Label>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-4">
        {invoiced?.invoice && invoiced.invoiceKind && (
          <DocumentButton
            orderId={invoiced._id}
            kind={invoiced.invoiceKind}
            number={invoiced.invoice}
            size="medium"
          />
        )}
        <TextLink to="/profile?tab=orders">All my orders</TextLink>
      </div>
    </Page>
  )
}

/** Tells how long the coupon of an open payment is held, and what becomes of money that comes later. */
function holdText(coupon: string, heldUntil: string): string {
  return new Date(heldUntil) > new Date()
    ? `The coupon ${coupon} is held for you until ${minute(heldUntil)}. Money that comes later goes back to you if the coupon cannot be used any more.`
    : `The coupon ${coupon} is no longer held for you. If it cannot be used any more when your money comes, all of it goes back to you.`
}

/** Revalidates every 3 seconds while the payment is open. */
function usePolling(open: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!open) return
    const timer = setInterval(() => void revalidate(), 3000)
    return () => clearInterval(timer)
  }, [open, revalidate])
}

/**
 * The title and lead for the status of a payment. The sentence about downloads follows the present state of its orders,
 * some of which may be refunded.
 */
function textsFor({ amount, status, isOnItsWay, orders }: Payment, isFailed: boolean) {
  const ready = orders.filter(({ allowed }) => allowed.includes('download')).length
  const lead =
    ready === 0
      ? 'What became of it is shown beside each order.'
      : ready === 1
        ? 'Your download is ready, and stays in your profile.'
        : 'Your downloads are ready, and stay in your profile.'
  if (amount === 0) return { title: ready > 1 ? 'They are yours' : 'It is yours', lead }
  if (isFailed) return statusTexts.failed
  if (isOnItsWay)
    return {
      title: 'Your payment is on its way',
      lead: 'Your bank has said yes, and the money has not reached us yet. You need not pay again: this page changes by itself.',
    }
  if (status !== 'captured') return statusTexts[status]
  if (orders.every((order) => order.status === 'refunded'))
    return { title: 'Payment refunded', lead: 'The money goes back the way you paid.' }
  if (orders.every((order) => order.status === 'cancelled'))
    return {
      title: 'Your payment goes back to you',
      lead: 'Nothing was delivered, and the money goes back the way you paid. An email tells you why.',
    }
  return { title: 'Payment received', lead: ready === 0 ? lead : `Thank you. ${lead}` }
}

const statusTexts: Record<Exclude<Payment['status'], 'captured'>, { title: string; lead: string }> = {
  created: {
    title: 'Waiting for your payment',
    lead: 'Nothing is charged until you pay. If you have just paid, this page changes by itself.',
  },
  failed: {
    title: 'The payment failed',
    lead: 'Nothing was charged. Retry takes you to the checkout, with the same items.',
  },
  cancelled: { title: 'This payment was cancelled', lead: 'Nothing was charged.' },
  held: {
    title: 'Our staff look at your payment',
    lead: 'Your money has reached us, but not as the order asked for it. You need not pay again: either you get what you ordered, or the money goes back the way you paid. You get an email when it is decided.',
  },
}
