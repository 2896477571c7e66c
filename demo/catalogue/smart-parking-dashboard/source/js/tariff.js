/** Charges in rupees. Every hour that has started counts; the first ten minutes are free. */

export const TARIFF = {
  car: { first: 40, next: 20, cap: 200 },
  ev: { first: 40, next: 20, cap: 200, charging: 15 },
  accessible: { first: 20, next: 10, cap: 100 },
  bike: { first: 15, next: 5, cap: 50 },
}
export const FREE_MINUTES = 10

/** @param {string} type kind of vehicle  @param {number} minutes stay */
export function charge(type, minutes) {
  if (minutes <= FREE_MINUTES) return 0
  const { first, next, cap, charging = 0 } = TARIFF[type]
  const hours = Math.ceil(minutes / 60)
  return Math.min(cap, first + (hours - 1) * next) + hours * charging
}

export const rupees = (amount) => '₹' + Math.round(amount).toLocaleString('en-IN')
