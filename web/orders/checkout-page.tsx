import { type SubmitEvent, useMemo } from 'react'
import {
  Form,
  redirect,
  replace,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
  useSubmit,
} from 'react-router'

import type { Api } from '#contract/client.ts'
import { counted, inRupees, rupees } from '#contract/kit/format.ts'
import { states } from '#contract/money/tax-ids.ts'
import { type Item, itemKinds, orders } from '#contract/orders/orders.ts'
import { checkoutSentence, licenceInShort } from '#contract/orders/terms.ts'

import { formAction } from '../shell/form/action-form.tsx'
import { constraintsOf } from '../shell/form/constraints.ts'
import { randomKey } from '../shell/form/draft.ts'
import { type FormAnswer, textIn, useForm } from '../shell/form/use-form.ts'
import type { PageHandle } from '../shell/page-handle.tsx'
import { apiContext } from '../shell/session/api.ts'
import { useSite } from '../shell/site.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/inputs.tsx'
import { notify } from '../ui/notices.tsx'
import { Page, PageHead } from '../ui/page.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Callout } from '../ui/status.tsx'
import { Step, StepList } from '../ui/steps.tsx'
import type { Route } from './+types/checkout-page'
import {
  canBeBought,
  cartItems,
  markPaymentStarted,
  reportsInCart,
  saveQuote,
  titleInCart,
  useCart,
  useChangesOfCart,
} from './cart.ts'
import {
  CouponField,
  ItemLabels,
  NothingToBuy,
  type ReportChoice,
  TotalLabel,
  UnavailableItems,
  WithEveryOrder,
} from './order-items.tsx'
import { useRefreshOwned } from './owned.ts'
import { PayMarks } from './pay-marks.tsx'
import { startPayment, payProblem } from './pay.ts'
import { TillLoading } from './till-loading.tsx'

export const handle: PageHandle = {
  title: 'Checkout',
  loading: 'Loading checkout...',
  shape: TillLoading,
  failure: { title: 'Checkout could not be opened', text: 'Nothing was charged.' },
}

/** Loads the quote for the project in the address, for the items of the payment in the address, or for the cart. */
export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const url = new URL(request.url)
  const items = await itemsFor(api, url)
  const coupon = couponIn(url)
  const [quoted, { user }, { paymentId }] = await Promise.all([
    api.orders.quote({ body: { items, ...(coupon && { coupon }) } }),
    api.accounts.profile(),
    // A phone may have thrown this page away while its payer was in the app of the bank.
    items.length > 0 ? api.orders.onItsWay({ body: { items } }).catch(notAsked) : notAsked(),
  ])
  if (paymentId) throw replace(`/orders/payments/${paymentId}`)
  saveQuote(quoted.items)
  const buyable = quoted.items.filter(canBeBought)
  return {
    items: buyable,
    left: quoted.items
      .filter((item) => !buyable.includes(item))
      .map((item) => (item.forSale ? item : { ...item, title: titleInCart(item) ?? item.title })),
    bundleSaving: quoted.bundleSaving,
    coupon: quoted.coupon,
    total: quoted.total,
    gst: quoted.gst,
    gstPercent: quoted.gstPercent,
    state: user.address.state ?? '',
    key: randomKey(),
  }
}

const constraints = constraintsOf(orders.checkout.body)

/**
 * Applies a coupon or starts the payment. When the server does not answer, the page keeps its values and its key for
 * another attempt at the same payment.
 */
