/** What the marketplace keeps of a price, in paise: 20%, rounded half up to the paisa. The owner receives the rest. */
export const feeOf = (pricePaise: number): number => Math.floor((pricePaise * 2 + 5) / 10)
