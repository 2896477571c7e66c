import type { ReactNode } from 'react'

import { type SourceLine, tokenKinds } from '#contract/projects/source.ts'

/** How many lines are laid out together, or not at all while they are out of sight. */
const together = 200

/** The lines of a file with their numbers, in colours that also differ in weight. */
export function SourceLines({ lines }: { lines: readonly SourceLine[] }) {
  const numbered = lines.map((line, index) => ({ ...line, number: index + 1 }))
  const groups = Array.from({ length: Math.ceil(lines.length / together) }, (_, at) => at * together)
  return (
    <pre className="source-code">
      {groups.map((first) => (
        <code key={first} className="source-group">
          {numbered.slice(first, first + together).map((line) => (
            <span key={line.number} className="source-line" data-line={line.number}>
              {pieces(line)}
              {'\n'}
            </span>
          ))}
        </code>
      ))}
    </pre>
  )
}

function pieces({ text, tokens }: SourceLine): ReactNode {
  if (tokens.length === 0) return text
  const shown: ReactNode[] = []
  let at = 0
  for (let index = 0; index < tokens.length; index += 2) {
    const end = at + tokens[index]!
    const kind = tokenKinds[tokens[index + 1]!]
    const piece = text.slice(at, end)
    shown.push(
      kind === 'plain' ? (
        piece
      ) : (
        <span key={at} className={`code-${kind}`}>
          {piece}
        </span>
      ),
    )
    at = end
  }
  return shown
}
