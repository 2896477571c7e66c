import { counted } from '#contract/kit/counted.ts'
import { checkoutTerms } from '#contract/orders/terms.ts'

import { useSite } from '../../site/use-site.ts'
import { TextLink } from '../../ui/text-link.tsx'

const [before, after] = checkoutTerms.split('terms')

/** What holds for who presses the button above it: the money, the licence, and honest use at an institute. */
export function CheckoutNote({ isFree }: { isFree: boolean }) {
  const { refundDays } = useSite()
  return (
    <div className="text-14 text-quiet flex flex-col gap-3">
      <p>
        {isFree
          ? 'Nothing is charged. It is yours at once, with every later release.'
          : `You pay by UPI or card on the payment page. If a project is not as described, ask for your money back within ${counted(refundDays, 'day')}; our staff decide.`}
      </p>
      <p>
        {before}
        <TextLink to="/support/terms">terms</TextLink>
        {after}
      </p>
      <p>
        If you hand the project in, keep to the rules of your institute and say what is not your own work.
      </p>
    </div>
  )
}
