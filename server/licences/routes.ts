import { licences } from '#contract/orders/licences.ts'

import { contentDisposition } from '../http/attachment.ts'
import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { myLicence, verifiedLicence } from './service.ts'

export const licenceRoutes = (serve: Serve, { db, config }: Parts) =>
  serve(licences, {
    file: async ({ params }, { caller, reply }) => {
      const { name, bytes } = await myLicence(db, caller.id, params.id, config.publicUrl)
      return reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', contentDisposition(name))
        .header('x-content-type-options', 'nosniff')
        .send(bytes)
    },
    verify: async ({ params }) => ({ success: true, licence: await verifiedLicence(db, params.code) }),
  })
