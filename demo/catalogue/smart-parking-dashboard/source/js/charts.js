/** Charts drawn as SVG from the numbers of the simulation. */
import { s } from './dom.js'
import { clock } from './simulation.js'

const path = (points) => points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

/** Occupancy through the day, with the forecast as a dashed line. */
export function occupancyChart(simulation, forecast) {
  const box = { width: 420, height: 150, left: 34, right: 18, top: 8, bottom: 22 }
  const from = simulation.startAt
  const to = Math.max(from + 18 * 60, simulation.now + 90)
  const total = simulation.slots.length
  const x = (at) => box.left + ((at - from) / (to - from)) * (box.width - box.left - box.right)
  const y = (n) => box.height - box.bottom - (n / total) * (box.height - box.top - box.bottom)
  const points = [...simulation.history, { at: simulation.now, occupied: simulation.occupied() }].map((p) => [x(p.at), y(p.occupied)])
  const ahead = [points.at(-1), ...forecast.map((p) => [x(p.at), y(p.occupied)])]
  const [nowX, nowY] = points.at(-1)
  const hours = []
  for (let at = Math.ceil(from / 180) * 180; at <= to; at += 180) hours.push(at)
  return s('svg', { viewBox: `0 0 ${box.width} ${box.height}`, role: 'img', 'aria-label': 'Occupied slots through the day' },
    s('defs', {}, s('linearGradient', { id: 'fade', x1: 0, y1: 0, x2: 0, y2: 1 }, s('stop', { offset: '0%', 'stop-color': '#c6f24e', 'stop-opacity': 0.4 }), s('stop', { offset: '100%', 'stop-color': '#c6f24e', 'stop-opacity': 0 }))),
    [0, 0.5, 1].map((share) => [
      s('line', { x1: box.left, x2: box.width - box.right, y1: y(total * share), y2: y(total * share), class: 'grid' }),
      s('text', { x: box.left - 6, y: y(total * share) + 4, 'text-anchor': 'end' }, `${share * 100}%`)]).flat(),
    hours.map((at) => s('text', { x: x(at), y: box.height - 5, 'text-anchor': 'middle' }, clock(at))),
    s('path', { d: `${path(points)}L${nowX} ${y(0)}L${points[0][0]} ${y(0)}Z`, fill: 'url(#fade)' }),
    s('path', { d: path(points), class: 'line' }),
    s('path', { d: path(ahead), class: 'line ahead' }),
    s('circle', { cx: nowX, cy: nowY, r: 4, class: 'dot' }))
}

/** Arrivals (up) and departures (down) of each hour. */
export function flowChart(simulation) {
  const box = { width: 420, height: 120, left: 34, bottom: 18 }
  const first = Math.floor(simulation.startAt / 60)
  const hours = Array.from({ length: 18 }, (_, i) => (first + i) % 24)
  const peak = Math.max(20, ...simulation.hourly.flatMap((hour) => [hour.arrivals, hour.departures]))
  const middle = (box.height - box.bottom) / 2
  const step = (box.width - box.left) / hours.length
  const length = (n) => (n / peak) * (middle - 6)
  const current = Math.floor(simulation.now / 60) % 24
  return s('svg', { viewBox: `0 0 ${box.width} ${box.height}`, role: 'img', 'aria-label': 'Arrivals and departures per hour' },
    s('line', { x1: box.left, x2: box.width, y1: middle, y2: middle, class: 'grid' }),
    s('text', { x: box.left - 6, y: 14, 'text-anchor': 'end' }, peak),
    s('text', { x: box.left - 6, y: middle * 2 - 2, 'text-anchor': 'end' }, peak),
    hours.map((hour, i) => {
      const { arrivals, departures } = simulation.hourly[hour]
      const x = box.left + i * step + 3
      return s('g', { class: hour === current ? 'now' : '' },
        s('rect', { x, width: step - 6, y: middle - 1 - length(arrivals), height: length(arrivals), rx: 2, class: 'in' }, s('title', {}, `${hour}:00, ${arrivals} in`)),
        s('rect', { x, width: step - 6, y: middle + 1, height: length(departures), rx: 2, class: 'out' }, s('title', {}, `${hour}:00, ${departures} out`)),
        i % 3 === 0 && s('text', { x: x + step / 2 - 3, y: box.height - 3, 'text-anchor': 'middle' }, clock(hour * 60)))
    }))
}

/** Ring with the share of slots in use. */
export function ring(share, colour) {
  const length = 2 * Math.PI * 26
  return s('svg', { viewBox: '0 0 64 64', class: 'ring', 'aria-hidden': 'true' },
    s('circle', { cx: 32, cy: 32, r: 26, class: 'track' }),
    s('circle', { cx: 32, cy: 32, r: 26, stroke: colour, 'stroke-dasharray': `${share * length} ${length}`, transform: 'rotate(-90 32 32)' }),
    s('text', { x: 32, y: 37, 'text-anchor': 'middle' }, `${Math.round(share * 100)}%`))
}