export const clientAction = formAction(payProblem, async ({ api, form, request }) => {
  const coupon = textIn(form, 'coupon')
  const priced = replace(withCoupon(request.url, coupon))
  if (textIn(form, 'intent') === 'coupon') return priced
  const items = (JSON.parse(textIn(form, 'items')) as Item[]).map(({ projectId, kind }) => ({
    projectId,
    kind,
  }))
  const total = Number(textIn(form, 'total'))
  if (coupon.toUpperCase() !== textIn(form, 'applied')) {
    // Buyers see the discount of their coupon before they pay.
    const quoted = await api.orders.quote({ body: { items, ...(coupon && { coupon }) } })
    if (quoted.coupon?.problem) return priced
    if (quoted.total !== total) {
      notify(`The total is ${inRupees(quoted.total)} now. Press Pay if that is right.`)
      return priced
    }
  }
  const { payment } = await api.orders.checkout({
    body: {
      items,
      // Free items need no State.
      state: total > 0 ? textIn(form, 'state') || undefined : undefined,
      coupon: coupon || undefined,
      idempotencyKey: textIn(form, 'key'),
      expectedTotal: total,
    },
  })
  markPaymentStarted(items)
  return payment.status === 'created' ? startPayment(payment) : redirect(`/orders/payments/${payment._id}`)
})

export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, left, bundleSaving, coupon, total, gst, gstPercent, state, key } = loaderData
  const { sellsAs, helpDays } = useSite()
  const { state: navigationState, formData } = useNavigation()
  const busy = navigationState !== 'idle' && formData ? (formData.get('intent') ?? 'pay') : undefined
  // The answer keeps its identity until there is a new one, so that the focus moves once.
  const answer = useMemo(() => answerOf(actionData, coupon?.problem), [actionData, coupon])
  const { ref, message, field } = useForm(constraints, answer, 'checkout')
  const applyInPlace = useApplyInPlace()
  const { revalidate, state: revalidation } = useRevalidator()
  useRefreshOwned('checkout', () => void revalidate())
  const reports = useReports()
  useChangesOfCart(reports?.isCart ? [...items, ...left] : undefined)
  // What is ticked is what is paid for: until it is priced, nothing can be.
  const isPricing = revalidation !== 'idle' || (navigationState === 'loading' && !formData)
  if (items.length === 0) {
    return (
      <Page>
        <NothingToBuy left={left} refusal={message?.children} />
      </Page>
    )
  }
  return (
    <Page className="pb-8">
      <PageHead title="Checkout" />
      <Form ref={ref} method="post" noValidate onSubmit={applyInPlace} className="till">
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="total" value={total} />
        <input type="hidden" name="items" value={JSON.stringify(items)} />
        <input type="hidden" name="applied" value={coupon?.problem === null ? coupon.code : ''} />
        <div>
          <UnavailableItems left={left} className="mb-3" />
          <ItemLabels items={items} reports={reports} className="item-lines" />
          <TotalLabel
            what="To pay"
            amount={total}
            bundle={bundleSaving}
            coupon={coupon}
            note={
              total > 0 &&
              (gstPercent !== null
                ? `It contains ${gstPercent}% GST (${inRupees(gst)}). You get a tax invoice.`
                : sellsAs === 'marketplace'
                  ? 'Each owner sells their own work; the price contains any tax of theirs. You get a receipt.'
                  : 'No tax is charged: we are not registered for GST. You get a receipt.')
            }
          />
        </div>
        <div className="till-steps till-parts">
          {message && <Callout tone="stopped" {...message} />}
          {/* What was chosen there is not lost while a price is 0. */}
          <div hidden={total === 0 && !coupon}>
            <Sheet as="section" aria-label="Payment">
              <StepList>
                <li hidden={total === 0}>
                  <Field
                    label="State"
                    hint={
                      gstPercent === null
                        ? 'Your receipt names the State you live in.'
                        : 'GST rules ask for the State you live in: it is the place of supply on your invoice.'
                    }
                    {...field('state', state)}
                    required={total > 0}
                  >
                    <Select placeholder="Choose" options={states} autoComplete="address-level1" />
                  </Field>
                </li>
                <li>
                  <CouponField
                    field={field('coupon', coupon?.code)}
                    isApplied={coupon?.problem === null}
                    busy={busy}
                  />
                </li>
                {total > 0 && <Step title="Pay" aside={<PayMarks />} />}
              </StepList>
            </Sheet>
          </div>
          <div className="till-pay purchase-bar">
            <Terms />
            <Button
              type="submit"
              size="large"
              wide
              pending={busy === 'pay' || isPricing}
              pendingText="One moment..."
            >
              {total === 0 ? 'Get It Free' : `Pay ${rupees(total)}`}
            </Button>
          </div>
          <CheckoutNote isFree={total === 0} />
        </div>
        <WithEveryOrder isFree={total === 0} helpDays={helpDays} />
      </Form>
    </Page>
  )
}

