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
          <div className="label-top">
            <div className="label-head">{head}</div>
            {top}
          </div>
          <div className="label-tear" />
        </>
      ) : (
        <div className="label-torn" />
      )}
      <div className="label-rest">{children}</div>
    </Tag>
  )
}

type LabelProps = {
  as?: 'aside' | 'article' | 'section'
  'aria-label'?: string
  head?: ReactNode
  top?: ReactNode
  className?: string
  children: ReactNode
}
