import { notify } from '../ui/feedback/notify.ts'
import { addToCart, type CartItem, cartItems } from './cart.ts'

/** Puts a thing in the cart and says so in the specification's words; the server prices 50 things at most. */
export function putInCart(item: CartItem): void {
  if (cartItems().length >= 50) return notify('At most 50 items in one checkout', { tone: 'failed' })
  addToCart(item)
  notify(`Added ${item.title} to cart!`, { tone: 'done', link: { label: 'View cart', to: '/cart' } })
}
