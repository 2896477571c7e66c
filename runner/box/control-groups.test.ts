import { expect, test } from 'vitest'

import { treesIn } from './control-groups.ts'

const everywhere = () => true

test('version 2 has one tree, in the group of the runner', () => {
  expect(treesIn('0::/system.slice/readymade-runner.service\n', true, everywhere)).toEqual({
    version: 2,
    root: '/sys/fs/cgroup/system.slice/readymade-runner.service',
  })
})

test('version 1 has a tree for memory and one for processes', () => {
  const groups = '8:pids:/\n4:memory:/runner\n1:name=systemd:/user.slice\n0::/\n'
  expect(treesIn(groups, false, everywhere)).toEqual({
    version: 1,
    memory: '/sys/fs/cgroup/memory/runner',
    pids: '/sys/fs/cgroup/pids/',
  })
})

test('in a container, whose group is not there under the name that the machine has for it, it is the top', () => {
  const isThere = (path: string) => path === '/sys/fs/cgroup'
  for (const path of ['/docker/abc', '/../..'])
    expect(treesIn(`0::${path}\n`, true, isThere)).toEqual({ version: 2, root: '/sys/fs/cgroup' })
})
