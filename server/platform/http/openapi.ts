import swagger, {
  type FastifyDynamicSwaggerOptions,
  type SwaggerTransform,
  type SwaggerTransformObject,
} from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { sectionOf, sections } from '#contract/description.ts'
import { type Contract, contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type ProblemCode, problems } from '#contract/kit/problem.ts'
import { schemaNames } from '#contract/kit/zod.ts'

/** The operation id of a call: `orders.get` of the contract is `ordersGet`. */
const operationIdOf = (group: string, name: string) => group + name[0]!.toUpperCase() + name.slice(1)

/** The codes with which a call can fail: its own, and those that follow from its access, limit and input. */
export function problemsOf(endpoint: Endpoint): ProblemCode[] {
  const { access, ignoresCaller, limit, params, query, body, files, problems: own = [] } = endpoint
  const codes = new Set<ProblemCode>(own)
  if (params ?? query ?? body ?? files) codes.add('invalid_input')
  if (!ignoresCaller) codes.add('signed_out')
  if (access !== 'anyone') codes.add('not_allowed')
  if (params) codes.add('not_found')
  if (body ?? files) codes.add('too_large').add('unsupported_type')
  if (limit) codes.add('too_many_requests')
  return [...anytime, ...codes]
}

/** The codes with which any call can fail. */
const anytime: readonly ProblemCode[] = ['internal', 'unavailable']

interface Operation {
  id: string
  section: string
  endpoint: Endpoint
}
const operations: Operation[] = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).map(([name, endpoint]) => ({
    id: operationIdOf(group, name),
    section: sectionOf[group as keyof Contract],
    endpoint,
  })),
)
const operationByEndpoint = new Map(operations.map((operation) => [operation.endpoint, operation]))
const endpointById = new Map(operations.map(({ id, endpoint }) => [id, endpoint]))

for (const { id, endpoint } of operations) {
  const name = id[0]!.toUpperCase() + id.slice(1)
  nameUnlessNamed(endpoint.body, name)
  if (endpoint.reply !== 'file') nameUnlessNamed(endpoint.reply, `${name}Reply`)
}

/**
 * Names a schema that the contract gives no name. A schema that several calls share is named after the first of them.
 */
function nameUnlessNamed(schema: z.ZodType | undefined, id: string) {
  if (schema && !schemaNames.has(schema)) schemaNames.add(schema, { id })
}

const zodToJsonConfig: NonNullable<Parameters<typeof createJsonSchemaTransform>[0]['zodToJsonConfig']> = {
  override: ({ jsonSchema }) => {
    // A later version may answer more fields, which no client shall refuse.
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    // The type and the format say this already.
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    if (jsonSchema.format === 'uuid') delete jsonSchema.pattern
  },
}
const toJsonSchemas = createJsonSchemaTransform({ schemaRegistry: schemaNames, zodToJsonConfig })
const withComponents = createJsonSchemaTransformObject({ schemaRegistry: schemaNames, zodToJsonConfig })

/** Describes a declared call; every other route stays out of the description. */
const describeCall: SwaggerTransform = (input) => {
  const endpoint = input.route.config?.declared
  const operation = endpoint && operationByEndpoint.get(endpoint)
  if (!operation) return { schema: { hide: true }, url: input.url }
  const { schema, url } = toJsonSchemas(input)
  return {
    schema: {
      ...schema,
      operationId: operation.id,
      summary: endpoint.summary,
      tags: [operation.section],
      security: securityOf(endpoint),
      ...(endpoint.files && { body: formOf(endpoint, endpoint.files), consumes: ['multipart/form-data'] }),
      ...(endpoint.reply === 'file' && { response: { 200: file } }),
    },
    url,
  }
}

const securityOf = ({ access }: Endpoint): Record<string, string[]>[] => {
  if (access === 'anyone') return []
  const isForStaff = access.includes('admin') || access.includes('super_admin')
  return [
    ...(access.includes('member') ? [{ member: [] }] : []),
    ...(isForStaff ? [{ staff: [] }] : []),
    ...(access.includes('runner') ? [{ runner: [] }] : []),
  ]
}

/** A multipart body: its text fields and its field of files. */
function formOf({ form = z.object({}) }: Endpoint, field: string) {
  const { properties } = z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' })
  const files = { type: 'array', items: { type: 'string', format: 'binary' } }
  return { type: 'object', properties: { ...properties, [field]: files } }
}

