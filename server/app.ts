import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyServerOptions } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { limits } from '#contract/limits.ts'
import { answerProblems } from './http/problems.ts'
import { type Serve, serveOn } from './http/serve.ts'
import type { Identify } from './http/session.ts'
import type { Parts } from './parts.ts'

/** The API, assembled in plain sight: what every request passes, then each noun's routes. */
export async function buildApp(parts: Parts, { logger = false }: Pick<FastifyServerOptions, 'logger'> = {}) {
  const app = Fastify({
    logger,
    trustProxy: parts.config.trustProxy,
    bodyLimit: 1024 * 1024,
    requestTimeout: 120_000,
    connectionTimeout: 130_000,
    return503OnClosing: true,
    routerOptions: { maxParamLength: 200 },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerProblems(app)
  app.decorateRequest('caller', undefined)
  await app.register(rateLimit, { global: false })
  await app.register(multipart, { limits: { files: limits.chunkFiles + 1, fileSize: limits.reportBytes, fields: 20, fieldSize: 1024 * 1024 } })
  await app.register(swagger, { openapi, transform: jsonSchemaTransform })
  await app.register(async (api) => addNouns(serveOn(api, identifyWith(parts)), parts), { prefix: '/api' })
  return app
}

function addNouns(_serve: Serve, _parts: Parts) {}

const identifyWith = (_parts: Parts): Identify => async () => undefined

const openapi = {
  info: {
    title: 'Readymade',
    version: '1.0.0',
    description: 'The API of the Readymade marketplace. Money is in rupees, sizes are bytes, times are ISO 8601 in UTC.',
  },
  components: { securitySchemes: { bearer: { type: 'http' as const, scheme: 'bearer' } } },
}
void helmet
