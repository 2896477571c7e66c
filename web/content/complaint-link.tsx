import type { ReactNode } from 'react'

/** The way to tell our staff what is wrong with the thing that `children` names to who does not see it. */
export const ReportLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to} rel="nofollow" className="text-13 text-quiet inline-flex min-h-11 items-center">
    <span className="link-rule">Report</span>
    <span className="sr-only"> {children}</span>
  </a>
)
