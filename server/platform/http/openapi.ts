import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

import { documentOptions } from './openapi-document.ts'

/**
 * Serves the description of the endpoints that are declared after it: /api/openapi.json for programs, /api/docs for
 * people.
 */
export async function describeApi(app: FastifyInstance) {
  await app.register(swagger, documentOptions)
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The description is not sent to a validator outside.
    uiConfig: { validatorUrl: null },
    transformStaticCSP: (policy) => policy.replace("style-src 'self'", `$& ${uiStyle}`),
    theme: {
      title: documentOptions.openapi!.info!.title,
      css: [{ filename: 'site.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  })
}

/** Hash of the one inline style of Swagger UI's page; another version of it may have another. */
const uiStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"
