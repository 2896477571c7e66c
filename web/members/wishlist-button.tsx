import { useSyncExternalStore } from 'react'

import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { isSaved, subscribeWishlist, toggleSaved } from './wishlist.ts'

/**
 * The heart of a project, pressed when the project is on the wishlist. Only the browser knows that, so the heart has
 * the same size in both states. Before hydration it leads to the wishlist page, which saves the project.
 */
export function SaveButton({ project: { _id, title }, className }: SaveButtonProps) {
  const saved = useSyncExternalStore(
    subscribeWishlist,
    () => isSaved(_id),
    () => false,
  )
  return (
    <form
      action="/wishlist"
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        toggleSaved({ projectId: _id, title })
      }}
    >
      <IconButton
        type="submit"
        name="save"
        value={_id}
        label={saved ? `Saved: ${title}` : `Save ${title}`}
        title={saved ? 'Saved' : 'Save'}
        aria-pressed={saved}
        tone="framed"
      >
        <Icon name="heart" />
      </IconButton>
    </form>
  )
}

interface SaveButtonProps {
  project: { _id: string; title: string }
  className?: string
}
