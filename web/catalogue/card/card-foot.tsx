import { counted } from '#contract/kit/counted.ts'

import { AddToCart, CartIcon, cartWords } from '../../cart/add-to-cart.tsx'
import { useOwned } from '../../orders/owned.ts'
import { DownloadButton } from '../../releases/download-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PriceTag } from '../../ui/price-tag.tsx'
import { Rating } from '../../ui/rating.tsx'
import type { DrawnCard } from './drawn-card.server.ts'

/** The foot of a card: its price, how it does, and the way into the cart, or for who owns the project its download. */
export function CardFoot({ project }: { project: DrawnCard }) {
  const { _id, title, price, rating, reviews, downloadCount, ran } = project
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
          <p className="card-figures">
            {reviews > 0 && <Rating value={rating} count={reviews} />}
            {ran && <span>{ran}</span>}
            <span>{counted(downloadCount, 'download')}</span>
          </p>
          <AddToCart item={{ projectId: _id, kind: 'source', title }}>
            {(isIn) => (
              <Button
                type="submit"
                tone="quiet"
                size="small"
                className="card-cart"
                icon={<CartIcon isIn={isIn} />}
              >
                <span className="card-cart-words">{cartWords(isIn)}</span>
                <span className="sr-only">{`: ${title}`}</span>
              </Button>
            )}
          </AddToCart>
        </>
      )}
    </div>
  )
}
