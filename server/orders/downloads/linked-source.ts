import type { FastifyInstance, FastifyRequest } from 'fastify'

import { ProblemError } from '#contract/kit/problem.ts'
import { downloads } from '#contract/orders/downloads.ts'

import { memberById } from '../../accounts/lookup-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Caller, isStaff } from '../../platform/http/caller.ts'
import { smallPage } from '../../platform/small-page.ts'
import { activeStaff } from '../../staff/lookup-queries.ts'
import { isOwning } from '../order.ts'
import { orderById, validSeat } from '../queries.ts'
import { readySource, recordSourceDownload, sendArchive } from './service.ts'
import {
  type Holder,
  linkOver,
  readSourceLink,
  sourceLink,
  sourceLinkPath,
  sourceName,
} from './source-link.ts'

/**
 * Makes the link to a project's source for a caller, when everything is ready for the download to begin. That staff
 * asked for it is in the audit log. Throws as readySource does.
 */
export async function linkToSource(
  dependencies: Dependencies,
  caller: Caller,
  project: { projectId: string; ref: string },
  logError: (error: unknown) => void,
): Promise<{ downloadUrl: string; fileName: string }> {
  const { orderId, seatId, number } = await readySource(dependencies, caller, project, logError)
  if (isStaff(caller)) await recordSourceDownload(dependencies.db, caller, project.projectId, number)
  const account: Holder = { kind: isStaff(caller) ? 'staff' : 'member', id: caller.id }
  const buyer: Holder | undefined = orderId ? { kind: 'order', id: orderId } : undefined
  const holder = seatId ? ({ kind: 'seat', id: seatId } as const) : (buyer ?? account)
  return {
    downloadUrl: sourceLink(dependencies.secret, holder, project),
    fileName: sourceName(project.projectId, project.ref),
  }
}

/**
 * Serves a project's source behind a signed link, as an attachment. A browser reads a refusal as a page, which leads
 * back to the order.
 */
export function linkedSourceRoutes(app: FastifyInstance, dependencies: Dependencies) {
  // It is admitted like the call that it stands for. The address opens the file, so it is not logged.
  const options = {
    schema: { hide: true },
    config: { isPage: true, declared: downloads.archive },
    logLevel: 'warn' as const,
  }
  app.get(sourceLinkPath, options, async (request, reply) => {
    const params = request.params as Record<string, string>
    try {
      const { holder, projectId, ref, isOver } = readSourceLink(dependencies.secret, {
        ...(request.query as object),
        ...params,
      })
      const caller = await callerOf(dependencies, holder)
      const byLink = {
        isOver,
        ...(holder.kind === 'order' && { orderId: holder.id }),
        ...(holder.kind === 'seat' && { seatId: holder.id }),
      }
      return await sendArchive(dependencies, caller, { projectId, ref, byLink }, request, reply)
    } catch (error) {
      if (!(error instanceof ProblemError) || !isReadByPerson(request)) throw error
      const { headers, bytes } = failurePage(error, params)
      return reply.code(error.status).headers(headers).header('cache-control', 'no-store').send(bytes)
    }
  })
}

/** The caller for whom a link was made. Throws not_allowed when they may not sign in, or have the order or seat, any more. */
async function callerOf({ db }: Dependencies, { kind, id }: Holder): Promise<Caller> {
  if (kind === 'staff') {
    const staff = (await activeStaff(db)).find((one) => one.id === id)
    if (!staff) throw linkOver()
    return { role: staff.role as 'admin', id, sessionId: '' }
  }
  const seat = kind === 'seat' ? await validSeat(db, id) : undefined
  if (kind === 'seat' && !seat) throw linkOver()
  const order = kind === 'order' ? await orderById(db, id) : undefined
  if (kind === 'order' && !(order && isOwning(order))) throw linkOver()
  const member = await memberById(db, seat?.memberId ?? order?.memberId ?? id)
  if (!member || member.deactivatedAt) throw linkOver()
  return { role: 'member', id: member.id, sessionId: '' }
}

const isReadByPerson = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html')

const toHolder = (kind: string | undefined, id: string) => {
  if (kind === 'order') return { to: `/orders/${id}`, text: 'Go to Your Order' }
  if (kind === 'seat') return { to: `/seats/${id}`, text: 'Go to Your Seat' }
  return { to: '/', text: 'Go to the Home Page' }
}

const failurePage = ({ problem }: ProblemError, { kind, id }: Record<string, string>) =>
  smallPage({
    title: 'Download failed',
    text: problem.message,
    link: toHolder(kind, encodeURIComponent(id!)),
  })
