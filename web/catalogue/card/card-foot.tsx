import { AddToCart, CartIcon, cartWords } from '../../cart/add-to-cart.tsx'
import { useOwned } from '../../orders/owned.ts'
import { DownloadButton } from '../../releases/download-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PriceTag } from '../../ui/price-tag.tsx'

/** The foot of a card: its price and the way into the cart, or for who owns the project its download. */
export function CardFoot({ project: { _id, title, price } }: { project: CardFootProject }) {
  const isOwned = useOwned(_id, 'source')
  return (
    <div className="card-foot">
      {isOwned ? (
        <>
          <Badge tone="verified">You own this</Badge>
          <DownloadButton projectId={_id} size="small" of={title} />
        </>
      ) : (
        <>
          <PriceTag amount={price} />
          <AddToCart item={{ projectId: _id, kind: 'source', title }}>
            {(isIn) => (
              <Button
                type="submit"
                tone="quiet"
                size="small"
                className="min-w-34"
                icon={<CartIcon isIn={isIn} />}
              >
                {cartWords(isIn)}
                <span className="sr-only">{`: ${title}`}</span>
              </Button>
            )}
          </AddToCart>
        </>
      )}
    </div>
  )
}

type CardFootProject = { _id: string; title: string; price: number }
