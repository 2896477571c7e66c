import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlots } from '../js/layout.js'
import { Simulation, clock } from '../js/simulation.js'
import { charge } from '../js/tariff.js'

const vehicle = (type, stay = 60) => ({ plate: 'MH 12 AB 1234', type, colour: '#fff', stay })
const quiet = () => {
  const simulation = new Simulation({ seed: 1 })
  simulation.nextArrival = Infinity // only the vehicles the test sends in
  return simulation
}

test('tariff: free at first, then every started hour, up to the cap', () => {
  assert.equal(charge('car', 10), 0)
  assert.equal(charge('car', 11), 40)
  assert.equal(charge('car', 60), 40)
  assert.equal(charge('car', 61), 60)
  assert.equal(charge('car', 24 * 60), 200)
  assert.equal(charge('bike', 130), 25)
  assert.equal(charge('ev', 90), 40 + 20 + 2 * 15)
})

test('slots have unique ids and do not overlap on a floor', () => {
  const slots = createSlots()
  assert.equal(new Set(slots.map((s) => s.id)).size, slots.length)
  const ground = slots.filter((s) => s.floor === 'G')
  for (const a of ground) {
    for (const b of ground) {
      const apart = a === b || a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
      assert.ok(apart, `${a.id} and ${b.id}`)
    }
  }
})

test('a vehicle takes the nearest slot of its kind', () => {
  const simulation = quiet()
  const nearest = simulation.slots.filter((s) => s.kind === 'car').sort((a, b) => a.distance - b.distance)[0]
  assert.equal(simulation.arrive(vehicle('car')), nearest)
  assert.equal(simulation.arrive(vehicle('ev')).kind, 'ev')
  assert.equal(simulation.arrive(vehicle('bike')).kind, 'bike')
})

test('an electric car falls back to an ordinary slot, a car never takes a charger', () => {
  const simulation = quiet()
  for (const slot of simulation.slots) if (slot.kind === 'ev') slot.blocked = true
  assert.equal(simulation.arrive(vehicle('ev')).kind, 'car')
  for (const slot of simulation.slots) slot.blocked = slot.kind !== 'ev'
  assert.equal(simulation.arrive(vehicle('car')), null)
  assert.equal(simulation.turnedAway, 1)
})

test('a vehicle leaves on time and pays', () => {
  const simulation = quiet()
  const slot = simulation.arrive(vehicle('car', 75))
  simulation.advance(74)
  assert.ok(slot.vehicle)
  simulation.advance(2)
  assert.equal(slot.vehicle, null)
  assert.equal(simulation.revenue, 60)
  assert.equal(simulation.sessions[0].minutes, 75)
})

test('a blocked slot is not used; an occupied one cannot be blocked', () => {
  const simulation = quiet()
  const slot = simulation.findSlot('car')
  simulation.toggleBlocked(slot)
  assert.notEqual(simulation.findSlot('car'), slot)
  const taken = simulation.arrive(vehicle('car'))
  simulation.toggleBlocked(taken)
  assert.equal(taken.blocked, false)
})

test('nothing is lost over a whole day', () => {
  const simulation = new Simulation({ seed: 5 })
  simulation.advance(18 * 60)
  assert.equal(simulation.arrived, simulation.sessions.length + simulation.occupied())
  assert.equal(simulation.revenue, simulation.sessions.reduce((sum, s) => sum + s.amount, 0))
  assert.equal(simulation.hourly.reduce((sum, hour) => sum + hour.arrivals, 0), simulation.arrived)
  assert.ok(simulation.history.every((p) => p.occupied <= simulation.slots.length))
  assert.equal(simulation.csv().split('\n').length, simulation.sessions.length + 1)
})

test('the same seed repeats the day, whatever the size of the steps', () => {
  const once = new Simulation({ seed: 9 })
  once.advance(300)
  const often = new Simulation({ seed: 9 })
  for (let i = 0; i < 600; i++) often.advance(0.5)
  assert.equal(once.csv(), often.csv())
})

test('the forecast stays within the building', () => {
  const simulation = new Simulation({ seed: 2 })
  simulation.rush = 5
  simulation.advance(240)
  assert.ok(simulation.forecast().every((p) => p.occupied >= 0 && p.occupied <= simulation.slots.length))
})

test('the clock wraps at midnight', () => assert.equal(clock(24 * 60 + 5), '00:05'))
