import { mysqlDumps, mysqlSteps, otherDatabases, serverDatabases } from './databases.ts'
import {
  type SetUpFinding,
  type SetUpMaterial,
  type SetUpSystem,
  type Step,
  type StepPart,
  joined,
  pageIn,
  placeText,
  quoted,
  xampp,
} from './step.ts'
import { commandParts, nodeText, settingsStep, stays, terminalIn } from './terminal.ts'

export function phpSteps(material: SetUpMaterial, system: SetUpSystem): Step[] {
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
    ...(folder
      ? [{ text: `It needs this name, because its links begin with it: ${placeText(folder)}.` }]
      : []),
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
