import { expect, test } from 'vitest'

import { mailboxOf } from './mailbox.ts'

test('addresses of one mailbox are one: with a plus, and at Gmail with dots', () => {
  const same = ['nidhi@gmail.com', 'n.i.d.h.i@gmail.com', 'nidhi+seat@gmail.com', 'nidhi.+1+2@googlemail.com']
  expect(same.map(mailboxOf)).toEqual(same.map(() => 'nidhi@gmail.com'))
  expect(mailboxOf('asha+2@college.example')).toBe('asha@college.example')
})

test('other addresses stay apart', () => {
  for (const email of ['asha.rao@college.example', '+91@college.example', 'asha@gmail.com.example'])
    expect(mailboxOf(email)).toBe(email)
})
