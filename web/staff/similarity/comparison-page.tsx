import { Link, useNavigation, useParams, useSearchParams } from 'react-router'

import { counted } from '#contract/kit/counted.ts'
import type { Comparison } from '#contract/projects/similarity.ts'

import type { PageHandle } from '../../page-handle.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { ShareBar } from '../../ui/feedback/progress.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { requireStaff } from '../session.ts'
import type { Route } from './+types/comparison-page'
import { FileComparison } from './file-comparison.tsx'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? `Compare: ${loaderData.comparison.one.title}` : 'Compare'} | Readymade staff` },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ params: { id, that }, request }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
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
clientLoader.hydrate = true as const

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
        <span className="text-13 text-quiet font-mono">release {side.release}</span>
      </SheetHead>
      <div className="flex flex-col gap-3 px-4 py-4 sm:px-5">
        <p className="min-w-0">
          <Link
            to={`/admin/projects/${side.projectId}`}
            className="font-semibold break-words hover:underline"
          >
            {side.title}
          </Link>
          <span className="text-13 text-quiet block font-mono break-words">{side.owner}</span>
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

export function ErrorBoundary() {
  const { id } = useParams()
  return (
    <ErrorState
      as="h1"
      title="These projects could not be compared"
      action={<ButtonLink to={`/admin/projects/${id}`}>Back to the Review</ButtonLink>}
    >
      One of them may have no files, or our server did not answer just now.
    </ErrorState>
  )
}