/** Handles the submission of a coupon without scrolling to the top of the page. */
function useApplyInPlace() {
  const submit = useSubmit()
  return (event: SubmitEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent
    if (!(submitter instanceof HTMLButtonElement) || submitter.value !== 'coupon') return
    event.preventDefault()
    void submit(submitter, { preventScrollReset: true })
  }
}

async function itemsFor(api: Api, { searchParams }: URL): Promise<Item[]> {
  const [project, id] = [searchParams.get('project'), searchParams.get('payment')]
  if (project) {
    const kind = searchParams.get('kind')
    if (kind === 'both') return itemKinds.map((each) => ({ projectId: project, kind: each }))
    return [{ projectId: project, kind: kind === 'report' ? 'report' : 'source' }]
  }
  const chosen = id ? (await api.orders.payment({ params: { id } })).payment.orders : cartItems()
  return chosen.map(({ projectId, kind }) => ({ projectId, kind }))
}

const notAsked = () => ({ paymentId: null })

const couponIn = ({ searchParams }: URL) => searchParams.get('coupon')?.trim().slice(0, 40)

/** The address of this page with another coupon or without one, so that a reload and Back keep the coupon. */
function withCoupon(address: string, coupon: string): string {
  const { pathname, searchParams } = new URL(address)
  searchParams.delete('index')
  if (coupon) searchParams.set('coupon', coupon)
  else searchParams.delete('coupon')
  return `${pathname}?${searchParams}`
}

/** The server's answer to the last attempt; otherwise the problem of the coupon. */
function answerOf(result: FormAnswer | undefined, problem: string | null | undefined): FormAnswer {
  if (result?.message) return result
  return problem ? { message: problem, fields: { coupon: problem } } : {}
}

const [before, after] = checkoutSentence.split('terms')

/** The terms that a buyer accepts with the button below them. */
const Terms = () => (
  <p className="text-13 text-quiet lg:text-14">
    {before}
    <TextLink to="/support/terms">terms</TextLink>
    {after}
  </p>
)

/** The conditions of the order below its button: the charge or the refund in a line, the rest on demand. */
function CheckoutNote({ isFree }: { isFree: boolean }) {
  const { refundDays } = useSite()
  return (
    <div className="till-note text-14 text-quiet">
      <p>
        {isFree
          ? 'Nothing is charged.'
          : `Not as described? Ask for your money back within ${counted(refundDays, 'day')}; our staff decide.`}
      </p>
      <details className="[&[open]]:pb-3">
        <summary className="fold-link link-rule">The licence in short</summary>
        <p className="mt-2">{licenceInShort}</p>
        <p className="mt-2">
          If you hand the project in, keep to the rules of your institute and say what is not your own work.
        </p>
      </details>
    </div>
  )
}

/**
 * How reports are added and left out: in the cart, or in the address of one project. Undefined for the items of a
 * payment, which are repeated as they were, and when another tab has emptied the cart, by paying for it or otherwise.
 */
function useReports(): (ReportChoice & { isCart: boolean }) | undefined {
  const { location } = useNavigation()
  const here = useLocation()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const isEmpty = useCart().length === 0
  const asked = new URLSearchParams((location ?? here).search)
  if (asked.has('payment')) return undefined
  if (!asked.has('project')) {
    if (isEmpty) return undefined
    return {
      isCart: true,
      isWanted: reportsInCart.isWanted,
      set: (report, isWanted) => {
        reportsInCart.set(report, isWanted)
        void revalidate()
      },
    }
  }
  return {
    isCart: false,
    isWanted: () => asked.get('kind') === 'both',
    set: (_report, isWanted) => {
      if (isWanted) asked.set('kind', 'both')
      else asked.delete('kind')
      void navigate({ search: String(asked) }, { replace: true, preventScrollReset: true })
    },
  }
}
