import { clsx } from 'clsx'

import type { Language } from '#contract/drawing/languages.ts'
import { tintOf } from '#contract/projects/tint.ts'

/** The languages of a project as a strip of bars, each as wide as its share, the largest in the tone of the category. Without `label` it is a picture of what stands beside it. */
export function LanguageStrip({ languages, category, label, className }: LanguageStripProps) {
  const words = languages.map(({ name, percent }) => `${name} ${percent}%`).join(', ')
  return (
    <svg
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className={clsx('strip', `tone-${tintOf(category)}`, className)}
      {...(label && words ? { role: 'img', 'aria-label': `Languages: ${words}` } : { 'aria-hidden': true })}
    >
      {languages.map(({ name, percent }, index) => (
        <rect
          key={name}
          x={languages.slice(0, index).reduce((sum, { percent }) => sum + percent, 0)}
          width={percent}
          height="6"
        />
      ))}
    </svg>
  )
}

export type LanguageStripProps = {
  languages: readonly Language[]
  category: string
  label?: boolean
  className?: string
}
