import { useEffect, useRef, useState } from 'react'

import type { FilePair, Passage } from '#contract/projects/similarity.ts'
import type { SourceFile } from '#contract/projects/source.ts'

import type { LineMarks } from '../../source/code-html.ts'
import { SourceView } from '../../source/source-view.tsx'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'

/** Two files beside each other, on a phone one above the other, with what they share highlighted; both go to the same passage. */
export function FileComparison({ titles, pair: { passages }, file, thatFile }: FileComparisonProps) {
  const [at, setAt] = useState(0)
  const current = passages[at]
  const here = passages.map(({ from, to }) => ({ from, to }))
  const there = passages.map(({ thatFrom, thatTo }) => ({ from: thatFrom, to: thatTo }))
  return (
    <Sheet as="section" aria-label="Files side by side" className="overflow-hidden">
      <div className="border-rule flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b px-4 py-2 sm:px-5">
        <output className="text-13 font-mono">{current && positionOf(current, at, passages.length)}</output>
        <div className="flex gap-2">
          <Button tone="quiet" size="small" disabled={at === 0} onClick={() => setAt(at - 1)}>
            Previous
          </Button>
          <Button
            tone="quiet"
            size="small"
            disabled={at >= passages.length - 1}
            onClick={() => setAt(at + 1)}
          >
            Next
          </Button>
        </div>
      </div>
      <div className="comparison">
        <Pane of={titles[0]} file={file} ranges={here} at={at} />
        <Pane of={titles[1]} file={thatFile} ranges={there} at={at} />
      </div>
    </Sheet>
  )
}

interface FileComparisonProps {
  /** Of the two projects. */
  titles: [string, string]
  pair: FilePair
  file: SourceFile
  thatFile: SourceFile
}

interface Range {
  from: number
  to: number
}

function Pane({ of, file, ranges, at }: { of: string; file: SourceFile; ranges: Range[]; at: number }) {
  const ref = useRef<HTMLElement>(null)
  const from = ranges[at]?.from ?? 1
  useEffect(() => {
    const code = ref.current?.querySelector('pre')
    if (!code) return
    const { lineHeight, paddingTop } = getComputedStyle(code)
    // Two lines of what stands before it are seen too.
    const top = (from - 3) * Number.parseFloat(lineHeight) + Number.parseFloat(paddingTop)
    ref.current?.scrollTo({ top: from > 3 ? top : 0 })
  }, [from, at])
  return (
    <section ref={ref} aria-label={`${of}: ${file.path}`} tabIndex={0} className="source-pane">
      <div className="source-head">
        <p className="min-w-0 flex-1 py-1" title={file.path}>
          <span className="text-quiet block truncate">{of}</span>
          <span className="block truncate">{file.path}</span>
        </p>
      </div>
      <SourceView file={file} marks={marksOf(ranges, at)} />
    </section>
  )
}

function marksOf(ranges: Range[], at: number): LineMarks {
  const marks = new Map<number, 'shared' | 'current'>()
  const mark = ({ from, to }: Range, as: 'shared' | 'current') => {
    for (let line = from; line <= to; line++) marks.set(line, as)
  }
  for (const range of ranges) mark(range, 'shared')
  if (ranges[at]) mark(ranges[at], 'current')
  return marks
}

const linesText = (from: number, to: number) => (from === to ? `line ${from}` : `lines ${from} to ${to}`)

const positionOf = ({ from, to, thatFrom, thatTo }: Passage, at: number, all: number) =>
  `Passage ${at + 1} of ${all}: ${linesText(from, to)}, there ${linesText(thatFrom, thatTo)}`
