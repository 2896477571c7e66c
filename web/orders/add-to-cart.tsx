import type { ReactNode } from 'react'

import { Icon } from '../ui/icon.tsx'
import { type CartItem, putInCart, useInCart } from './cart.ts'

/**
 * A form around a button that puts a thing in the cart; the button learns whether it is there. Pressed before the scripts
 * have come, it leads to the cart, which does the same. Pressed again it changes nothing.
 */
export function AddToCart({ item, children }: AddToCartProps) {
  const isIn = useInCart(item)
  return (
    <form
      action="/cart"
      onSubmit={(event) => {
        event.preventDefault()
        putInCart(item)
      }}
    >
      <input type="hidden" name="add" value={`${item.kind} ${item.projectId}`} />
      {children(isIn)}
    </form>
  )
}

/** What the button of a project says. */
export const cartWords = (isIn: boolean) => (isIn ? 'In your cart' : 'Add to Cart')

export const CartIcon = ({ isIn }: { isIn: boolean }) => <Icon name={isIn ? 'check' : 'shopping-bag'} />

type AddToCartProps = { item: CartItem; children: (isIn: boolean) => ReactNode }
