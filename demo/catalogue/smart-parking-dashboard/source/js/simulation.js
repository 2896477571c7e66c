/**
 * The car park as a simulation, with no DOM. Time is in minutes since midnight.
 * Vehicles arrive at random around an hourly curve, take the nearest suitable slot, stay and pay.
 */
import { FLOORS, createSlots } from './layout.js'
import { charge } from './tariff.js'

/** Expected arrivals in each hour of the day: a mall with a lunch peak and an evening peak. */
export const ARRIVALS_PER_HOUR = [2, 1, 0, 0, 1, 4, 14, 30, 48, 58, 70, 84, 92, 80, 66, 62, 72, 90, 108, 104, 78, 46, 20, 7]

/** Share of arrivals and the average stay in minutes. */
export const VEHICLES = {
  car: { share: 0.66, stay: 105 },
  bike: { share: 0.2, stay: 75 },
  ev: { share: 0.1, stay: 90 },
  accessible: { share: 0.04, stay: 95 },
}
/** Where each kind may park, the best place first. */
const ALLOWED = { car: ['car'], bike: ['bike'], ev: ['ev', 'car'], accessible: ['accessible', 'car'] }
const SAMPLE_EVERY = 5
const STATES = ['MH 12', 'MH 14', 'MH 02', 'MH 43', 'GJ 01', 'KA 05', 'MH 20', 'DL 08']
const COLOURS = ['#e8ecf1', '#c7ced8', '#8f9aa9', '#5b6675', '#a8452f', '#335f8f', '#8c6f3d', '#2f6a58']

/** Small seeded generator (mulberry32), so that a day can be repeated exactly. */
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

export class Simulation {
  constructor({ seed = 1, startAt = 6 * 60 } = {}) {
    this.random = randomFrom(seed)
    this.now = startAt
    this.startAt = startAt
    this.rush = 1
    this.slots = createSlots()
    this.sessions = [] // finished visits
    this.turnedAway = 0
    this.arrived = 0
    this.revenue = 0
    this.hourly = Array.from({ length: 24 }, () => ({ arrivals: 0, departures: 0, revenue: 0 }))
    this.history = [] // { at, occupied }
    this.listeners = []
    this.nextArrival = startAt + this.gap(startAt)
    this.sample()
  }

  on(listener) {
    this.listeners.push(listener)
  }

  emit(type, detail) {
    for (const listener of this.listeners) listener({ type, at: this.now, ...detail })
  }

  /** Minutes to the next arrival: exponential, at the rate of the current hour. */
  gap(at) {
    const perMinute = (ARRIVALS_PER_HOUR[Math.floor(at / 60) % 24] * this.rush) / 60
    return perMinute <= 0 ? 15 : Math.min(15, -Math.log(1 - this.random()) / perMinute)
  }

  /** Moves the clock on, handling arrivals and departures in the order they fall. */
  advance(minutes) {
    const end = this.now + minutes
    for (;;) {
      const leaving = this.nextDeparture()
      const sampleAt = (Math.floor(this.now / SAMPLE_EVERY) + 1) * SAMPLE_EVERY
      const next = Math.min(leaving?.vehicle.leavesAt ?? Infinity, this.nextArrival, sampleAt)
      if (next > end) break
      this.now = next
      if (next === leaving?.vehicle.leavesAt) this.depart(leaving)
      else if (next === this.nextArrival) {
        const isBusyHour = ARRIVALS_PER_HOUR[Math.floor(next / 60) % 24] > 0
        this.nextArrival = next + this.gap(next)
        if (isBusyHour) this.arrive(this.newVehicle())
      } else this.sample()
    }
    this.now = end
  }

  nextDeparture() {
    let first = null
    for (const slot of this.slots) {
      if (slot.vehicle && (!first || slot.vehicle.leavesAt < first.vehicle.leavesAt)) first = slot
    }
    return first
  }

