import type { ReactNode } from 'react'

/** A link to the complaint form. Screen readers also read `children`, the name of the item. */
export const ReportLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to} rel="nofollow" className="text-13 text-quiet inline-flex min-h-11 items-center">
    <span className="link-rule">Report</span>
    <span className="sr-only"> {children}</span>
  </a>
)
