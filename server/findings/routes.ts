import { findings } from '#contract/projects/findings.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { factsFor, findingsFor, recheck, unwaive, waive } from './service.ts'
import { allSwitches, setRule } from './switches.ts'

export const findingRoutes = (serve: Serve, { db, jobs }: Pick<Parts, 'db' | 'jobs'>) =>
  serve(findings, {
    get: async ({ params }, { caller }) => ({
      success: true,
      findings: await findingsFor(db, caller, params.id),
    }),
    waive: async ({ params, body }, { caller }) => ({
      success: true,
      findings: await waive(db, caller.id, params.id, body),
    }),
    unwaive: async ({ params, query }, { caller }) => ({
      success: true,
      findings: await unwaive(db, caller.id, params.id, query),
    }),
    recheck: async ({ params }, { caller }) => ({
      success: true,
      findings: await recheck({ db, jobs }, caller, params.id),
    }),
    facts: async ({ params }, { caller }) => ({
      success: true,
      facts: await factsFor(db, caller, params.id),
    }),
    rules: async () => ({ success: true, rules: await allSwitches(db) }),
    setRule: async ({ params, body }, { caller }) => ({
      success: true,
      rules: await setRule(db, caller, params.rule, body),
    }),
  })
