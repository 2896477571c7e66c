import { clsx } from 'clsx'

import type { IconName } from './icon-names.ts'
// Browsers do not follow `use` into a data URI.
import sprite from './icons.svg?no-inline'

/** An icon in the colour of the text, 24 px by default. It is decorative: the words beside it say the same. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={clsx('icon', className)} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
