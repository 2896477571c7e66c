import type { RunTask, SeenPage, SeenRun } from '../../contract/projects/runners.ts'

/** A user and a password to try: from where they are, empty for those of the task, which have a role. */
export interface SignIn {
  role: string
  user: string
  password: string
  from: string
}

/** What the project's sandbox gets, as the first line of its input; the ZIP comes after it. Its sign-ins are not for it. */
export type Given = Omit<RunTask, 'id' | 'signIns'>

/**
 * The lines of the project's sandbox: that it has begun, and then what it found, once, before the first page is asked
 * for. What it says later may be the project's own words.
 */
export type FromProject = { hasBegun: true } | { started: Started } | { machineError: string }
export interface Started {
  dumps: SeenRun['dumps']
  tables: number
  /** The address of the first page, and those of pages with a sign-in. */
  start: string
  forms: string[]
  signIns: SignIn[]
  otherCase: string[]
}

/** What the browser's sandbox gets, as the only line of its input. */
export interface Plan {
  start: string
  forms: string[]
  signIns: SignIn[]
  /** For how long it looks. */
  seconds: number
}

/** The lines of the browser's sandbox. */
export type FromBrowser =
  | { hasBegun: true }
  /** `picture`: a PNG in base64. */
  | { page: SeenPage; picture: string | undefined }
  | { signIn: SeenRun['signIns'][number] }
  | { end: Pick<SeenRun, 'standIns' | 'outside' | 'otherCase'> }
