import type { DemoSignIn } from './demo-sign-ins.ts'
import type { RuleName } from './findings.ts'
import { javaSteps } from './set-up-steps/java.ts'
import { phpSteps } from './set-up-steps/php.ts'
import { nodeSteps, otherSteps, pythonSteps, staticSteps } from './set-up-steps/programs.ts'
import {
  type SetUpFinding,
  type SetUpMaterial,
  type SetUpStep,
  type SetUpSystem,
  type Step,
  type StepPart,
  nameOf,
} from './set-up-steps/step.ts'
import { unzipStep } from './set-up-steps/terminal.ts'
import type { SetUp } from './set-up.ts'

/**
 * Makes the steps from the downloaded ZIP to the running program, from what the check of the release found. They name no
 * file and no database that is not in the release, and say what is not known.
 */
export function setUpSteps(material: SetUpMaterial, system: SetUpSystem): SetUpStep[] {
  const { facts, runtime, signIns } = material
  const steps: Step[] = makers[facts.kind](material, system).filter(({ parts }) => parts.length > 0)
  if (runtime) steps[0]?.parts.push({ text: `It ran with ${runtime}.` })
  const last = steps.at(-1)
  if (signIns.length > 0) steps.push(signInStep(signIns))
  else if (last && asksSignIn(facts)) last.parts.push({ text: unknownSignIn(facts) })
  return withFindings(steps, openFindings(material, steps))
}

const signInStep = (signIns: readonly DemoSignIn[]): Step => ({
  id: 'sign-in',
  title: 'Sign in as',
  parts: [{ signIns }],
})

/** The steps of a release of which only the command of its README is known, or nothing. */
export function unknownSteps(
  startCommand: string | null,
  signIns: readonly DemoSignIn[],
  system: SetUpSystem,
): SetUpStep[] {
  const steps: Step[] = [
    unzipStep('', system, { isTerminal: startCommand !== null }),
    {
      id: 'start',
      title: 'Start it',
      parts:
        startCommand === null
          ? [{ text: 'Its README says how, if it has one.' }]
          : [
              ...startCommand.split('\n').map((line): StepPart => ({ copy: line, what: 'Command' })),
              { text: 'As its README says.' },
            ],
    },
  ]
  if (signIns.length > 0) steps.push(signInStep(signIns))
  return withFindings(steps, [])
}

type Maker = (material: SetUpMaterial, system: SetUpSystem) => Step[]

const makers: Record<SetUp['kind'], Maker> = {
  php: phpSteps,
  python: pythonSteps,
  node: nodeSteps,
  java: javaSteps,
  static: staticSteps,
  other: otherSteps,
}

/** Makes a short name for a folder from a title: letters and digits alone. */
export function folderNameOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const short =
    words.length > maxName
      ? words
          .slice(0, maxName + 1)
          .replace(/-[^-]*$/, '')
          .slice(0, maxName)
      : words
  return short === '' ? 'project' : short
}

/** The most letters of a folder's name. */
const maxName = 30

// Sign-ins

/** True where somebody signs in, as far as the database tells. */
const asksSignIn = ({ connections, dumps }: SetUp) => connections.length > 0 || dumps.length > 0

const unknownSignIn = ({ readme }: SetUp) =>
  `If it asks for a user and a password: we do not know them. ${readme ? `Look in its ${nameOf(readme)}, or` : 'Look'} in the table of its users.`

// Findings

/** The steps that a finding of a rule breaks, the first that is there counts. */
const stepsOf: Partial<Record<RuleName, string[]>> = {
  'no-schema': ['import', 'database', 'start'],
  'broken-dump': ['import', 'database'],
  'missing-table': ['import', 'database', 'open', 'start'],
  'database-name': ['database', 'import'],
  'removed-php': ['tools'],
  'no-manifest': ['install', 'start'],
  'missing-dependency': ['install', 'start'],
  'no-entry': ['start', 'open'],
  'readme-command': ['start', 'open'],
  'machine-path': ['open', 'start'],
  'missing-file': ['open', 'start'],
  'missing-component': ['open', 'start'],
}

/** The rules whose findings break a step. */
export const setUpRules = Object.keys(stepsOf) as RuleName[]

/** The findings that are about what the steps say: not a command that they do not use, or a setting that they name. */
const openFindings = ({ facts, findings }: SetUpMaterial, steps: Step[]) =>
  findings.filter(
    ({ rule, message }) =>
      !(rule === 'readme-command' && facts.start.length > 0 && !facts.isFromReadme) &&
      !(/from its environment/.test(message) && steps.some(({ id }) => id === 'settings')),
  )

const withFindings = (steps: Step[], findings: readonly SetUpFinding[]): SetUpStep[] =>
  steps.map((step) => ({
    ...step,
    findings: findings.filter(
      ({ rule }) => stepsOf[rule]?.find((id) => steps.some((one) => one.id === id)) === step.id,
    ),
  }))
