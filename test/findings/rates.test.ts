import { expect, test } from 'vitest'

import type { RuleName } from '#contract/projects/findings.ts'
import { check } from '#server/projects/findings/check/check.ts'
import { rules } from '#server/projects/findings/check/rules.ts'

import { faultyProjects } from './faulty.ts'
import { filesOf } from './files.ts'
import { plantedSecrets } from './planted.ts'
import { soundProjects } from './sound.ts'

const notes = new Set(rules.filter(({ kind }) => kind === 'note').map(({ name }) => name))
const isNoNote = ({ rule }: { rule: RuleName }) => !notes.has(rule)

test('of the faults planted in twenty projects at least 90 % are found', () => {
  expect(Object.keys(faultyProjects)).toHaveLength(20)
  const all = Object.entries(faultyProjects).flatMap(([project, { files, faults }]) => {
    const { findings } = check(filesOf(files))
    return faults.map(([rule, file]) => ({
      fault: `${project}: ${rule} in ${file}`,
      isFound: findings.some((found) => found.rule === rule && found.file === file),
    }))
  })
  const missed = all.filter(({ isFound }) => !isFound).map(({ fault }) => fault)
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(all.length / 10)
})

test('of thirty planted secrets at least 27 are found, and none is shown', () => {
  expect(plantedSecrets).toHaveLength(30)
  const bases = Object.values(soundProjects)
  const missed = plantedSecrets.filter(({ rules, path, text }, index) => {
    const { findings } = check(filesOf({ ...bases[index % bases.length], [path]: text }))
    const own = findings.filter(({ file }) => file === path)
    for (const word of text.match(/[\w@#.-]{12,}/g) ?? [])
      if (/\d/.test(word) && /[a-z]/.test(word))
        for (const { message } of own) expect(message).not.toContain(word)
    return !own.some(({ rule }) => rules.includes(rule))
  })
  expect(missed.length, missed.map(({ name }) => name).join('\n')).toBeLessThanOrEqual(3)
})

test('no message speaks to its owner, because staff read it too', () => {
  const faulty = Object.values(faultyProjects).map(({ files }) => files)
  const secret = plantedSecrets.map(({ path, text }) => ({ [path]: text }))
  const messages = [...faulty, ...secret].flatMap((files) =>
    check(filesOf(files)).findings.map(({ message }) => message),
  )
  expect(messages.length).toBeGreaterThan(50)
  expect(messages.filter((message) => /\byou(?:rs?)?\b/i.test(message))).toEqual([])
})

test('in twenty sound projects at most two are accused of anything but a note', () => {
  expect(Object.keys(soundProjects)).toHaveLength(20)
  const alarms = Object.entries(soundProjects).flatMap(([project, files]) =>
    check(filesOf(files))
      .findings.filter(isNoNote)
      .map(({ rule, file, message }) => `${project}: ${rule} ${file} ${message}`),
  )
  expect(alarms.length, alarms.join('\n')).toBeLessThanOrEqual(2)
})

test('what is found in the faulty projects beside the planted faults follows from them', () => {
  const others = Object.entries(faultyProjects).flatMap(([project, { files, faults }]) =>
    check(filesOf(files))
      .findings.filter(({ rule, file }) => !faults.some(([name, at]) => name === rule && at === file))
      .filter(isNoNote)
      .map(({ rule, file }) => `${project}: ${rule} in ${file}`),
  )
  expect(others).toEqual([
    'inventory as only the sources: readme-command in README.md',
    'e-learning without manage.py: missing-file in courses/templates/courses/home.html',
    'chat that nothing starts: readme-command in README.md',
  ])
})
