import { v7 as uuid } from 'uuid'

import { blockDays } from '#contract/content/complaint-kinds.ts'
import { longDay } from '#contract/kit/format.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import { isPublished } from '../../catalogue/publish-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { mailMember, type NecessaryKind } from '../../platform/mail/send.ts'
import { anyProject } from '../access.ts'
import { republish, takeOffSale } from '../save.ts'
import { blocksOver, endBlock, insertBlock, openBlockOf } from './queries.ts'

interface Block {
  projectId: string
  complaintId: string
  /** The number of the complaint. */
  number: string
  reason: string
  by: string
}

/**
 * Takes a listed project off the lists for `blockDays` days while a complaint about it is decided, in the caller's
 * transaction, and mails its owner why and how to answer. Buyers keep what they bought. Throws conflict when it is
 * blocked already or not listed. Returns the time of its end.
 */
export async function blockProject(
  dependencies: Dependencies,
  trx: Connection,
  { projectId, complaintId, number, reason, by }: Block,
): Promise<Date> {
  const { title, ownerId } = await anyProject(trx, projectId, { lock: true })
  if (await openBlockOf(trx, projectId))
    throw new ProblemError('conflict', 'This project is blocked already, because of another complaint.')
  if (!(await isPublished(trx, projectId)))
    throw new ProblemError('conflict', 'This project is not listed, so there is nothing to block.')
  const endsAt = new Date(Date.now() + blockDays * 86_400_000)
  await insertBlock(trx, { id: uuid(), projectId, complaintId, reason, blockedBy: by, endsAt })
  await republish(trx, [projectId])
  await takeOffSale(trx, [projectId])
  await mailMember(dependencies, trx, blockKind, ownerId, {
    subject: `Your project is blocked for now: ${title}`,
    paragraphs: [
      `Our staff took “${title}” off the lists while they decide complaint ${number}. Nobody can buy it until then; who bought it keeps it.`,
      { byStaff: `Why: ${reason}` },
      `Answer the complaint on the page of your project, once: our staff read your answer before they decide. If nothing is decided by ${longDay(endsAt)}, the project is listed again by itself.`,
    ],
    button: {
      label: 'Answer the Complaint',
      url: `${dependencies.config.publicUrl}/owner/projects/${projectId}#complaints`,
    },
  })
  return endsAt
}

/** Ends the block because of a decided complaint, if there is one, in the caller's transaction. */
export async function endBlockOf(trx: Connection, complaintId: string): Promise<void> {
  const ended = await endBlock(trx, complaintId)
  if (ended) await republish(trx, [ended.projectId])
}

/** Ends the blocks whose time is over, each in a transaction of its own, and mails the owners. */
export async function endOldBlocks(dependencies: Dependencies): Promise<void> {
  for (const { complaintId, projectId } of await blocksOver(dependencies.db))
    await dependencies.db.transaction().execute(async (trx) => {
      const { title, ownerId } = await anyProject(trx, projectId, { lock: true, includeDeleted: true })
      if (!(await endBlock(trx, complaintId))) return
      await republish(trx, [projectId])
      if (!(await isPublished(trx, projectId))) return
      await mailMember(dependencies, trx, blockKind, ownerId, {
        subject: `Your project is listed again: ${title}`,
        paragraphs: [
          `The ${blockDays} days are over for which our staff had taken “${title}” off the lists. It is listed again. The complaint about it is still open: you get an email when it is decided.`,
        ],
        button: {
          label: 'Open Your Project',
          url: `${dependencies.config.publicUrl}/owner/projects/${projectId}`,
        },
      })
    })
}

const blockKind: NecessaryKind = { name: 'block', why: 'the project is yours' }
