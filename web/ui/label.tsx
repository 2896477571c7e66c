import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/**
 * A punched label that tears between `top` (the price) and the rest. `head` stands left and right of the hole.
 * Without a `top` it looks as if the price had been torn off.
 */
export function Label({ as: Tag = 'aside', head, top, className, children, ...rest }: LabelProps) {
  return (
    <Tag {...rest} className={clsx('label', className)}>
      {top ? (
        <>
          <LabelTop head={head}>{top}</LabelTop>
          <div className="label-tear" />
        </>
      ) : (
        <div className="label-torn" />
      )}
      <div className="label-rest">{children}</div>
    </Tag>
  )
}

const LabelTop = ({ head, className, children }: Pick<LabelProps, 'head' | 'className' | 'children'>) => (
  <div className={clsx('label-top', className)}>
    <div className="label-head">{head}</div>
    {children}
  </div>
)

/**
 * A label whose price is torn off: `stamp` stands in its place. With `leaving`, that price, it is seen going once, and
 * then the stamp comes down.
 */
export function TornLabel({
  as: Tag = 'aside',
  stamp,
  leaving,
  className,
  children,
  ...rest
}: TornLabelProps) {
  return (
    <Tag {...rest} className={className}>
      <div className={clsx('label-gone', leaving && 'label-fresh')}>
        {stamp}
        {leaving && (
          <div className="label label-leaving" aria-hidden="true" inert>
            <LabelTop>
              <div className="px-5 pt-2">
                <span className="price-tag price-tag-large" data-text={leaving} />
              </div>
            </LabelTop>
            <div className="label-torn label-torn-off" />
          </div>
        )}
      </div>
      <div className="label">
        <div className="label-torn" />
        <div className="label-rest">{children}</div>
      </div>
    </Tag>
  )
}

type TornLabelProps = Omit<LabelProps, 'head' | 'top'> & { stamp: ReactNode; leaving?: string | undefined }

/** The foot of a small label, below its tear line: the price at the left, the buttons at the right. */
export const LabelFoot = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={clsx('label-foot', className)}>{children}</div>
)

type LabelProps = {
  as?: 'aside' | 'article' | 'section'
  'aria-label'?: string
  head?: ReactNode
  top?: ReactNode
  className?: string
  children: ReactNode
}

/**
 * The label in its small size, which lies lengthwise: picture and words behind the hole, and its price on a `stub` that
 * tears off at the right. Rows that belong to it hang `below`.
 */
export function SmallLabel({ picture, stub, below, className, children }: SmallLabelProps) {
  return (
    <div className={clsx('label', className)}>
      <div className="label-small">
        <div className="label-front">
          <div className="label-picture">{picture}</div>
          <div className="label-words">{children}</div>
        </div>
        {stub && (
          <>
            <div className="label-tear-side" />
            <div className="label-stub">{stub}</div>
          </>
        )}
      </div>
      {below && <div className="label-below">{below}</div>}
    </div>
  )
}

type SmallLabelProps = {
  picture: ReactNode
  stub?: ReactNode
  below?: ReactNode
  className?: string
  children: ReactNode
}
