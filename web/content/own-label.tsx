import { counted } from '#contract/kit/counted.ts'

import { Logo } from '../shell/logo.tsx'
import { useSite } from '../site/use-site.ts'
import { FactRows } from '../ui/data/fact-rows.tsx'
import { Label } from '../ui/layout/label.tsx'

/** Readymade described on a sheet of the kind that its projects have. */
export function OwnLabel({ className }: { className?: string }) {
  const { refundDays } = useSite()
  return (
    <Label
      aria-label="Readymade in short"
      className={className}
      head={
        <>
          <span>The shop</span>
          <span>itself</span>
        </>
      }
      top={
        <div className="px-5 pt-2 pb-4">
          <Logo />
        </div>
      }
    >
      <FactRows facts={factsWith(counted(refundDays, 'day'))} className="px-5 pt-1 pb-3" />
    </Label>
  )
}

/** From the specification's constants and our rules. */
const factsWith = (refundDays: string) => [
  { term: 'Sold', value: 'source code, project reports' },
  { term: 'Prices', value: 'rupees, set by the owners' },
  { term: 'Verified', value: 'by people, before listing' },
  { term: 'Shown', value: 'every file name, before you pay' },
  { term: 'Money back', value: refundDays },
  { term: 'Free support', value: '30 days' },
  { term: 'Replies', value: 'within 24 hours' },
]
