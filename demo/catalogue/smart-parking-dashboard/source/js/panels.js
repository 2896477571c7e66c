/** The cards around the plan: figures, floors, kinds, the selected slot and the event feed. */
import { ring } from './charts.js'
import { $, h, stay } from './dom.js'
import { FLOORS } from './layout.js'
import { clock, floorName } from './simulation.js'
import { charge, rupees } from './tariff.js'

export const KINDS = {
  car: ['Cars', '#c6f24e'],
  ev: ['Electric', '#4cc9f0'],
  bike: ['Two-wheelers', '#ffb648'],
  accessible: ['Accessible', '#c79bff'],
}

export function renderFigures(simulation, forecast) {
  const usable = simulation.slots.filter((slot) => !slot.blocked).length
  const occupied = simulation.occupied()
  const peak = forecast.reduce((best, p) => (p.occupied > best.occupied ? p : best), { occupied: 0, at: simulation.now })
  const figures = [
    ['Free slots', usable - occupied, `of ${usable} in service`],
    ['Collected today', rupees(simulation.revenue), `${simulation.sessions.length} vehicles left`],
    ['Average stay', stay(simulation.averageStay()), 'last 60 vehicles'],
    ['Expected peak', `${Math.round((peak.occupied / simulation.slots.length) * 100)}%`, `about ${clock(peak.at)}`],
    ['Turned away', simulation.turnedAway, `of ${simulation.arrived + simulation.turnedAway} arrivals`],
  ]
  $('#figures').replaceChildren(...figures.map(([label, value, note]) => h('div', { class: 'panel' }, h('span', {}, label), h('b', {}, value), h('small', {}, note))))
}

export function renderFloors(simulation, current, onPick) {
  const counts = simulation.countBy('floor')
  $('#floors').replaceChildren(...FLOORS.map(({ id, name }) => {
    const { occupied, total, blocked } = counts[id]
    const free = total - blocked - occupied
    const level = free === 0 ? 'full' : free / total < 0.15 ? 'low' : ''
    return h('button', { class: `${id === current ? 'on ' : ''}${level}`, 'aria-pressed': id === current ? 'true' : 'false', onclick: () => onPick(id) },
      h('span', {}, name), h('b', {}, free), h('small', {}, 'free'), h('i', { style: `width:${(occupied / total) * 100}%` }))
  }))
}

export function renderKinds(simulation) {
  const counts = simulation.countBy('kind')
  $('#kinds').replaceChildren(...Object.entries(KINDS).map(([kind, [label, colour]]) =>
    h('li', {}, ring(counts[kind].occupied / counts[kind].total, colour), h('span', {}, label, h('small', {}, `${counts[kind].occupied} of ${counts[kind].total}`)))))
}

export function renderSelected(simulation, slot, { onRelease, onBlock }) {
  if (!slot) {
    $('#selected').replaceChildren(h('h2', {}, 'Slot'), h('p', { class: 'muted' }, 'Click a slot on the plan to see who is parked there, or to close it for repairs.'))
    return
  }
  const { vehicle } = slot
  const [kind] = KINDS[slot.kind]
  const rows = vehicle
    ? [['Since', clock(vehicle.arrivedAt)], ['Stay', stay(simulation.now - vehicle.arrivedAt)], ['Charge so far', rupees(charge(vehicle.type, simulation.now - vehicle.arrivedAt))]]
    : [['Status', slot.blocked ? 'Closed for repairs' : 'Free']]
  $('#selected').replaceChildren(h('div', {},
    h('h2', {}, `Slot ${slot.id}`, h('small', {}, `${floorName(slot.floor)}, ${kind.toLowerCase()}`)),
    vehicle && h('p', { class: 'plate' }, vehicle.plate),
    h('dl', {}, rows.map(([label, value]) => h('div', {}, h('dt', {}, label), h('dd', {}, value)))),
    vehicle ? h('button', { onclick: onRelease }, 'Open the barrier') : h('button', { onclick: onBlock }, slot.blocked ? 'Put back in service' : 'Close for repairs')))
}

const EVENTS = {
  arrive: ({ vehicle, slot }) => [vehicle.plate, `parked at ${slot.id}`],
  depart: ({ vehicle, session }) => [vehicle.plate, `left, ${stay(session.minutes)}, ${rupees(session.amount)}`],
  full: ({ vehicle }) => [vehicle.plate, 'turned away, no suitable slot'],
  blocked: ({ slot }) => [`Slot ${slot.id}`, slot.blocked ? 'closed for repairs' : 'back in service'],
}

export function addEvent(event) {
  const [who, what] = EVENTS[event.type](event)
  const feed = $('#feed')
  feed.prepend(h('li', { class: event.type }, h('time', {}, clock(event.at)), h('span', {}, h('b', {}, who), ` ${what}`)))
  while (feed.children.length > 30) feed.lastChild.remove()
}
