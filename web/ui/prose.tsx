import { clsx } from 'clsx'

/** Sets running text, such as a rendered README, in lines of at most 70 characters. `html` must have been sanitised. */
export function Prose({ className, html }: { className?: string; html: string }) {
  return <div className={clsx('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
}
