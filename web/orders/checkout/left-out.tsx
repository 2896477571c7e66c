import { useRevalidator } from 'react-router'

import { isInCart, removeFromCart } from '../../cart/cart.ts'
import type { QuotedItem } from '../../cart/quoted.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** Names what was chosen and cannot be bought now, above what can. */
export function LeftOut({ left }: { left: readonly QuotedItem[] }) {
  if (left.length === 0) return null
  return (
    <Callout tone="waiting" title="Left out" action={<TakeOut left={left} />}>
      <Reasons left={left} />
    </Callout>
  )
}

/** The checkout of nothing: what is owned already is found among the orders, also what was paid for in another tab just now, as the `refusal` of the last press says. */
export function NothingToBuy({
  left,
  refusal,
}: {
  left: readonly QuotedItem[]
  refusal?: string | undefined
}) {
  const isOwned = refusal !== undefined || left.some(({ owned }) => owned)
  return (
    <EmptyState
      as="h1"
      title="There is nothing to buy"
      action={
        <>
          {isOwned ? (
            <ButtonLink to="/profile?tab=orders">My Orders</ButtonLink>
          ) : (
            <ButtonLink to="/projects">Browse Projects</ButtonLink>
          )}
          <TakeOut left={left} />
        </>
      }
    >
      {left.length > 0 ? <Reasons left={left} /> : (refusal ?? 'Your cart is empty.')}
    </EmptyState>
  )
}

/** One press takes all that cannot be bought out of the cart, where it came from there. */
function TakeOut({ left }: { left: readonly QuotedItem[] }) {
  const { revalidate } = useRevalidator()
  const inCart = left.filter(isInCart)
  if (inCart.length === 0) return null
  const takeOut = () => {
    removeFromCart(...inCart)
    void revalidate()
  }
  return (
    <Button tone="quiet" onClick={takeOut}>
      Remove From Cart
    </Button>
  )
}

const Reasons = ({ left }: { left: readonly QuotedItem[] }) => (
  <ul className="flex flex-col gap-2">
    {left.map((item) => (
      <li key={`${item.projectId} ${item.kind}`} className="break-words">
        {item.kind === 'report' ? `${item.title}, report` : item.title} {reason(item)}
      </li>
    ))}
  </ul>
)

const reason = ({ owned, isOwn }: QuotedItem) =>
  owned ? 'is yours already.' : isOwn ? 'is your own project.' : 'is no longer available.'
