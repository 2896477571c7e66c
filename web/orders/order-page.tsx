import { Link, NavigationType, useNavigationType, useRevalidator, useSearchParams } from 'react-router'

import type { Api } from '#contract/client.ts'
import { counted, day, sizeText } from '#contract/kit/format.ts'
import type { HelpRequest } from '#contract/orders/help.ts'
import { reportAdvice } from '#contract/orders/terms.ts'
import type { Release } from '#contract/projects/source.ts'

import { CodeQuestions } from '../projects/code-questions.tsx'
import { DownloadButton } from '../projects/download-button.tsx'
import { RecallNotice } from '../projects/recall-notice.tsx'
import { ReleaseChanges } from '../projects/source/release-changes.tsx'
import { ReleaseList } from '../projects/source/release-list.tsx'
import { formAction, formActions } from '../shell/form/action-form.tsx'
import { page } from '../shell/page-handle.tsx'
import { apiContext } from '../shell/session/api.ts'
import { TextLink } from '../ui/button.tsx'
import { Breadcrumb, Page, SectionHeading } from '../ui/page.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'
import { Callout } from '../ui/status.tsx'
import { Breakable } from '../ui/text.tsx'
import type { Route } from './+types/order-page'
import { AsBought } from './as-bought.tsx'
import { BoughtCover } from './bought-cover.tsx'
import { BoughtRun, runOfBought } from './bought-run.tsx'
import { Feedback, saveFeedback } from './feedback.tsx'
import { helpActions } from './help/help-actions.ts'
import { HelpSection } from './help/help-section.tsx'
import { OrderLabel } from './order-label.tsx'
import { orderFailure } from './order-status.tsx'
import { recordPurchases, useRefreshOwned } from './owned.ts'
import { refundActions, RefundSection } from './refund-section.tsx'
import { SeatsSection, seatActions } from './seats/seats-section.tsx'
import { SetUp, useTickedTitles } from './set-up.tsx'
import { OrderLoading } from './till-loading.tsx'
import { ZipName } from './zip-name.tsx'

const orderSteps = [
  { label: 'Profile', to: '/profile' },
  { label: 'My Orders', to: '/profile?tab=orders' },
  { label: 'Order' },
]

export const handle = page<typeof clientLoader>({
  title: (data) => (data ? `Order ${data.order.number}` : 'Your order'),
  steps: orderSteps,
  loading: 'Loading your order...',
  shape: OrderLoading,
  failure: orderFailure('This order could not be shown'),
})

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const of = { params: { id: params.id } }
  const { order } = await api.orders.get(of)
  recordPurchases([order])
  const isSource = order.kind === 'source' && order.allowed.includes('download')
  const [releases, refund, review, run, record, help, seats] = await Promise.all([
    isSource ? releasesOf(api, order.projectId) : [],
    order.amount > 0 && (order.completedAt || order.status === 'cancelled')
      ? api.refundRequests.get(of)
      : undefined,
    isSource ? api.reviews.mine({ params: { id: order.projectId } }) : undefined,
    order.kind === 'source' && order.completedAt ? api.runAnswers.get(of) : undefined,
    isSource ? runOfBought(api, order.projectId, order.setUp?.release ?? order.release) : undefined,
    order.completedAt ? helpOf(api, order._id) : undefined,
    isSource ? seatsOf(api, order._id) : undefined,
  ])
  // Money may come for an order that cannot be delivered any more; it goes back.
  const hasRefund = order.completedAt !== null || refund?.refund.money
  return { order, releases, refund: hasRefund ? refund?.refund : undefined, review, run, record, help, seats }
}

/** The releases of the project; empty when they could not be loaded, because the page works without them. */
const releasesOf = (api: Api, projectId: string): Promise<readonly Release[]> =>
  api.downloads.releases({ params: { id: projectId } }).then(
    ({ releases }) => releases,
    () => [],
  )

/** The help requests about the order; undefined when they could not be loaded, because the page works without them. */
const helpOf = (api: Api, id: string) => api.help.get({ params: { id } }).catch(() => undefined)

/** The seats of the order; undefined when they could not be loaded, because the page works without them. */
const seatsOf = (api: Api, id: string) => api.seats.ofOrder({ params: { id } }).catch(() => undefined)

/** Mails the buyer a link to the order's file, for a computer. */
const sendToComputer = formAction('Failed to send the link', async ({ api, params }) => {
  const { message } = await api.downloads.mailLink({ params })
  return message
})

