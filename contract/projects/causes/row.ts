/** An entry of the table: `example` is a message that it explains. */
export interface Row {
  id: string
  /** Takes linear time. What it captures is passed to the texts. */
  pattern: RegExp
  example: string
  cause: (named: string) => string
  advice: (named: string, project: Names) => string
}

/** What is known of the project, for the advice. */
export interface Names {
  /** The database that the code asks for, and the place where it does. */
  database: string | undefined
  databaseAt: string | undefined
  /** The place of the user or the password. */
  signInAt: string | undefined
  script: string | undefined
  folder: string | undefined
  requirements: string | undefined
  root: string | undefined
}

/** A sentence that is said only where its name is known. */
export const known = (name: string | undefined, text: (name: string) => string) =>
  name === undefined ? '' : ` ${text(name)}`
