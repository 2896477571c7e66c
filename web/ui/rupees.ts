/** Rupees in Indian grouping (₹1,49,999), paise only when there are any, 'Free' for 0. */
export function rupees(amount: number): string {
  if (amount === 0) return 'Free'
  return Number.isInteger(amount) ? whole.format(amount) : exact.format(amount)
}

const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
