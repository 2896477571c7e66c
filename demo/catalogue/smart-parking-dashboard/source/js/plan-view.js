/** The floor plan: slots, parked vehicles, and vehicles driving in and out. */
import { PLAN } from './layout.js'
import { s } from './dom.js'

const ICONS = {
  ev: 'M2 -9 -5 2 0 2 -2 9 6 -3 1 -3Z',
  accessible: 'M-1 -9a2 2 0 1 1 .1 0M-1 -5v7h6l3 6M-1 -2h5M-4 -1a6 6 0 1 0 7 8',
}

export class PlanView {
  constructor(svg, simulation, onSelect) {
    this.svg = svg
    this.simulation = simulation
    this.onSelect = onSelect
    this.floor = 'G'
    this.selected = null
    this.animate = !matchMedia('(prefers-reduced-motion: reduce)').matches
    svg.setAttribute('viewBox', `0 0 ${PLAN.width} ${PLAN.height}`)
  }

  show(floor) {
    this.floor = floor
    this.draw()
  }

  draw() {
    this.nodes = new Map()
    this.cars = s('g', { class: 'cars' })
    const slots = this.simulation.slots.filter((slot) => slot.floor === this.floor)
    this.svg.replaceChildren(this.ground(), ...slots.map((slot) => this.slot(slot)), this.cars)
    for (const slot of slots) if (slot.vehicle) this.park(slot)
  }

  ground() {
    const [top, bottom] = PLAN.aisles
    const lane = (y) => s('line', { x1: 24, y1: y, x2: PLAN.width - 24, y2: y, class: 'lane' })
    const arrow = (x, y) => s('path', { d: `M${x} ${y - 5}l8 5-8 5`, class: 'arrow' })
    const text = (x, y, value, anchor) => s('text', { x, y, class: 'gate', 'text-anchor': anchor }, value)
    return s('g', {},
      s('rect', { x: 1, y: 1, width: PLAN.width - 2, height: PLAN.height - 2, rx: 14, class: 'floor' }),
      s('path', { d: `M42 ${top}V${bottom}M${PLAN.width - 42} ${top}V${bottom}`, class: 'lane' }),
      lane(top), lane(bottom),
      [180, 400, 620].flatMap((x) => [arrow(x, top), arrow(x, bottom)]),
      text(16, top - 14, 'IN', 'start'), text(PLAN.width - 16, bottom - 14, 'OUT', 'end'))
  }

  slot(slot) {
    const icon = ICONS[slot.kind]
    const node = s('g', { class: `slot ${slot.kind}${slot.height < 70 ? ' short' : ''}`, tabindex: 0, role: 'button', 'aria-label': slot.id, onclick: () => this.onSelect(slot), onkeydown: (e) => e.key === 'Enter' && this.onSelect(slot) },
      s('rect', { x: slot.x + 1.5, y: slot.y, width: slot.width - 3, height: slot.height, rx: 5 }),
      icon && s('path', { d: icon, transform: `translate(${slot.cx} ${slot.cy - 4})`, class: 'icon' }),
      slot.kind !== 'bike' && s('text', { x: slot.cx, y: slot.y + slot.height - 7, 'text-anchor': 'middle' }, slot.id.split('-')[1]))
    this.nodes.set(slot.id, { slot, node, car: null })
    this.mark(slot)
    return node
  }

  mark(slot) {
    const entry = this.nodes.get(slot.id)
    if (!entry) return
    entry.node.classList.toggle('taken', Boolean(slot.vehicle))
    entry.node.classList.toggle('blocked', slot.blocked)
    entry.node.classList.toggle('on', slot === this.selected)
  }

  select(slot) {
    const before = this.selected
    this.selected = slot
    if (before) this.mark(before)
    if (slot) this.mark(slot)
  }

  /** Seen from above, nose to the right. */
  vehicle({ type, colour }) {
    if (type === 'bike') {
      return s('g', { class: 'vehicle' }, s('rect', { x: -18, y: -3.5, width: 36, height: 7, rx: 3.5, fill: colour }), s('path', { d: 'M9 -8v16', stroke: colour, 'stroke-width': 3, 'stroke-linecap': 'round' }), s('rect', { x: -11, y: -4.5, width: 13, height: 9, rx: 3, class: 'glass' }))
    }
    return s('g', { class: 'vehicle' },
      s('rect', { x: -28, y: -14, width: 56, height: 28, rx: 9, fill: colour }),
      s('rect', { x: 7, y: -11, width: 9, height: 22, rx: 4, class: 'glass' }),
      s('rect', { x: -21, y: -10, width: 7, height: 20, rx: 3.5, class: 'glass' }),
      s('path', { d: 'M26 -9v5M26 4v5', class: 'lamp' }))
  }

  /** Nose towards the back of the slot. */
  heading(slot) {
    return slot.cy < slot.aisleY ? -90 : 90
  }

  transform(x, y, angle) {
    return `translate(${x}px, ${y}px) rotate(${angle}deg)`
  }

  park(slot) {
    const entry = this.nodes.get(slot.id)
    if (!entry) return null
    entry.car = this.vehicle(slot.vehicle)
    entry.car.style.transform = this.transform(slot.cx, slot.cy - (slot.kind === 'bike' ? 0 : 3), this.heading(slot))
    this.cars.append(entry.car)
    this.mark(slot)
    return entry.car
  }

  arrive(slot) {
    const car = this.park(slot)
    if (!car || !this.animate) return
    const angle = this.heading(slot)
    car.animate([
      { transform: this.transform(-30, slot.aisleY, 0), opacity: 0 },
      { transform: this.transform(30, slot.aisleY, 0), opacity: 1, offset: 0.1 },
      { transform: this.transform(slot.cx - 26, slot.aisleY, 0), offset: 0.68 },
      { transform: this.transform(slot.cx, slot.aisleY + (angle > 0 ? 14 : -14), angle), offset: 0.84 },
      { transform: car.style.transform },
    ], { duration: 1500, easing: 'ease-in-out' })
  }

  depart(slot) {
    const entry = this.nodes.get(slot.id)
    if (!entry?.car) return
    const { car } = entry
    entry.car = null
    this.mark(slot)
    if (!this.animate) return car.remove()
    const angle = this.heading(slot)
    car.animate([
      { transform: car.style.transform },
      { transform: this.transform(slot.cx, slot.aisleY + (angle > 0 ? 12 : -12), angle), offset: 0.2 },
      { transform: this.transform(slot.cx + 24, slot.aisleY, 0), offset: 0.36 },
      { transform: this.transform(PLAN.width - 20, slot.aisleY, 0), opacity: 1, offset: 0.92 },
      { transform: this.transform(PLAN.width + 30, slot.aisleY, 0), opacity: 0 },
    ], { duration: 1400, easing: 'ease-in' }).finished.finally(() => car.remove())
  }
}
