import { clsx } from 'clsx'

import type { Language } from './languages.ts'

/** One bar for each language, its width the share of the source; the names below. */
export function LanguageBar({ languages, className }: LanguageBarProps) {
  return (
    <div className={clsx('language-bar', className)}>
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="rounded-small h-2 w-full"
        aria-hidden="true"
      >
        {languages.map(({ name, percent }, index) => (
          <rect
            key={name}
            x={languages.slice(0, index).reduce((sum, { percent }) => sum + percent, 0)}
            width={index === languages.length - 1 ? 100 : percent}
            height="4"
            className="fill-ink stroke-sheet [vector-effect:non-scaling-stroke]"
            fillOpacity={shades[index]}
          />
        ))}
      </svg>
      <ul aria-label="Languages" className="text-13 mt-3 flex flex-wrap gap-x-5 gap-y-1 font-mono">
        {languages.map(({ name, percent }, index) => (
          <li key={name} className="flex items-center gap-2">
            <svg viewBox="0 0 8 8" className="fill-ink size-2.5" aria-hidden="true">
              <rect width="8" height="8" rx="1.5" fillOpacity={shades[index]} />
            </svg>
            {name}
            <span className="text-quiet tabular-nums">{percent}%</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const shades = [1, 0.66, 0.44, 0.28, 0.16]

export type LanguageBarProps = { languages: readonly Language[]; className?: string }
