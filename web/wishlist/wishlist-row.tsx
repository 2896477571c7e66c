import type { WishlistItem } from '#contract/wishlist.ts'

import { AddToCart, CartIcon, cartWords } from '../cart/add-to-cart.tsx'
import { ItemRow } from '../cart/item-row.tsx'
import { useOwned } from '../orders/owned.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { removeSaved } from './save.ts'

/** A project on the wishlist: what it is today, the way into the cart, and off the list. */
export function WishlistRow({ item: saved }: { item: WishlistItem }) {
  const { projectId, title, price, image, cover, available } = saved
  const owned = useOwned(projectId, 'source')
  const name = title ?? 'A project'
  const item = { projectId, kind: 'source' as const, title: name, price: price ?? 0, image, cover, owned }
  return (
    <ItemRow
      item={{ ...item, forSale: available }}
      note={
        owned ? (
          <Badge tone="verified">You own this</Badge>
        ) : available ? (
          <AddToCart item={{ projectId, kind: 'source', title: name }}>
            {(isIn) => (
              <Button type="submit" tone="quiet" size="small" icon={<CartIcon isIn={isIn} />}>
                {cartWords(isIn)}
                <span className="sr-only">{`: ${name}`}</span>
              </Button>
            )}
          </AddToCart>
        ) : (
          <Badge tone="stopped">No longer available</Badge>
        )
      }
    >
      <IconButton
        label={`Remove ${name}`}
        title="Remove"
        onClick={() => removeSaved({ projectId, title: name })}
      >
        <Icon name="trash-2" />
      </IconButton>
    </ItemRow>
  )
}
