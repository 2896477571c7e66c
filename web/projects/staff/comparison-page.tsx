import { useEffect, useRef, useState } from 'react'
import { Link, useNavigation, useSearchParams } from 'react-router'

import { counted } from '#contract/kit/format.ts'
import type { SourceFile } from '#contract/projects/source.ts'
import type { Comparison, FilePair, Passage } from '#contract/projects/staff/similarity.ts'

import { page } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { useAnnouncement } from '../../ui/announcer.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/inputs.tsx'
import { EmptyState } from '../../ui/placeholders.tsx'
import { ShareBar } from '../../ui/progress.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import type { LineMarks } from '../source/code-html.ts'
import { SourceView } from '../source/source-view.tsx'
import type { Route } from './+types/comparison-page'

export const handle = page<typeof clientLoader>({
  title: (data) => (data ? `Compare: ${data.comparison.one.title}` : 'Compare'),
  steps: [{ label: 'Projects', to: '/admin/projects' }, { label: 'Shared code' }],
  failure: {
    title: 'These projects could not be compared',
    text: 'One of them may have no files, or our server did not answer just now.',
    to: ({ id }) => `/admin/projects/${id}`,
    label: 'Back to the Review',
  },
})

export async function clientLoader({ context, params: { id, that }, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const { comparison } = await api.similarity.compare({ params: { id, that } })
  const wanted = Number(new URL(request.url).searchParams.get('files'))
  const index = comparison.files[wanted - 1] ? wanted - 1 : 0
  const pair = comparison.files[index]
  if (!pair) return { comparison }
  const read = async (projectId: string, number: number, path: string) =>
    (await api.source.file({ params: { id: projectId, number }, query: { path } })).file
  const [file, thatFile] = await Promise.all([
    read(id, comparison.one.release, pair.path),
    read(that, comparison.that.release, pair.thatPath),
  ])
  return { comparison, shown: { index, pair, file, thatFile } }
}

export default function ComparisonPage({ loaderData: { comparison, shown } }: Route.ComponentProps) {
  const { one, that, share, thatShare } = comparison
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h1 className="text-28">Shared code</h1>
        <p className="text-quiet mt-1">
          Highlighted lines are the same but for names, numbers, texts and comments.
        </p>
      </div>
      <div className="grid gap-6 md:grid-cols-2">
        <Side side={one} share={share} label="This project" />
        <Side side={that} share={thatShare} label="The other project" />
      </div>
      {shown ? (
        <>
          <PairSelect comparison={comparison} index={shown.index} />
          <FileComparison
            key={`${one.projectId} ${that.projectId} ${shown.index}`}
            titles={[one.title, that.title]}
            {...shown}
          />
        </>
      ) : (
        <Sheet>
          <EmptyState
            title="They share no code"
            action={
              <ButtonLink to={`/admin/projects/${one.projectId}`} tone="quiet">
                Back to the Review
              </ButtonLink>
            }
          >
            Code that many owners have, such as a framework’s files, does not count.
          </EmptyState>
        </Sheet>
      )}
    </div>
  )
}

function Side({ side, share, label }: { side: Comparison['one']; share: number; label: string }) {
  return (
    <Sheet as="section" aria-label={label}>
      <SheetHead title={label}>
        <span className="text-13 text-quiet">release {side.release}</span>
      </SheetHead>
      <div className="flex flex-col gap-3 px-4 py-4 sm:px-5">
        <p className="min-w-0">
          <Link
            to={`/admin/projects/${side.projectId}`}
            className="font-semibold break-words hover:underline"
          >
            {side.title}
          </Link>
          <span className="text-13 text-quiet block break-words">{side.owner}</span>
        </p>
        <ShareBar label="Of its code, also in the other" value={share} max={100} detail={`${share}%`} />
      </div>
    </Sheet>
  )
}

function PairSelect({ comparison: { files, omitted }, index }: { comparison: Comparison; index: number }) {
  const [, setSearch] = useSearchParams()
  const isLoading = useNavigation().state === 'loading'
  const hint =
    omitted > 0
      ? `Those with most in common; ${counted(omitted, 'more pair')} not listed`
      : `${counted(files.length, 'pair')} of files, those with most in common first`
  return (
    <Field label="Files" hint={hint} className="max-w-3xl">
      <Select
        options={files.map(({ path, thatPath, passages }, at) => ({
          value: String(at + 1),
          label: `${counted(passages.length, 'passage')}: ${path} and ${thatPath}`,
        }))}
        value={String(index + 1)}
        aria-busy={isLoading || undefined}
        onChange={({ currentTarget }) =>
          setSearch({ files: currentTarget.value }, { preventScrollReset: true, replace: true })
        }
      />
    </Field>
  )
}

/**
 * Two files side by side, on a phone one above the other, with their shared lines highlighted. Both scroll to the same
 * passage.
 */
function FileComparison({ titles, pair: { passages }, file, thatFile }: FileComparisonProps) {
  const [at, setAt] = useState(0)
  const current = passages[at]
  const position = current ? positionOf(current, at, passages.length) : ''
  useAnnouncement(position)
  const here = passages.map(({ from, to }) => ({ from, to }))
  const there = passages.map(({ thatFrom, thatTo }) => ({ from: thatFrom, to: thatTo }))
  return (
    <Sheet as="section" aria-label="Files side by side" className="overflow-hidden">
      <div className="border-rule flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b px-4 py-2 sm:px-5">
        <p className="text-13">{position}</p>
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
  /** The titles of the two projects. */
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
    // The two lines before the passage stay visible.
    const top = (from - 3) * Number.parseFloat(lineHeight) + Number.parseFloat(paddingTop)
    ref.current?.scrollTo({ top: from > 3 ? top : 0 })
  }, [from, at])
  return (
    <section ref={ref} aria-label={`${of}: ${file.path}`} tabIndex={0} className="source-pane">
      <div className="source-head">
        <p className="min-w-0 flex-1 py-1" title={file.path}>
          <span className="text-quiet block truncate font-sans">{of}</span>
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
