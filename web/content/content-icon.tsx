import { clsx } from 'clsx'

import type { Icon as ContentIconName } from '#contract/content.ts'

import { Icon } from '../ui/icon.tsx'

/** The drawing that a text names; it says nothing that the words beside it do not. */
export function ContentIcon({ name, className }: { name: ContentIconName; className?: string }) {
  return <Icon name={name} className={clsx('stroke-[1.75]', className)} />
}
