import { scoreRing, timeChart, topicBars } from './charts.js'
import { $, clock, date, h, marks, questionText, showError, signed } from './dom.js'
import { evaluate, isAnswered } from './engine.js'
import { attempts, loadExam } from './store.js'

function answerText(question, answer) {
  if (!isAnswered(answer)) return 'Not answered'
  if (question.type === 'numeric') return String(answer)
  return [answer].flat().sort().map((i) => question.options[i]).join(', ')
}

function reviewItem(row) {
  const { question: q, answer } = row
  return h('li', { class: `card review ${row.verdict}`, 'data-verdict': row.verdict },
    h('header', {},
      h('b', {}, `Q${row.number}`), h('span', { class: 'topic' }, q.topic),
      h('span', { class: 'muted' }, clock(row.seconds)),
      h('span', { class: `tag ${{ correct: 'pass', wrong: 'fail' }[row.verdict] ?? ''}` }, row.verdict === 'skipped' ? 'Skipped' : signed(row.marks))),
    ...questionText(q.text),
    h('dl', {},
      h('div', {}, h('dt', {}, 'Your answer'), h('dd', { class: row.verdict }, answerText(q, answer))),
      h('div', {}, h('dt', {}, 'Correct answer'), h('dd', {}, answerText(q, q.answer)))),
    h('p', { class: 'why' }, q.why))
}

/** Two or three plain sentences on what to do next. */
function advice(result) {
  const lines = []
  const weak = [...result.topics].sort((a, b) => a.score / a.max - b.score / b.max)[0]
  if (weak.score < weak.max) lines.push(`Revise "${weak.name}" first: ${marks(weak.score)} of ${marks(weak.max)} marks.`)
  if (result.lostToNegative > 0) lines.push(`Wrong answers cost ${marks(result.lostToNegative)} marks in penalties.`)
  if (result.skipped > 0) lines.push(`${result.skipped} left blank.`)
  const slow = result.rows.filter((r) => r.verdict !== 'correct').sort((a, b) => b.seconds - a.seconds)[0]
  if (slow?.seconds >= 30) lines.push(`Most time without a mark: question ${slow.number}, ${clock(slow.seconds)}.`)
  return lines.length ? lines : ['Full marks. Nothing to revise here.']
}

function render(exam, attempt) {
  const result = evaluate(exam, attempt)
  const stat = (label, value, note) => h('div', {}, h('span', {}, label), h('b', {}, value), h('small', {}, note))
  $('#result').replaceChildren(
    h('section', { class: 'card hero' },
      scoreRing(result.percent, result.score, result.max),
      h('div', { class: 'headline' },
        h('p', { class: 'eyebrow' }, exam.subtitle),
        h('h1', {}, exam.title),
        h('p', {}, [attempt.candidate.name, attempt.candidate.roll].filter(Boolean).join(' · ')),
        h('p', { class: 'muted' }, date(attempt.submittedAt)),
        h('p', {}, h('span', { class: `tag big ${result.passed ? 'pass' : 'fail'}` }, result.passed ? 'Passed' : 'Not passed'), ` ${result.percent.toFixed(1)}%, pass mark ${exam.passPercent}%`)),
      h('div', { class: 'stats' },
        stat('Correct', String(result.correct), `of ${result.questions}`),
        stat('Wrong', String(result.wrong), `${signed(-result.lostToNegative)} marks`),
        stat('Accuracy', `${Math.round(result.accuracy)}%`, `${result.attempted} attempted`),
        stat('Time used', clock((attempt.submittedAt - attempt.startedAt) / 1000), `of ${exam.minutes}:00`))),
    h('div', { class: 'two' },
      h('section', { class: 'card' }, h('h2', {}, 'By topic'), topicBars(result.topics)),
      h('section', { class: 'card' }, h('h2', {}, 'Time on each question'),
        timeChart(result.rows, (exam.minutes * 60) / result.questions),
        h('p', { class: 'key' }, h('i', { class: 'correct' }), 'Correct', h('i', { class: 'wrong' }), 'Wrong', h('i', { class: 'skipped' }), 'Skipped', h('span', {}, 'Dashed line: equal share of time')),
        h('ul', { class: 'advice' }, advice(result).map((line) => h('li', {}, line))),
        attempt.tabSwitches ? h('p', { class: 'muted' }, `The exam tab was left ${attempt.tabSwitches} times.`) : null)))
  $('#review').replaceChildren(...result.rows.map(reviewItem))
  document.title = `Result: ${exam.title} · Pariksha`
}

try {
  const attempt = attempts.find(new URLSearchParams(location.search).get('attempt'))
  if (!attempt?.submittedAt) throw new Error('This result is not saved in this browser.')
  render(await loadExam(attempt.examId), attempt)
  $('#print').addEventListener('click', () => print())
  $('#filter').addEventListener('change', (event) => {
    for (const item of document.querySelectorAll('#review > li')) {
      item.hidden = event.target.value !== 'all' && item.dataset.verdict !== event.target.value
    }
  })
} catch (error) {
  showError(error)
}
