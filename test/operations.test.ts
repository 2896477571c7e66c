import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { retentionDays } from '#server/members/personal-data/export.ts'
import { ledgerFaults } from '#server/money/ledger/service.ts'
import { sendNowLimits } from '#server/platform/mail/send.ts'

import packageJson from '../package.json' with { type: 'json' }
import { startApp } from './app.ts'

const app = await startApp()
const text = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8')
const sectionOf = (heading: string) => text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`))!
const quotedIn = (part: string) => [...part.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)

test('the operations name every kind of ledger fault that a check tells apart, and no other', async () => {
  const named = quotedIn(sectionOf('When the ledger is not in order'))
  const kinds = Object.keys(await ledgerFaults(app.db))
  expect(named.filter((name) => /^(un|mis|over)\w+$/.test(name)).toSorted()).toEqual(kinds.toSorted())
})

test('the operations name every metric of ours, and no other', async () => {
  const { body } = await app.app.inject('/metrics')
  const served = [...body.matchAll(/^# TYPE (readymade_\w+)/gm)].map(([, name]) => name!)
  const named = quotedIn(sectionOf('Metrics')).filter((name) => /^readymade_\w+$/.test(name))
  expect(named.toSorted()).toEqual(served.toSorted())
})

test('every command that the operations name can be run, and every one that is run by hand is named', () => {
  const named = new Set(quotedIn(text).flatMap((code) => code.match(/(?<=npm run )[\w:]+/g) ?? []))
  const scripts = Object.keys(packageJson.scripts)
  expect([...named].filter((name) => !scripts.includes(name))).toEqual([])
  const ofOthers = /^(pre\w+|start|test|format(:write)?|lint|types|typegen|dead)$/
  const byHand = scripts.filter((name) => !ofOthers.test(name))
  expect(byHand.filter((name) => !named.has(name))).toEqual([])
})

test('the limits that the operations promise are those of the server', () => {
  expect(sectionOf('Personal data')).toContain(`deleted after ${retentionDays} days`)
  expect(sectionOf('Mail')).toContain(`at most ${sendNowLimits.maxConnections} at once in each process`)
  expect(sectionOf('Mail')).toContain(`keeps silent for ${sendNowLimits.silence / 1000} seconds`)
})
