import { addToCart, type CartItem } from '../orders/cart.ts'
import { notify } from '../ui/notify.ts'

/** Puts a thing in the cart and says so in the specification's words. */
export function putInCart(item: CartItem): void {
  addToCart(item)
  notify(`Added ${item.title} to cart!`, { tone: 'done', link: { label: 'View cart', to: '/cart' } })
}
