import { clsx } from 'clsx'

import type { Language } from '#contract/drawing/languages.ts'
import { tintOf } from '#contract/projects/tint.ts'

import { LanguageStrip } from '../../projects/language-strip.tsx'

/** The strip of a project's languages with their names and shares below. */
export function LanguageBar({ languages, category, className }: LanguageBarProps) {
  return (
    <div className={clsx('language-bar', `tone-${tintOf(category)}`, className)}>
      <LanguageStrip languages={languages} category={category} className="strip-named" />
      <ul
        aria-label="Languages"
        className="strip-names text-13 mt-3 flex flex-wrap gap-x-5 gap-y-1 font-mono"
      >
        {languages.map(({ name, percent }) => (
          <li key={name} className="flex items-center gap-2">
            {name}
            <span className="text-quiet tabular-nums">{percent}%</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

export type LanguageBarProps = { languages: readonly Language[]; category: string; className?: string }
