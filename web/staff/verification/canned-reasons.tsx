import type { RefObject } from 'react'

import { addressFor, useReadFindings } from '../../findings/use-findings.ts'
import { Button } from '../../ui/button.tsx'

/** Reasons to send a project back: one for each kind of open finding in a file, then the usual ones. A click writes one into the notes of the form. */
export function CannedReasons({
  projectId,
  form,
}: {
  projectId: string
  form: RefObject<HTMLFormElement | null>
}) {
  const open = (useReadFindings(addressFor('staff', projectId))?.findings?.findings ?? []).filter(
    ({ waiver }) => !waiver,
  )
  const found = Map.groupBy(open.slice(0, maxFindings), ({ title, file }) => `${title}, ${file}`)
  const reasons = [...found].map(([label, findings]) => ({
    label,
    text: [...findings.map(whereAndWhat), ...new Set(findings.map(({ advice }) => advice))].join(' '),
  }))
  const write = (text: string) => {
    const notes = form.current?.querySelector<HTMLTextAreaElement>('textarea[name=verificationNotes]')
    if (!notes || notes.value.includes(text)) return
    notes.value = notes.value.trim() ? `${notes.value.trim()}\n\n${text}` : text
    notes.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <details>
      <summary className="opener">Write a reason for me</summary>
      <ul className="flex flex-wrap gap-2 pb-2">
        {[...reasons, ...usual].map(({ label, text }) => (
          <li key={label} className="max-w-full">
            <Button
              tone="quiet"
              size="small"
              className="max-w-full text-left [overflow-wrap:anywhere]"
              onClick={() => write(text)}
            >
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}

const whereAndWhat = ({ file, line, message }: { file: string; line: number | null; message: string }) =>
  `${file}${line === null ? '' : `, line ${line}`}: ${message}`

const maxFindings = 12

const usual = [
  {
    label: 'Does not start',
    text: 'We followed your README and the project did not start. Please say which steps and versions are needed, and test them on another computer.',
  },
  {
    label: 'README too short',
    text: 'Please write in the README what has to be installed, how the database is set up, and how the project is started.',
  },
  {
    label: 'Pictures show something else',
    text: 'The pictures do not show this project. Please add screenshots of the project as it runs.',
  },
  {
    label: 'Description does not fit',
    text: 'The description promises what we did not find in the files. Please describe what is there.',
  },
  {
    label: 'Demo link is dead',
    text: 'The demo link does not open. Please fix it or remove it.',
  },
]