  newVehicle() {
    let pick = this.random()
    const type = Object.keys(VEHICLES).find((key) => (pick -= VEHICLES[key].share) < 0) ?? 'car'
    const letter = () => 'ABCDEFGHJKLMNPRSTUVWXYZ'[Math.floor(this.random() * 23)]
    const stay = VEHICLES[type].stay * (0.35 + this.random() * 0.9 + this.random() * 0.4)
    return {
      plate: `${STATES[Math.floor(this.random() ** 2 * STATES.length)]} ${letter()}${letter()} ${1000 + Math.floor(this.random() * 9000)}`,
      type,
      colour: COLOURS[Math.floor(this.random() * COLOURS.length)],
      stay: Math.round(stay),
    }
  }

  /** The nearest free slot of the best kind, or null when there is none. */
  findSlot(type) {
    for (const kind of ALLOWED[type]) {
      let best = null
      for (const slot of this.slots) {
        if (slot.kind === kind && !slot.vehicle && !slot.blocked && (!best || slot.distance < best.distance)) best = slot
      }
      if (best) return best
    }
    return null
  }

  arrive(vehicle) {
    const slot = this.findSlot(vehicle.type)
    if (!slot) {
      this.turnedAway++
      this.emit('full', { vehicle })
      return null
    }
    slot.vehicle = { ...vehicle, arrivedAt: this.now, leavesAt: this.now + vehicle.stay }
    this.arrived++
    this.hour().arrivals++
    this.emit('arrive', { slot, vehicle: slot.vehicle })
    return slot
  }

  depart(slot) {
    const { vehicle } = slot
    const minutes = this.now - vehicle.arrivedAt
    const amount = charge(vehicle.type, minutes)
    slot.vehicle = null
    this.revenue += amount
    this.hour().departures++
    this.hour().revenue += amount
    const session = { slot: slot.id, plate: vehicle.plate, type: vehicle.type, from: vehicle.arrivedAt, to: this.now, minutes, amount }
    this.sessions.push(session)
    this.emit('depart', { slot, vehicle, session })
  }

  toggleBlocked(slot) {
    if (slot.vehicle) return
    slot.blocked = !slot.blocked
    this.emit('blocked', { slot })
  }

  hour() {
    return this.hourly[Math.floor(this.now / 60) % 24]
  }

  sample() {
    this.history.push({ at: this.now, occupied: this.occupied() })
  }

  occupied(filter = () => true) {
    return this.slots.filter((s) => s.vehicle && filter(s)).length
  }

  /** Occupied and usable slots per group, for example by floor or by kind. */
  countBy(key) {
    const groups = {}
    for (const slot of this.slots) {
      const group = (groups[slot[key]] ??= { occupied: 0, total: 0, blocked: 0 })
      group.total++
      if (slot.vehicle) group.occupied++
      if (slot.blocked) group.blocked++
    }
    return groups
  }

  averageStay() {
    const last = this.sessions.slice(-60)
    return last.length ? last.reduce((sum, s) => sum + s.minutes, 0) / last.length : 0
  }

  /**
   * Occupancy in the coming minutes: expected arrivals from the hourly curve, less departures.
   * Every minute a share of those inside leaves, as in a queue with random stays.
   */
  forecast(minutes = 90) {
    const averageStay = Object.values(VEHICLES).reduce((sum, v) => sum + v.share * v.stay, 0)
    const points = []
    let inside = this.occupied()
    for (let m = 1; m <= minutes; m++) {
      const rate = (ARRIVALS_PER_HOUR[Math.floor((this.now + m) / 60) % 24] * this.rush) / 60
      inside = Math.min(this.slots.length, inside + rate - inside / averageStay)
      if (m % SAMPLE_EVERY === 0) points.push({ at: this.now + m, occupied: inside })
    }
    return points
  }

  csv() {
    const head = 'slot,plate,type,from,to,minutes,amount'
    const lines = this.sessions.map((s) => [s.slot, s.plate, s.type, clock(s.from), clock(s.to), Math.round(s.minutes), s.amount].join(','))
    return [head, ...lines].join('\n')
  }
}

export function clock(minutes) {
  const m = Math.floor(minutes) % 1440
  return `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`
}

export const floorName = (id) => FLOORS.find((f) => f.id === id).name
