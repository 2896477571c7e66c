import { basename } from 'node:path'

/** What a sandbox sees of the machine: all of it read-only, none of it anybody's own. */
const shared = [
  '/usr/bin',
  '/usr/sbin',
  '/usr/lib',
  '/usr/lib64',
  '/usr/share',
  '/etc/fonts',
  '/etc/php',
  '/etc/ld.so.cache',
  '/etc/alternatives',
]
const linked = ['bin', 'sbin', 'lib', 'lib64']

/** The files of a sandbox's own `/etc`. */
export const ownEtc: Record<string, string> = {
  passwd: 'nobody:x:65534:65534::/tmp:/bin/false\n',
  group: 'nogroup:x:65534:\n',
  hosts: '127.0.0.1 localhost\n',
  'nsswitch.conf': 'hosts: files\n',
}

/** Namespaces of its own of every kind, without the right to make further ones. */
export const ownNamespaces = [
  '--unshare-all',
  '--unshare-user',
  '--disable-userns',
  '--uid',
  '65534',
  '--gid',
  '65534',
  '--die-with-parent',
  '--new-session',
]

/** A file or folder of the machine at another place in a sandbox, read-only. */
export const readOnly = (from: string, to: string): string[] => ['--ro-bind', from, to]

/** A folder in memory, of a size in bytes, which counts against the limit of its sandbox. */
export const inMemory = (bytes: number, at: string): string[] => ['--size', String(bytes), '--tmpfs', at]

const variables = { PATH: '/usr/bin:/usr/sbin', HOME: '/tmp', LANG: 'C.UTF-8' }
const mebibyte = 1024 * 1024

/** The arguments of bwrap. The filter of system calls is the file with the number 3. */
export function viewOf({
  etc,
  mounts,
  command,
}: {
  /** The paths of the files of `/etc`. */
  etc: readonly string[]
  mounts: readonly string[]
  command: readonly string[]
}): string[] {
  return [
    ...ownNamespaces,
    '--clearenv',
    ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
    '--seccomp',
    '3',
    ...shared.flatMap((path) => ['--ro-bind-try', path, path]),
    ...linked.flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
    ...etc.flatMap((path) => readOnly(path, `/etc/${basename(path)}`)),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    ...inMemory(128 * mebibyte, '/dev/shm'),
    '--remount-ro',
    '/dev',
    ...inMemory(256 * mebibyte, '/tmp'),
    ...inMemory(mebibyte, '/run'),
    '--dir',
    '/run/mysqld',
    ...mounts,
    '--remount-ro',
    '/',
    '--chdir',
    '/tmp',
    '--',
    ...command,
  ]
}
