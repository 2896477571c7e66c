import type { SetUp, SetUpCommand } from '../set-up.ts'
import { mysqlFor, otherDatabases } from './databases.ts'
import { type SetUpMaterial, type SetUpSystem, type Step, type StepPart, joined, pageIn } from './step.ts'
import {
  commandParts,
  commandsApart,
  nodeText,
  openStep,
  settingsStep,
  stays,
  unknownStart,
  unzipStep,
} from './terminal.ts'

export function pythonSteps(material: SetUpMaterial, system: SetUpSystem): Step[] {
  const { facts } = material
  const { install, start, tool, port, libraries, entry } = facts
  const first = install[0]?.folder ?? start[0]?.folder ?? facts.root
  const hasEnvironment = install.length > 0
  const run = (parts: StepPart[]) => withPython(parts, hasEnvironment || system === 'windows')
  return [
    {
      id: 'tools',
      title: 'Install Python',
      parts: [
        {
          text:
            system === 'linux'
              ? 'Most systems have it. On Ubuntu:'
              : `Get it from python.org.${system === 'windows' ? ' Tick “Add python.exe to PATH” on the first page.' : ''}`,
        },
        ...(system === 'linux'
          ? [{ copy: 'sudo apt install python3 python3-venv', what: 'Command' } as const]
          : []),
      ],
    },
    unzipStep(first, system),
    ...mysqlFor(facts, system),
    ...otherDatabases(facts, system),
    settingsStep(facts, system),
    {
      id: 'install',
      title: 'Install its libraries',
      parts: hasEnvironment
        ? [
            {
              copy: system === 'windows' ? 'python -m venv .venv' : 'python3 -m venv .venv',
              what: 'Command',
            },
            {
              copy: system === 'windows' ? '.venv\\Scripts\\activate' : 'source .venv/bin/activate',
              what: 'Command',
            },
            ...run(commandParts(install, first)),
            ...(libraries.length > 0
              ? [{ text: `It imports more, which no list of it names: ${libraries.slice(0, 8).join(', ')}.` }]
              : []),
          ]
        : libraries.length > 0
          ? [{ text: `It imports ${libraries.slice(0, 8).join(', ')}, and no list of it says from where.` }]
          : [],
    },
    {
      id: 'start',
      title: 'Start it',
      parts:
        start.length > 0
          ? [
              ...run(commandParts(start, install.at(-1)?.folder ?? first)),
              ...(port ? [stays] : []),
              ...(tool === 'window' ? [{ text: 'It opens a window of its own.' }] : []),
              ...(tool === 'notebook'
                ? [{ text: 'The notebook opens in your browser. Choose Run, Run All Cells.' }]
                : []),
            ]
          : [unknownStart(entry)],
    },
    openStep(port),
  ]
}

/** Commands with the name that Python has in a terminal: `python` on Windows and in an environment, else `python3`. */
const withPython = (parts: StepPart[], isShort: boolean): StepPart[] =>
  parts.map((part) =>
    'copy' in part
      ? {
          ...part,
          copy: part.copy
            .replace(/^(?:python3?|py(?: -3)?)(?= )/, isShort ? 'python' : 'python3')
            .replace(/^pip3(?= )/, 'pip'),
        }
      : part,
  )

export function nodeSteps({ facts }: SetUpMaterial, system: SetUpSystem): Step[] {
  const { install, start, port, entry } = facts
  const first = install[0]?.folder ?? start[0]?.folder ?? facts.root
  const isMany = start.length > 1
  return [
    { id: 'tools', title: 'Install Node.js', parts: [{ text: nodeText }] },
    unzipStep(first, system),
    ...mysqlFor(facts, system),
    ...otherDatabases(facts, system),
    settingsStep(facts, system),
    { id: 'install', title: 'Install its libraries', parts: commandParts(install, first) },
    {
      id: 'start',
      title: 'Start it',
      parts:
        start.length > 0
          ? [
              ...(isMany
                ? [{ text: 'Its parts run beside each other, each in a terminal of its own:' }]
                : []),
              ...(isMany ? commandsApart(start) : commandParts(start, install.at(-1)?.folder ?? first)),
              stays,
            ]
          : [unknownStart(entry)],
    },
    openStep(port).parts.length > 0
      ? openStep(port)
      : {
          id: 'open',
          title: 'Open it',
          parts: [{ text: 'The terminal says at which address it is, if it has pages.' }],
        },
  ]
}

