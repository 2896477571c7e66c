import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { z } from 'zod'

/** The demo staff sign-in; refused in live mode. */
export const demoAdmin = { email: 'admin@readymade.example', password: 'readymade-demo' } as const

/** The fewest bytes of the secret that signs tokens and links. */
export const minSecretBytes = 32

const text = z.string().trim().min(1)
const Environment = z.object({
  MODE: z.enum(['demo', 'live'], 'expected demo or live').default('demo'),
  ROLE: z.enum(['web', 'work', 'both'], 'expected web, work or both').default('both'),
  PORT: z.coerce.number('expected a port number').int().min(1).max(65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'expected an address like https://example.in' })
    .optional(),
  DATA_DIR: text.default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'expected postgres://…' }).optional(),
  DATABASE_CONNECTIONS: z.coerce
    .number('expected a number of connections')
    .int()
    .min(2, 'expected 2 connections or more')
    .max(200, 'expected 200 connections or less')
    .default(10),
  STORAGE_URL: z.url({ protocol: /^(file|s3)$/, error: 'expected file:///… or s3://…' }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'expected smtp://user:pass@host:port' }).optional(),
  MAIL_FROM: text.optional(),
  SECRET: z.string().min(minSecretBytes, `expected ${minSecretBytes} bytes or more`).optional(),
  LOG_KEY: text.optional(),
  ADMIN_EMAIL: z.email('expected an email address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'expected 8 characters or more')
    .max(200, 'expected 200 characters or less')
    .optional(),
  RAZORPAY_KEY_ID: text.optional(),
  RAZORPAY_KEY_SECRET: text.optional(),
  RAZORPAY_WEBHOOK_SECRET: text.optional(),
  RAZORPAY_ACCOUNT_ID: text.optional(),
  RAZORPAY_FORMER_KEYS: z
    .string()
    .regex(
      /^(\s*[^:\s]+(:[^:\s]+:\S+)?)+\s*$/,
      'expected key ids, or keyId:keySecret:webhookSecret of other accounts, with spaces between',
    )
    .optional(),
  FORMER_GATEWAYS: z.literal('sandbox', 'expected sandbox or nothing').optional(),
  RAZORPAY_API_URL: z.url().default('https://api.razorpay.com/v1'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,}$/, 'expected 16 letters, digits and signs or more')
    .optional(),
  STOP_DELAY: z.coerce.number('expected seconds').min(0).max(300).default(0),
  STOP_GRACE: z.coerce.number('expected seconds').min(0).max(3600).default(5),
  TRUST_PROXY: z.coerce.number('expected a number of proxies').int().min(0).max(10).default(0),
  AWS_ACCESS_KEY_ID: text.optional(),
  AWS_SECRET_ACCESS_KEY: text.optional(),
})

export type Config = ReturnType<typeof readConfig>

