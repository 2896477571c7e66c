import { expect, test } from 'vitest'

import { changesOf } from './audit-changes.ts'

test('changes are readable: plain names, rates in percent, amounts in rupees', () => {
  const before = {
    feeRate: 2000,
    tcs: { on: false, basisPoints: 50, section: 'Section 52' },
    verificationStatus: 'needs_changes',
    pricePaise: 12_000,
    exemptUpTo: 500_000,
    isActive: true,
    demoUrl: '',
    technologies: ['PHP', 'MySQL'],
  }
  const after = {
    feeRate: 2150,
    tcs: { on: true, basisPoints: 100, section: 'Section 52' },
    verificationStatus: 'approved',
    pricePaise: 9_950,
    exemptUpTo: 0,
    isActive: false,
    demoUrl: 'https://demo.example',
    technologies: [],
  }
  expect(changesOf(before, after)).toEqual([
    { label: 'fee rate', was: '20%', is: '21.5%' },
    { label: 'TCS on', was: 'no', is: 'yes' },
    { label: 'TCS rate', was: '0.5%', is: '1%' },
    { label: 'verification status', was: 'needs changes', is: 'approved' },
    { label: 'price', was: '₹120', is: '₹99.50' },
    { label: 'exempt up to', was: '₹5,00,000', is: '₹0' },
    { label: 'active', was: 'yes', is: 'no' },
    { label: 'demo URL', was: 'nothing', is: 'https://demo.example' },
    { label: 'technologies', was: 'PHP, MySQL', is: 'nothing' },
  ])
})

test('a long list has a line for each entry; what was not recorded and what did not change is left out', () => {
  const order = ['Hospital Management System', 'GST Invoice Maker', 'Library Management System']
  expect(changesOf(null, { order, startsAt: '2026-11-22T20:00:00.000Z' })).toEqual([
    { label: 'order', was: undefined, is: order.join('\n') },
    { label: 'starts at', was: undefined, is: '23 Nov 2026, 01:30' },
  ])
  expect(changesOf({ title: 'Kept', name: 'a' }, { title: 'Kept' })).toEqual([
    { label: 'name', was: 'a', is: undefined },
  ])
  expect(changesOf(null, null)).toEqual([])
})
