import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'

import { counted, inRupees, rupees } from '#contract/kit/format.ts'
import type { Item } from '#contract/orders/orders.ts'
import { reportAdvice } from '#contract/orders/terms.ts'
import { drawnCover } from '#contract/projects/cover.ts'

import { LanguageStrip, partLook, ProjectCover } from '../projects/project-picture.tsx'
import { StampLine } from '../projects/verification-status.tsx'
import { Button, ButtonLink, TextLink } from '../ui/button.tsx'
import { FoldedFields } from '../ui/disclosure.tsx'
import { FactRows } from '../ui/facts.tsx'
import { Field, type FieldProps } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { Label, SmallLabel } from '../ui/label.tsx'
import { EmptyState } from '../ui/placeholders.tsx'
import { PriceTag } from '../ui/price-tag.tsx'
import { Callout } from '../ui/status.tsx'
import { Breakable } from '../ui/text.tsx'
import { canBeBought, isInCart, isSame, type QuotedItem, removeFromCart } from './cart.ts'

/**
 * The items to buy, each project as one label: the report that is bought with a source is a row of the source's label.
 * With `reports` a report can be added to its source and left out again.
 */
export function ItemLabels({ items, reports, renderNote, renderAction, className }: ItemLabelsProps) {
  const sourceOf = (item: Item) => items.find((other) => isSame(other, { ...item, kind: 'source' }))
  const isRow = (item: QuotedItem) => {
    const source = item.kind === 'report' && canBeBought(item) && sourceOf(item)
    return source && hasReportRow(source)
  }
  const reportOf = (item: Item) =>
    items.find((other) => isRow(other) && isSame(other, { ...item, kind: 'report' }))
  return (
    <ul className={clsx('flex flex-col gap-3', className)}>
      {items
        .filter((item) => !isRow(item))
        .map((item) => (
          <li key={`${item.projectId} ${item.kind}`}>
            <ItemLabel
              item={item}
              note={renderNote?.(item)}
              action={renderAction?.(item)}
              below={item.kind === 'source' && reportRow(item, reportOf(item), reports)}
            />
          </li>
        ))}
    </ul>
  )
}

interface ItemLabelsProps {
  items: readonly QuotedItem[]
  reports?: ReportChoice | undefined
  /** What stands on the stub below the price. */
  renderNote?: (item: QuotedItem) => ReactNode
  /** What stands on the stub beside the price. */
  renderAction?: (item: QuotedItem) => ReactNode
  className?: string
}

/** How reports are added to what is bought, and left out of it. */
export interface ReportChoice {
  isWanted: (report: Item) => boolean
  set: (report: Item & { title: string }, isWanted: boolean) => void
}

/**
 * The small label of an item: what it is at the left; its price, a note below it and an action beside it on the stub.
 */
export function ItemLabel({ item, note, action, below }: ItemLabelProps) {
  const { projectId, kind, title, price, forSale, cover } = item
  return (
    <SmallLabel
      picture={<ItemPicture {...item} />}
      stub={
        <>
          {canBeBought(item) && <PriceTag amount={price} tone="plain" />}
          {note && <div className="label-note">{note}</div>}
          {action}
        </>
      }
      below={below}
    >
      <p className="text-13 text-quiet">{kind === 'report' ? 'project report' : 'source code'}</p>
      <p className="font-head text-16 sm:text-18 mt-0.5 leading-6! font-semibold">
        {forSale ? (
          <Link to={`/projects/${projectId}`} className="hover:underline">
            <Breakable text={title} />
          </Link>
        ) : (
          <Breakable text={title} />
        )}
      </p>
      {kind === 'report' && forSale && <p className="text-13 text-quiet mt-0.5">{reportAdvice}</p>}
      {cover?.verifiedAt && (
        <StampLine verifiedAt={cover.verifiedAt} release={cover.release ?? null} className="mt-1" />
      )}
      {cover && cover.languages.length > 0 && (
        <LanguageStrip languages={cover.languages} names="largest" className="item-strip mt-2" />
      )}
    </SmallLabel>
  )
}

interface ItemLabelProps {
  item: LabelledItem
  note?: ReactNode
  action?: ReactNode
  below?: ReactNode
}

type LabelledItem = Pick<
  QuotedItem,
  'projectId' | 'kind' | 'title' | 'price' | 'forSale' | 'owned' | 'image' | 'thumbnail'
> & {
  cover:
    | (Pick<Cover, 'category' | 'technologies' | 'languages' | 'fileTree'> &
        Partial<Pick<Cover, 'verifiedAt' | 'release'>>)
    | null
}
type Cover = NonNullable<QuotedItem['cover']>

function ItemPicture({ image, thumbnail, cover }: Pick<LabelledItem, 'image' | 'thumbnail' | 'cover'>) {
  if (image)
    return (
      <img
        src={image}
        alt=""
        width={160}
        height={100}
        className={clsx('picture-whole', partLook(thumbnail))}
      />
    )
  return cover ? (
    <ProjectCover category={cover.category} src={drawnCover(cover)} />
  ) : (
    <Icon name="file-text" className="text-quiet mx-auto h-full w-6 stroke-[1.5]" />
  )
}

