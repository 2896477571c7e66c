import { counted } from '#contract/kit/counted.ts'
import { day } from '#contract/kit/day.ts'
import { inRupees } from '#contract/kit/rupees.ts'
import type { Held } from '#contract/orders/payouts.ts'

import { FactRows } from '../../ui/data/fact-rows.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'

/** What is earned and not payable yet, by the day from which it is. */
export const HeldSheet = ({ held }: { held: readonly Held[] }) => (
  <Sheet as="section" aria-label="Payable later">
    <SheetHead title="Payable later" />
    <div className="p-4 sm:p-5">
      <FactRows
        facts={held.map(({ amount, sales, payableOn }) => ({
          key: payableOn ?? 'refund',
          term: payableOn ? `from ${day(payableOn)}` : 'a refund is being decided',
          value: `${inRupees(amount)}, ${counted(sales, 'order')}`,
        }))}
      />
      {held.some(({ payableOn }) => payableOn) && (
        <p className="text-13 text-quiet mt-3">
          Until then a buyer can ask for the money back. After that it is yours.
        </p>
      )}
    </div>
  </Sheet>
)
