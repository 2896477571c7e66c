import fc from 'fast-check'
import { afterAll } from 'vitest'

import { seed } from './seed.ts'

fc.configureGlobal({ seed })

declare module 'vitest' {
  interface TaskMeta {
    /**
     * Processor seconds of the process in which the file ran; not those of PostgreSQL and of servers that it started.
     */
    cpu?: number
  }
}

const before = process.cpuUsage()
// oxlint-disable-next-line no-empty-pattern -- Vitest asks for a pattern of what is used, which is nothing.
afterAll(({}, file) => {
  const { user, system } = process.cpuUsage(before)
  file.meta.cpu = (user + system) / 1_000_000
})
