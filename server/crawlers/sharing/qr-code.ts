import type { FastifyInstance } from 'fastify'
import { encode } from 'uqr'
import { z } from 'zod'

import { ProblemError } from '#contract/kit/problem.ts'

import type { Parts } from '../../parts.ts'

/** GET /qr/{project}.svg: the address of a project's page as a QR code, for its printed sheet. */
export function qrCodeRoute(app: FastifyInstance, { config }: Pick<Parts, 'config'>) {
  app.get<{ Params: { file: string } }>(
    '/qr/:file',
    { schema: { hide: true }, config: { rateLimit: { max: 300, timeWindow: 60_000 } } },
    (request, reply) => {
      const id = /^([\w-]+)\.svg$/.exec(request.params.file)?.[1]
      if (!Id.safeParse(id).success) throw new ProblemError('not_found', 'There is no such image')
      reply.type('image/svg+xml').header('cache-control', 'public, max-age=604800')
      // An address is no secret: whether the project exists is told by its page.
      return drawn(`${config.publicUrl}/projects/${id}`)
    },
  )
}

/** Choosing the best of eight masks takes most of the time, and any of them can be read. */
function drawn(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: 0, maskPattern: 2 })
  const path = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark && !row[x - 1] ? `M${x} ${y}h${runFrom(row, x)}` : '')),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -.5 ${size} ${size}" width="${8 * size}" height="${8 * size}" shape-rendering="crispEdges"><path fill="#fff" d="M0-.5h${size}v${size}H0z"/><path stroke="#000" d="${path.join('')}"/></svg>`
}

function runFrom(row: boolean[], from: number) {
  const end = row.indexOf(false, from)
  return (end < 0 ? row.length : end) - from
}

const Id = z.uuid()
