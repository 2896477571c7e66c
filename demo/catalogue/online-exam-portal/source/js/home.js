import { $, clock, date, h, marks, showError } from './dom.js'
import { evaluate } from './engine.js'
import { attempts, candidate, loadExams } from './store.js'

function examCard(exam) {
  const best = attempts.all().filter((a) => a.examId === exam.id && a.submittedAt).map((a) => evaluate(exam, a).percent)
  const negative = Math.min(...Object.values(exam.marking).map((m) => m.wrong))
  return h('article', { class: 'card exam' },
    h('p', { class: 'eyebrow' }, exam.subtitle),
    h('h3', {}, exam.title),
    h('ul', { class: 'facts' },
      h('li', {}, h('b', {}, String(exam.questions.length)), ' questions'),
      h('li', {}, h('b', {}, String(exam.minutes)), ' minutes'),
      h('li', {}, h('b', {}, marks(negative)), ' worst penalty'),
      h('li', {}, h('b', {}, `${exam.passPercent}%`), ' to pass')),
    h('footer', {},
      h('button', { class: 'btn', onclick: () => start(exam) }, 'Start exam'),
      h('span', { class: 'muted' }, best.length ? `Best so far ${Math.round(Math.max(...best))}%` : 'Not attempted yet')))
}

function start(exam) {
  const form = $('#candidate')
  if (!form.reportValidity()) return
  candidate.set(Object.fromEntries(new FormData(form)))
  location.href = `exam.html?exam=${encodeURIComponent(exam.id)}`
}

function historyRows(exams) {
  return attempts.all().filter((a) => a.submittedAt).sort((a, b) => b.submittedAt - a.submittedAt).flatMap((attempt) => {
    const exam = exams.find((e) => e.id === attempt.examId)
    if (!exam) return []
    const result = evaluate(exam, attempt)
    return h('tr', {},
      h('td', {}, h('b', {}, exam.title), h('small', {}, date(attempt.submittedAt))),
      h('td', {}, `${marks(result.score)} / ${marks(result.max)}`),
      h('td', {}, h('div', { class: 'meter', title: `${Math.round(result.percent)}%` }, h('i', { style: `width:${Math.max(0, result.percent)}%` }))),
      h('td', {}, h('span', { class: `tag ${result.passed ? 'pass' : 'fail'}` }, result.passed ? 'Pass' : 'Not passed')),
      h('td', { class: 'end' }, h('a', { href: `result.html?attempt=${encodeURIComponent(attempt.id)}` }, 'Analysis')))
  })
}

try {
  attempts.closeExpired()
  const exams = await loadExams()
  const saved = candidate.get()
  $('[name=name]').value = saved.name
  $('[name=roll]').value = saved.roll
  $('#exams').append(...exams.map(examCard))

  const open = attempts.unfinished()
  if (open) {
    const exam = exams.find((e) => e.id === open.examId)
    $('#resume').append(h('p', { class: 'card resume' },
      h('span', {}, h('b', {}, `${exam?.title ?? 'An exam'} is still running. `), `${clock((open.deadline - Date.now()) / 1000)} left when this page was opened.`),
      h('a', { class: 'btn', href: `exam.html?exam=${encodeURIComponent(open.examId)}` }, 'Resume')))
  }

  const rows = historyRows(exams)
  $('#history').hidden = rows.length === 0
  $('#history tbody').append(...rows)
  $('#clear').addEventListener('click', () => {
    if (confirm('Delete all saved attempts from this browser?')) {
      attempts.clear()
      location.reload()
    }
  })
} catch (error) {
  showError(error)
}
