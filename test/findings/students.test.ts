import { expect, test } from 'vitest'

import { check } from '#server/projects/findings/check/check.ts'
import { rules } from '#server/projects/findings/check/rules.ts'

import { type Planted, planted, students } from './students.ts'

const notes = new Set(rules.filter(({ kind }) => kind === 'note').map(({ name }) => name))

function missedIn(name: string, kind: 'faults' | 'secrets') {
  const files = students[name]!
  const { findings } = check(files)
  const lineOf = (file: string, line: number) =>
    files
      .find(({ path }) => path === file)!
      .text!.split('\n')
      .at(line - 1)!
  const isAt = (file: string, line: number | null, at: string) =>
    line !== null && lineOf(file, line).includes(at)
  const isFound = ({ rules: names, files: places, at }: Planted) =>
    findings.some(
      ({ rule, file, line }) =>
        names.includes(rule) &&
        (places.length === 0 || places.includes(file)) &&
        (at === undefined || isAt(file, line, at)),
    )
  return planted[name]![kind].filter((fault) => !isFound(fault)).map((fault) => ({ name, ...fault }))
}

test('the faults and secrets in six projects of another hand are found', () => {
  expect(Object.keys(planted).flatMap((name) => missedIn(name, 'faults'))).toEqual([])
  expect(Object.keys(planted).flatMap((name) => missedIn(name, 'secrets'))).toEqual([])
})

test('six sound projects of another hand are accused of nothing but what a note says, and a file of one editor', () => {
  const sound = Object.keys(students).filter((name) => !planted[name])
  expect(sound).toHaveLength(6)
  const alarms = sound.flatMap((name) =>
    check(students[name]!)
      .findings.filter(({ rule }) => !notes.has(rule))
      .map(({ rule, file, message }) => `${name}: ${rule} ${file} ${message}`),
  )
  // Gradle stops at a folder of the SDK that is not there, so the file should have been left out.
  expect(alarms).toEqual([expect.stringContaining('android-notes: machine-path local.properties')])
})
