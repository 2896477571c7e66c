import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A 16:10 frame with a hairline for one picture, shown whole; `joined` stands at the head of a sheet. */
export function Frame({ joined, className, children }: FrameProps) {
  return <div className={clsx('frame', joined && 'frame-joined', className)}>{children}</div>
}

export type FrameProps = { joined?: boolean; className?: string; children: ReactNode }
