/**
 * The system calls that are refused in a sandbox, by their numbers on x86-64. A project reaches all others, and a fault
 * of the kernel behind one of them is a way out. What needs a capability fails anyway.
 */
const refused = {
  acct: 163,
  add_key: 248,
  adjtimex: 159,
  bpf: 321,
  chroot: 161,
  clock_adjtime: 305,
  clock_settime: 227,
  delete_module: 176,
  fanotify_init: 300,
  finit_module: 313,
  fsconfig: 431,
  fsmount: 432,
  fsopen: 430,
  fspick: 433,
  get_mempolicy: 239,
  init_module: 175,
  io_uring_enter: 426,
  io_uring_register: 427,
  io_uring_setup: 425,
  ioperm: 173,
  iopl: 172,
  kcmp: 312,
  kexec_file_load: 320,
  kexec_load: 246,
  keyctl: 250,
  lookup_dcookie: 212,
  mbind: 237,
  memfd_secret: 447,
  migrate_pages: 256,
  mknod: 133,
  mknodat: 259,
  modify_ldt: 154,
  mount: 165,
  mount_setattr: 442,
  move_mount: 429,
  move_pages: 279,
  name_to_handle_at: 303,
  open_by_handle_at: 304,
  open_tree: 428,
  open_tree_attr: 467,
  perf_event_open: 298,
  pidfd_getfd: 438,
  pivot_root: 155,
  process_madvise: 440,
  process_vm_readv: 310,
  process_vm_writev: 311,
  ptrace: 101,
  quotactl: 179,
  quotactl_fd: 443,
  reboot: 169,
  request_key: 249,
  set_mempolicy: 238,
  set_mempolicy_home_node: 450,
  setns: 308,
  settimeofday: 164,
  swapoff: 168,
  swapon: 167,
  sysfs: 139,
  syslog: 103,
  umount2: 166,
  unshare: 272,
  userfaultfd: 323,
  uselib: 134,
  ustat: 136,
  vmsplice: 278,
}
/** Calls that are allowed with some arguments alone. */
const limited = { clone: 56, clone3: 435, ioctl: 16, socket: 41 }

/** A step of a filter: what it does, how many steps it skips when that is true and when it is false, and its number. */
type Step = readonly [code: number, whenTrue: number, whenFalse: number, value: number]

const load = (offset: number): Step => [0x20, 0, 0, offset]
const ifEqual = (value: number, whenTrue: number, whenFalse: number): Step => [
  0x15,
  whenTrue,
  whenFalse,
  value,
]
const answer = (value: number): Step => [0x06, 0, 0, value]
const allow = answer(0x7fff_0000)
const kill = answer(0x8000_0000)
/** Refuses by an error number, so that programs fall back on something else. */
const fail = (error: number) => answer(0x0005_0000 | error)
const [notPermitted, notThere, noSuchFamily] = [1, 38, 97]

const architecture = 4
const x86_64 = 0xc000_003e
const numberOfCall = 0
/** The lower half of an argument. */
const argument = (place: number) => 16 + place * 8

/** Steps for one call alone. */
const forCall = (call: number, ...steps: Step[]): Step[] => [ifEqual(call, 0, steps.length), ...steps]

/** Every flag of `clone` for a new namespace. */
const newNamespaces = 0x7e02_0080
/** What types into the terminal that a program runs in. */
const terminalCalls = { TIOCSTI: 0x5412, TIOCLINUX: 0x541c }
const families = { unix: 1, ipv4: 2, ipv6: 10, netlink: 16 }
/** The only protocol of netlink that is needed: questions about the network's interfaces. */
const routes = 0

/**
 * Makes the filter of system calls as the kernel reads it, 8 bytes a step. Other families of sockets are refused because
 * no network namespace holds AF_VSOCK, which leads to what the machine itself runs on.
 */
export function filterOfCalls(): Buffer {
  const steps: Step[] = [
    load(architecture),
    ifEqual(x86_64, 1, 0),
    kill,
    load(numberOfCall),
    // Calls of the x32 interface have numbers from here on.
    [0x35, 0, 1, 0x4000_0000],
    fail(notThere),
    ...Object.values(refused).flatMap((call) => forCall(call, fail(notPermitted))),
    // It hides its flags behind a pointer; libraries fall back on `clone`.
    ...forCall(limited.clone3, fail(notThere)),
    ...forCall(limited.clone, load(argument(0)), [0x45, 0, 1, newNamespaces], fail(notPermitted), allow),
    ...forCall(
      limited.ioctl,
      load(argument(1)),
      ifEqual(terminalCalls.TIOCSTI, 1, 0),
      ifEqual(terminalCalls.TIOCLINUX, 0, 1),
      fail(notPermitted),
      allow,
    ),
    ...forCall(
      limited.socket,
      load(argument(0)),
      ifEqual(families.unix, 5, 0),
      ifEqual(families.ipv4, 4, 0),
      ifEqual(families.ipv6, 3, 0),
      ifEqual(families.netlink, 0, 3),
      load(argument(2)),
      ifEqual(routes, 0, 1),
      allow,
      fail(noSuchFamily),
    ),
    allow,
  ]
  const words = steps.flatMap(([code, whenTrue, whenFalse, value]) => [
    code | (whenTrue << 16) | (whenFalse << 24),
    value,
  ])
  return Buffer.from(Uint32Array.from(words).buffer)
}
