import { Id } from '../../kit/fields.ts'
import { z } from '../../kit/zod.ts'
import { type Findings, isExplained } from '../findings.ts'
import { type RunOutcome, runOutcomes } from '../runs.ts'

/** From this share of copied code on, staff approve a project only with a written reason. */
export const copiedLimit = 0.5
/** From this share on, the code of two projects counts as similar. */
export const similarFrom = 0.2

/**
 * The listing of another owner with which a project shares most code, and the larger share that this is of either, from
 * 0 to 1.
 */
export const Copied = z.object({
  projectId: Id,
  /** 'Former project' when it is deleted. */
  title: z.string(),
  owner: z.string(),
  share: z.number(),
  isDeleted: z.boolean(),
})
export type Copied = z.infer<typeof Copied>

/** The result of the checks of a project's files, by which staff decide. */
export const Evidence = z.object({
  /** Whether the files are still being checked and compared, or could not be, or not all of the code. */
  check: z.enum(['waiting', 'done', 'failed']),
  /** Open findings that the owner has to remove or explain first. */
  blocking: z.int(),
  /** Secrets and personal data of which the owner has said why they are harmless. */
  explained: z.int(),
  /** Other open findings that would make a buyer's life hard. */
  warnings: z.int(),
  /** The largest share of code, from 0 to 1, that it has in common with a listing of another owner. */
  copiedShare: z.number(),
  /** What its newest run came to, or that one waits; `none` before there is any, absent where a server knows of none. */
  run: z.enum(['none', 'waiting', ...runOutcomes]).optional(),
})
export type Evidence = z.infer<typeof Evidence>

/** The evidence from what was found and what the files were compared with; what is not known yet is waited for. */
export function evidenceOf(
  found: Pick<Findings, 'state' | 'findings' | 'omitted' | 'unreadCode'> | undefined,
  compared:
    | { state: 'none' | 'waiting' | 'compared' | 'partly' | 'failed'; copied: Copied | null }
    | undefined,
  run?: 'waiting' | RunOutcome,
): Evidence {
  const states = new Set([found?.state ?? 'waiting', compared?.state ?? 'waiting'])
  const { findings = [], omitted = [], unreadCode = 0 } = found ?? {}
  const open = findings.filter(({ waiver }) => !waiver)
  const omittedBlocking = omitted.filter(({ isBlocking }) => isBlocking)
  return {
    check: states.has('waiting')
      ? 'waiting'
      : states.has('failed') || states.has('partly') || unreadCode > 0
        ? 'failed'
        : 'done',
    blocking: omittedBlocking.reduce(
      (sum, { count }) => sum + count,
      open.filter(({ isBlocking }) => isBlocking).length,
    ),
    explained: findings.filter(isExplained).length,
    warnings: open.filter(({ isBlocking, kind }) => !isBlocking && kind !== 'note').length,
    copiedShare: compared?.copied?.share ?? 0,
    run: run ?? 'none',
  }
}

/**
 * Tells whether staff approve a project only with a written reason: a check failed or saw too little, a finding blocks,
 * a secret or personal data are explained by nobody but the owner, it did not run, or half of the code or more is copied.
 */
export const needsReason = ({ check, blocking, explained, copiedShare, run }: Evidence): boolean =>
  check === 'failed' || blocking > 0 || explained > 0 || run === 'failed' || copiedShare >= copiedLimit
