import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'

/** Writes the API down from the declared endpoints: /api/openapi.json for programs, /api/docs for people. */
export function describeApi(app: FastifyInstance) {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  let making: ReturnType<typeof describing> | undefined
  const description = () => (making ??= describing(routes))

  const hidden = { schema: { hide: true } }
  app.get('/api/openapi.json', hidden, async () => (await description()).swagger())
  for (const url of [docs, `${docs}/*`])
    app.get(url, hidden, async (request, reply) => {
      const { statusCode, headers, rawPayload } = await (await description()).inject(request.url)
      if (statusCode === 404) return reply.callNotFound()
      if (headers.location) reply.header('location', headers.location)
      const policy = String(reply.getHeader('content-security-policy'))
      reply.header('content-security-policy', policy.replace("style-src 'self'", `$& ${uiStyle}`))
      return reply.code(statusCode).type(String(headers['content-type'])).send(rawPayload)
    })
}

const docs = '/api/docs'

/**
 * An app of its own that knows the same routes and only describes them. Made when somebody asks: its libraries and the
 * registering of each route were a twentieth of the start's processor time.
 */
async function describing(routes: RouteOptions[]): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const app: FastifyInstance = Fastify({ exposeHeadRoutes: false })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(swagger, { openapi: { openapi: '3.1.0', info, components }, transform: withFiles })
  for (const { method, url, schema = {}, config = {} } of routes)
    if (method !== 'HEAD' && !schema.hide) app.route({ method, url, schema, config, handler: async () => {} })
  await app.register(swaggerUi, {
    routePrefix: docs,
    // Nobody outside is asked to check what the API says of itself.
    uiConfig: { validatorUrl: null },
    theme: { title: info.title, css: [{ filename: 'site.css', content: '.topbar { display: none }' }] },
  })
  await app.ready()
  return app
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
