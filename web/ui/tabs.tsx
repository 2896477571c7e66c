import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'

/** Tabs above one panel. Arrow keys move between them and select; a tab may show a count. */
export function Tabs({ label, items, value, onChange, children }: TabsProps) {
  const id = useId()
  const strip = useScrollToSelected(value)

  function move(event: KeyboardEvent) {
    const at = items.findIndex((item) => item.id === value)
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }
    const next = items.at((steps[event.key] ?? at) % items.length)
    if (!(event.key in steps) || !next) return
    event.preventDefault()
    onChange(next.id)
    document.getElementById(`${id}-${next.id}`)?.focus()
  }

  return (
    <>
      <div
        ref={strip}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={move}
        className="scroll-strip border-rule relative flex gap-6 border-b"
      >
        {items.map((item) => {
          const chosen = item.id === value
          return (
            <button
              key={item.id}
              type="button"
              role="tab"
              id={`${id}-${item.id}`}
              aria-selected={chosen}
              aria-controls={`${id}-panel`}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(item.id)}
              className={clsx(
                '-mb-px flex min-h-12 shrink-0 items-center gap-2 border-b-2 font-semibold transition-colors focus-visible:-outline-offset-2',
                chosen ? 'border-ink text-ink' : 'border-transparent text-quiet hover:text-ink',
              )}
            >
              <span>{item.label}</span>
              {item.count !== undefined && (
                <span className="rounded-small bg-sunk text-13 px-1.5 font-normal tabular-nums">
                  {item.count}
                </span>
              )}
            </button>
          )
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="pt-6">
        {children}
      </div>
    </>
  )
}

/** Scrolls the strip of tabs, and not the page, to the selected tab where the tabs are wider than the window. */
function useScrollToSelected(value: string) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const strip = ref.current
    const chosen = strip?.querySelector<HTMLElement>('[aria-selected=true]')
    if (strip && chosen) strip.scrollLeft = chosen.offsetLeft - (strip.clientWidth - chosen.offsetWidth) / 2
  }, [value])
  return ref
}

type TabItem = { id: string; label: ReactNode; count?: number }
type TabsProps = {
  label: string
  items: readonly TabItem[]
  value: string
  onChange: (id: string) => void
  children: ReactNode
}
