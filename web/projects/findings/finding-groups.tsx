import { clsx } from 'clsx'
import type { ReactNode } from 'react'

import { counted, day } from '#contract/kit/format.ts'
import { type Finding, type Findings, isExplained } from '#contract/projects/findings.ts'

import { Badge } from '../../ui/badge.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { groupBy } from '../../ui/group-by.ts'
import { StatusDot, type StatusTone } from '../../ui/status.tsx'

/**
 * The findings, grouped by what they mean for the project and by rule. Rules are folded when there are many findings.
 */
export function FindingGroups({ findings, omitted, as, renderActions }: FindingGroupsProps) {
  return groupsOf[as].map(({ tone, id, title, lead, isIn, isOpen, isWaived }) => {
    const inGroup = findings.filter(isIn)
    if (inGroup.length === 0) return null
    const byRule = groupBy(inGroup, ({ rule }) => rule)
    return (
      <section
        key={title}
        id={id}
        aria-label={title}
        className="border-rule scroll-mt-20 border-t px-4 pt-5 sm:px-5"
      >
        <h3 className="text-16 flex items-center gap-2.5">
          <StatusDot tone={tone} />
          {title}
          <span className="text-13 text-quiet font-normal tabular-nums">{inGroup.length}</span>
        </h3>
        {lead && <p className="text-14 text-quiet mt-1 max-w-(--container-text)">{lead}</p>}
        <div className="mt-2 [&>details:last-child]:border-b-0">
          {byRule.map(([rule, ofRule], index) => (
            <RuleBlock
              key={rule}
              findings={ofRule}
              more={isWaived ? 0 : (omitted.find(({ rule }) => rule === ofRule[0]!.rule)?.count ?? 0)}
              open={
                isOpen ?? ((findings.length <= maxOpen && !isWaived) || (tone === 'stopped' && index === 0))
              }
              as={as}
              renderActions={renderActions}
            />
          ))}
        </div>
      </section>
    )
  })
}

function RuleBlock({ findings, more, open, as, renderActions }: RuleBlockProps) {
  const [{ title, advice }] = findings as [Finding, ...Finding[]]
  const isShared = findings.every((one) => one.advice === advice)
  return (
    <Disclosure title={title} detail={String(findings.length)} open={open}>
      {isShared && (
        <Advice as={as} className="mb-3">
          {advice}
        </Advice>
      )}
      <ul className="flex flex-col gap-4">
        {findings.map((finding) => (
          <FindingRow key={`${finding.file} ${finding.mark} ${finding.line}`} finding={finding}>
            {!isShared && (
              <Advice as={as} className="mt-1.5">
                {finding.advice}
              </Advice>
            )}
            {renderActions?.(finding, findings)}
          </FindingRow>
        ))}
      </ul>
      {more > 0 && (
        <p className="text-14 text-quiet mt-4">{`The same in ${counted(more, 'more file')}, which ${more === 1 ? 'is' : 'are'} not listed here.`}</p>
      )}
    </Disclosure>
  )
}

/** What the owner should do; to staff it is what the owner is told. */
function Advice({ as, className, children }: { as: Reader; className: string; children: string }) {
  return (
    <p className={clsx('text-14 max-w-(--container-text)', className)}>
      <span className="text-quiet">{as === 'owner' ? 'What to do: ' : 'The owner is told: '}</span>
      {as === 'owner' ? children : `“${children}”`}
    </p>
  )
}

/** The number of findings up to which all rules are open; a longer list would be too much to read. */
const maxOpen = 6

type Reader = 'owner' | 'staff'
interface Group {
  tone: StatusTone
  id: string
  title: string
  lead?: string
  isIn: (finding: Finding) => boolean
  /** Whether its rules are open however many findings there are. */
  isOpen?: true
  /** Whether it holds what the owner has explained. */
  isWaived?: true
}

const isBlocking: Group['isIn'] = (finding) => finding.isBlocking
const isWarning: Group['isIn'] = (finding) =>
  !finding.isBlocking && !finding.waiver && finding.kind !== 'note'

