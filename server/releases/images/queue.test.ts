import { expect, test } from 'vitest'

import { fairQueue, memberAdmission } from './queue.ts'

/** Tasks that are done when told to, and the order in which they began. */
function tasks() {
  const begun: string[] = []
  const finish = new Map<string, () => void>()
  const task = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((done) => finish.set(name, done))
  }
  const soon = () => new Promise((later) => setTimeout(later))
  const end = async (name: string) => {
    await soon()
    finish.get(name)!()
    await soon()
  }
  return { begun, task, end }
}

test('a member runs one task at a time, and a free slot goes to who has been served least recently', async () => {
  const { begun, task, end } = tasks()
  const run = fairQueue({ slots: 2, maxWaiting: 10 })
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1']) void run(name[0]!, task(name))
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  void run('d', task('d1'))
  await end('a2')
  expect(begun.at(-1)).toBe('d1')
  await end('c1')
  expect(begun.at(-1)).toBe('b2')
})

test('a task that fails makes room, and one too many is refused at once', async () => {
  const { task, end } = tasks()
  const run = fairQueue({ slots: 1, maxWaiting: 1 })
  const first = run('a', async () => {
    await task('a1')()
    throw new Error('broken')
  })
  const second = run('b', task('b1'))
  await expect(run('c', task('c1'))).rejects.toMatchObject({ code: 'unavailable' })
  await Promise.all([expect(first).rejects.toThrow('broken'), end('a1')])
  await end('b1')
  await second
  expect(await run('c', async () => 'done')).toBe('done')
})

test('so many requests of one member are admitted at once, whatever became of them', async () => {
  const { task, end } = tasks()
  const admit = memberAdmission(2)
  const open = [admit('a', task('a1')), admit('a', task('a2'))]
  await expect(admit('a', task('a3'))).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(await admit('b', async () => 'fine')).toBe('fine')
  await Promise.all([end('a1'), end('a2')])
  await Promise.all(open)
  await expect(admit('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await admit('a', async () => 'fine')).toBe('fine')
})
