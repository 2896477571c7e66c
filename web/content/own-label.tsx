import { clsx } from 'clsx'

import { counted } from '#contract/kit/counted.ts'

import { Logo } from '../shell/logo.tsx'
import { useSite } from '../site/use-site.ts'
import { FactRows } from '../ui/data/fact-rows.tsx'
import { Sheet } from '../ui/layout/sheet.tsx'

/** Readymade described on a sheet of the kind that its projects have. */
export function OwnLabel({ className }: { className?: string }) {
  const { refundDays } = useSite()
  return (
    <Sheet as="aside" aria-label="Readymade in short" className={clsx('px-5 pt-5 pb-3 sm:px-6', className)}>
      <div className="border-ink border-b-2 pb-4">
        <Logo />
      </div>
      <FactRows facts={factsWith(counted(refundDays, 'day'))} className="pt-1" />
    </Sheet>
  )
}

/** From the specification's constants and our rules. */
const factsWith = (refundDays: string) => [
  { term: 'Sold', value: 'source code, project reports' },
  { term: 'Prices', value: 'rupees, set by the owners' },
  { term: 'Verified', value: 'by people, before listing' },
  { term: 'Shown', value: 'every file, before you pay' },
  { term: 'Money back', value: refundDays },
  { term: 'Free support', value: '30 days' },
  { term: 'Replies', value: 'within 24 hours' },
]
