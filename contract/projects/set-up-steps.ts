import type { DemoSignIn } from './demo-sign-ins.ts'
import { parentOf } from './files.ts'
import type { RuleName } from './findings.ts'
import type { DatabaseConnection, DatabaseSystem, SetUp, SetUpCommand } from './set-up.ts'

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
  findings: readonly SetUpFinding[]
  /** The name of the folder where none is needed, such as the words of the title. */
  name: string
  signIns: readonly DemoSignIn[]
}

/**
 * Makes the steps from the downloaded ZIP to the running program, from what the check of the release found. They name no
 * file and no database that is not in the release, and say what is not known.
 */
export function setUpSteps(material: SetUpMaterial, system: SetUpSystem): SetUpStep[] {
  const { facts, signIns } = material
  const steps: Step[] = makers[facts.kind](material, system).filter(({ parts }) => parts.length > 0)
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

type Step = Omit<SetUpStep, 'findings'>
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

// PHP

/** Where XAMPP puts its parts. */
const xampp: Record<SetUpSystem, { htdocs: string; mysql: string; php: string; start: StepPart[] }> = {
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

const joined = (system: SetUpSystem, ...parts: string[]) => {
  const path = parts.filter((part) => part !== '').join('/')
  return system === 'windows' ? path.replaceAll('/', '\\') : path
}

function phpSteps(material: SetUpMaterial, system: SetUpSystem): Step[] {
  const { facts, findings } = material
  const { tool, root, folder, topLink, entry, install, start } = facts
  const server = xampp[system]
  const name = folder?.name ?? material.name
  const place = joined(system, server.htdocs, name)
  const isFramework = tool === 'laravel' || tool === 'codeigniter'
  const isOwnServer = topLink !== null || start.length > 0
  const asked = serverDatabases(facts)
  const usesMysql =
    asked.includes('mysql') || (asked.length === 0 && mysqlDumps(facts).length > 0 && !isOwnServer)
  const apart = isFramework || start.some((one) => one.folder !== root)
  const moved = apart ? '' : root
  const unzip: StepPart[] = [
    {
      text:
        moved === ''
          ? unzipInto[system]
          : `Unzip it anywhere. Then move the folder ${quoted(moved)} out of it, so that it becomes this folder:`,
    },
    { copy: place, what: 'Folder' },
    ...(folder ? [{ text: `It needs this name, because its links begin with it: ${placeOf(folder)}.` }] : []),
  ]
  return [
    {
      id: 'tools',
      title: isFramework ? 'Install XAMPP and Composer' : 'Install XAMPP',
      parts: [
        { text: xamppText(findings, system) },
        ...(isFramework || install.length > 0
          ? [{ text: 'Composer brings the libraries of PHP: get it from getcomposer.org.' }]
          : []),
        ...(install.some(({ line }) => line.startsWith('npm')) ? [{ text: nodeText }] : []),
      ],
    },
    { id: 'unzip', title: `Unzip it into ${name}`, parts: unzip },
    {
      id: 'servers',
      title: usesMysql ? 'Start Apache and MySQL' : 'Start Apache',
      parts:
        isOwnServer && !usesMysql
          ? []
          : server.start.map((part) =>
              'text' in part && !usesMysql
                ? { text: part.text.replace('beside each. Both turn green', 'beside Apache. It turns green') }
                : part,
            ),
    },
    ...(usesMysql ? mysqlSteps(facts, { system, folder: place, root: moved }) : []),
    ...otherDatabases(facts, system),
    settingsStep(facts, system),
    {
      id: 'install',
      title: 'Install its libraries',
      parts:
        install.length > 0
          ? [
              terminalIn(material, system, install[0]!.folder, place, moved),
              ...commandParts(install, install[0]!.folder),
            ]
          : [],
    },
    ...(isOwnServer
      ? [
          {
            id: 'start',
            title: 'Start it',
            parts: [
              ...(topLink && start.length === 0
                ? [
                    {
                      text: `Its links begin at the top of the server (${quoted(topLink.name)} in ${placeText(topLink)}), so it gets a server of its own.`,
                    },
                  ]
                : []),
              terminalIn(material, system, start[0]?.folder ?? root, place, moved),
              ...(start.length > 0
                ? start.map(({ line }): StepPart => ({
                    copy: isFramework ? line : line.replace(/^php(?= )/, server.php),
                    what: 'Command',
                  }))
                : [{ copy: `${server.php} -S localhost:8000`, what: 'Command' } as const]),
              stays,
            ],
          },
        ]
      : []),
    {
      id: 'open',
      title: 'Open it',
      parts: [
        {
          link: isOwnServer
            ? `http://localhost:${facts.port ?? 8000}/${start.length > 0 || !entry ? '' : pageIn(entry, root)}`
            : `http://localhost/${encodeURI(name)}/${entry ? pageIn(entry, root) : ''}`,
        },
        ...(entry === null ? [{ text: 'We do not know which page is its first one.' }] : []),
      ],
    },
  ]
}

/** The address of a page below the folder of the server; the index needs no name. */
function pageIn(entry: string, root: string): string {
  const path = root === '' ? entry : entry.startsWith(`${root}/`) ? entry.slice(root.length + 1) : entry
  return encodeURI(path.replace(/(^|\/)index\.(?:php|html?)$/i, '$1'))
}

const unzipInto: Record<SetUpSystem, string> = {
  windows: 'Right-click the ZIP, choose Extract All and write this folder:',
  macos: 'Make this folder, and unzip the ZIP into it:',
  linux: 'Make this folder as root, and unzip the ZIP into it:',
}

function xamppText(findings: readonly SetUpFinding[], system: SetUpSystem): string {
  const since = findings.flatMap(({ rule, message }) =>
    rule === 'removed-php' ? (/removed in PHP (\d)\.\d/.exec(message)?.[1] ?? []) : [],
  )
  const place = system === 'windows' ? ' Leave its folder as it is: C:\\xampp.' : ''
  if (since.length === 0) return `XAMPP has PHP and MySQL. Get it from apachefriends.org.${place}`
  const version = since.some((number) => Number(number) < 8)
    ? '5.6.40, which has PHP 5.6'
    : '7.4.33, which has PHP 7.4'
  return `It was written for an older PHP. Get XAMPP ${version}, from sourceforge.net/projects/xampp/files.${place}`
}

// Databases

/** The servers that the code asks, or the one that all its scripts are for. */
function serverDatabases({ connections, dumps }: SetUp): DatabaseSystem[] {
  const asked = [...new Set(connections.map(({ system }) => system))].filter((system) => system !== 'sqlite')
  const systems = new Set(dumps.filter(({ sameAs }) => sameAs === null).map(({ system }) => system))
  const isPostgres = connections.length === 0 && systems.size === 1 && systems.has('postgres')
  return isPostgres ? ['postgres'] : asked
}

/** The scripts for MySQL; one that makes the same tables as another counts once. */
const mysqlDumps = ({ dumps }: SetUp) =>
  dumps.filter(({ system, sameAs }) => (system === 'mysql' || system === null) && sameAs === null)

/** Scripts above this size are too large for the phpMyAdmin of older XAMPPs. */
const maxImport = 2_000_000

/** The connection of which most is known. */
function mainConnection(
  { connections }: SetUp,
  system: DatabaseConnection['system'],
): DatabaseConnection | undefined {
  const of = connections.filter((one) => one.system === system)
  return of.find(({ database }) => database?.name) ?? of[0]
}

/** `folder`: where the release lies, or null where its reader has chosen the place. */
function mysqlSteps(
  facts: SetUp,
  { system, folder, root }: { system: SetUpSystem; folder: string | null; root: string },
): Step[] {
  const connection = mainConnection(facts, 'mysql')
  const dumps = mysqlDumps(facts)
  const [dump] = dumps
  const asked = connection?.database?.name ? connection.database : null
  const at = connection?.database ?? connection?.user ?? connection?.password
  const name = asked?.name || dump?.database || null
  const isMade = dump?.createsDatabase === true && (asked === null || sameName(asked.name, dump.database))
  const wrong = dump?.database && asked && !sameName(asked.name, dump.database) ? dump.database : null
  return [
    {
      id: 'database',
      title: name ? `Make the database “${name}”` : 'Make its database',
      parts: isMade
        ? []
        : [
            { link: 'http://localhost/phpmyadmin' },
            ...(name
              ? [
                  { text: 'In phpMyAdmin choose New, write this name and press Create:' },
                  { copy: name, what: 'Name' } as const,
                ]
              : [
                  {
                    text: `We do not know the name of its database${at ? `: look into ${placeText(at)}` : ''}. In phpMyAdmin choose New, write that name and press Create.`,
                  },
                ]),
            ...(asked ? [{ text: `Its code asks for it by this name in ${placeText(asked)}.` }] : []),
          ],
    },
    {
      id: 'import',
      title: dump ? `Import ${nameOf(dump.path)}` : 'Its tables',
      parts: importParts(facts, { system, folder, root, name, isMade, wrong }),
    },
    { id: 'password', title: 'Use XAMPP’s user and password', parts: passwordParts(facts) },
  ]
}

const sameName = (one: string, other: string | null) => one.toLowerCase() === other?.toLowerCase()

interface Import {
  system: SetUpSystem
  folder: string | null
  root: string
  name: string | null
  isMade: boolean
  wrong: string | null
}

function importParts(facts: SetUp, { system, folder, root, name, isMade, wrong }: Import): StepPart[] {
  const dumps = mysqlDumps(facts)
  if (dumps.length === 0 && facts.makesTables) return [{ text: 'Its program makes them itself.' }]
  if (dumps.length === 0)
    return [
      {
        text: 'We found no script for MySQL that makes its tables. Its README may say where they come from; some programs make them when they start.',
      },
    ]
  const parts: StepPart[] = []
  if (isMade)
    parts.push(
      { link: 'http://localhost/phpmyadmin' },
      { text: 'It makes its database itself: choose none in phpMyAdmin.' },
    )
  const small = dumps.filter(({ size }) => size <= maxImport).slice(0, 6)
  if (small.length > 0)
    parts.push({
      text: `${isMade ? 'Choose' : 'Choose the database at the left, then'} Import, ${small.length === 1 ? 'choose this file' : 'choose these files one after the other'} and press Import below:`,
    })
  for (const { path } of small) parts.push({ copy: fileIn(path, { system, folder, root }), what: 'Place' })
  const large = dumps.filter(({ size }) => size > maxImport)
  if (large.length > 0) {
    parts.push(
      {
        text: `${large.length === 1 && small.length === 0 ? 'It is' : `${large.map(({ path }) => nameOf(path)).join(', ')}: that is`} too large for phpMyAdmin in many XAMPPs. Open a terminal and write these lines instead, one after the other:`,
      },
      { copy: `${xampp[system].mysql} -u root${name && !isMade ? ` ${name}` : ''}`, what: 'Command' },
    )
    for (const { path } of large) {
      const place = fileIn(path, { system, folder, root }).replaceAll('\\', '/')
      parts.push(
        /\s/.test(place)
          ? { text: `source, a space, and the place of the file: ${place}` }
          : { copy: `source ${place}`, what: 'Command' },
      )
    }
  }
  if (wrong)
    parts.push({
      text: `The script is for the database “${wrong}”. Its code asks for another name: write “${wrong}” there, in ${placeText(mainConnection(facts, 'mysql')!.database!)}.`,
    })
  const repeats = facts.dumps.filter(
    ({ sameAs }) => sameAs !== null && dumps.some(({ path }) => path === sameAs),
  )
  if (repeats.length > 0)
    parts.push({
      text: `Leave out ${repeats
        .slice(0, 3)
        .map(({ path }) => path)
        .join(
          ', ',
        )}${repeats.length > 3 ? ' …' : ''}: ${repeats.length === 1 ? 'it makes' : 'they make'} the same tables.`,
    })
  if (dumps.length > 6)
    parts.push({ text: `There are ${dumps.length} scripts. We do not know which of the others are needed.` })
  return parts
}

/** The place of a file of the release on the disk, or its path in it. */
const fileIn = (path: string, { system, folder, root }: Pick<Import, 'system' | 'folder' | 'root'>) =>
  folder === null || (root !== '' && !path.startsWith(`${root}/`))
    ? joined(system, path)
    : joined(system, folder, root === '' ? path : path.slice(root.length + 1))

/** Where the code has another user or password than XAMPP, each place once. */
function passwordParts({ connections }: SetUp): StepPart[] {
  const texts = connections
    .filter(({ system }) => system === 'mysql')
    .flatMap(({ user, password, port }) => [
      ...(user && user.name !== 'root'
        ? [
            `In ${placeText(user)}, write root ${user.name === '' ? 'as the user' : `in place of “${user.name}”`}.`,
          ]
        : []),
      ...(password && !password.isEmpty
        ? [
            `In ${placeText(password)}, take the password out${user?.file === password.file && user.line === password.line ? ', which stands behind the user' : ''}, so that nothing stands between its quotes or behind its sign =.`,
          ]
        : []),
      ...(port !== null && port !== 3306 ? [`It asks for MySQL on port ${port}; XAMPP’s is on 3306.`] : []),
    ])
  const distinct = [...new Set(texts)]
  if (distinct.length === 0) return []
  return [
    {
      text: 'XAMPP’s MySQL has the user root with an empty password. If you gave it another one, write that.',
    },
    ...distinct.slice(0, 6).map((text) => ({ text })),
    ...(distinct.length > 6 ? [{ text: `There are ${distinct.length - 6} more such places.` }] : []),
  ]
}

/** What is needed of other database servers than MySQL. */
function otherDatabases(facts: SetUp, _system: SetUpSystem): Step[] {
  return serverDatabases(facts)
    .filter((one) => one !== 'mysql')
    .map((one) => {
      const { database, user, password } = mainConnection(facts, one) ?? {}
      const at = database ?? user ?? password
      const dumps = facts.dumps.filter(({ system, sameAs }) => system === one && sameAs === null).slice(0, 6)
      return {
        id: `database-${one}`,
        title: `Start ${databaseLabels[one]}`,
        parts: [
          { text: databaseTexts[one] },
          ...(database
            ? [{ text: `Its code asks for the database “${database.name}” in ${placeText(database)}.` }]
            : at
              ? [{ text: `Its code connects in ${placeText(at)}.` }]
              : []),
          ...(one === 'mongodb'
            ? []
            : dumps.map(({ path }): StepPart => ({ text: `Run the script ${path} in it.` }))),
          ...(password && !password.isEmpty
            ? [{ text: `Write your own password in ${placeText(password)}.` }]
            : []),
        ],
      }
    })
}

const databaseLabels: Record<DatabaseConnection['system'], string> = {
  mysql: 'MySQL',
  postgres: 'PostgreSQL',
  mongodb: 'MongoDB',
  sqlserver: 'SQL Server',
  oracle: 'Oracle',
  sqlite: 'SQLite',
}
const databaseTexts: Record<DatabaseConnection['system'], string> = {
  mysql: '',
  postgres:
    'Install PostgreSQL from postgresql.org. pgAdmin, which comes with it, makes the database and runs scripts.',
  mongodb:
    'Install MongoDB Community Server from mongodb.com, or make a free database on MongoDB Atlas. It makes its collections itself.',
  sqlserver: 'Install SQL Server Express and SQL Server Management Studio, which runs scripts.',
  oracle: 'Install Oracle Database Express Edition and SQL Developer, which runs scripts.',
  sqlite: '',
}

// Programs that are started in a terminal

const openTerminal: Record<SetUpSystem, (folder: string) => string> = {
  windows: (folder) => `Open ${folder} in the Explorer, write cmd into its address bar and press Enter.`,
  macos: (folder) => `Open a terminal: right-click ${folder}, then Services, New Terminal at Folder.`,
  linux: (folder) => `Open a terminal: right-click ${folder}, then Open in Terminal.`,
}

const folderText = (folder: string) =>
  folder === '' ? 'the unzipped folder' : `the folder ${quoted(folder)} in the unzipped one`

/** How a terminal is opened in a folder of the release. `place` is where the release lies with XAMPP. */
function terminalIn(
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

const stays: StepPart = { text: 'Leave the terminal open for as long as you use it.' }

/**
 * Commands to copy. Where the folder changes the terminal goes there by a command, or the reader by a sentence where its
 * name would need quotes.
 */
function commandParts(commands: readonly SetUpCommand[], from: string): StepPart[] {
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
const commandsApart = (commands: readonly SetUpCommand[]): StepPart[] =>
  commands.flatMap((one): StepPart[] => [
    { text: `In a terminal in ${folderText(one.folder)}:` },
    { copy: one.line, what: 'Command' },
  ])

const unzipStep = (folder: string, system: SetUpSystem, { isTerminal = true } = {}): Step => ({
  id: 'unzip',
  title: isTerminal ? 'Unzip it and open a terminal' : 'Unzip it',
  parts: [
    { text: system === 'windows' ? 'Right-click the ZIP and choose Extract All.' : 'Double-click the ZIP.' },
    ...(isTerminal ? [{ text: openTerminal[system](folderText(folder)) }] : []),
  ],
})

/** XAMPP for the MySQL of a program that is not PHP. */
const mysqlFor = (facts: SetUp, system: SetUpSystem): Step[] =>
  serverDatabases(facts).includes('mysql')
    ? [
        {
          id: 'servers',
          title: 'Start MySQL',
          parts: [
            {
              text: 'XAMPP has MySQL and phpMyAdmin: get it from apachefriends.org, and start Apache and MySQL in it. A MySQL of your own is as good.',
            },
            ...(system === 'linux' ? xampp.linux.start : []),
          ],
        },
        ...mysqlSteps(facts, { system, folder: null, root: '' }),
      ]
    : []

/** The settings that no file of the release gives. */
function settingsStep({ settings }: SetUp, system: SetUpSystem): Step {
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

function pythonSteps(material: SetUpMaterial, system: SetUpSystem): Step[] {
  const { facts } = material
  const { install, start, tool, port, libraries, entry } = facts
  const first = install[0]?.folder ?? start[0]?.folder ?? facts.root
  const hasEnvironment = install.length > 0
  const run = (line: string) =>
    hasEnvironment || system === 'windows' ? line : line.replace(/^python(?= )/, 'python3')
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
            ...commandParts(install, first),
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
              ...commandParts(start, install.at(-1)?.folder ?? first).map((part): StepPart =>
                'copy' in part ? { ...part, copy: run(part.copy) } : part,
              ),
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

const unknownStart = (entry: string | null): StepPart => ({
  text: entry
    ? `It starts with the file ${entry}.`
    : 'We do not know which file starts it. Its README may say it.',
})

const openStep = (port: number | null, path = ''): Step => ({
  id: 'open',
  title: 'Open it',
  parts: port ? [{ link: `http://localhost:${port}/${path}` }] : [],
})

const nodeText = 'Node.js has npm: get the version called LTS from nodejs.org.'

function nodeSteps({ facts }: SetUpMaterial, system: SetUpSystem): Step[] {
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

function javaSteps(material: SetUpMaterial, system: SetUpSystem): Step[] {
  const { facts, name } = material
  const { tool, root, install, start, port, libraries, entry } = facts
  const databases = [...mysqlFor(facts, system), ...otherDatabases(facts, system)]
  const isBuilt = tool === 'maven' || tool === 'gradle'
  const hasWrapper = start.some(({ line }) => line.startsWith('gradlew'))
  const servlets = libraries.find((one) => one === 'javax' || one === 'jakarta')
  const jars = libraries.filter((one) => one.endsWith('.jar'))
  const run = (line: string) => (system !== 'windows' && line.startsWith('gradlew') ? `./${line}` : line)
  if (tool === 'tomcat' || servlets)
    return [
      {
        id: 'tools',
        title: 'Install Java, Tomcat and an editor',
        parts: [
          { text: 'Get JDK 17 from adoptium.net.' },
          {
            text:
              servlets === 'jakarta'
                ? 'Get Tomcat 10 from tomcat.apache.org: its servlets import jakarta.servlet, which Tomcat 9 does not have.'
                : 'Get Tomcat 9 from tomcat.apache.org: its servlets import javax.servlet, which Tomcat 10 does not have.',
          },
          {
            text:
              tool === 'netbeans'
                ? 'It is a project of NetBeans: get that from netbeans.apache.org.'
                : install.length > 0
                  ? 'Get Maven from maven.apache.org.'
                  : 'Get Eclipse IDE for Enterprise Java from eclipse.org.',
          },
        ],
      },
      unzipStep(root, system, { isTerminal: install.length > 0 }),
      ...databases,
      install.length > 0
        ? {
            id: 'start',
            title: 'Build it and give it to Tomcat',
            parts: [
              ...commandParts(install, root),
              {
                text: 'This makes a file that ends in .war in the folder target. Copy it into the folder webapps of Tomcat, and start Tomcat with startup in its folder bin.',
              },
            ],
          }
        : {
            id: 'start',
            title: 'Run it on Tomcat',
            parts: [
              {
                text:
                  tool === 'netbeans'
                    ? `Choose File, Open Project and ${folderText(root)}. Add Tomcat under Tools, Servers, and press Run.`
                    : tool === 'eclipse'
                      ? `Choose File, Import, Existing Projects into Workspace and ${folderText(root)}. Then right-click it, Run As, Run on Server.`
                      : `It brings no project of an editor. Make one with File, New, Dynamic Web Project, copy its Java files into src/main/java and what lies in ${folderText(parentOf(entry ?? ''))} into src/main/webapp. Then right-click it, Run As, Run on Server.`,
              },
              ...jarParts(jars),
            ],
          },
      {
        id: 'open',
        title: 'Open it',
        parts: [
          {
            text: 'Its address begins with http://localhost:8080/ and goes on with the name under which Tomcat has it, which the editor shows when it runs it.',
          },
          ...(entry && /\.(?:jsp|html?)$/.test(entry)
            ? [{ text: `Its first page is ${nameOf(entry)}.` }]
            : []),
        ],
      },
    ]
  if (isBuilt)
    return [
      {
        id: 'tools',
        title: hasWrapper ? 'Install Java' : `Install Java and ${tool === 'maven' ? 'Maven' : 'Gradle'}`,
        parts: [
          { text: 'Get JDK 17 from adoptium.net.' },
          ...(hasWrapper
            ? []
            : [
                {
                  text:
                    tool === 'maven'
                      ? 'Get Maven from maven.apache.org, and put its folder bin into PATH.'
                      : 'Get Gradle from gradle.org, and put its folder bin into PATH.',
                },
              ]),
        ],
      },
      unzipStep(start[0]?.folder ?? root, system),
      ...databases,
      {
        id: 'start',
        title: 'Start it',
        parts:
          start.length > 0
            ? [
                ...commandParts(
                  [...install, ...start].map((one) => ({ ...one, line: run(one.line) })),
                  start[0]!.folder,
                ),
                { text: 'The first time it loads its libraries, which takes some minutes.' },
              ]
            : [unknownStart(entry)],
      },
      openStep(port),
    ]
  if (start.length > 0)
    return [
      { id: 'tools', title: 'Install Java', parts: [{ text: 'Get JDK 17 from adoptium.net.' }] },
      unzipStep(start[0]!.folder, system),
      ...databases,
      {
        id: 'start',
        title: 'Compile and start it',
        parts: commandParts([...install, ...start], start[0]!.folder),
      },
      openStep(port),
    ]
  const editor = tool === 'eclipse' ? 'Eclipse' : 'NetBeans'
  return [
    {
      id: 'tools',
      title: `Install Java and ${editor}`,
      parts: [
        { text: 'Get JDK 17 from adoptium.net.' },
        {
          text:
            tool === 'eclipse'
              ? 'Get Eclipse IDE for Java Developers from eclipse.org.'
              : 'Get NetBeans from netbeans.apache.org.',
        },
      ],
    },
    unzipStep(root, system, { isTerminal: false }),
    ...databases,
    {
      id: 'start',
      title: `Run it in ${editor}`,
      parts: [
        {
          text:
            tool === null
              ? `Choose File, New Project, Java with Ant, Java Project with Existing Sources, and ${folderText(parentOf(entry ?? ''))}.`
              : tool === 'eclipse'
                ? `Choose File, Import, Existing Projects into Workspace, and ${folderText(root)}.`
                : `Choose File, Open Project, and ${folderText(root)}.`,
        },
        ...jarParts(jars),
        {
          text: entry
            ? `Right-click ${nameOf(entry)} (${entry}) and choose Run${tool === 'eclipse' ? ' As, Java Application' : ' File'}.`
            : 'We do not know which class starts it: look for one with a main method and run that.',
        },
        ...(name === '' ? [] : []),
      ],
    },
  ]
}

const jarParts = (jars: string[]): StepPart[] =>
  jars.length > 0
    ? [
        {
          text: `If the editor does not find its libraries, add these to its libraries (its build path): ${jars.slice(0, 6).join(', ')}${jars.length > 6 ? ' …' : ''}.`,
        },
      ]
    : []

function staticSteps({ facts }: SetUpMaterial, system: SetUpSystem): Step[] {
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
  const line = system === 'windows' ? start[0]!.line : start[0]!.line.replace(/^python(?= )/, 'python3')
  return [
    {
      id: 'tools',
      title: line.startsWith('python') ? 'Install Python' : 'Install Node.js',
      parts: [
        {
          text: line.startsWith('python')
            ? `Only for the server that it brings: browsers do not load parts of a page from a folder. Get it from python.org.${system === 'windows' ? ' Tick “Add python.exe to PATH” on the first page.' : ''}`
            : nodeText,
        },
      ],
    },
    unzipStep(start[0]!.folder, system),
    { id: 'start', title: 'Start a server', parts: [{ copy: line, what: 'Command' }, stays] },
    openStep(port, isFromReadme || !entry ? '' : pageIn(entry, start[0]!.folder)),
  ]
}

function otherSteps({ facts }: SetUpMaterial, system: SetUpSystem): Step[] {
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

// Words

const quoted = (text: string) => `“${text}”`
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const placeText = ({ file, line }: { file: string; line: number }) => `${file}, line ${line}`
const placeOf = placeText
