import { clock, h, marks, svg } from './dom.js'

/** Ring showing the percentage scored. */
export function scoreRing(percent, score, max) {
  const r = 66
  const length = 2 * Math.PI * r
  const share = Math.min(100, Math.max(0, percent)) / 100
  const text = (y, cls, value) => {
    const node = svg('text', { x: 80, y, 'text-anchor': 'middle', class: cls })
    node.textContent = value
    return node
  }
  return svg('svg', { viewBox: '0 0 160 160', class: 'ring', role: 'img', 'aria-label': `${Math.round(percent)} percent` },
    svg('circle', { cx: 80, cy: 80, r }),
    svg('circle', { cx: 80, cy: 80, r, class: 'value', 'stroke-dasharray': `${share * length} ${length}`, transform: 'rotate(-90 80 80)' }),
    text(82, 'big', marks(score)),
    text(104, 'small', `out of ${marks(max)}`))
}

/** One bar per question: height is time spent, colour is the verdict, line is the fair share of time. */
export function timeChart(rows, fairSeconds) {
  const width = 640
  const height = 170
  const base = height - 22
  const peak = Math.max(fairSeconds * 1.3, ...rows.map((r) => r.seconds))
  const step = (width - 40) / rows.length
  const y = (seconds) => base - (seconds / peak) * (base - 12)
  const label = (x, yy, value, anchor = 'middle') => {
    const node = svg('text', { x, y: yy, 'text-anchor': anchor })
    node.textContent = value
    return node
  }
  const chart = svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'time-chart', role: 'img', 'aria-label': 'Time spent on each question' })
  rows.forEach((row, i) => {
    const bar = svg('rect', { x: 40 + i * step + step * 0.2, width: step * 0.6, y: y(row.seconds), height: Math.max(1, base - y(row.seconds)), rx: 4, class: row.verdict })
    const title = svg('title')
    title.textContent = `Question ${row.number}: ${clock(row.seconds)}, ${row.verdict}`
    bar.append(title)
    chart.append(bar, label(40 + i * step + step / 2, height - 6, row.number))
  })
  chart.append(
    svg('line', { x1: 40, x2: width, y1: y(fairSeconds), y2: y(fairSeconds) }),
    label(34, y(fairSeconds) + 4, clock(fairSeconds), 'end'),
    label(34, base, '0:00', 'end'))
  return chart
}

/** Stacked bar of correct, wrong and skipped per topic. */
export function topicBars(topics) {
  return h('ul', { class: 'topics' }, topics.map((t) =>
    h('li', {},
      h('div', {}, h('b', {}, t.name), h('span', {}, `${marks(t.score)} / ${marks(t.max)}`)),
      h('div', { class: 'stack', title: `${t.correct} correct, ${t.wrong} wrong, ${t.skipped} skipped` },
        ['correct', 'wrong', 'skipped'].map((k) => h('i', { class: k, style: `flex:${t[k]}` }))))))
}
