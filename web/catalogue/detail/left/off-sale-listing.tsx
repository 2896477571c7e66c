import { type LeftListing, ListingLeft } from './listing-left.tsx'

/** The page of a listing that was archived, switched off or deleted. */
export const OffSaleListing = (left: LeftListing) => (
  <ListingLeft {...left}>
    {(isOwned) => (
      <p className="mt-4 wrap-anywhere">
        “{left.title}” has left the shop: it is no longer sold.{' '}
        {isOwned ? 'It is yours:' : 'If you bought it,'} it stays in your orders, where you download it as
        before.
      </p>
    )}
  </ListingLeft>
)
