/**
 * The rules of an exam, with no DOM and no storage, so that they can be tested on their own.
 * An attempt is a plain object: it is saved to localStorage as it is.
 */

/** Small seeded random generator (mulberry32): the same seed always gives the same order. */
export function randomFrom(seed) {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = a
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Fisher-Yates shuffle of a copy. */
export function shuffle(items, random) {
  const result = [...items]
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[result[i], result[j]] = [result[j], result[i]]
  }
  return result
}

export function createAttempt(exam, candidate, now = Date.now(), seed = now) {
  const random = randomFrom(seed)
  const order = shuffle(exam.questions.map((q) => q.id), random)
  const options = {}
  for (const q of exam.questions) {
    if (q.options) options[q.id] = shuffle(q.options.map((_, i) => i), random)
  }
  return {
    id: `${exam.id}-${now}`,
    examId: exam.id,
    candidate,
    startedAt: now,
    deadline: now + exam.minutes * 60_000,
    submittedAt: null,
    order,
    options,
    answers: {},
    marked: {},
    visited: {},
    seconds: {},
    tabSwitches: 0,
    current: 0,
  }
}

export function isAnswered(answer) {
  return Array.isArray(answer) ? answer.length > 0 : answer !== undefined && answer !== null && answer !== ''
}

/** The five states of the question palette. */
export function questionState(attempt, id) {
  const answered = isAnswered(attempt.answers[id])
  if (attempt.marked[id]) return answered ? 'answered-marked' : 'marked'
  if (answered) return 'answered'
  return attempt.visited[id] ? 'not-answered' : 'not-visited'
}

export function isCorrect(question, answer) {
  if (question.type === 'multi') {
    const given = [...answer].sort().join()
    return given === [...question.answer].sort().join()
  }
  return Number(answer) === question.answer
}

/** Marks one attempt. Skipped questions score nothing; the total may be negative. */
export function evaluate(exam, attempt) {
  const rows = attempt.order.map((id, index) => {
    const question = exam.questions.find((q) => q.id === id)
    const answer = attempt.answers[id]
    const marking = exam.marking[question.type]
    const verdict = !isAnswered(answer) ? 'skipped' : isCorrect(question, answer) ? 'correct' : 'wrong'
    const marks = verdict === 'skipped' ? 0 : marking[verdict]
    return { number: index + 1, question, answer, verdict, marks, max: marking.correct, seconds: attempt.seconds[id] ?? 0 }
  })

  const count = (list, verdict) => list.filter((r) => r.verdict === verdict).length
  const sum = (list, key) => list.reduce((total, r) => total + r[key], 0)
  const summarise = (list) => ({
    questions: list.length,
    correct: count(list, 'correct'),
    wrong: count(list, 'wrong'),
    skipped: count(list, 'skipped'),
    score: sum(list, 'marks'),
    max: sum(list, 'max'),
    seconds: sum(list, 'seconds'),
  })

  const total = summarise(rows)
  const attempted = total.correct + total.wrong
  const percent = (total.score / total.max) * 100
  const topics = [...new Set(exam.questions.map((q) => q.topic))].map((name) => ({
    name,
    ...summarise(rows.filter((r) => r.question.topic === name)),
  }))
  return {
    ...total,
    rows,
    topics,
    attempted,
    percent,
    passed: percent >= exam.passPercent,
    accuracy: attempted ? (total.correct / attempted) * 100 : 0,
    lostToNegative: -sum(rows.filter((r) => r.verdict === 'wrong'), 'marks'),
  }
}

/** Returns a list of mistakes in a question bank; an empty list means it can be used. */
export function findMistakes(exam) {
  const mistakes = []
  const ids = new Set()
  for (const key of ['id', 'title', 'minutes', 'passPercent', 'marking', 'questions']) {
    if (exam[key] === undefined) mistakes.push(`"${key}" is missing`)
  }
  for (const q of exam.questions ?? []) {
    const say = (text) => mistakes.push(`question ${q.id}: ${text}`)
    if (ids.has(q.id)) say('the id is used twice')
    ids.add(q.id)
    if (!exam.marking?.[q.type]) say(`no marking for the type "${q.type}"`)
    const inRange = (i) => Number.isInteger(i) && i >= 0 && i < (q.options?.length ?? 0)
    if (q.type === 'single' && !inRange(q.answer)) say('"answer" must be the index of an option')
    if (q.type === 'multi' && !(Array.isArray(q.answer) && q.answer.length && q.answer.every(inRange))) say('"answer" must list indexes of options')
    if (q.type === 'numeric' && typeof q.answer !== 'number') say('"answer" must be a number')
  }
  return mistakes
}
