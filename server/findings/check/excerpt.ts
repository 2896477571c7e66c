import type { ruleKinds } from '#contract/projects/findings.ts'

import type { SourceFile, Sources } from '../sources/sources.ts'
import type { Found } from './rule.ts'

type Kind = (typeof ruleKinds)[number]

/** Letters of an excerpt, and how many secrets are looked for in each. */
const maxExcerpt = { letters: 160, secrets: 2000 }

/** Answers the line a finding stands in, cut, with every secret of the project blanked; null when there is no line. */
export function excerptsFrom(sources: Sources, secrets: Set<string>) {
  const hidden = [...secrets].slice(0, maxExcerpt.secrets).toSorted((one, other) => other.length - one.length)
  const texts = new Map(sources.texts.map((file) => [file.path, file]))
  return (kind: Kind, { file, line }: Pick<Found, 'file' | 'line'>): string | null => {
    const source = texts.get(file)
    if (!source || line === null) return null
    let text = lineAt(sources, source, line)
    for (const secret of hidden) if (text.includes(secret)) text = text.replaceAll(secret, dots)
    if (kind === 'secret') text = text.replace(/[\w+/=.@-]{16,}/g, (word) => (/\d/.test(word) ? dots : word))
    if (kind === 'personal') text = text.replace(/[\w.+-]{1,64}@[\w.-]{1,100}/g, dots).replace(/\d/g, '•')
    const cut = text.length > maxExcerpt.letters ? `${text.slice(0, maxExcerpt.letters)}…` : text
    return cut.toWellFormed().replaceAll('\0', '') || null
  }
}

const dots = '••••••'

/** A line, with so many letters more than an excerpt has that no secret is cut in two and missed. */
const lineAt = (sources: Sources, file: SourceFile, line: number): string =>
  file.text
    .slice(sources.startOf(file, line))
    .slice(0, 4000)
    .split(/\r?\n/, 1)[0]!
    .replace(/\s+/g, ' ')
    .trim()
