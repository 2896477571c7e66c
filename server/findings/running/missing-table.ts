import type { Found, Rule } from '../check/rule.ts'
import type { Sources } from '../sources/sources.ts'
import { askedTables } from '../sql/asked.ts'
import { createdTables, isMadeByFramework, sqlFiles } from '../sql/schema.ts'

/** The project brings a schema, and the code asks for a table that is not in it. */
export const missingTable: Rule = {
  name: 'missing-table',
  kind: 'running',
  title: 'A table that the schema lacks',
  *find(sources: Sources): Generator<Found> {
    const created = createdTables(sources)
    if (created.size === 0 || isMadeByFramework(sources)) return
    const schema = sqlFiles(sources)[0]?.path
    for (const { name, file, index } of askedTables(sources)) {
      if (created.has(name)) continue
      yield {
        file: file.path,
        line: sources.lineAt(file, index),
        message: `The code asks for the table “${name}”, which ${schema ? `neither ${schema} nor another file` : 'no file'} of the project creates.`,
        advice: `Add the table “${name}” to the schema, or correct its name here.`,
      }
    }
  },
}
