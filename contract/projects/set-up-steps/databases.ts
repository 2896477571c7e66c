import type { DatabaseConnection, DatabaseSystem, SetUp } from '../set-up.ts'
import { type SetUpSystem, type Step, type StepPart, joined, nameOf, placeText, xampp } from './step.ts'

/** The servers that the code asks, or the one that all its scripts are for. */
export function serverDatabases({ connections, dumps }: SetUp): DatabaseSystem[] {
  const asked = [...new Set(connections.map(({ system }) => system))].filter((system) => system !== 'sqlite')
  const systems = new Set(dumps.filter(({ sameAs }) => sameAs === null).map(({ system }) => system))
  const isPostgres = connections.length === 0 && systems.size === 1 && systems.has('postgres')
  return isPostgres ? ['postgres'] : asked
}

/** The scripts for MySQL; one that makes the same tables as another counts once. */
export const mysqlDumps = ({ dumps }: SetUp) =>
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
export function mysqlSteps(
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
        isPlainPlace(place)
          ? { copy: `source ${place}`, what: 'Command' }
          : { text: `source, a space, and the place of the file: ${place}` },
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

/** False for a place of which MySQL would read more than a name, such as what stands behind a semicolon. */
const isPlainPlace = (place: string) => /^[\p{L}\p{N}_./:+~()-]+$/u.test(place)

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
export function otherDatabases(facts: SetUp, _system: SetUpSystem): Step[] {
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

/** XAMPP for the MySQL of a program that is not PHP. */
export const mysqlFor = (facts: SetUp, system: SetUpSystem): Step[] =>
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
