import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A panel with a thin border; `padded` adds dense padding, and with `lifts` it reacts to the pointer. */
export function Sheet({ as: Tag = 'div', padded, lifts, className, children, ...rest }: SheetProps) {
  return (
    <Tag {...rest} className={clsx('sheet', padded && 'sheet-padded', lifts && 'sheet-lifts', className)}>
      {children}
    </Tag>
  )
}

/** The head of a sheet: its title on the left, actions on the right. */
export function SheetHead({ title, id, actions, as: Tag = 'h2', children }: SheetHeadProps) {
  return (
    <div className="border-rule flex min-h-14 flex-wrap items-center justify-between gap-x-4 border-b px-4 py-2 sm:px-5">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
        <Tag id={id} className="font-head text-18 min-w-0 font-semibold break-words">
          {title}
        </Tag>
        {children}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}

type SheetProps = {
  as?: 'div' | 'article' | 'section' | 'li' | 'aside' | 'form'
  padded?: boolean
  lifts?: boolean
  className?: string
  id?: string
  'aria-label'?: string
  'aria-labelledby'?: string
  children: ReactNode
}
type SheetHeadProps = {
  title: ReactNode
  id?: string
  actions?: ReactNode
  as?: 'h1' | 'h2' | 'h3' | 'h4'
  children?: ReactNode
}

/** A 16:10 frame for one picture, which is shown whole; `joined` is for the top of a sheet. */
export function Frame({ joined, className, children }: FrameProps) {
  return <div className={clsx('frame', joined && 'frame-joined', className)}>{children}</div>
}

type FrameProps = { joined?: boolean; className?: string; children: ReactNode }
