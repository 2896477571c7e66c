import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'

import { formatCount, sizeText } from '#contract/kit/format.ts'
import type { SourceFile, SourceLine } from '#contract/projects/source.ts'

import { problemOf } from '../../shell/session/api.ts'
import { codeHtml, type LineMarks } from './code-html.ts'

/**
 * The lines of a file, with those in `marks` highlighted. A note replaces a file that is not text or too large, and
 * names the number of omitted lines.
 */
export function SourceView({ file, marks }: { file: SourceFile; marks?: LineMarks }) {
  if (file.state === 'binary')
    return <Note>{`This file is not text (${sizeText(file.size)}). Download the project to open it.`}</Note>
  if (file.state === 'large')
    return (
      <Note>{`This file is too large to show here (${sizeText(file.size)}). Download the project to read it.`}</Note>
    )
  if (file.size === 0) return <Note>This file is empty.</Note>
  const omitted = file.lineCount - file.lines.length
  return (
    <>
      <SourceLines lines={file.lines} marks={marks} />
      {omitted > 0 && (
        <Note>{`${formatCount(omitted)} more lines are not shown. Download the project to read all of it.`}</Note>
      )}
    </>
  )
}

/** A note in the place of the lines of a file. */
export const Note = ({ children }: { children: ReactNode }) => (
  <p className="text-14 text-quiet px-4 py-6 sm:px-5">{children}</p>
)

/** The lines of a file with their numbers, coloured by token. */
function SourceLines({ lines, marks }: { lines: readonly SourceLine[]; marks?: LineMarks | undefined }) {
  const html = useMemo(() => codeHtml(lines, marks), [lines, marks])
  return <pre className="source-code" dangerouslySetInnerHTML={{ __html: html }} />
}

/**
 * The state of the latest request: loading, its result, or the message of its failure. Results of earlier requests are
 * dropped.
 */
export function useLatestRequest<Found>(failure: string) {
  const [state, setState] = useState<RequestState<Found>>({})
  const latest = useRef(0)
  useEffect(() => () => void (latest.current = -1), [])
  const begin = async (path: string, read: () => Promise<Found>) => {
    const request = ++latest.current
    setState({ path, isLoading: true })
    try {
      const found = await read()
      if (request === latest.current) setState({ path, found })
    } catch (thrown) {
      if (request === latest.current) setState({ path, failed: problemOf(thrown, failure).message })
    }
  }
  const close = () => {
    latest.current++
    setState({})
  }
  return { ...state, begin, close }
}

interface RequestState<Found> {
  path?: string
  isLoading?: boolean
  found?: Found
  failed?: string
}
