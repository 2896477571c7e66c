import { useMemo } from 'react'

import type { SourceLine } from '#contract/projects/source.ts'

import { codeHtml, type LineMarks } from './code-html.ts'

/** The lines of a file with their numbers, in colours that also differ in weight. */
export function SourceLines({
  lines,
  marks,
}: {
  lines: readonly SourceLine[]
  marks?: LineMarks | undefined
}) {
  const html = useMemo(() => codeHtml(lines, marks), [lines, marks])
  return <pre className="source-code" dangerouslySetInnerHTML={{ __html: html }} />
}
