/** Whether what is long runs too, by `LONG=1`: walks with presses, each browser, each width, uploads of 1,000 files. */
export const isLong = process.env.LONG === '1'
