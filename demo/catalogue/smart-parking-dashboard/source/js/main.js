import { flowChart, occupancyChart } from './charts.js'
import { $, h } from './dom.js'
import { addEvent, renderFigures, renderFloors, renderKinds, renderSelected } from './panels.js'
import { PlanView } from './plan-view.js'
import { Simulation, clock } from './simulation.js'

const WARM_UP = (11 * 60 + 40) - 6 * 60 // the page opens at 11:40, with a morning behind it
const parameters = new URLSearchParams(location.search)

let simulation
let plan
let selected = null
let minutesPerSecond = 1
let playing = true

function select(slot) {
  selected = slot
  plan.select(slot)
  showSelected()
}

function showSelected() {
  renderSelected(simulation, selected, {
    onRelease: () => selected.vehicle && simulation.depart(selected),
    onBlock: () => simulation.toggleBlocked(selected),
  })
}

function showFloor(id) {
  if (selected?.floor !== id) select(null)
  plan.show(id)
  refresh()
}

/** Everything except the plan, which is changed by events. */
function refresh() {
  const forecast = simulation.forecast()
  $('#clock').textContent = clock(simulation.now)
  renderFigures(simulation, forecast)
  renderFloors(simulation, plan.floor, showFloor)
  renderKinds(simulation)
  $('#occupancy').replaceChildren(occupancyChart(simulation, forecast))
  $('#flow').replaceChildren(flowChart(simulation))
  if (selected) showSelected()
}

function listen(event) {
  addEvent(event)
  if (event.slot?.floor === plan.floor) {
    if (event.type === 'arrive') plan.arrive(event.slot)
    else if (event.type === 'depart') plan.depart(event.slot)
    else plan.mark(event.slot)
  }
  if (event.slot && event.slot === selected) showSelected()
}

function start(seed) {
  simulation = new Simulation({ seed })
  $('#feed').replaceChildren()
  simulation.advance(WARM_UP - 8)
  simulation.on(addEvent) // fills the feed with the last few minutes before the page is shown
  simulation.advance(8)
  simulation.listeners = [listen]
  plan = new PlanView($('#plan'), simulation, select)
  select(null)
  plan.show('G')
  refresh()
}

function download() {
  const url = URL.createObjectURL(new Blob([simulation.csv()], { type: 'text/csv' }))
  h('a', { href: url, download: 'parking-sessions.csv' }).click()
  URL.revokeObjectURL(url)
}

$('#play').addEventListener('click', () => {
  playing = !playing
  $('#play').textContent = playing ? 'Pause' : 'Play'
})
$('#speed').addEventListener('change', (event) => (minutesPerSecond = Number(event.target.value)))
$('#rush').addEventListener('change', (event) => {
  simulation.rush = event.target.checked ? 1.8 : 1
  refresh()
})
$('#csv').addEventListener('click', download)
$('#again').addEventListener('click', () => {
  $('#rush').checked = false
  start(Date.now())
})

start(Number(parameters.get('seed')) || 12)

let last = performance.now()
setInterval(() => {
  const now = performance.now()
  // A tab in the background is woken rarely, so one step never covers more than two seconds.
  if (playing) {
    simulation.advance((Math.min(2000, now - last) / 1000) * minutesPerSecond)
    refresh()
  }
  last = now
}, 500)
