import { store } from '../browser-store.ts'
import { cartItems, isSame } from './cart.ts'

/** A thing in the cart as the server priced it. */
export interface QuotedItem {
  projectId: string
  kind: 'source' | 'report'
  title: string
  price: number
  forSale: boolean
  owned: boolean
  isOwn?: boolean
  image: string | null
  /** What is drawn when there is no image. */
  cover?: { category: string; technologies: string[] } | null
}

export const canBeBought = ({ forSale, owned }: QuotedItem): boolean => forSale && !owned

/** Notes what the server said of the things in the cart of this browser: the header counts what can be bought. */
export function noteQuoted(quoted: readonly QuotedItem[]): void {
  const before = cartItems()
  const after = before.map(({ isLeftOut, ...item }) => {
    const answer = quoted.find((other) => isSame(other, item))
    return (answer ? !canBeBought(answer) : isLeftOut) ? { ...item, isLeftOut: true } : item
  })
  if (after.some((item, index) => 'isLeftOut' in item !== Boolean(before[index]!.isLeftOut)))
    store({ cart: JSON.stringify(after) })
}
