import { notify } from '../ui/feedback/notify.ts'
import { addToCart, type CartItem, cartItems, isInCart } from './cart.ts'

/** Puts a thing in the cart and says so in the specification's words; the server prices 50 things at most. What is there already stays as it is. */
export function putInCart(item: CartItem): void {
  const link = { label: 'View Cart', to: '/cart' }
  if (isInCart(item)) return notify(`In your cart already: ${item.title}`, { tone: 'done', link })
  if (cartItems().length >= 50)
    return notify('Your cart is full: 50 items. Remove one first.', { tone: 'failed', link })
  addToCart(item)
  navigator.sendBeacon('/api/cart/additions')
  notify(`Added ${item.title} to cart!`, { tone: 'done', link })
}