/** Whether the label of a source may have a row for its report. */
const hasReportRow = (source: QuotedItem) => source.report !== null && canBeBought(source)

/** The row of a source's report; undefined when there is none to buy. */
function reportRow(source: QuotedItem, chosen: QuotedItem | undefined, reports: ReportChoice | undefined) {
  const { report, projectId, title } = source
  if (!report || !hasReportRow(source) || (!chosen && !reports)) return undefined
  const name = `the report${report.pages ? `, ${counted(report.pages, 'page')}` : ''}`
  const item = { projectId, kind: 'report' as const, title: `the report of ${title}` }
  const price = (
    <span className="ml-auto text-right">
      <span className="text-14 whitespace-nowrap tabular-nums">{rupees(report.price)}</span>
      {report.saving > 0 && (
        <span className="text-13 text-verified block whitespace-nowrap">
          {`−${inRupees(report.saving)} together`}
        </span>
      )}
    </span>
  )
  return reports ? (
    <label className="flex min-h-12 items-center gap-3 py-1.5">
      <input
        type="checkbox"
        className="tick"
        aria-label={`Add ${name}, to ${title}`}
        checked={reports.isWanted(item)}
        onChange={({ target }) => reports.set(item, target.checked)}
      />
      <span>
        <span className="block">{`Add ${name}`}</span>
        <span className="text-13 text-quiet block">{reportAdvice}</span>
      </span>
      {price}
    </label>
  ) : (
    <p className="flex min-h-12 items-center gap-3 py-1.5">
      <span>
        <span className="block first-letter:uppercase">{name}</span>
        <span className="text-13 text-quiet block">{reportAdvice}</span>
      </span>
      {price}
    </p>
  )
}

/** What every order comes with, whatever is in it. */
export const WithEveryOrder = ({ isFree, helpDays }: { isFree: boolean; helpDays: number }) => (
  <section aria-labelledby="with-order" className="till-after">
    <h2 id="with-order" className="text-18 mb-2">
      With every order
    </h2>
    <FactRows
      open
      words
      facts={[
        { term: 'download', value: 'at once, and again from My Orders' },
        { term: 'later releases', value: 'included' },
        { term: 'licence', value: <TextLink to="/verify">a file whose code anybody can check</TextLink> },
        ...(isFree
          ? []
          : [
              { term: 'help', value: `${counted(helpDays, 'day')}, free` },
              { term: 'receipt', value: 'in My Orders' },
            ]),
      ]}
    />
  </section>
)

/** The total below the items, torn off a label of its own, with the discounts above it and a note below. */
export function TotalLabel({ what, amount, bundle, coupon, note }: TotalLabelProps) {
  const isApplied = coupon && coupon.discount > 0
  return (
    <Label as="section" aria-label="Total" className="mt-3">
      <div className="flex flex-col gap-3 px-4 pt-1 pb-4 sm:px-5">
        {(bundle > 0 || isApplied) && (
          <dl className="border-rule flex flex-col gap-1.5 border-b pb-3">
            {bundle > 0 && <Saving what="Code and report together" saved={bundle} />}
            {isApplied && <Saving what={`Coupon ${coupon.code}`} saved={coupon.discount} />}
          </dl>
        )}
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span className="font-head text-18 min-w-min flex-1 font-semibold">{what}</span>
          <PriceTag amount={amount} size="large" label="" />
        </p>
        {note && <p className="text-14 text-quiet -mt-1">{note}</p>}
      </div>
    </Label>
  )
}

const Saving = ({ what, saved }: { what: string; saved: number }) => (
  <div className="text-14 flex items-baseline justify-between gap-4">
    <dt>{what}</dt>
    <dd className="text-verified whitespace-nowrap tabular-nums">{`−${inRupees(saved)}`}</dd>
  </div>
)

/** Amounts in rupees. */
interface TotalLabelProps {
  what: string
  amount: number
  bundle: number
  coupon?: { code: string; discount: number } | null
  note?: ReactNode
}

/** Names the chosen items that cannot be bought now. */
export function UnavailableItems({ left, className }: { left: readonly QuotedItem[]; className?: string }) {
  if (left.length === 0) return null
  return (
    <Callout tone="waiting" title="Left out" className={className} action={<RemoveFromCart left={left} />}>
      <Reasons left={left} />
    </Callout>
  )
}

/**
 * The checkout without items to buy. It links to My Orders when items are owned already, or when `refusal`, the answer
 * to the last attempt, says that they were just bought in another tab.
 */
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

/**
 * The field for a coupon at checkout, behind a link until it is opened; a coupon or its problem opens it. Apply prices
 * the items again; Pay does the same with a code that was not applied yet.
 */
export function CouponField({ field, isApplied, busy }: CouponFieldProps) {
  const { error, control } = field
  const isOpen = Boolean(error || control?.defaultValue)
  return (
    <FoldedFields title="Add a coupon" open={isOpen}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2">
        <Field label="Coupon" error={error} control={control}>
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
    </FoldedFields>
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
