import type { ReactNode } from 'react'

import { Button } from '../../ui/button.tsx'

/** What can be done with the chosen rows of a list: how many they are, and the buttons; it stays in view. */
export const BulkFrame = ({ label, count, elsewhere = 0, onClear, children }: BulkFrameProps) => (
  <section
    aria-label={label}
    className="border-edge bg-sheet rounded-sheet sticky top-16 z-10 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 border px-4 py-2 shadow-sm"
  >
    <div className="mr-auto flex items-center gap-3">
      <p aria-live="polite" className="font-semibold tabular-nums">
        {count} selected
        {elsewhere > 0 && <span className="text-quiet font-normal">, {elsewhere} on other pages</span>}
      </p>
      <Button tone="link" size="small" onClick={onClear}>
        Clear
      </Button>
    </div>
    <div className="flex flex-wrap gap-2">{children}</div>
  </section>
)

interface BulkFrameProps {
  label: string
  count: number
  /** How many of them are not on this page. */
  elsewhere?: number
  onClear: () => void
  children: ReactNode
}
