import { clsx } from 'clsx'

import type { IconName } from './icon-names.ts'
// Browsers do not follow `use` into a data URI.
import sprite from './icons.svg?no-inline'

/** A drawing in the colour of the text, 24 px unless a class says otherwise; it says nothing that the words beside it do not. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={clsx('icon', className)} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