const hints: Group = {
  tone: 'neutral',
  id: 'hints',
  title: 'Hints',
  isIn: (finding) => !finding.isBlocking && !finding.waiver && finding.kind === 'note',
}

/**
 * The groups in the order in which each reads them: the owner what is to do, staff what only the owner calls harmless.
 */
const groupsOf: Record<Reader, Group[]> = {
  owner: [
    {
      tone: 'stopped',
      id: 'blocking',
      title: 'Before it can be approved',
      lead: 'Remove these and upload again, or say why they are harmless.',
      isIn: isBlocking,
    },
    {
      tone: 'waiting',
      id: 'warnings',
      title: 'What would make a buyer’s life hard',
      lead: 'A buyer meets these on the first day. The project’s page says the main ones in a few words.',
      isIn: isWarning,
    },
    hints,
    {
      tone: 'neutral',
      id: 'explained',
      title: 'Explained by you',
      lead: 'Your reasons hold for later releases too. Our staff read them.',
      isIn: ({ waiver }) => waiver !== null,
      isWaived: true,
    },
  ],
  staff: [
    {
      tone: 'waiting',
      id: 'explained',
      title: 'Explained by the owner',
      lead: 'Only the owner says that these are harmless. Read why; to approve it, write why you believe it.',
      isIn: isExplained,
      isOpen: true,
      isWaived: true,
    },
    {
      tone: 'stopped',
      id: 'blocking',
      title: 'Blocking',
      lead: 'The owner has to remove them or say why they are harmless; otherwise write why you approve it all the same.',
      isIn: isBlocking,
    },
    {
      tone: 'waiting',
      id: 'warnings',
      title: 'Warnings',
      lead: 'They would make a buyer’s life hard. The project’s page says the main ones.',
      isIn: isWarning,
    },
    hints,
    {
      tone: 'neutral',
      id: 'other-explained',
      title: 'Faults that the owner explained',
      isIn: (finding) => finding.waiver !== null && !isExplained(finding),
      isWaived: true,
    },
  ],
}

type RenderActions = (finding: Finding, ofRule: Finding[]) => ReactNode
interface FindingGroupsProps extends Pick<Findings, 'findings' | 'omitted'> {
  as: Reader
  renderActions?: RenderActions
}
interface RuleBlockProps {
  findings: Finding[]
  more: number
  open: boolean
  as: Reader
  renderActions: RenderActions | undefined
}

/** A finding: its place, the line, the message, and the owner's reason if there is one. */
function FindingRow({ finding, children }: { finding: Finding; children?: ReactNode }) {
  const { file, line, excerpt, message, waiver, isShown } = finding
  return (
    <li className="border-rule rounded-small bg-ground min-w-0 border p-3">
      <p className="text-13 flex flex-wrap items-center gap-x-3 gap-y-1 font-mono">
        <span className="min-w-0 break-all">
          {file}
          {line !== null && <span className="text-quiet">{`:${line}`}</span>}
        </span>
        {!isShown && <Badge>Not shown to the owner</Badge>}
      </p>
      {excerpt && (
        <figure
          // It scrolls, so it must be reachable by keyboard.
          tabIndex={0}
          aria-label={`Line ${line}`}
          className="scroll-cue bg-sunk text-13 rounded-small mt-2 overflow-x-auto px-2.5 py-1.5 font-mono"
        >
          <pre>{excerpt}</pre>
        </figure>
      )}
      <p className="text-14 mt-2 break-words">{message}</p>
      {children}
      {waiver && (
        <p
          className={clsx(
            'text-14 mt-3 border-l-2 pl-3 break-words',
            isExplained(finding) ? 'border-waiting' : 'border-edge',
          )}
        >
          {`“${waiver.reason}”`}
          <span className="text-13 text-quiet block">{`${waiver.by}, ${day(waiver.at)}`}</span>
        </p>
      )}
    </li>
  )
}
