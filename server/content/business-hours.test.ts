import { expect, test } from 'vitest'

import { parseHours } from './business-hours.ts'

const hoursOf = (lines: string, timeZone: string, day = '2026-12-01') =>
  parseHours({ lines, timeZone }, new Date(`${day}T12:00:00Z`)).map(({ inIndia }) => inIndia)

const specified = 'Mon-Fri: 9 AM - 6 PM\nSaturday: 10 AM - 4 PM\nSunday: Closed'

test('the hours of the specification are those of the next morning in India, an hour earlier in the summer of the Pacific coast', () => {
  expect(hoursOf(specified, 'Pacific time')).toEqual([
    '10:30 PM to 7:30 AM the next day',
    '11:30 PM to 5:30 AM the next day',
    null,
  ])
  const summer = ['9:30 PM to 6:30 AM the next day', '10:30 PM to 4:30 AM the next day', null]
  expect(hoursOf(specified, 'Pacific time', '2026-07-01')).toEqual(summer)
  expect(hoursOf(specified, 'America/Los_Angeles', '2026-07-01')).toEqual(summer)
})

test.each([
  ['Every day: 3 PM - 11 PM', 'Pacific time', '4:30 AM to 12:30 PM the next day'],
  ['Every day: 10:30 - 18:00', 'Asia/Dubai', '12 PM to 7:30 PM'],
  ['Every day: 9 am to 12 pm', 'Pacific/Auckland', '1:30 AM to 4:30 AM'],
  ['Every day: 5 AM – 9 AM', 'Pacific/Auckland', '9:30 PM the day before to 1:30 AM'],
  ['Every day: 12 AM - 2 AM', 'Asia/Tokyo', '8:30 PM to 10:30 PM the day before'],
  ['Every day: 8 PM - 4 AM', 'Pacific time', '9:30 AM to 5:30 PM the next day'],
  ['Every day: 12 AM - 12 AM', 'Asia/Dubai', '1:30 AM to 1:30 AM the next day'],
])('%s in %s is %s', (line, zone, inIndia) => {
  expect(hoursOf(line, zone)).toEqual([inIndia])
})

test.each([
  ['Every day: 9 AM - 6 PM', 'Indian time'],
  ['Every day: 9 AM - 6 PM', 'Asia/Kolkata'],
  ['Every day: 9 AM - 6 PM', 'Campus time'],
  ['Every day: 9-6', 'Pacific time'],
  ['Every day: by appointment', 'Pacific time'],
  ['Every day: 9 AM - 1 PM, 2 PM - 6 PM', 'Pacific time'],
  ['Every day: 29:00 - 30:00', 'Pacific time'],
])('nothing is said beside %s in %s', (line, zone) => {
  expect(hoursOf(line, zone)).toEqual([null])
})
