import type { Api } from '#contract/client.ts'
import { coupons } from '#contract/orders/coupons.ts'

import { textIn } from '../forms/entered.ts'
import { mistakesIn } from '../forms/mistakes.ts'
import type { FormAnswer } from '../forms/use-form.ts'
import { problemOf } from '../problem-of.ts'

/** What came of a form of a coupons page: the code of a coupon that was made, or what to mend. */
export type CouponAnswer = FormAnswer & { made?: string }

type Calls = Pick<Api['coupons'], 'create' | 'setOn'>

/** Makes the coupon that a form describes, or switches the one that it names, by an owner's calls or those of staff. */
export async function actOnCoupons(form: FormData, { create, setOn }: Calls): Promise<CouponAnswer> {
  try {
    if (textIn(form, 'intent') === 'switch') {
      await setOn({ params: { id: textIn(form, 'id') }, body: { isOn: textIn(form, 'on') === 'true' } })
      return {}
    }
    const body = termsIn(form)
    const mistakes = mistakesIn(coupons.create.body, body)
    if (mistakes) return mistakes
    const { coupon } = await create({ body })
    return { made: coupon.code }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, 'Failed to save the coupon')
    return { code, message, fields }
  }
}

const names = [
  'code',
  'percent',
  'amount',
  'minimum',
  'from',
  'until',
  'maxUses',
  'maxUsesPerMember',
] as const

const termsIn = (form: FormData) =>
  Object.fromEntries(names.map((name) => [name, textIn(form, name)])) as Record<
    (typeof names)[number],
    string
  >
