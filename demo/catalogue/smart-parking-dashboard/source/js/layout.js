/** The building: three identical floors, with the place of every slot on the plan. */

export const PLAN = { width: 800, height: 452, aisles: [130, 326] }

/** Preferred order of filling, with the walking distance each floor adds. */
export const FLOORS = [
  { id: 'G', name: 'Ground', penalty: 0 },
  { id: 'B1', name: 'Basement', penalty: 260 },
  { id: 'L1', name: 'Level 1', penalty: 330 },
]

const CAR = { width: 46, height: 82 }
const BIKE = { width: 23, height: 52 }

/** row letter, first x, top y, number of car slots, aisle it opens to, and the kind of special slots */
const ROWS = [
  { row: 'A', x: 74, y: 16, count: 14, aisle: 0, kind: (i) => (i < 2 ? 'accessible' : i >= 10 ? 'ev' : 'car') },
  { row: 'B', x: 97, y: 162, count: 13, aisle: 0, kind: () => 'car' },
  { row: 'C', x: 97, y: 212, count: 13, aisle: 1, kind: () => 'car' },
  { row: 'D', x: 74, y: 356, count: 9, aisle: 1, kind: () => 'car' },
]

function floorSlots(floor) {
  const slots = []
  const add = (row, number, kind, x, y, size, aisle) => {
    const cx = x + size.width / 2
    const cy = y + size.height / 2
    slots.push({
      id: `${floor.id}-${row}${String(number).padStart(2, '0')}`,
      floor: floor.id,
      kind,
      x, y, ...size, cx, cy,
      aisleY: PLAN.aisles[aisle],
      // From the entry ramp at the left of the aisle, along it, then into the slot.
      distance: floor.penalty + cx + Math.abs(cy - PLAN.aisles[aisle]),
      vehicle: null,
      blocked: false,
    })
  }
  for (const { row, x, y, count, aisle, kind } of ROWS) {
    // Rows B and C stand back to back, so their slots are a little shorter.
    const size = row === 'B' || row === 'C' ? { width: CAR.width, height: 66 } : CAR
    const top = row === 'C' ? 228 : y
    for (let i = 0; i < count; i++) add(row, i + 1, kind(i), x + i * CAR.width, top, size, aisle)
  }
  for (let i = 0; i < 9; i++) add('M', i + 1, 'bike', 74 + 9 * CAR.width + 12 + i * BIKE.width, 372, BIKE, 1)
  return slots
}

export function createSlots() {
  return FLOORS.flatMap(floorSlots)
}
