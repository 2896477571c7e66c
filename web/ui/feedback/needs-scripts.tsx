import { clsx } from 'clsx'

/** Says, to who has no JavaScript, that the page does not work without it. */
export const NeedsScripts = ({ className }: { className?: string }) => (
  <noscript>
    <span className={clsx('block', className)}>
      This page needs JavaScript. Switch it on in your browser, then load the page again.
    </span>
  </noscript>
)
