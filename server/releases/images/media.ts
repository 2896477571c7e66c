import type { FastifyInstance } from 'fastify'

import { serveImages } from '../../images/serving.ts'
import type { Parts } from '../../parts.ts'
import { imageExists } from './queries.ts'
import { keyOf } from './service.ts'

/** The pictures of projects. */
export const mediaRoutes = (app: FastifyInstance, { db, storage }: Pick<Parts, 'db' | 'storage'>) =>
  serveImages(app, storage, {
    path: '/media',
    form: 'picture',
    isPublic: (id) => imageExists(db, id),
    keyOf,
  })
