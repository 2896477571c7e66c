/** Question banks come from data/*.json; attempts and the candidate live in localStorage. */
import { findMistakes } from './engine.js'

const ATTEMPTS = 'exam-portal.attempts'
const CANDIDATE = 'exam-portal.candidate'

const read = (key, fallback) => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? fallback
  } catch {
    return fallback // damaged data must not lock the student out
  }
}
const write = (key, value) => localStorage.setItem(key, JSON.stringify(value))

async function fetchJson(path) {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} could not be loaded (${response.status})`)
  return response.json()
}

async function loadBank(file) {
  const exam = await fetchJson(`data/${file}`)
  const mistakes = findMistakes(exam)
  if (mistakes.length) throw new Error(`data/${file} has mistakes: ${mistakes.join('; ')}`)
  return exam
}

export async function loadExams() {
  const index = await fetchJson('data/exams.json')
  return Promise.all(index.map((entry) => loadBank(entry.file)))
}

export async function loadExam(id) {
  const entry = (await fetchJson('data/exams.json')).find((e) => e.id === id)
  if (!entry) throw new Error('This exam is not in data/exams.json')
  return loadBank(entry.file)
}

export const candidate = {
  get: () => read(CANDIDATE, { name: '', roll: '' }),
  set: (value) => write(CANDIDATE, value),
}

export const attempts = {
  all: () => read(ATTEMPTS, []),
  find: (id) => read(ATTEMPTS, []).find((a) => a.id === id),
  unfinished: (now = Date.now()) => read(ATTEMPTS, []).find((a) => !a.submittedAt && a.deadline > now),
  save(attempt) {
    write(ATTEMPTS, [...read(ATTEMPTS, []).filter((a) => a.id !== attempt.id), attempt])
  },
  /** An exam left open past its deadline (browser closed, say) counts as submitted at the deadline. */
  closeExpired(now = Date.now()) {
    write(ATTEMPTS, read(ATTEMPTS, []).map((a) => (!a.submittedAt && a.deadline <= now ? { ...a, submittedAt: a.deadline } : a)))
  },
  clear: () => localStorage.removeItem(ATTEMPTS),
}
