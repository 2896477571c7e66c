import { ProblemError } from '#contract/kit/problem.ts'
import type { RuleName, RuleSwitches } from '#contract/projects/findings.ts'

import { recordAudit } from '../audit/service.ts'
import type { Connection, Database } from '../database/connection.ts'
import type { Caller } from '../http/session.ts'
import { rules } from './check/rules.ts'
import { keepSwitches, setSwitches } from './queries.ts'

/** Every rule with its switches, in the order of the rules. */
export async function allSwitches(connection: Connection): Promise<RuleSwitches[]> {
  const set = new Map((await setSwitches(connection)).map(({ rule, ...switches }) => [rule, switches]))
  return rules.map(({ name, kind, title, isRequired = false }) => {
    const { shown, required } = set.get(name) ?? { shown: true, required: isRequired }
    return { rule: name, kind, title, shown, required }
  })
}

/** Sets a rule's switches and notes who did. Throws invalid_input for a rule that is required and not shown: its owner could not know what to do. */
export const setRule = (
  db: Database,
  staff: Caller,
  rule: RuleName,
  switches: { shown: boolean; required: boolean },
): Promise<RuleSwitches[]> =>
  db.transaction().execute(async (trx) => {
    if (switches.required && !switches.shown)
      throw new ProblemError('invalid_input', 'What is required has to be shown to owners.')
    const before = (await allSwitches(trx)).find((one) => one.rule === rule)!
    await keepSwitches(trx, { rule, ...switches })
    await recordAudit(trx, {
      staff,
      action: 'set rule',
      about: `rule ${rule}`,
      name: before.title,
      before: { shown: before.shown, required: before.required },
      after: switches,
    })
    return allSwitches(trx)
  })
