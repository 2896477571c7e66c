import type { FastifyInstance } from 'fastify'

import { serveImages } from '../../images/serving.ts'
import type { Parts } from '../../parts.ts'
import { isShown } from './queries.ts'
import { avatarKey } from './service.ts'

/** The pictures of members. */
export const avatarRoutes = (app: FastifyInstance, { db, storage }: Pick<Parts, 'db' | 'storage'>) =>
  serveImages(app, storage, {
    path: '/media/avatars',
    form: 'avatar',
    isPublic: (id) => isShown(db, id),
    keyOf: avatarKey,
  })
