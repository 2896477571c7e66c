import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { ProblemError } from '#contract/kit/problem.ts'
import { drawCover } from '#contract/projects/cover.ts'

import { sharedProject } from '../../catalogue/lookup-queries.ts'
import type { Dependencies } from '../../dependencies.ts'

/** GET /covers/{project}.svg: the cover of a published project without pictures. */
export function coverRoute(app: FastifyInstance, { db }: Dependencies) {
  app.get<{ Params: { file: string } }>(
    '/covers/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const { data: id } = Id.safeParse(request.params.file.replace(/\.svg$/, ''))
      const project = id && (await sharedProject(db, id))
      if (!project) throw new ProblemError('not_found', 'There is no such image')
      return reply
        .type('image/svg+xml')
        .header('cache-control', 'public, max-age=3600')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(drawCover(project))
    },
  )
}

const Id = z.uuid()