/**
 * Reads the configuration from an environment, by default this process's. Throws an Error whose message says in plain
 * sentences what to correct.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    throw new Error(
      parsed.error.issues
        .map(({ path, message }) => `${path.join('.')} is not usable: ${message}.`)
        .join('\n'),
    )
  }
  const env = parsed.data
  const razorpay = razorpayFrom(env)
  if (env.MODE === 'live') requireComplete(env, razorpay)
  const dataDir = resolve(env.DATA_DIR)
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
  // In live mode the sender's address must be able to receive mail, because people answer it.
  const host = env.MODE === 'live' ? new URL(publicUrl).hostname.replace(/^www\./, '') : 'readymade.example'
  return {
    mode: env.MODE,
    /** Whether this process answers pages and calls, and whether it does jobs. */
    serves: env.ROLE !== 'work',
    works: env.ROLE !== 'web',
    host: env.HOST,
    port: env.PORT,
    publicUrl,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    /** Connections of this process to the database at most, besides the one that listens. */
    databaseConnections: env.DATABASE_CONNECTIONS,
    storageUrl: env.STORAGE_URL ?? pathToFileURL(join(dataDir, 'storage')).href,
    storageKeys: { accessKeyId: env.AWS_ACCESS_KEY_ID, secretAccessKey: env.AWS_SECRET_ACCESS_KEY },
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `Readymade <hello@${host}>`,
    secret: env.SECRET,
    /** What signs the public log: a key, or two while the second replaces the first. */
    logKey: env.LOG_KEY,
    /** Whether a key is made without one: in a demo whose log lies in its own data folder, as the key then does. */
    makesLogKey: env.MODE === 'demo' && env.STORAGE_URL === undefined,
    adminEmail: env.ADMIN_EMAIL,
    adminPassword: env.ADMIN_PASSWORD,
    admin:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD
        ? { email: env.ADMIN_EMAIL.toLowerCase(), password: env.ADMIN_PASSWORD }
        : env.MODE === 'demo'
          ? demoAdmin
          : undefined,
    razorpay,
    formerRazorpay: formerAccountsIn(env),
    followsSandbox: env.FORMER_GATEWAYS === 'sandbox',
    trustProxy: env.TRUST_PROXY,
    /**
     * Seconds for which a process that was told to stop still serves, and for which requests under way may go on then.
     */
    stop: { delay: env.STOP_DELAY, grace: env.STOP_GRACE },
    metricsToken: env.METRICS_TOKEN,
  }
}

type Env = z.output<typeof Environment>

function razorpayFrom(env: Env) {
  const {
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    RAZORPAY_ACCOUNT_ID: accountId,
  } = env
  if (!keyId && !keySecret && !webhookSecret) return undefined
  if (!keyId || !keySecret || !webhookSecret) {
    throw new Error(
      'RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET go together; set all three or none.',
    )
  }
  const replacedKeyIds = formerKeysIn(env)
    .filter((parts) => parts.length === 1)
    .map(([keyId]) => keyId!)
  return { keyId, replacedKeyIds, keySecret, webhookSecret, accountId, apiUrl: env.RAZORPAY_API_URL }
}

/**
 * Splits RAZORPAY_FORMER_KEYS. A key id alone was replaced in the same account; a key id with its secrets belongs to
 * another account. A webhook secret may contain colons.
 */
const formerKeysIn = ({ RAZORPAY_FORMER_KEYS: keys }: Env): string[][] =>
  (keys?.trim().split(/\s+/) ?? []).map((key) => {
    const [keyId, keySecret, ...webhookSecret] = key.split(':')
    return keySecret === undefined ? [keyId!] : [keyId!, keySecret, webhookSecret.join(':')]
  })

const formerAccountsIn = (env: Env) =>
  formerKeysIn(env).flatMap(([keyId, keySecret, webhookSecret]) =>
    keySecret && webhookSecret
      ? [{ keyId: keyId!, keySecret, webhookSecret, apiUrl: env.RAZORPAY_API_URL }]
      : [],
  )

function requireComplete(env: Env, razorpay: unknown) {
  const needed = ['DATABASE_URL', 'STORAGE_URL', 'SMTP_URL', 'SECRET', 'PUBLIC_URL'] as const
  const missing: string[] = needed.filter((name) => !env[name])
  if (!razorpay) missing.push('RAZORPAY_KEY_ID')
  if (missing.length > 0)
    throw new Error(`MODE=live needs ${missing.join(', ')}. Set them, or start with MODE=demo.`)
  if (env.ADMIN_PASSWORD === demoAdmin.password)
    throw new Error('ADMIN_PASSWORD is the demo password; choose another for MODE=live.')
  if (!isSecureUrl(env.PUBLIC_URL!))
    throw new Error(
      'PUBLIC_URL is not usable with MODE=live: expected an address that begins with https://, because passwords and payments pass there.',
    )
}

/** Whether an address is reached over https, or without leaving this machine. */
function isSecureUrl(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLoopbackHost(hostname)
}

/** Whether a host name, as URL spells it, is a loopback name of this machine. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(([^.]+\.)*localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
