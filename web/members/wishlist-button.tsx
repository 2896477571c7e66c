import { useSyncExternalStore } from 'react'

import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { isSaved, subscribeWishlist, toggleSaved } from './wishlist.ts'

/**
 * The heart of a project: pressed when it is on the wishlist. Which ones are is known in the browser alone, and the heart
 * keeps its size. Pressed before the scripts have come, it leads to the wishlist, which saves the project.
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
