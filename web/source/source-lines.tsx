import { useMemo } from 'react'

import type { SourceLine } from '#contract/projects/source.ts'

import { codeHtml } from './code-html.ts'

/** The lines of a file with their numbers, in colours that also differ in weight. */
export function SourceLines({ lines }: { lines: readonly SourceLine[] }) {
  const html = useMemo(() => codeHtml(lines), [lines])
  return <pre className="source-code" dangerouslySetInnerHTML={{ __html: html }} />
}
