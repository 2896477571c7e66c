import { expect, test } from 'vitest'

import { homeHead } from './page-heads.server.ts'

const nobody = { legalName: null, address: null, email: null, phone: null }
function organization(operator: Parameters<typeof homeHead>[2]) {
  const { about = [] } = homeHead('https://shop.in', [], operator)
  return about.find((thing) => thing['@type'] === 'Organization')
}

test('the head of the home page names the operator, as far as it is set', () => {
  const operator = { ...nobody, legalName: 'Meera Private Limited', address: '12 MG Road\nKarnataka 560001' }
  expect(organization({ ...operator, email: 'help@shop.in', phone: '+91 80 1234' })).toMatchObject({
    legalName: 'Meera Private Limited',
    address: '12 MG Road, Karnataka 560001',
    email: 'help@shop.in',
    telephone: '+91 80 1234',
  })
  const written = JSON.stringify(organization(nobody))
  for (const name of ['legalName', 'address', 'email', 'telephone']) expect(written).not.toContain(name)
})
