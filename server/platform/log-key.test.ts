import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { readLogKey } from '#contract/projects/log/note.ts'

import { temporaryFolder } from '../../test/memory.ts'
import { readConfig } from '../config.ts'
import { logKeysOf, newLogKey } from './log-key.ts'

const config = (logKey?: string, settings: Record<string, string> = {}) =>
  readConfig({
    DATA_DIR: temporaryFolder('readymade-log-key-'),
    PUBLIC_URL: 'https://shop.example',
    LOG_KEY: logKey,
    ...settings,
  })

test('a demo signs with a key of its own that stays, unless it has LOG_KEY or shares its store', () => {
  const demo = config()
  const [first, again] = [logKeysOf(demo), logKeysOf(demo)]
  expect(first[0]).toMatchObject({ name: 'shop.example/log', publicKey: again[0]!.publicKey })
  const file = join(demo.dataDir, 'log-key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toMatch(/^PRIVATE\+KEY\+shop\.example\/log\+/)
  const set = config(newLogKey('shop.example/log'))
  expect(logKeysOf(set)).toHaveLength(1)
  expect(existsSync(join(set.dataDir, 'log-key'))).toBe(false)
  expect(logKeysOf(config(undefined, { STORAGE_URL: 's3://shop?endpoint=http://bucket&region=x' }))).toEqual(
    [],
  )
})

test('a key has the form that Go’s programs read: the published private key has the published public one', () => {
  const seed = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1)
  expect(newLogKey('PeterNeumann', seed)).toBe(
    'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz',
  )
  const [signer] = logKeysOf(config(newLogKey('shop.example/log', seed)))
  const publicKey = Buffer.from('ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW', 'base64').subarray(1)
  expect(Buffer.from(readLogKey(signer!.publicKey)!.publicKey)).toEqual(publicKey)
})

test('two keys are told apart, the present one last; what is no key is said in a sentence', () => {
  const [one, other] = [newLogKey('shop.example/log'), newLogKey('shop.example/log')]
  const keys = logKeysOf(config(`${one} ${other}`))
  expect(keys.map(({ keyHash }) => keyHash)).toEqual([one, other].map((key) => key.split('+')[3]))
  for (const wrong of ['x', one.slice(0, -4), one.replace(/\+[0-9a-f]{8}\+/, '+00000000+')])
    expect(() => logKeysOf(config(wrong))).toThrow(/^LOG_KEY is not usable: /)
  const elsewhere = newLogKey('shop.example/log/2')
  for (const two of [`${one} ${one}`, `${one} ${elsewhere}`])
    expect(() => logKeysOf(config(two))).toThrow('expected two different keys with one name')
  expect(() => logKeysOf(config(`${one} ${other} ${newLogKey('shop.example/log')}`))).toThrow(
    'expected one key, or two',
  )
  expect(() => logKeysOf(config(newLogKey('shop')))).toThrow('expected the name host/log or host/log/2')
})
