import { useEffect } from 'react'
import { Link } from 'react-router'

import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { syncWishlist } from './sync.ts'
import { useWishlist } from './wishlist.ts'

const shown = 3

/** The newest of the member's wishlist, as this browser has it, and the way to all of it. */
export function WishlistSection() {
  const { items } = useWishlist()
  useEffect(() => void syncWishlist(), [])
  return (
    <Sheet as="section" aria-label="Wishlist">
      <SheetHead
        title="Wishlist"
        actions={
          items.length > 0 && (
            <TextLink to="/wishlist" className="text-14 py-2.5">
              View All
            </TextLink>
          )
        }
      >
        <span className="text-13 text-quiet font-mono tabular-nums">{items.length}</span>
      </SheetHead>
      {items.length === 0 ? (
        <p className="text-quiet px-4 py-5 sm:px-5">Press the heart on a project to find it here again.</p>
      ) : (
        <ul className="divide-rule divide-y px-5">
          {items.slice(0, shown).map(({ projectId, title }) => (
            <li key={projectId}>
              <Link
                to={`/projects/${projectId}`}
                className="block py-3 font-semibold break-words hover:underline"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}
