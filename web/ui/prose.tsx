import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** Sets running text, such as a rendered README, in lines of at most 70 characters. */
export function Prose({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx('prose', className)}>{children}</div>
}
