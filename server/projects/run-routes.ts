import { runners } from '#contract/projects/runners.ts'
import { runs } from '#contract/projects/runs.ts'
import { staffRunners, staffRuns } from '#contract/projects/staff/runs.ts'

import type { Dependencies } from '../dependencies.ts'
import type { Serve } from '../platform/http/serve.ts'
import { addPage, claimRun, endRun, filesOfRun, keepRun } from './run-records/receive.ts'
import { addRunner, removeRunner, runnersAndQueue } from './run-records/runners.ts'
import {
  askForRunAs,
  boughtRun,
  decideRun,
  noteRun,
  runFor,
  runsFor,
  runsForStaff,
} from './run-records/service.ts'

/** Serves the calls about run records: of everybody, of owners and staff, and of the machines that run projects. */
export function runRoutes(serve: Serve, dependencies: Dependencies): void {
  serve(runs, {
    get: async ({ params }, { caller }) => ({ run: await runFor(dependencies.db, caller, params.id) }),
    list: ({ params }, { caller }) => runsFor(dependencies, caller, params.id),
    bought: async ({ params }, { caller }) => ({ run: await boughtRun(dependencies, caller, params) }),
    ask: ({ params, body }, { caller }) => askForRunAs(dependencies, caller, params.id, body.startAt),
    note: ({ params, body }, { caller }) => noteRun(dependencies, caller, params.id, body.note),
  })
  serve(staffRuns, {
    list: async () => ({ runs: await runsForStaff(dependencies) }),
    decide: ({ params, body }, { caller }) => decideRun(dependencies, caller, params.id, body),
  })
  serve(staffRunners, {
    list: () => runnersAndQueue(dependencies),
    add: ({ body }, { caller }) => addRunner(dependencies, caller, body.name),
    remove: ({ params }, { caller }) => removeRunner(dependencies, caller, params.id),
  })
  serve(runners, {
    claim: async ({ body }, { caller }) => ({ run: await claimRun(dependencies, caller, body) }),
    files: async ({ params }, { caller, reply }) => {
      const zip = await filesOfRun(dependencies, caller, params.id)
      return reply.type('application/zip').send(zip)
    },
    alive: ({ params }, { caller }) => keepRun(dependencies, caller, params.id),
    addPage: ({ params }, { caller, request }) => addPage(dependencies, caller, params.id, request),
    end: ({ params, body }, { caller }) => endRun(dependencies, caller, params.id, body),
  })
}
