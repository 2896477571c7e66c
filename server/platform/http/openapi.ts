import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'

/** Writes the API down from the endpoints that are declared after it: /api/openapi.json for programs, /api/docs for people. */
export async function describeApi(app: FastifyInstance) {
  await app.register(swagger, { openapi: { openapi: '3.1.0', info, components }, transform: withFiles })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Nobody outside is asked to check what the API says of itself.
    uiConfig: { validatorUrl: null },
    transformStaticCSP: (policy) => policy.replace("style-src 'self'", `$& ${uiStyle}`),
    theme: { title: info.title, css: [{ filename: 'site.css', content: '.topbar { display: none }' }] },
  })
}

/** The one style that Swagger UI writes into its page; another version of it may write another. */
const uiStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"

const info = {
  title: 'Readymade API',
  version: '1.0.0',
  description:
    'Every call of the marketplace. Money is in rupees, sizes are bytes, times are ISO 8601 in UTC.',
}
const components = {
  securitySchemes: { bearer: { type: 'http' as const, scheme: 'bearer', bearerFormat: 'JWT' } },
}

/** Zod schemas as JSON schemas; multipart bodies described by their text fields and their file field. */
const withFiles: typeof jsonSchemaTransform = (input) => {
  const { schema, url } = jsonSchemaTransform(input)
  const declared = input.route.config?.declared
  if (!declared?.files) return { schema, url }
  const text = z.toJSONSchema(declared.form ?? z.object({}), { io: 'input', unrepresentable: 'any' })
  const files = { type: 'array', items: { type: 'string', format: 'binary' } }
  const body = { type: 'object', properties: { ...text.properties, [declared.files]: files } }
  return { schema: { ...schema, body, consumes: ['multipart/form-data'] }, url }
}
