import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { Icon } from './icon.tsx'

/** A row that opens to show its children; of those with the same `group` only one is open. */
export function Disclosure({ title, detail, open, group, className, children }: DisclosureProps) {
  return (
    <details open={open} name={group} className={clsx('border-b border-rule', className)}>
      <summary className="flex min-h-12 list-none items-center gap-3 py-2 font-semibold [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">{title}</span>
        {detail && <span className="text-13 text-quiet font-normal">{detail}</span>}
        <Icon
          name="chevron-down"
          className="text-quiet size-5 transition-transform [details[open]>summary>&]:rotate-180"
        />
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  )
}

type DisclosureProps = {
  title: ReactNode
  detail?: ReactNode
  open?: boolean
  group?: string
  className?: string
  children: ReactNode
}

/**
 * Fields of a form that few need, behind a link: pressing it shows them in its place and focuses the first. With
 * `open` they are shown, and as soon as one of them has a value, also a restored one.
 */
export function FoldedFields({ title, open = false, className, children }: FoldedFieldsProps) {
  const ref = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(open)
  if (open && !isOpen) setOpen(true)
  useEffect(() => {
    const form = ref.current!.closest('form')
    const openWhenFilled = () => {
      if (controlsIn(ref.current).some(({ value }) => value !== '')) setOpen(true)
    }
    openWhenFilled()
    form?.addEventListener('input', openWhenFilled)
    return () => form?.removeEventListener('input', openWhenFilled)
  }, [])
  return (
    <details
      ref={ref}
      open={isOpen}
      className={className}
      onToggle={({ currentTarget: details }) => {
        const isPressed = details.firstElementChild === document.activeElement
        setOpen(details.open)
        if (details.open && isPressed) controlsIn(details)[0]?.focus()
      }}
    >
      <summary className="fold-link link-rule">{title}</summary>
      {children}
    </details>
  )
}

const controlsIn = (place: Element | null) => [
  ...(place?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select') ?? []),
]

type FoldedFieldsProps = { title: string; open?: boolean; className?: string; children: ReactNode }
