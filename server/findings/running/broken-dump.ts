import type { Found, Rule } from '../check/rule.ts'
import type { Sources } from '../sources/sources.ts'
import { faultOf } from '../sql/faults.ts'
import { statementsIn } from '../sql/lexer.ts'
import { sqlFiles } from '../sql/schema.ts'

/** A database refuses a statement of a .sql file. One finding for each file: what follows is often only its consequence. */
export const brokenDump: Rule = {
  name: 'broken-dump',
  kind: 'running',
  title: 'A database script with an error',
  *find(sources: Sources): Generator<Found> {
    for (const file of sqlFiles(sources)) {
      for (const statement of statementsIn(file.text)) {
        const found = faultOf(statement)
        if (!found) continue
        yield {
          file: file.path,
          line: sources.lineAt(file, found.index),
          message: `Importing this file fails here: ${found.fault}.`,
          advice:
            'Correct this place, or export the database again, and import the file once into an empty database.',
        }
        break
      }
    }
  },
}
