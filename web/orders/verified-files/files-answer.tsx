import { counted, day, formatCount, sizeText } from '#contract/kit/format.ts'
import type { PublicLog, VerifiedFiles, VerifiedRelease } from '#contract/orders/verified-files.ts'

import { someOf } from '../../projects/upload/checked-files.ts'
import type { SummedFiles } from '../../projects/upload/sums.ts'
import { useMember } from '../../shell/session/session.ts'
import { useOrigin } from '../../shell/site.ts'
import { TextLink } from '../../ui/button.tsx'
import { FactRows } from '../../ui/facts.tsx'
import { Label } from '../../ui/label.tsx'
import { Callout } from '../../ui/status.tsx'
import { Breakable } from '../../ui/text.tsx'
import type { Continues, LogAnswer } from './check-log.ts'
import type { Compared } from './use-files.ts'

interface FilesAnswerProps {
  summed: SummedFiles
  answer: VerifiedFiles
  log: LogAnswer
  compared: Compared
  /** Whether the address names a release to compare with. */
  canCompare: boolean
}

/** What the files are: the release that we verified or recalled, or not as we verified them, and what the log says. */
export function FilesAnswer({ summed, answer, log, compared, canCompare }: FilesAnswerProps) {
  const [release, ...others] = answer.releases
  return (
    <>
      {release ? (
        <KnownFiles summed={summed} release={release} others={others} />
      ) : (
        <UnknownFiles summed={summed} compared={compared} canCompare={canCompare} />
      )}
      <LogSays log={log} />
    </>
  )
}

function KnownFiles({ summed, release, others }: KnownFilesProps) {
  const { title, projectId, number, verifiedAt, recall } = release
  const name = title ?? 'A project that is gone'
  return (
    <Label
      as="section"
      aria-label="Files"
      head={
        <>
          <span>Files</span>
          <span>{`release ${number}`}</span>
        </>
      }
      top={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 px-5 pt-3 pb-6">
          <h2 className="text-22 md:text-28 min-w-0 break-words">
            <Breakable text={name} />
          </h2>
          <p className={recall ? 'stamp stamp-stopped' : 'stamp'}>
            <span>{recall ? 'Recalled' : 'Unchanged'}</span>{' '}
            <span>{day(recall ? recall.recalledAt : verifiedAt)}</span>
          </p>
        </div>
      }
    >
      <div className="border-rule border-b px-5 py-4">
        <p role="alert" className="font-semibold break-words">
          {recall
            ? `Release ${number}${title ? ` of ${title}` : ''}, recalled on ${day(recall.recalledAt)} because: ${recall.reason}`
            : `Release ${number}${title ? ` of ${title}` : ''}, verified on ${day(verifiedAt)}, unchanged`}
        </p>
        <p className="text-quiet">
          {recall
            ? 'These are the files that our staff called back. Do not run them.'
            : 'These are the files that our staff looked at, to the last byte.'}
        </p>
        {summed.leftOut.length > 0 && (
          <p className="text-quiet break-words">
            {`Not compared: ${someOf(summed.leftOut.map(({ path }) => path))}. No upload has such files, so our staff never saw them.`}
          </p>
        )}
      </div>
      <FactRows
        className="px-5 py-1"
        facts={[
          { term: 'verified', value: day(verifiedAt) },
          { term: 'files', value: formatCount(summed.sums.length) },
          { term: 'size', value: sizeText(summed.bytes) },
          ...(others.length > 0 ? [{ term: 'the same files', value: others.map(nameOf).join('; ') }] : []),
          { term: 'content hash', value: <Hash text={summed.contentHash} /> },
        ]}
      />
      {projectId && (
        <p className="border-rule border-t px-5 py-3">
          <TextLink to={`/projects/${projectId}`}>Open the project’s page</TextLink>
        </p>
      )}
    </Label>
  )
}

interface KnownFilesProps {
  summed: SummedFiles
  release: VerifiedRelease
  /** Other releases with the same files. */
  others: readonly VerifiedRelease[]
}

const nameOf = ({ title, number, recall }: VerifiedRelease) =>
  `release ${number}${title ? ` of ${title}` : ''}${recall ? ', recalled' : ''}`

const Hash = ({ text }: { text: string }) => <span className="font-mono break-all">{text}</span>

