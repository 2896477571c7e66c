import { clsx } from 'clsx'

import type { FileChanges, Hunk } from '#contract/projects/source.ts'

import { Note } from './source-view.tsx'

/** How a file changed, line by line; added and removed lines differ in their sign too, not in colour alone. */
export function DifferenceView({ changes }: { changes: FileChanges }) {
  if (changes.state === 'binary') return <Note>This file is not text, so its lines cannot be compared.</Note>
  if (changes.state === 'large')
    return <Note>Too much changed to show it line by line. Download both releases to compare them.</Note>
  if (changes.hunks.length === 0) return <Note>{endsChanged[changes.lastNewline ?? 'others']}</Note>
  return (
    <table className="difference">
      <caption className="sr-only">{`Lines of ${changes.path} that changed`}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Line before</th>
          <th scope="col">Line after</th>
          <th scope="col">Text</th>
        </tr>
      </thead>
      {changes.hunks.map((hunk) => (
        <tbody key={`${hunk.oldStart} ${hunk.newStart}`}>
          {numbered(hunk).map(({ sign, text, before, after }) => (
            <tr
              key={`${before ?? ''} ${after ?? ''}`}
              className={clsx(sign === '+' && 'line-added', sign === '-' && 'line-removed')}
            >
              <td className="line-number">{before}</td>
              <td className="line-number">{after}</td>
              <td>
                <span aria-hidden="true">{sign}</span>
                {sign !== ' ' && <span className="sr-only">{sign === '+' ? 'added: ' : 'removed: '}</span>}
                {text}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

const endsChanged = {
  added: 'No line changed. There is a newline at the end now.',
  removed: 'No line changed. There is no newline at the end any more.',
  others: 'Only the ends of lines changed.',
}

function numbered({ oldStart, newStart, lines }: Hunk) {
  let [before, after] = [oldStart, newStart]
  return lines.map(({ sign, text }) => ({
    sign,
    text,
    before: sign === '+' ? undefined : before++,
    after: sign === '-' ? undefined : after++,
  }))
}
