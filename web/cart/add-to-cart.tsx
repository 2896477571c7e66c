import type { ReactNode } from 'react'

import type { CartItem } from './cart.ts'
import { putInCart } from './put-in-cart.ts'

/** A form around a button that puts a thing in the cart. Pressed before the scripts have come, it leads to the cart, which does the same. */
export function AddToCart({ item, children }: AddToCartProps) {
  return (
    <form
      action="/cart"
      onSubmit={(event) => {
        event.preventDefault()
        putInCart(item)
      }}
    >
      <input type="hidden" name="add" value={`${item.kind} ${item.projectId}`} />
      {children}
    </form>
  )
}

export type AddToCartProps = { item: CartItem; children: ReactNode }
