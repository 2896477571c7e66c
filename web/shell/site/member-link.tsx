import { clsx } from 'clsx'
import { Link } from 'react-router'

import { Avatar, initialOf } from '../../ui/avatar.tsx'

/** The way to one's profile: picture or initial badge and 'Hi, {first name}'; before scripts CSS fills in the name. `folded`: on phones only the badge is seen. */
export function MemberLink({ name, picture, folded, className }: MemberLinkProps) {
  const first = name === undefined ? undefined : name.trim().split(/\s+/)[0] || 'User'
  return (
    <Link
      to="/profile"
      className={clsx(
        'min-h-11 items-center gap-2.5 rounded-field hover:bg-sunk',
        folded ? 'px-1.5 md:px-2' : 'px-2',
        className,
      )}
    >
      {first && picture ? (
        <Avatar name={first} src={picture} />
      ) : (
        <span
          aria-hidden="true"
          className="member-initial rounded-field bg-ink font-head text-ground flex size-8 items-center justify-center font-bold"
        >
          {first && initialOf(first)}
        </span>
      )}
      <span className={clsx('max-w-40 truncate font-semibold', folded && 'max-md:sr-only')}>
        Hi, <span className="member-name">{first}</span>
      </span>
    </Link>
  )
}

type MemberLinkProps = { name?: string; picture?: string | null; folded?: boolean; className?: string }
