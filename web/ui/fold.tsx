import { type ReactNode, useId, useState } from 'react'
import { useLocation } from 'react-router'

import { Icon } from './icon.tsx'

/**
 * A section of a sheet that is folded to its heading until it is opened, with what it holds in a few words and its
 * actions beside the heading. It opens by itself with `open` and when an address names it.
 */
export function Fold({ title, id, detail, actions, open = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(open)
  const [was, setWas] = useState(open)
  const { hash, key } = useLocation()
  const [followed, setFollowed] = useState<string>()
  const body = useId()
  if (open !== was) {
    setWas(open)
    if (open) setOpen(true)
  }
  if (id && hash === `#${id}` && followed !== key) {
    setFollowed(key)
    setOpen(true)
  }
  return (
    <section id={id} aria-label={title} className="fold">
      <div className="fold-head">
        <h2>
          <button type="button" aria-expanded={isOpen} aria-controls={body} onClick={() => setOpen(!isOpen)}>
            <Icon name="chevron-right" />
            <span>{title}</span>
          </button>
        </h2>
        {detail !== undefined && <div className="fold-detail">{detail}</div>}
        {actions && <div className="fold-actions">{actions}</div>}
      </div>
      <div id={body} hidden={!isOpen} className="fold-body">
        {children}
      </div>
    </section>
  )
}

interface FoldProps {
  title: string
  id?: string
  /** Its contents in a few words. */
  detail?: ReactNode
  actions?: ReactNode
  /** Opens it when it becomes true; what is open stays so. */
  open?: boolean
  children: ReactNode
}