export function staticSteps({ facts }: SetUpMaterial, system: SetUpSystem): Step[] {
  const { start, entry, port, isFromReadme } = facts
  if (start.length === 0)
    return [
      unzipStep('', system, { isTerminal: false }),
      {
        id: 'open',
        title: 'Open it',
        parts: entry
          ? [
              { text: 'Double-click this file. It opens in your browser:' },
              { copy: joined(system, entry), what: 'Place' },
            ]
          : [{ text: 'We do not know which page is its first one.' }],
      },
    ]
  const { line } = start[0]!
  const isPython = line.startsWith('py')
  return [
    {
      id: 'tools',
      title: isPython ? 'Install Python' : 'Install Node.js',
      parts: [
        {
          text: isPython
            ? `Only for the server that it brings: browsers do not load parts of a page from a folder. Get it from python.org.${system === 'windows' ? ' Tick “Add python.exe to PATH” on the first page.' : ''}`
            : nodeText,
        },
      ],
    },
    unzipStep(start[0]!.folder, system),
    {
      id: 'start',
      title: 'Start a server',
      parts: [...withPython([{ copy: line, what: 'Command' }], system === 'windows'), stays],
    },
    openStep(port, isFromReadme || !entry ? '' : pageIn(entry, start[0]!.folder)),
  ]
}

export function otherSteps({ facts }: SetUpMaterial, system: SetUpSystem): Step[] {
  const { tool, start, install, readme, port } = facts
  const text = tool ? otherTexts[tool] : undefined
  return [
    { id: 'tools', title: 'What runs it', parts: text ? [{ text }] : [] },
    unzipStep(start[0]?.folder ?? '', system, { isTerminal: start.length > 0 }),
    ...mysqlFor(facts, system),
    ...otherDatabases(facts, system),
    {
      id: 'start',
      title: 'Start it',
      parts: [
        ...scriptParts(start, system),
        ...commandParts([...install, ...start], start[0]?.folder ?? ''),
        ...(start.length === 0
          ? [
              {
                text: readme
                  ? `We do not know the commands that start it. Its README says more: ${readme}.`
                  : 'We do not know how it is started, and it has no README.',
              },
            ]
          : []),
      ],
    },
    openStep(start.length > 0 ? port : null),
  ]
}

/** What a script of another system needs. */
const scriptParts = (start: readonly SetUpCommand[], system: SetUpSystem): StepPart[] =>
  system === 'windows' && start.some(({ line }) => line.endsWith('.sh'))
    ? [{ text: 'It is a script for macOS and Linux. Run it in Git Bash, from git-scm.com.' }]
    : system !== 'windows' && start.some(({ line }) => line.endsWith('.bat'))
      ? [{ text: 'It is a script for Windows: read in it what it runs.' }]
      : []

const otherTexts: Partial<Record<NonNullable<SetUp['tool']>, string>> = {
  android:
    'Get Android Studio from developer.android.com. Choose Open and the unzipped folder, wait for Gradle, and press Run.',
  dotnet:
    'Get Visual Studio Community from visualstudio.microsoft.com. Open the solution (.sln) or project file, and press Start.',
  flutter:
    'Get Flutter from flutter.dev. In a terminal in the unzipped folder, flutter run starts it on a phone, an emulator or Chrome.',
  arduino:
    'Get the Arduino IDE from arduino.cc. Open the sketch (.ino), choose your board and its port, and press Upload.',
}
