import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test, vi } from 'vitest'

import { forgetOtherServers, programVariables, requireTempFolder } from './shell-variables.ts'

test('programs of PostgreSQL get no variable of another server, library, language or time zone', () => {
  const shell = {
    PATH: '/usr/bin',
    PGPORT: '6543',
    PGDATA: '/elsewhere',
    PGDATESTYLE: 'nonsense',
    LD_LIBRARY_PATH: '/opt/conda/lib',
    LD_PRELOAD: '/gone.so',
    LC_ALL: 'xx_YY',
    LANG: 'xx_YY',
    TZ: 'Nowhere/None',
    SECRET: 'not for others',
  }
  expect(programVariables(shell)).toEqual({ PATH: '/usr/bin' })
  expect(programVariables({ SystemRoot: 'C:\\Windows', TEMP: 'C:\\Temp' })).toEqual({
    SystemRoot: 'C:\\Windows',
    TEMP: 'C:\\Temp',
  })
})

test('what a shell says of another PostgreSQL is forgotten, and nothing else', () => {
  const others = [
    'PGHOST',
    'PGUSER',
    'PGPASSWORD',
    'PGSSLMODE',
    'PGOPTIONS',
    'PGTZ',
    'PGSERVICE',
    'PGPASSFILE',
  ]
  const shell = { ...Object.fromEntries(others.map((name) => [name, 'x'])), PAGER: 'less', PORT: '3000' }
  forgetOtherServers(shell)
  expect(shell).toEqual({ PAGER: 'less', PORT: '3000' })
})

test('a folder of temporary files that is gone is replaced, and one that is there stays', () => {
  const here = import.meta.dirname
  vi.stubEnv('TMPDIR', here)
  requireTempFolder()
  expect(tmpdir()).toBe(here)
  vi.stubEnv('TMPDIR', join(here, 'gone'))
  requireTempFolder()
  expect(tmpdir()).toBe('/tmp')
  vi.unstubAllEnvs()
})
