import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createAttempt, evaluate, findMistakes, isCorrect, questionState, randomFrom, shuffle } from '../js/engine.js'

const load = (file) => JSON.parse(readFileSync(new URL(`../data/${file}`, import.meta.url)))
const exam = {
  id: 't', title: 'T', minutes: 10, passPercent: 50,
  marking: { single: { correct: 4, wrong: -1 }, multi: { correct: 4, wrong: -2 }, numeric: { correct: 4, wrong: 0 } },
  questions: [
    { id: 'q1', topic: 'One', type: 'single', text: '', options: ['a', 'b', 'c'], answer: 0 },
    { id: 'q2', topic: 'One', type: 'multi', text: '', options: ['a', 'b', 'c'], answer: [0, 2] },
    { id: 'q3', topic: 'Two', type: 'numeric', text: '', answer: 12.5 },
    { id: 'q4', topic: 'Two', type: 'single', text: '', options: ['a', 'b'], answer: 1 },
  ],
}
const attempt = (answers) => ({ ...createAttempt(exam, { name: 'Asha', roll: '1' }, 1000), answers })

test('the same seed gives the same paper, a different seed another one', () => {
  const items = Array.from({ length: 20 }, (_, i) => i)
  assert.deepEqual(shuffle(items, randomFrom(5)), shuffle(items, randomFrom(5)))
  assert.notDeepEqual(shuffle(items, randomFrom(5)), shuffle(items, randomFrom(6)))
  assert.deepEqual(shuffle(items, randomFrom(9)).sort((a, b) => a - b), items)
})

test('the deadline is fixed when the attempt starts', () => {
  assert.equal(createAttempt(exam, {}, 1000).deadline, 1000 + 600_000)
})

test('option 0 is an answer, an empty choice is not', () => {
  const result = evaluate(exam, attempt({ q1: 0, q2: [], q3: null }))
  assert.equal(result.correct, 1)
  assert.equal(result.skipped, 3)
})

test('negative marks are applied per question type', () => {
  const result = evaluate(exam, attempt({ q1: 1, q2: [0], q3: 99, q4: 1 }))
  assert.equal(result.score, -1 - 2 + 0 + 4)
  assert.equal(result.lostToNegative, 3)
  assert.equal(result.passed, false)
})

test('several correct options must match exactly, in any order', () => {
  const q = exam.questions[1]
  assert.ok(isCorrect(q, [2, 0]))
  assert.ok(!isCorrect(q, [0]))
  assert.ok(!isCorrect(q, [0, 1, 2]))
})

test('topic totals add up to the whole', () => {
  const result = evaluate(exam, attempt({ q1: 0, q2: [0, 2], q3: 12.5, q4: 0 }))
  assert.equal(result.topics.reduce((t, x) => t + x.score, 0), result.score)
  assert.equal(result.percent, (11 / 16) * 100)
  assert.equal(result.accuracy, 75)
})

test('an empty attempt has accuracy 0, not NaN', () => {
  assert.equal(evaluate(exam, attempt({})).accuracy, 0)
})

test('palette states', () => {
  const a = { ...attempt({ q1: 0, q2: [1] }), visited: { q1: true, q2: true, q3: true }, marked: { q2: true, q4: true } }
  assert.deepEqual(['q1', 'q2', 'q3', 'q4'].map((id) => questionState(a, id)), ['answered', 'answered-marked', 'not-answered', 'marked'])
  assert.equal(questionState(attempt({}), 'q1'), 'not-visited')
})

test('every bundled question bank is valid', () => {
  for (const { file, id } of load('exams.json')) {
    const bank = load(file)
    assert.deepEqual(findMistakes(bank), [], file)
    assert.equal(bank.id, id)
  }
})

test('a broken bank is reported', () => {
  const broken = { ...exam, questions: [{ id: 'x', type: 'single', options: ['a'], answer: 3 }, { id: 'x', type: 'essay' }] }
  assert.equal(findMistakes(broken).length, 3)
})
