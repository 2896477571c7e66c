/** The projects of one page in their order, and how many there are on all pages. */
export interface Page {
  total: number
  ids: string[]
}

/** The paise that a limit in rupees lets through, within what a price column can hold. */
export const lowestPaise = (rupees: number) => Math.min(Math.ceil(rupees * 100 - 1e-6), largestInteger)
export const highestPaise = (rupees: number) => Math.min(Math.floor(rupees * 100 + 1e-6), largestInteger)

const largestInteger = 2 ** 31 - 1
