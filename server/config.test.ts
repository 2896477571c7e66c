import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, onTestFinished, test } from 'vitest'

import { demoAdmin, readConfig } from './config.ts'
import { presentSecret, secretFile, secretOf } from './platform/secret.ts'

const live = {
  MODE: 'live',
  DATABASE_URL: 'postgres://shop@db/shop',
  STORAGE_URL: 's3://shop',
  SMTP_URL: 'smtp://mail:25',
  SECRET: 'a secret for tests, 32 bytes or more',
  PUBLIC_URL: 'https://www.shop.in/',
  ADMIN_EMAIL: 'Owner@Shop.in',
  ADMIN_PASSWORD: 'a good long password',
  RAZORPAY_KEY_ID: 'key',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'hook',
}

test('live mode starts with what it needs, and nothing of the demo is in it', () => {
  const config = readConfig(live)
  expect(config).toMatchObject({ publicUrl: 'https://www.shop.in', mailFrom: 'Readymade <hello@shop.in>' })
  expect(config.admin).toEqual({ email: 'owner@shop.in', password: 'a good long password' })
  expect(JSON.stringify(config)).not.toContain('.example')
})

test.each([
  'DATABASE_URL',
  'STORAGE_URL',
  'SMTP_URL',
  'SECRET',
  'PUBLIC_URL',
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
])('live mode without %s refuses and names it', (name) => {
  for (const value of [undefined, '']) expect(() => readConfig({ ...live, [name]: value })).toThrow(name)
})

test.each([
  ['SECRET', 'too short'],
  ['DATABASE_URL', 'mysql://x'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['PORT', '70000'],
  ['TRUST_PROXY', '-1'],
  ['MODE', 'production'],
  ['ROLE', 'worker'],
  ['DATABASE_CONNECTIONS', '1'],
  ['ADMIN_PASSWORD', demoAdmin.password],
  ['ADMIN_PASSWORD', 'x'.repeat(201)],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readConfig({ ...live, [name]: value })).toThrow(name)
})

test.each([
  [{}, { serves: true, works: true, databaseConnections: 10 }],
  [{ ROLE: 'web' }, { serves: true, works: false }],
  [
    { ROLE: 'work', DATABASE_CONNECTIONS: '4' },
    { serves: false, works: true, databaseConnections: 4 },
  ],
])(
  'of a process with %j it is known whether it serves, whether it works, and its connections',
  (env, known) => {
    expect(readConfig({ ...live, ...env })).toMatchObject(known)
  },
)

test('demo mode needs nothing', () => {
  expect(readConfig({})).toMatchObject({ mode: 'demo', admin: demoAdmin, razorpay: undefined, trustProxy: 0 })
})

test.each(['a # b', '100%', '%41', 'a?b', 'é'])(
  'files lie in the data folder also when it is called %s',
  (name) => {
    const { storageUrl, dataDir } = readConfig({ DATA_DIR: `/srv/${name}` })
    expect(fileURLToPath(storageUrl)).toBe(`${dataDir}/storage`)
  },
)

test.each(['http://shop.in', 'http://localhost.shop.in', 'http://127.0.0.1.shop.in', 'http://10.0.0.1'])(
  'live mode refuses the unprotected address %s',
  (PUBLIC_URL) => {
    expect(() => readConfig({ ...live, PUBLIC_URL })).toThrow(
      /^PUBLIC_URL is not usable with MODE=live: expected an address that begins with https:\/\/[^.]+\.$/,
    )
  },
)

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'https://shop.in'])(
  'live mode takes %s',
  (PUBLIC_URL) => {
    expect(readConfig({ ...live, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL)
  },
)

test.each([
  ['empty', ''],
  ['cut short', 'dGhlIGJlZ2lubmlu'],
  ['zeros', '\0'.repeat(43)],
])(
  'a secret that a power cut left %s is none: one start makes another, and the next ones keep it',
  (_, left) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'readymade-secret-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const config = { dataDir, secret: undefined }
    writeFileSync(secretFile(config), left)
    expect(presentSecret(config)).toBeUndefined()
    const told: string[] = []
    const secret = secretOf(config, (message) => told.push(message))
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(told).toEqual([expect.stringContaining(`${secretFile(config)} was not whole`)])
    expect([secretOf(config), presentSecret(config)]).toEqual([secret, secret])
    expect(readdirSync(dataDir)).toEqual(['secret'])
  },
)
