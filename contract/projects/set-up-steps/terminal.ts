import type { SetUp, SetUpCommand } from '../set-up.ts'
import { type SetUpMaterial, type SetUpSystem, type Step, type StepPart, joined, quoted } from './step.ts'

const openTerminal: Record<SetUpSystem, (folder: string) => string> = {
  windows: (folder) => `Open ${folder} in the Explorer, write cmd into its address bar and press Enter.`,
  macos: (folder) => `Open a terminal: right-click ${folder}, then Services, New Terminal at Folder.`,
  linux: (folder) => `Open a terminal: right-click ${folder}, then Open in Terminal.`,
}

export const folderText = (folder: string) =>
  folder === '' ? 'the unzipped folder' : `the folder ${quoted(folder)} in the unzipped one`

/** How a terminal is opened in a folder of the release. `place` is where the release lies with XAMPP. */
export function terminalIn(
  _: SetUpMaterial,
  system: SetUpSystem,
  folder: string,
  place: string,
  moved: string,
): StepPart {
  const inner =
    moved !== '' && (folder === moved || folder.startsWith(`${moved}/`))
      ? folder.slice(moved.length + 1)
      : folder
  return { text: openTerminal[system](`the folder ${joined(system, place, inner)}`) }
}

export const stays: StepPart = { text: 'Leave the terminal open for as long as you use it.' }

/**
 * Commands to copy. Where the folder changes the terminal goes there by a command, or the reader by a sentence where its
 * name would need quotes.
 */
export function commandParts(commands: readonly SetUpCommand[], from: string): StepPart[] {
  let folder = from
  return commands.flatMap((one): StepPart[] => {
    const parts: StepPart[] = one.folder === folder ? [] : [goTo(folder, one.folder)]
    folder = one.folder
    return [...parts, { copy: one.line, what: 'Command' }]
  })
}

function goTo(from: string, to: string): StepPart {
  const up = from === '' || to.startsWith(`${from}/`) ? [] : from.split('/').map(() => '..')
  const down = from !== '' && to.startsWith(`${from}/`) ? to.slice(from.length + 1) : to
  const path = [...up, ...(down === '' ? [] : [down])].join('/')
  return /^[\w.][\w./-]*$/.test(path)
    ? { copy: `cd ${path}`, what: 'Command' }
    : { text: `Go on in the same terminal, in ${folderText(to)}:` }
}

/** Commands of which each has a terminal of its own. */
export const commandsApart = (commands: readonly SetUpCommand[]): StepPart[] =>
  commands.flatMap((one): StepPart[] => [
    { text: `In a terminal in ${folderText(one.folder)}:` },
    { copy: one.line, what: 'Command' },
  ])

const unzipTexts: Record<SetUpSystem, string> = {
  windows: 'Right-click the ZIP and choose Extract All.',
  macos: 'Double-click the ZIP.',
  linux: 'Right-click the ZIP and choose Extract Here.',
}

export const unzipStep = (folder: string, system: SetUpSystem, { isTerminal = true } = {}): Step => ({
  id: 'unzip',
  title: isTerminal ? 'Unzip it and open a terminal' : 'Unzip it',
  parts: [
    { text: unzipTexts[system] },
    ...(isTerminal ? [{ text: openTerminal[system](folderText(folder)) }] : []),
  ],
})

/** The settings that no file of the release gives. */
export function settingsStep({ settings }: SetUp, system: SetUpSystem): Step {
  if (!settings) return { id: 'settings', title: '', parts: [] }
  const { names, example, folder } = settings
  const file = joined(system, folder, '.env')
  return {
    id: 'settings',
    title: 'Write its settings',
    parts: [
      {
        text: example
          ? `Copy ${quoted(example)} to a file ${quoted(file)}, and open that.`
          : `Make a file ${quoted(file)}. Its program reads these settings, and no file of the release gives them:`,
      },
      ...(names.length === 0
        ? []
        : example
          ? [{ text: `Give each of these a value: ${names.join(', ')}.` }]
          : [
              { copy: names.map((name) => `${name}=`).join('\n'), what: 'Text' } as const,
              { text: 'Write a value behind each sign =. Its README may say which.' },
            ]),
    ],
  }
}

export const unknownStart = (entry: string | null): StepPart => ({
  text: entry
    ? `It starts with the file ${entry}.`
    : 'We do not know which file starts it. Its README may say it.',
})

export const openStep = (port: number | null, path = ''): Step => ({
  id: 'open',
  title: 'Open it',
  parts: port ? [{ link: `http://localhost:${port}/${path}` }] : [],
})

export const nodeText = 'Node.js has npm: get the version called LTS from nodejs.org.'
