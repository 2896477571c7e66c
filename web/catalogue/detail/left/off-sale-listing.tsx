import type { DrawnCard } from '../../card/drawn-card.server.ts'
import { allIn, CardSection } from '../card-section.tsx'
import { ListingLeft } from './listing-left.tsx'

/** What stands at the address of a listing that was archived, switched off or deleted, with others like it. */
export const OffSaleListing = ({ projectId, title, category, similar }: OffSaleListingProps) => (
  <>
    <ListingLeft projectId={projectId} title={title}>
      {(isOwned) => (
        <p className="mt-4">
          This project is no longer sold. {isOwned ? 'It is yours:' : 'If it is yours,'} it stays in your
          orders, where you download it as before.
        </p>
      )}
    </ListingLeft>
    <CardSection id="similar" title="Similar projects" projects={similar} all={allIn(category)} />
  </>
)

interface OffSaleListingProps {
  projectId: string
  title: string
  category: string
  similar: readonly DrawnCard[]
}
