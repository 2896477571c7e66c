import { expect, test } from 'vitest'

import { libraryAt, nearestMajors } from './stand-ins.ts'

test.each([
  [
    'https://maxcdn.bootstrapcdn.com/bootstrap/3.3.7/css/bootstrap.min.css',
    'bootstrap',
    3,
    'bootstrap.min.css',
  ],
  ['https://code.jquery.com/jquery-3.4.1.min.js', 'jquery', 3, 'jquery.min.js'],
  ['https://code.jquery.com/jquery-3.3.1.slim.min.js', 'jquery', 3, 'jquery.min.js'],
  ['https://code.jquery.com/ui/1.12.1/jquery-ui.js', 'jquery-ui-dist', 1, 'jquery-ui.js'],
  ['https://use.fontawesome.com/releases/v5.8.1/css/all.css', 'font-awesome', 5, 'all.css'],
  [
    'https://cdn.jsdelivr.net/npm/bootstrap-icons@1.11.0/font/bootstrap-icons.css',
    'bootstrap-icons',
    1,
    'bootstrap-icons.css',
  ],
  [
    'https://cdn.datatables.net/1.10.22/js/dataTables.bootstrap4.min.js',
    'datatables.net-bs4',
    1,
    'dataTables.bootstrap4.min.js',
  ],
  ['https://cdn.jsdelivr.net/npm/sweetalert2@11', 'sweetalert2', 11, 'sweetalert2@11'],
  ['https://cdn.jsdelivr.net/npm/chart.js', 'chart.js', undefined, 'chart.js'],
])('%s is a file of %s', (address, name, major, file) => {
  expect(libraryAt(new URL(address))).toEqual({ name, major, file })
})

test('what is no library of ours has no stand-in', () => {
  expect(libraryAt(new URL('https://fonts.googleapis.com/css?family=Poppins'))).toBeUndefined()
})

test('the nearest major version stands in, and the newest where none is named', () => {
  const packages = ['jquery', 'jquery-1', 'jquery-3', 'jquery-ui-dist']
  expect(nearestMajors('jquery', 1, packages)[0]).toBe('jquery-1')
  expect(nearestMajors('jquery', 4, packages)[0]).toBe('jquery-3')
})
