import type { ReactNode } from 'react'

import { Icon } from '../ui/icon.tsx'
import { type CartItem, putInCart, useInCart } from './cart.ts'

/**
 * A form around a button that adds an item to the cart; `children` gets whether the item is in it. Before the scripts
 * have loaded, the form leads to the cart page, which adds the item. Adding an item again changes nothing.
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

/** The label of the button. */
export const addToCartLabel = (isIn: boolean) => (isIn ? 'In your cart' : 'Add to Cart')

export const CartIcon = ({ isIn }: { isIn: boolean }) => <Icon name={isIn ? 'check' : 'shopping-bag'} />

type AddToCartProps = { item: CartItem; children: (isIn: boolean) => ReactNode }
