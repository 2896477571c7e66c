import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'

/** The folder of PostgreSQL's programs, of the newest version that Debian has installed. */
export const postgresFolder = (): string | undefined =>
  globSync('/usr/lib/postgresql/*/bin')
    .filter((folder) => existsSync(`${folder}/postgres`))
    .toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))[0]

const isThere = {
  caddy: () => isOnPath('caddy'),
  haproxy: () => isOnPath('haproxy'),
  pgbouncer: () => isOnPath('pgbouncer'),
  faketime: () => isOnPath('faketime'),
  postgresql: () => postgresFolder() !== undefined,
}
type Package = keyof typeof isThere

const isOnPath = (program: string) =>
  spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${program}`]).status === 0

/** Installs what is missing of some of Debian's packages. Returns the names of those that cannot be had. */
export function install(packages: readonly Package[]): Package[] {
  const missing = packages.filter((name) => !isThere[name]())
  if (missing.length === 0 || process.getuid?.() !== 0) return missing
  // Debian would make a database of its own and start it.
  mkdirSync('/etc/postgresql-common', { recursive: true })
  if (!existsSync('/etc/postgresql-common/createcluster.conf'))
    writeFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('timeout', ['300', 'apt-get', '-y', '-qq', ...args], { env })
  apt('update')
  apt('install', '--no-install-recommends', ...missing)
  return missing.filter((name) => !isThere[name]())
}

/** The account that runs PostgreSQL: Debian's when we are root, which PostgreSQL refuses. */
export function postgresAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
