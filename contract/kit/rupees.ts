/** A price in Indian grouping (₹1,49,999), paise only when there are any, 'Free' for 0. */
export const rupees = (price: number): string => (price === 0 ? 'Free' : inRupees(price))

/** An amount written as `rupees` does it; ₹0 for 0. */
export const inRupees = (amount: number): string => (Number.isInteger(amount) ? whole : exact).format(amount)

/** An amount that may be below zero, with a true minus sign as figures that stand under each other have it. */
export const signedRupees = (amount: number): string => inRupees(amount).replace('-', '−')

/** An amount with its paise even when there are none, as papers have it: ₹499.00. */
export const inPaise = (amount: number): string => exact.format(amount)

const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
