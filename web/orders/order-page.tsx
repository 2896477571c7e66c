import { Link, useRevalidator, useSearchParams } from 'react-router'

import type { Api } from '#contract/client.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { inRupees, rupees } from '#contract/kit/rupees.ts'
import type { orders } from '#contract/orders.ts'
import type { Release } from '#contract/projects/source.ts'

import type { PageHandle } from '../page-handle.ts'
import { RecallNotice } from '../projects/recall-notice.tsx'
import { DownloadButton } from '../releases/download-button.tsx'
import { OwnReview } from '../reviews/own-review.tsx'
import { requireMember } from '../session/member-api.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { FactRows } from '../ui/data/fact-rows.tsx'
import { day } from '../ui/day.ts'
import { Callout } from '../ui/feedback/callout.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../ui/feedback/skeleton.tsx'
import { Icon } from '../ui/icon.tsx'
import { Breadcrumb } from '../ui/layout/breadcrumb.tsx'
import { Label } from '../ui/layout/label.tsx'
import { Page } from '../ui/layout/page.tsx'
import { PriceTag } from '../ui/price-tag.tsx'
import { TextLink } from '../ui/text-link.tsx'
import type { Route } from './+types/order-page'
import { BoughtReleases } from './bought-releases.tsx'
import { DocumentButton } from './document-button.tsx'
import { LicenceButton } from './licence/licence-button.tsx'
import { OrderStatus } from './order-status.tsx'
import { noteBought } from './owned.ts'
import { actOnRefund } from './refund/act.ts'
import { RefundSection } from './refund/refund-section.tsx'
import { actOnRun } from './run/act.ts'
import { RunSection } from './run/run-section.tsx'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? `Order ${loaderData.order.number}` : 'Your order'} | Readymade` },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const api = await requireMember(request)
  const of = { params: { id: params.id } }
  const { order } = await api.orders.get(of)
  noteBought([order])
  const isSource = order.kind === 'source' && order.allowed.includes('download')
  const [releases, refund, review, run] = await Promise.all([
    isSource ? releasesOf(api, order.projectId) : [],
    order.amount > 0 && order.completedAt ? api.refundRequests.get(of) : undefined,
    isSource ? api.reviews.mine({ params: { id: order.projectId } }) : undefined,
    order.kind === 'source' && order.completedAt ? api.runAnswers.get(of) : undefined,
  ])
  return { order, releases, refund: refund?.refund, review, run }
}
clientLoader.hydrate = true as const

/** What the owner says of each release. The order itself is there without it too. */
const releasesOf = (api: Api, projectId: string): Promise<readonly Release[]> =>
  api.source.releases({ params: { id: projectId } }).then(
    ({ releases }) => releases,
    () => [],
  )

export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const api = await requireMember(request)
  const form = await request.formData()
  return form.get('intent') === 'run' ? actOnRun(api, params.id, form) : actOnRefund(api, params.id, form)
}

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { order, releases, refund, review, run } = loaderData
  const { revalidate } = useRevalidator()
  const loadAgain = () => void revalidate()
  const isNew = useSearchParams()[0].has('new')
  return (
    <Page className="pt-6 pb-8">
      <Steps />
      {isNew && order.completedAt && (
        <Callout
          tone="verified"
          className="mt-5"
          title={order.amount > 0 ? 'Payment received' : 'It is yours'}
        >
          {order.amount > 0 && 'Thank you. '}Your download is ready, and stays in your profile.
        </Callout>
      )}
      <div className="mt-5 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
        <div className="min-w-0">
          <p className="text-13 text-quiet font-mono">Order {order.number}</p>
          <h1 className="text-28 md:text-36 mt-2 tracking-[-0.02em] text-balance">{order.projectTitle}</h1>
          <Link to={`/projects/${order.projectId}`} className="mt-5 block">
            <Picture image={order.image} title={order.projectTitle} />
          </Link>
        </div>
        <OrderLabel order={order} onDownloaded={loadAgain} />
        {(releases.length > 0 || review || refund || run || order.recall) && (
          <div className="flex min-w-0 flex-col gap-12">
            {order.recall && <RecallNotice recall={order.recall} />}
            <BoughtReleases
              projectId={order.projectId}
              releases={releases}
              bought={order.release}
              onDownloaded={loadAgain}
            />
            {run && <RunSection answer={run.answer} mayAnswer={run.mayAnswer} />}
            {review && <OwnReview projectId={order.projectId} review={review.review} />}
            {refund && <RefundSection refund={refund} />}
          </div>
        )}
      </div>
    </Page>
  )
}

/** The label of a thing after it was ordered: what can be done with it, and the facts of its purchase. The price of what is yours has been torn off. */
function OrderLabel({ order, onDownloaded }: { order: Shown; onDownloaded: () => void }) {
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
    creditNote,
    allowed,
  } = order
  const isYours = allowed.includes('download')
  return (
    <Label
      aria-label="Your order"
      className="lg:sticky lg:top-20 lg:row-span-2"
      head={<span>{order.number}</span>}
      top={
        isYours ? undefined : (
          <div className="flex flex-col gap-4 px-5 pt-2 pb-5">
            <PriceTag amount={amount} size="large" tone={allowed.includes('pay') ? 'saffron' : 'plain'} />
            <OrderStatus status={status} />
            <NextStep order={order} onDownloaded={onDownloaded} />
          </div>
        )
      }
    >
      {isYours && (
        <div className="flex flex-col gap-4 px-5 pt-4 pb-5">
          <OrderStatus status={status} />
          <NextStep order={order} onDownloaded={onDownloaded} />
        </div>
      )}
      <FactRows
        className="border-rule border-t px-5 py-1"
        facts={[
          { term: 'what', value: kind === 'report' ? 'project report' : 'source code' },
          { term: 'ordered', value: day(orderDate) },
          ...(completedAt ? [{ term: amount > 0 ? 'paid' : 'yours since', value: day(completedAt) }] : []),
          ...pricesOf(order),
          ...(payment.orders > 1
            ? [
                {
                  term: 'payment',
                  value: (
                    <TextLink to={`/orders/payments/${paymentId}`}>
                      {rupees(payment.amount)} for {payment.orders} orders
                    </TextLink>
                  ),
                },
              ]
            : []),
          ...(invoice ? [{ term: 'invoice', value: invoice }] : []),
          ...(creditNote ? [{ term: 'credit note', value: creditNote }] : []),
        ]}
      />
      {invoice && (
        <div className="border-rule flex flex-wrap gap-2 border-t p-5">
          <DocumentButton orderId={_id} kind="invoice" number={invoice} />
          {creditNote && <DocumentButton orderId={_id} kind="credit note" number={creditNote} />}
        </div>
      )}
    </Label>
  )
}

/** The price; with a coupon, what it took off and what was left to pay. */
const pricesOf = ({ amount, listPrice, discount, coupon, completedAt }: Shown) =>
  discount === 0
    ? [{ term: 'price', value: rupees(amount) }]
    : [
        { term: 'price', value: inRupees(listPrice) },
        { term: `coupon ${coupon ?? ''}`, value: `−${inRupees(discount)}` },
        { term: completedAt ? 'you paid' : 'to pay', value: inRupees(amount) },
      ]

function NextStep({ order, onDownloaded }: { order: Shown; onDownloaded: () => void }) {
  const { allowed, projectId, kind, amount, paymentId, status, payment, newRelease } = order
  if (allowed.includes('download'))
    return (
      <>
        <p className="text-verified text-28 font-head flex items-center gap-2.5 font-bold">
          <Icon name="badge-check" className="size-7" />
          Yours
        </p>
        {newRelease !== null && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone="verified">New release</Badge>
            <span className="text-14 text-quiet">Download gets release {newRelease}.</span>
          </p>
        )}
        <DownloadButton
          projectId={projectId}
          kind={kind}
          tone="primary"
          size="large"
          wide
          onDone={onDownloaded}
        />
        <LicenceButton order={order} />
      </>
    )
  if (allowed.includes('pay'))
    return (
      <ButtonLink to={`/orders/payments/${paymentId}`} size="large" wide>
        Pay {rupees(payment.amount)}
      </ButtonLink>
    )
  if (status === 'failed')
    return (
      <>
        <p>Nothing was charged.</p>
        <ButtonLink to={`/checkout?payment=${paymentId}`} size="large" wide>
          Retry
        </ButtonLink>
      </>
    )
  if (status === 'cancelled') return <p>{amount > 0 ? 'Nothing was delivered.' : 'It was not delivered.'}</p>
  return null
}

/** The project's first picture, or its name's place. */
function Picture({ image, title }: { image: string | null; title: string }) {
  if (!image)
    return (
      <span className="border-rule bg-sunk rounded-sheet text-quiet flex aspect-16/10 items-center justify-center border">
        <Icon name="file-text" className="size-10 stroke-[1.5]" />
        <span className="sr-only">{title}</span>
      </span>
    )
  return (
    <img
      src={image.replace('/320.', '/1280.')}
      alt={title}
      width={1280}
      height={800}
      className="border-rule rounded-sheet aspect-16/10 w-full border object-cover object-top"
    />
  )
}

const Steps = () => (
  <Breadcrumb
    steps={[
      { label: 'Profile', to: '/profile' },
      { label: 'My Orders', to: '/profile?tab=orders' },
      { label: 'Order' },
    ]}
  />
)

export function HydrateFallback() {
  return (
    <Page className="pt-6 pb-8">
      <Steps />
      <Loading
        text="Loading your order..."
        className="mt-5 grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10"
      >
        <Skeleton className="h-96" />
        <Skeleton className="h-72" />
      </Loading>
    </Page>
  )
}

export function ErrorBoundary() {
  return (
    <Page>
      <ErrorState
        as="h1"
        title="This order could not be shown"
        action={<ButtonLink to="/profile?tab=orders">My Orders</ButtonLink>}
      />
    </Page>
  )
}

type Shown = Reply<typeof orders.get>['order']
