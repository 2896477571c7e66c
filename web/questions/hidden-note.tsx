import { Badge } from '../ui/badge.tsx'

/** Says of a question that staff took it off the page, why, and who still sees it. */
export const HiddenNote = ({ reason, isOwner }: { reason: string; isOwner: boolean }) => (
  <div className="mt-3">
    <p className="text-14 flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <Badge>Hidden</Badge>
      <span className="min-w-0 break-words">{reason}</span>
    </p>
    <p className="text-13 text-quiet mt-1.5">
      Our staff took it off the page. Only you and {isOwner ? 'who asked' : 'the owner'} still see it.
    </p>
  </div>
)