const bytes = { schema: { type: 'string', format: 'binary' } }
const file = { description: 'The file.', content: { '*/*': bytes } }

/** Adds the named schemas that are used, and the possible failures of every call. */
const completeDocument: SwaggerTransformObject = (input) => {
  const document = withComponents(input) as Document
  const responses: Record<string, object> = {}
  for (const call of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const endpoint = endpointById.get(call.operationId)!
    if (endpoint.reply !== 'file') call.responses['200']!.description = 'Done.'
    const byStatus = Map.groupBy(problemsOf(endpoint), (code) =>
      anytime.includes(code) ? 'default' : problems[code],
    )
    for (const [status, codes] of byStatus) {
      const name = nameOf(codes)
      responses[name] ??= failure(codes)
      call.responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  const { schemas = {}, ...others } = document.components
  const used = usedSchemas({ paths: document.paths, responses }, schemas)
  return {
    ...document,
    components: { ...others, schemas: used, responses },
  } as ReturnType<SwaggerTransformObject>
}

/** The parts of an OpenAPI document that are completed here. */
interface Document {
  paths: Record<string, Record<string, Call>>
  components: { schemas?: Record<string, object> }
}
interface Call {
  operationId: string
  responses: Record<string, { description?: string; $ref?: string }>
}

/** The name of a response: `conflict` and `not_for_sale` together are ConflictOrNotForSale. */
const nameOf = (codes: readonly ProblemCode[]) =>
  codes
    .toSorted()
    .map((code) => code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()))
    .join('Or')

const failure = (codes: readonly ProblemCode[]) => ({
  description: codes.map((code) => meanings[code]).join(' '),
  content: {
    'application/json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          { type: 'object', required: ['code'], properties: { code: { enum: codes } } },
        ],
      },
    },
  },
})

const meanings: Record<ProblemCode, string> = {
  invalid_input: 'invalid_input: the input is not as described; `fields` says where.',
  wrong_code: 'wrong_code: the code is not the one that was mailed or shown.',
  incomplete_upload: 'incomplete_upload: other files have arrived than were announced.',
  signed_out: 'signed_out: the token is missing, expired or ended.',
  not_allowed: 'not_allowed: the caller may not do that.',
  not_found: 'not_found: it is not there, or not for the caller to see.',
  conflict: 'conflict: it is not in a state in which that can be done.',
  already_owned: 'already_owned: the caller has bought it before.',
  not_for_sale: 'not_for_sale: it cannot be bought now.',
  price_changed: 'price_changed: it costs something else than the caller was shown.',
  expired: 'expired: the link or code is used or too old.',
  recalled: 'recalled: staff called the release back.',
  too_large: 'too_large: the body or a file is larger than allowed.',
  unsupported_type: 'unsupported_type: the body or a file is of another type than expected.',
  too_many_requests: 'too_many_requests: `Retry-After` says when to try again.',
  internal: 'internal (500): the fault is ours.',
  unavailable: 'unavailable (503): to be tried again a little later.',
}

/** The schemas that a part of the document refers to, directly or through others. */
function usedSchemas(root: object, schemas: Record<string, object>): Record<string, object> {
  const used = new Set<string>()
  const visit = (part: object): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (!used.has(name!)) {
        used.add(name!)
        visit(schemas[name!]!)
      }
  }
  visit(root)
  return Object.fromEntries([...used].toSorted().map((name) => [name, schemas[name]!]))
}

const bearer = (description: string) => ({
  type: 'http' as const,
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description,
})

/** The options with which @fastify/swagger describes the API. */
const documentOptions: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Readymade API',
      version: '1.0.0',
      description:
        'Every call of the marketplace. Money is in rupees, sizes are bytes, times are ISO 8601 in UTC.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The site that serves this description.' }],
    tags: Object.entries(sections).map(([name, description]) => ({ name, description })),
    components: {
      securitySchemes: {
        member: bearer('The accessToken of a member: accountsVerifyOtp, then accountsRefresh.'),
        staff: bearer('The token of one of the staff: staffLogin.'),
        runner: bearer('The token of a machine that runs projects: staffRunnersAdd.'),
      },
    },
  },
  transform: describeCall,
  transformObject: completeDocument,
}

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
