import { replace, useSearchParams } from 'react-router'

import { ActionForm, formAction, useActionForm } from '../shell/form/action-form.tsx'
import { textIn } from '../shell/form/use-form.ts'
import type { PageHandle } from '../shell/page-handle.tsx'
import { apiContext } from '../shell/session/api.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { FactRows } from '../ui/facts.tsx'
import { Label } from '../ui/label.tsx'
import { PriceTag } from '../ui/price-tag.tsx'
import { Callout } from '../ui/status.tsx'
import type { Route } from './+types/sandbox-page'
import { failedAddress, sendGatewayCallback } from './pay.ts'

export const handle: PageHandle = {
  title: 'Sandbox payment',
  failure: {
    title: 'The sandbox did not answer',
    missing: 'There is no such payment',
    to: '/profile?tab=orders',
    label: 'My Orders',
  },
}

export async function loader({ context, params }: Route.LoaderArgs) {
  return context.get(apiContext).sandbox.show({ params: { orderId: params.orderId } })
}

/**
 * Plays the payer, then does what the gateway's window would do: sends the signed callback and leads back. It replaces
 * its history entry, because that window has none either.
 */
export const clientAction = formAction('The sandbox did not answer', async ({ api, form, request }) => {
  const returnAddress = paymentAddress(new URL(request.url).searchParams)
  const pressed = textIn(form, 'outcome')
  const outcome = pressed === 'succeed' || pressed === 'again' ? pressed : 'fail'
  const { callback } = await api.sandbox.pay({
    params: { orderId: textIn(form, 'order') },
    body: { outcome },
  })
  if (!callback) return replace(failedAddress(returnAddress))
  await sendGatewayCallback(callback)
  return replace(returnAddress)
})

export default function SandboxPage({
  loaderData: { amount, description, status },
  params,
}: Route.ComponentProps) {
  const form = useActionForm({})
  const outcome = form.sent?.get('outcome')
  const isPaid = status === 'paid'
  const other = isPaid ? 'again' : 'fail'
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-120 flex-col justify-center px-4 py-10">
      <Label
        as="section"
        aria-label="Sandbox payment"
        head={
          <>
            <span>Sandbox</span>
            <span>no real money</span>
          </>
        }
        top={
          <div className="flex flex-col gap-4 px-5 pt-2 pb-5">
            <h1 className="text-22">{description}</h1>
            <PriceTag amount={amount} size="large" label="To pay" />
          </div>
        }
      >
        <div className="flex flex-col gap-4 px-5 pt-2 pb-5">
          <FactRows
            facts={[
              { term: 'order', value: params.orderId },
              { term: 'payee', value: 'Readymade' },
            ]}
          />
          {isPaid && <Callout tone="verified">This order is paid.</Callout>}
          <ActionForm form={form} className="grid grid-cols-2 gap-2">
            <input type="hidden" name="order" value={params.orderId} />
            {!isPaid && (
              <Button
                type="submit"
                name="outcome"
                value="succeed"
                size="large"
                className="col-span-2"
                needsScripts
                pending={outcome === 'succeed'}
                pendingText="Paying..."
              >
                Succeed
              </Button>
            )}
            <Button
              type="submit"
              name="outcome"
              value={other}
              tone="quiet"
              needsScripts
              pending={outcome === other}
              pendingText={isPaid ? 'Paying...' : undefined}
            >
              {isPaid ? 'Pay Again' : 'Fail'}
            </Button>
            <CloseLink />
          </ActionForm>
          {isPaid && (
            <p className="text-14 text-quiet">
              Pay Again does what a payer does in two tabs. The second payment is returned by itself.
            </p>
          )}
        </div>
      </Label>
    </main>
  )
}

/** The link that leaves without paying; the payment stays open. */
function CloseLink() {
  const [params] = useSearchParams()
  return (
    <ButtonLink to={paymentAddress(params)} tone="quiet">
      Close
    </ButtonLink>
  )
}

function paymentAddress(params: URLSearchParams): string {
  const payment = params.get('payment') ?? ''
  return /^[0-9a-f-]{36}$/.test(payment) ? `/orders/payments/${payment}` : '/profile?tab=orders'
}
