import type { ReactNode } from 'react'

import { grouped } from '#contract/kit/counted.ts'
import type { SourceFile } from '#contract/projects/source.ts'

import { sizeText } from '../projects/file-tree.ts'
import type { LineMarks } from './code-html.ts'
import { SourceLines } from './source-lines.tsx'

/** One file to be read, with the lines in `marks` highlighted; what is no text or too large says so, and what is left out too. */
export function SourceView({ file, marks }: { file: SourceFile; marks?: LineMarks }) {
  if (file.state === 'binary')
    return <Note>{`This file is not text (${sizeText(file.size)}). Download the project to open it.`}</Note>
  if (file.state === 'large')
    return (
      <Note>{`This file is too large to show here (${sizeText(file.size)}). Download the project to read it.`}</Note>
    )
  if (file.size === 0) return <Note>This file is empty.</Note>
  const left = file.lineCount - file.lines.length
  return (
    <>
      <SourceLines lines={file.lines} marks={marks} />
      {left > 0 && (
        <Note>{`${grouped(left)} more lines are not shown. Download the project to read all of it.`}</Note>
      )}
    </>
  )
}

/** What stands where the lines of a file would. */
export const Note = ({ children }: { children: ReactNode }) => (
  <p className="text-14 text-quiet px-4 py-6 sm:px-5">{children}</p>
)
