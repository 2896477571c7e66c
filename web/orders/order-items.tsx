import type { ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'

import { inRupees, rupees } from '#contract/format.ts'
import { coverRows } from '#contract/projects/pictures.ts'

import { ProjectCover } from '../projects/project-picture.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field, type FieldProps } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { EmptyState } from '../ui/placeholders.tsx'
import { Callout } from '../ui/status.tsx'
import { Breakable } from '../ui/text.tsx'
import { canBeBought, isInCart, type QuotedItem, removeFromCart } from './cart.ts'

/** A row for one item to buy: picture, title, kind and price. */
export function ItemRow({
  item,
  note,
  children,
}: {
  item: QuotedItem
  note?: ReactNode
  children?: ReactNode
}) {
  const { projectId, kind, title, price, image, forSale } = item
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 py-4 max-sm:gap-x-2.5 sm:has-[>:nth-child(4)]:grid-cols-[auto_minmax(0,1fr)_auto_auto]">
      <div className="cover-close border-rule bg-sunk rounded-field aspect-16/10 w-24 overflow-hidden border max-sm:row-span-2 max-sm:w-18 max-sm:self-start">
        {image ? (
          <img src={image} alt="" width={96} height={60} className="picture-whole" />
        ) : item.cover ? (
          <ProjectCover category={item.cover.category} rows={coverRows(item.cover)} />
        ) : (
          <Icon name="file-text" className="text-quiet mx-auto h-full w-5 stroke-[1.5] sm:w-6" />
        )}
      </div>
      <div className="min-w-0">
        {forSale ? (
          <Link to={`/projects/${projectId}`} className="font-semibold hover:underline">
            <Breakable text={title} />
          </Link>
        ) : (
          <span className="font-semibold">
            <Breakable text={title} />
          </span>
        )}
        <p className="text-13 text-quiet mt-0.5 font-mono">
          {kind === 'report' ? 'project report' : 'source code'}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-2">
        {canBeBought(item) && (
          <span className="text-14 font-mono tabular-nums max-sm:ml-auto">{rupees(price)}</span>
        )}
        {note}
      </div>
      {children}
    </li>
  )
}

/** The discounts above a total, one line each; renders nothing without a discount. */
export function Savings({ bundle, coupon }: SavingsProps) {
  const isApplied = coupon && coupon.discount > 0
  if (bundle === 0 && !isApplied) return null
  return (
    <dl className="text-14 flex flex-col gap-1.5">
      {bundle > 0 && <Line what="Code and report together" saved={bundle} />}
      {isApplied && <Line what={`Coupon ${coupon.code}`} saved={coupon.discount} />}
    </dl>
  )
}

const Line = ({ what, saved }: { what: string; saved: number }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt>{what}</dt>
    <dd className="text-verified font-mono whitespace-nowrap tabular-nums">{`−${inRupees(saved)}`}</dd>
  </div>
)

/** The discounts, in rupees. */
interface SavingsProps {
  bundle: number
  coupon?: { code: string; discount: number } | null
}

/** Names the chosen items that cannot be bought now. */
export function UnavailableItems({ left }: { left: readonly QuotedItem[] }) {
  if (left.length === 0) return null
  return (
    <Callout tone="waiting" title="Left out" action={<RemoveFromCart left={left} />}>
      <Reasons left={left} />
    </Callout>
  )
}

/** The checkout without items to buy. It links to My Orders when items are owned already, or when `refusal`, the answer to the last attempt, says that they were just bought in another tab. */
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
          <RemoveFromCart left={left} />
        </>
      }
    >
      {left.length > 0 ? <Reasons left={left} /> : (refusal ?? 'Your cart is empty.')}
    </EmptyState>
  )
}

/** A button that removes the items from the cart; renders nothing when none of them is in it. */
function RemoveFromCart({ left }: { left: readonly QuotedItem[] }) {
  const { revalidate } = useRevalidator()
  const inCart = left.filter(isInCart)
  if (inCart.length === 0) return null
  const remove = () => {
    removeFromCart(...inCart)
    void revalidate()
  }
  return (
    <Button tone="quiet" onClick={remove}>
      Remove From Cart
    </Button>
  )
}

const Reasons = ({ left }: { left: readonly QuotedItem[] }) => (
  <ul className="flex flex-col gap-2">
    {left.map((item) => (
      <li key={`${item.projectId} ${item.kind}`} className="break-words">
        {`${item.kind === 'report' ? `${item.title}, report` : item.title} ${reason(item)}`}
      </li>
    ))}
  </ul>
)

const reason = ({ owned, isOwn }: QuotedItem) =>
  owned ? 'is yours already.' : isOwn ? 'is your own project.' : 'is no longer available.'

/** The field for a coupon at checkout. Apply prices the items again; Pay does the same with a code that was not applied yet. */
export function CouponField({ field, isApplied, busy }: CouponFieldProps) {
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2">
      <Field label="Coupon" error={field.error} control={field.control}>
        <TextInput
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono uppercase placeholder:normal-case"
        />
      </Field>
      <Button
        type="submit"
        name="intent"
        value="coupon"
        tone="quiet"
        className="mt-7"
        pending={busy === 'coupon'}
        pendingText="Looking..."
      >
        Apply
      </Button>
      {isApplied && (
        <Button
          type="submit"
          name="intent"
          value="coupon"
          tone="link"
          size="small"
          className="col-start-1 justify-self-start"
          onClick={clearCoupon}
        >
          Remove Coupon
        </Button>
      )}
    </div>
  )
}

/** Clears the coupon before the form is sent, and focuses the field, because the button disappears. */
function clearCoupon({ currentTarget: { form } }: { currentTarget: HTMLButtonElement }) {
  const code = form!.elements.namedItem('coupon') as HTMLInputElement
  code.value = ''
  code.dispatchEvent(new Event('input', { bubbles: true }))
  code.focus()
}

interface CouponFieldProps {
  field: Pick<FieldProps, 'error' | 'control'>
  /** The coupon in the field is applied. */
  isApplied: boolean
  /** The value of the button whose submission is in progress. */
  busy: unknown
}