export const clientAction = formActions({
  ...refundActions,
  ...helpActions,
  ...seatActions,
  feedback: saveFeedback,
  computer: sendToComputer,
})

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { order, releases, refund, review, run, record, help, seats } = loaderData
  const { codeQuestions } = order
  const asBought = order.completedAt ? order.asBought : null
  const isRecalled = order.recall !== null && releases.length === 0
  const canSetUp = order.kind === 'source' && order.allowed.includes('download') && !isRecalled
  const tickedTitles = useTickedTitles(order)
  const { revalidate } = useRevalidator()
  const loadAgain = () => void revalidate()
  useRefreshOwned(order._id, loadAgain)
  const isNew = useSearchParams()[0].has('new')
  // A reload and Back show what is there, not how it came.
  const arrived = useNavigationType() !== NavigationType.Pop
  return (
    <Page className="pt-6 pb-8">
      <Breadcrumb steps={orderSteps} />
      {isNew && order.completedAt && (
        <Callout
          tone="verified"
          shown={arrived}
          className="mt-5"
          title={order.amount > 0 ? 'Payment received' : 'It is yours'}
        >
          {`${order.amount > 0 ? 'Thank you. ' : ''}Your download is ready, and stays in your profile.`}
        </Callout>
      )}
      {order.recall && (
        <RecallNotice recall={order.recall} instructions={order.recall.instructions} className="mt-5" />
      )}
      {!order.isListed && !order.recall && (
        <Callout className="mt-5" title="This project is not listed now">
          Its owner withdrew it, or our staff have not approved it as it is now, so its page is closed.
          {order.allowed.includes('download') && (
            <span> It stays yours: download it here whenever you like.</span>
          )}
        </Callout>
      )}
      <div className="mt-5 grid items-start gap-x-10 gap-y-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr]">
        <div className="min-w-0">
          <p className="text-13 text-quiet">Order {order.number}</p>
          <h1 className="text-28 md:text-36 mt-2 tracking-[-0.02em] text-balance">
            <Breakable text={order.projectTitle} />
          </h1>
          <ZipName order={order} className="text-quiet mt-2 block" />
        </div>
        <OrderLabel
          order={order}
          isRecalled={isRecalled}
          isNew={isNew && arrived}
          files={filesOf(releases[0])}
          onDownloaded={loadAgain}
        />
        <div className="min-w-0">
          {order.isListed ? (
            <Link to={`/projects/${order.projectId}`} className="block">
              <Picture order={order} />
            </Link>
          ) : (
            <Picture order={order} />
          )}
        </div>
        {(canSetUp ||
          releases.length > 0 ||
          refund ||
          run ||
          help ||
          asBought ||
          codeQuestions.length > 0) && (
          <div className="flex min-w-0 flex-col gap-12 pt-5">
            {canSetUp && <SetUp order={order} />}
            {record && !isRecalled && <BoughtRun run={record} />}
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
            {run && (
              <Feedback
                projectId={order.projectId}
                answer={run.answer}
                review={review?.review ?? null}
                mayAnswer={run.mayAnswer}
                mayReview={order.allowed.includes('review')}
                mayAskForHelp={help?.mayOpen === true}
              />
            )}
            {help && (help.requests.length > 0 || order.status !== 'refunded') && (
              <HelpSection
                help={help}
                run={run?.answer ?? null}
                steps={canSetUp ? tickedTitles : []}
                isFree={order.amount === 0}
                projectId={order.projectId}
                isListed={order.isListed}
              />
            )}
            {seats?.isOffered && <SeatsSection seats={seats} />}
            <BoughtReleases
              projectId={order.projectId}
              releases={releases}
              bought={order.release}
              onDownloaded={loadAgain}
            />
            {refund && <RefundSection refund={refund} waitsFor={waitingHelp(help?.requests[0])} />}
            {asBought && (
              <section aria-labelledby="as-bought">
                <SectionHeading
                  id="as-bought"
                  heavy
                  title={`As it was when you ${order.amount > 0 ? 'bought' : 'got'} it`}
                  lead={`What the page said on ${day(asBought.orderedAt)}.`}
                />
                <AsBought bought={asBought} kind={order.kind} />
              </section>
            )}
          </div>
        )}
      </div>
    </Page>
  )
}

/** The open help request that keeps the money of the order waiting. */
const waitingHelp = (request: HelpRequest | undefined) =>
  request && !request.closedAt && request.refund ? { number: request.number, ...request.refund } : undefined

const filesOf = (release: Release | undefined) =>
  release && `${counted(release.fileCount, 'file')}, ${sizeText(release.totalFileSize)}`

/** The project's first picture; without one, a strip of the cover that is drawn from the listing at the purchase. */
function Picture({ order: { image, projectTitle, asBought } }: { order: OrderDetail }) {
  if (image)
    return (
      <img
        src={image.replace(/\/(320|640)\./, '/1280.')}
        alt={projectTitle}
        width={1280}
        height={800}
        className="picture-whole border-rule rounded-sheet aspect-16/10 h-auto! border sm:max-lg:aspect-16/6 sm:max-lg:object-cover sm:max-lg:object-top"
      />
    )
  return (
    <span className="border-rule bg-sunk rounded-sheet text-quiet flex aspect-16/7 items-center justify-center overflow-hidden border">
      <BoughtCover listing={asBought.listing} />
      <span className="sr-only">{projectTitle}</span>
    </span>
  )
}

type OrderDetail = Route.ComponentProps['loaderData']['order']

/**
 * The releases that a buyer may download, newest first, with their notes and the changes since the bought one. The
 * order's own button downloads the newest.
 */
function BoughtReleases({ projectId, releases, bought, onDownloaded }: BoughtReleasesProps) {
  if (releases.length === 0) return null
  return (
    <Sheet as="section" aria-label="Releases">
      <SheetHead title="Releases" />
      <ReleaseList
        releases={releases}
        isForBuyer
        renderNotes={({ number, notes, isCurrent }) => (
          <div className="mt-2 flex flex-wrap items-start justify-between gap-4">
            {notes && (
              <p className="max-w-(--container-text) min-w-0 flex-1 basis-60 break-words whitespace-pre-line">
                {notes}
              </p>
            )}
            {!isCurrent && (
              <DownloadButton
                projectId={projectId}
                release={number}
                label="Get This One"
                of={`release ${number}`}
                size="small"
                onDone={onDownloaded}
              />
            )}
          </div>
        )}
      />
      <p className="border-rule text-14 border-t px-4 py-3 sm:px-5">
        <span className="text-quiet">Did somebody change it? </span>
        <TextLink to={`/verify/files?project=${projectId}&release=${releases[0]!.number}`}>
          Check a copy
        </TextLink>
      </p>
      <ReleaseChanges
        key={releases[0]!.number}
        projectId={projectId}
        releases={releases}
        since={bought ?? undefined}
      />
    </Sheet>
  )
}

interface BoughtReleasesProps {
  projectId: string
  releases: readonly Release[]
  /** The release that was bought. */
  bought: number | null
  onDownloaded: () => void
}
