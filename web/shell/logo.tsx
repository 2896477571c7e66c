import { clsx } from 'clsx'

/** The mark, a punched label with two rows of facts, and the name beside it; with `narrows`, not in a narrow window. */
export function Logo({ bare, narrows, className }: LogoProps) {
  return (
    <span className={clsx('inline-flex items-center gap-2.5', className)}>
      <svg viewBox="4 2 24 28" className="h-7 w-6 shrink-0" aria-hidden="true">
        <path
          className="fill-saffron"
          fillRule="evenodd"
          d="M10.5 2h11L28 8.5V28a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8.5zM16 12.2a3.1 3.1 0 1 0 0-6.2 3.1 3.1 0 0 0 0 6.2"
        />
        <path className="stroke-on-saffron" strokeWidth="2" d="M9 18h14M9 24h8.5" />
      </svg>
      <span
        className={clsx(
          bare ? 'sr-only' : 'font-head text-22 font-bold tracking-[-0.02em]',
          narrows && 'max-[23rem]:sr-only',
        )}
      >
        Readymade
      </span>
    </span>
  )
}

type LogoProps = { bare?: boolean; narrows?: boolean; className?: string }