function UnknownFiles({ summed, compared, canCompare }: UnknownFilesProps) {
  const member = useMember()
  return (
    <>
      <Callout tone="stopped" shown title="Not as we verified it">
        {`No release that we verified has exactly these ${counted(summed.sums.length, 'file')}. One changed letter is enough, and so is a file more or less.`}
      </Callout>
      {compared.state === 'done' && <DifferenceList {...compared} />}
      {compared.state === 'failed' && <p className="text-quiet">{compared.message}</p>}
      {compared.state === 'none' && (
        <p className="text-quiet">
          {canCompare && !member
            ? 'Sign in to see which files differ, if you have bought the project.'
            : 'Which files differ is told to buyers, owner and staff: open this page from your order or your project.'}
        </p>
      )}
      <FactRows open facts={[{ term: 'content hash', value: <Hash text={summed.contentHash} /> }]} />
    </>
  )
}

type UnknownFilesProps = Pick<FilesAnswerProps, 'summed' | 'compared' | 'canCompare'>

/** The files that differ from a release; of very many only the first. */
function DifferenceList({ release, differences }: Extract<Compared, { state: 'done' }>) {
  const groups = [
    { title: 'Changed', paths: differences.changed },
    { title: 'Missing', paths: differences.missing },
    { title: 'New', paths: differences.added },
  ].filter(({ paths }) => paths.length > 0)
  return (
    <section aria-labelledby="differences">
      <h2 id="differences" className="text-18 mb-2">
        {`How they differ from release ${release}`}
      </h2>
      {groups.length === 0 && (
        <p>{`They are those of release ${release}, which our staff have not verified.`}</p>
      )}
      {groups.map(({ title, paths }) => (
        <div key={title} className="border-rule border-t py-3">
          <h3 className="font-sans font-semibold">{`${title}: ${counted(paths.length, 'file')}`}</h3>
          <ul className="text-14 font-mono">
            {paths.slice(0, maxPaths).map((path) => (
              <li key={path} className="break-all">
                {path}
              </li>
            ))}
          </ul>
          {paths.length > maxPaths && (
            <p className="text-quiet text-14">{`and ${formatCount(paths.length - maxPaths)} more`}</p>
          )}
        </div>
      ))}
    </section>
  )
}

const maxPaths = 100

/** What the public log says of the files. */
function LogSays({ log }: { log: LogAnswer }) {
  if (log.state === 'refused')
    return (
      <Callout tone="stopped" shown title="The public log is not what it should be">
        {`${log.why} Do not rely on the answer above, and please tell us.`}
      </Callout>
    )
  return (
    <p data-log={log.state} className="text-14 text-quiet">
      {sayings[log.state](log as never)}
    </p>
  )
}

const sayings: Record<Exclude<LogAnswer['state'], 'refused'>, (log: never) => string> = {
  unsigned: () => 'This answer is not signed: this installation keeps no public log.',
  silent: ({ size }: { size: number }) =>
    `Of the ${counted(size, 'statement')} in the public log our server names none about these files.`,
  waiting: () => 'The public log does not say so yet. It takes about a minute after a decision.',
  unreachable: () => 'The public log could not be read, so the answer above is not proven.',
  proven: ({ number, day: said, isLater, size, continues }: Extract<LogAnswer, { state: 'proven' }>) =>
    `The public log says the same, signed, in statement ${number} of ${day(said)}${isLater ? ', which is later than the day above: believe the log' : ''}. Your browser has checked that it is one of ${formatCount(size)}${continuesText(continues)}.`,
}

const continuesText = (continues: readonly Continues[]) => {
  const from = new Set(continues.map((one) => one.from))
  const places = [
    ...(from.has('browser') ? ['what this browser saw before'] : []),
    ...(from.has('licence') ? ['what stands in the licence file'] : []),
  ]
  return places.length > 0 ? `, and that the log continues ${places.join(' and ')}` : ''
}

/** What the answer rests on, and what it does not say. */
export function HowItIsChecked({ log }: { log: PublicLog | null }) {
  const origin = useOrigin()
  const key = log?.keys.at(-1)?.key
  return (
    <section aria-labelledby="how">
      <h2 id="how" className="text-18 mb-2">
        How it is checked
      </h2>
      <FactRows
        open
        words
        facts={[
          { term: 'compared', value: 'the path and the SHA-256 of each file' },
          {
            term: 'does not count',
            value: 'our licence file, the folder around, what no upload has',
          },
          { term: 'sent to us', value: 'the content hash' },
          { term: 'proves', value: 'that nothing was changed since we verified it' },
          { term: 'does not prove', value: 'that we were right, or who wrote it' },
          ...(log && key
            ? [
                { term: 'public log', value: `${origin}${log.path}/` },
                { term: 'its key', value: <span className="font-mono break-all">{key}</span> },
              ]
            : []),
        ]}
      />
      <p className="text-14 text-quiet mt-3">
        What we verify and recall goes into a public log, signed. Anybody can keep a copy and notice if we
        changed it.
      </p>
    </section>
  )
}
