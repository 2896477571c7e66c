/** A file that may start the program. */
export interface Candidate {
  path: string
  /** How much its content says so, from 0 to 100. */
  certainty: number
  /** The family of languages whose share in the project counts for it. */
  family: string
}

/** How certain a sign is: what a framework or build file names, a server's object, a main method, a page. */
export const certainty = {
  named: 100,
  framework: 95,
  server: 75,
  main: 65,
  client: 50,
  script: 40,
  page: 35,
  weak: 15,
}
