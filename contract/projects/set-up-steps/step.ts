import type { DemoSignIn } from '../demo-sign-ins.ts'
import type { RuleName } from '../findings.ts'
import type { SetUp } from '../set-up.ts'

/** The systems that a project is set up on, the most used first. */
export const setUpSystems = ['windows', 'macos', 'linux'] as const
export type SetUpSystem = (typeof setUpSystems)[number]

/** A thing to do. `id` stays the same in later releases. */
export interface SetUpStep {
  id: string
  title: string
  parts: StepPart[]
  /** What the check found that this step breaks on. */
  findings: SetUpFinding[]
}

/** A sentence, something to copy, an address to open, or a sign-in. `what` names what is copied. */
export type StepPart =
  | { text: string }
  | { copy: string; what: 'Command' | 'Folder' | 'Name' | 'Place' | 'Text' }
  | { link: string }
  | { signIns: readonly DemoSignIn[] }

export interface SetUpFinding {
  rule: RuleName
  message: string
  file: string
  line: number | null
}

/** What the steps are made of: the facts of the release, what is open in it, and the name of its folder. */
export interface SetUpMaterial {
  facts: SetUp
  /** With what we ran it; empty or absent where we did not. */
  runtime?: string | undefined
  findings: readonly SetUpFinding[]
  /** The name of the folder where none is needed, such as the words of the title. */
  name: string
  signIns: readonly DemoSignIn[]
}

export type Step = Omit<SetUpStep, 'findings'>

/** Where XAMPP puts its parts. */
export const xampp: Record<SetUpSystem, { htdocs: string; mysql: string; php: string; start: StepPart[] }> = {
  windows: {
    htdocs: 'C:\\xampp\\htdocs',
    mysql: 'C:\\xampp\\mysql\\bin\\mysql.exe',
    php: 'C:\\xampp\\php\\php.exe',
    start: [{ text: 'Open the XAMPP Control Panel and press Start beside each. Both turn green.' }],
  },
  macos: {
    htdocs: '/Applications/XAMPP/xamppfiles/htdocs',
    mysql: '/Applications/XAMPP/xamppfiles/bin/mysql',
    php: '/Applications/XAMPP/xamppfiles/bin/php',
    start: [{ text: 'Open manager-osx in Applications/XAMPP, choose Manage Servers and press Start All.' }],
  },
  linux: {
    htdocs: '/opt/lampp/htdocs',
    mysql: '/opt/lampp/bin/mysql',
    php: '/opt/lampp/bin/php',
    start: [{ copy: 'sudo /opt/lampp/lampp start', what: 'Command' }],
  },
}

export const joined = (system: SetUpSystem, ...parts: string[]) => {
  const path = parts.filter((part) => part !== '').join('/')
  return system === 'windows' ? path.replaceAll('/', '\\') : path
}

/** The address of a page below the folder of the server; the index needs no name. */
export function pageIn(entry: string, root: string): string {
  const path = root === '' ? entry : entry.startsWith(`${root}/`) ? entry.slice(root.length + 1) : entry
  return path
    .replace(/(^|\/)index\.(?:php|html?)$/i, '$1')
    .split('/')
    .map((name) => encodeURIComponent(name))
    .join('/')
}

export const quoted = (text: string) => `“${text}”`
export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const placeText = ({ file, line }: { file: string; line: number }) => `${file}, line ${line}`
