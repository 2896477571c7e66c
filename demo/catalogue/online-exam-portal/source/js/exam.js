import { $, clock, h, questionText, showError, signed } from './dom.js'
import { createAttempt, questionState } from './engine.js'
import { attempts, candidate, loadExam } from './store.js'

const LABELS = {
  answered: 'Answered',
  'not-answered': 'Not answered',
  'not-visited': 'Not visited',
  marked: 'Marked for review',
  'answered-marked': 'Answered and marked',
}

let exam
let attempt
let shownAt // when the current question came on screen

const currentId = () => attempt.order[attempt.current]
const question = (id) => exam.questions.find((q) => q.id === id)

/** Adds the time since the question was shown to its total. */
function countTime() {
  const now = Date.now()
  const id = currentId()
  attempt.seconds[id] = (attempt.seconds[id] ?? 0) + (Math.min(now, attempt.deadline) - shownAt) / 1000
  shownAt = now
}

function save() {
  countTime()
  attempts.save(attempt)
}

function go(index) {
  save()
  attempt.current = (index + attempt.order.length) % attempt.order.length
  render()
}

function setAnswer(value) {
  attempt.answers[currentId()] = value
  save()
  renderPalette()
}

function answerInputs(q) {
  const given = attempt.answers[q.id]
  if (q.type === 'numeric') {
    return h('label', { class: 'numeric' }, 'Your answer',
      h('input', { type: 'number', step: 'any', value: given ?? '', placeholder: 'Type a number', oninput: (e) => setAnswer(e.target.value === '' ? null : Number(e.target.value)) }))
  }
  const multi = q.type === 'multi'
  const choose = () => {
    const chosen = [...document.querySelectorAll('.option input:checked')].map((i) => Number(i.value))
    setAnswer(multi ? chosen : chosen[0])
  }
  return h('div', { class: 'options', role: multi ? 'group' : 'radiogroup' }, attempt.options[q.id].map((option, place) =>
    h('label', { class: 'option' },
      h('input', { type: multi ? 'checkbox' : 'radio', name: 'answer', value: String(option), checked: multi ? given?.includes(option) ?? false : given === option, onchange: choose }),
      h('b', {}, 'ABCDEF'[place]), h('span', {}, q.options[option]))))
}

function renderPalette() {
  const counts = Object.fromEntries(Object.keys(LABELS).map((k) => [k, 0]))
  $('#palette').replaceChildren(...attempt.order.map((id, i) => {
    const state = questionState(attempt, id)
    counts[state]++
    return h('button', { class: `cell ${state}${i === attempt.current ? ' on' : ''}`, title: LABELS[state], 'aria-label': `Question ${i + 1}, ${LABELS[state]}`, onclick: () => go(i) }, String(i + 1))
  }))
  $('#legend').replaceChildren(...Object.entries(LABELS).map(([state, label]) => h('li', {}, h('span', { class: `cell ${state}` }, String(counts[state])), label)))
  return counts
}

function render() {
  const id = currentId()
  const q = question(id)
  const { correct, wrong } = exam.marking[q.type]
  attempt.visited[id] = true
  $('#question').replaceChildren(
    h('header', {},
      h('span', { class: 'number' }, `Question ${attempt.current + 1}`, h('small', {}, ` of ${attempt.order.length}`)),
      h('span', { class: 'topic' }, q.topic),
      h('span', { class: 'tag pass' }, signed(correct)),
      h('span', { class: `tag ${wrong < 0 ? 'fail' : ''}` }, wrong < 0 ? signed(wrong) : 'No penalty')),
    ...questionText(q.text),
    answerInputs(q))
  $('#mark').textContent = attempt.marked[id] ? 'Remove mark' : 'Mark for review'
  renderPalette()
}

function tick() {
  const left = (attempt.deadline - Date.now()) / 1000
  $('#timer').textContent = clock(left)
  $('#timer').classList.toggle('low', left <= 120)
  $('#progress').style.width = `${Math.max(0, (left / (exam.minutes * 60)) * 100)}%`
  if (left <= 0) submit()
}

function submit() {
  if (attempt.submittedAt) return
  countTime()
  attempt.submittedAt = Math.min(Date.now(), attempt.deadline)
  attempts.save(attempt)
  location.replace(`result.html?attempt=${encodeURIComponent(attempt.id)}`)
}

function confirmSubmit() {
  save()
  const counts = renderPalette()
  const answered = counts.answered + counts['answered-marked']
  $('#summary').textContent = `${answered} of ${attempt.order.length} answered, ${counts.marked + counts['answered-marked']} marked for review. You cannot change answers after submitting.`
  $('#confirm').showModal()
}

function listen() {
  $('#next').addEventListener('click', () => go(attempt.current + 1))
  $('#previous').addEventListener('click', () => go(attempt.current - 1))
  $('#mark').addEventListener('click', () => {
    const id = currentId()
    attempt.marked[id] = !attempt.marked[id]
    save()
    render()
  })
  $('#clear').addEventListener('click', () => {
    delete attempt.answers[currentId()]
    save()
    render()
  })
  $('#submit').addEventListener('click', confirmSubmit)
  $('#submit-now').addEventListener('click', submit)
  addEventListener('keydown', (event) => {
    if (event.target.matches('input[type=number]') || $('#confirm').open || event.ctrlKey || event.metaKey) return
    const option = document.querySelectorAll('.option input')['abcdef'.indexOf(event.key.toLowerCase())]
    if (option) option.click()
    else if (event.key === 'n') go(attempt.current + 1)
    else if (event.key === 'p') go(attempt.current - 1)
    else if (event.key === 'm') $('#mark').click()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && !attempt.submittedAt) {
      attempt.tabSwitches++
      save()
    } else if (!document.hidden) {
      $('#switches').textContent = `Tab left ${attempt.tabSwitches} ${attempt.tabSwitches === 1 ? 'time' : 'times'}; this is noted in the result.`
    }
  })
}

try {
  const examId = new URLSearchParams(location.search).get('exam')
  const running = attempts.unfinished()
  if (running && running.examId !== examId) throw new Error('Another exam is still running. Finish or resume it first.')
  exam = await loadExam(examId)
  attempt = running ?? createAttempt(exam, candidate.get())
  shownAt = Date.now()
  $('#title').textContent = exam.title
  $('#who').textContent = [attempt.candidate.name, attempt.candidate.roll].filter(Boolean).join(' · ')
  document.title = `${exam.title} · Pariksha`
  listen()
  render()
  save()
  tick()
  setInterval(tick, 500)
} catch (error) {
  showError(error)
}
