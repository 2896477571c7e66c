import { clsx } from 'clsx'
import { redirect, useRevalidator } from 'react-router'

import { counted, rupees } from '#contract/kit/format.ts'

import { DownloadButton } from '../projects/download-button.tsx'
import type { PageHandle } from '../shell/page-handle.tsx'
import { apiFor, memberApi } from '../shell/session/member-api.ts'
import { useSite } from '../shell/site.ts'
import { useReturn } from '../shell/use-return.ts'
import { useAnnouncement } from '../ui/announcer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink, IconButton } from '../ui/button.tsx'
import { useFocusAfterRemoval } from '../ui/focus.ts'
import { Icon } from '../ui/icon.tsx'
import { Page, PageHead } from '../ui/page.tsx'
import { EmptyState } from '../ui/placeholders.tsx'
import { PriceTag } from '../ui/price-tag.tsx'
import { Sheet } from '../ui/sheet.tsx'
import type { Route } from './+types/cart-page'
import {
  canBeBought,
  cartItems,
  saveQuote,
  putInCart,
  type QuotedItem,
  removeFromCart,
  reportsInCart,
  titleInCart,
  useChangesOfCart,
} from './cart.ts'
import { ItemLabels, TotalLabel, WithEveryOrder } from './order-items.tsx'
import { PayMarks } from './pay-marks.tsx'
import { TillLoading } from './till-loading.tsx'

export const handle: PageHandle = {
  title: 'Cart',
  loading: 'Loading your cart...',
  shape: TillLoading,
  failure: { title: 'Your cart could not be priced', text: 'Nothing in it is lost.' },
}

/**
 * Loads the prices of the cart, which is stored in the browser; the server marks the items that cannot be bought any
 * more.
 */
export async function clientLoader({ url, request }: Route.ClientLoaderArgs) {
  if (url.searchParams.has('add')) throw await addFromAddress(url.searchParams.get('add')!)
  const items = cartItems()
  if (items.length === 0) return { items: [], total: 0, bundleSaving: 0 }
  const api = await apiFor(request)
  const quoted = await api.orders.quote({
    body: { items: items.map(({ projectId, kind }) => ({ projectId, kind })) },
  })
  saveQuote(quoted.items)
  const named = quoted.items.map((item) =>
    item.forSale ? item : { ...item, title: titleInCart(item) ?? 'A project' },
  )
  return { items: named, total: quoted.total, bundleSaving: quoted.bundleSaving }
}

export default function CartPage({ loaderData: { items, total, bundleSaving } }: Route.ComponentProps) {
  useChangesOfCart(items)
  const { revalidate } = useRevalidator()
  // Purchases on other devices are marked.
  useReturn(() => void revalidate())
  const payable = items.filter(canBeBought).length
  const unavailable = items.filter((item) => !canBeBought(item))
  const { refundDays, helpDays } = useSite()
  useFocusAfterRemoval(items.length)
  useAnnouncement(
    items.length === 0
      ? 'Nothing is in your cart now.'
      : `${counted(payable, 'item')} to buy for ${rupees(total)}`,
  )
  return (
    <Page className={payable > 0 ? 'lg:pb-8' : 'pb-8'}>
      <PageHead title="Cart" />
      {items.length === 0 ? (
        <EmptyState
          title="Your cart is empty"
          action={<ButtonLink to="/projects">Browse Projects</ButtonLink>}
        >
          Put projects here to buy several at once.
        </EmptyState>
      ) : (
        <div className="till">
          <div>
            <ItemLabels
              items={items}
              reports={reportsInCart}
              renderNote={(item) => <ItemNote item={item} />}
              renderAction={(item) => (
                <IconButton
                  label={`Remove ${item.title}`}
                  title="Remove"
                  onClick={() => removeFromCart(item)}
                >
                  <Icon name="trash-2" />
                </IconButton>
              )}
            />
            {unavailable.length > 1 && (
              <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <p className="text-14 text-quiet">{`${counted(unavailable.length, 'item')} cannot be bought.`}</p>
                <Button tone="quiet" size="small" onClick={() => removeFromCart(...unavailable)}>
                  Remove Them
                </Button>
              </div>
            )}
            {payable > 0 && (
              <TotalLabel what={`Total, ${counted(payable, 'item')}`} amount={total} bundle={bundleSaving} />
            )}
          </div>
          {payable > 0 ? (
            <Sheet
              as="section"
              aria-label="Next"
              padded
              className={clsx('till-steps flex flex-col gap-3', total === 0 && 'max-lg:hidden')}
            >
              <ButtonLink to="/checkout" size="large" wide className="max-lg:hidden">
                Checkout
              </ButtonLink>
              {total > 0 && (
                <>
                  <PayMarks />
                  <p className="text-14 text-quiet">{`Not as described? Ask for your money back within ${counted(refundDays, 'day')}; our staff decide.`}</p>
                </>
              )}
            </Sheet>
          ) : (
            <Sheet padded className="flex flex-col gap-4">
              <p>Nothing here can be bought any more.</p>
              <ButtonLink to="/projects" tone="quiet" wide>
                Browse Projects
              </ButtonLink>
            </Sheet>
          )}
          {payable > 0 && <WithEveryOrder isFree={total === 0} helpDays={helpDays} />}
        </div>
      )}
      {payable > 0 && <CheckoutBar total={total} />}
    </Page>
  )
}

/** The total in rupees and the way to the checkout, always in view on phones and tablets. */
function CheckoutBar({ total }: { total: number }) {
  return (
    <div className="purchase-bar border-rule bg-sheet sticky bottom-0 z-10 -mx-4 mt-8 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t px-4 py-2.5 sm:-mx-6 sm:px-6 lg:hidden">
      <PriceTag amount={total} tone="plain" />
      <ButtonLink to="/checkout" className="grow sm:grow-0">
        Checkout
      </ButtonLink>
    </div>
  )
}

function ItemNote({ item }: { item: QuotedItem }) {
  if (item.owned) {
    return (
      <>
        <Badge tone="verified">You own this</Badge>
        <DownloadButton projectId={item.projectId} kind={item.kind} size="small" of={item.title} />
      </>
    )
  }
  if (item.isOwn) return <Badge>Your own project</Badge>
  return item.forSale ? null : <Badge tone="stopped">No longer available</Badge>
}

/**
 * Adds the item that a page without scripts sent, as 'source {id}' or 'report {id}', and redirects to the cart's own
 * address.
 */
async function addFromAddress(chosen: string) {
  const [kind, projectId = ''] = chosen.split(' ')
  if (kind === 'source' || kind === 'report') {
    const api = await memberApi()
    const quoted = await api.orders.quote({ body: { items: [{ kind, projectId }] } }).catch(() => null)
    const { forSale, title } = quoted?.items[0] ?? {}
    if (forSale && title) putInCart({ kind, projectId, title })
  }
  return redirect('/cart')
}
