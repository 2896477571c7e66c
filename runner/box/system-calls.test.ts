import { expect, test } from 'vitest'

import { filterOfCalls } from './system-calls.ts'

const x86_64 = 0xc000_003e
const [allow, kill] = [0x7fff_0000, 0x8000_0000]
const fail = (error: number) => 0x0005_0000 | error

/** Does with the filter what the kernel does: returns its answer to a call. */
function answerTo(call: number, args: number[] = [], architecture = x86_64): number {
  const filter = filterOfCalls()
  const data = Buffer.alloc(64)
  data.writeUInt32LE(call, 0)
  data.writeUInt32LE(architecture, 4)
  for (const [at, value] of args.entries()) data.writeUInt32LE(value, 16 + at * 8)
  let loaded = 0
  for (let at = 0; ; at++) {
    const [code, whenTrue, whenFalse] = [
      filter.readUInt16LE(at * 8),
      filter[at * 8 + 2]!,
      filter[at * 8 + 3]!,
    ]
    const value = filter.readUInt32LE(at * 8 + 4)
    const skip = (isSo: boolean) => (at += isSo ? whenTrue : whenFalse)
    if (code === 0x06) return value
    if (code === 0x20) loaded = data.readUInt32LE(value)
    else if (code === 0x15) skip(loaded === value)
    else if (code === 0x35) skip(loaded >= value)
    else if (code === 0x45) skip((loaded & value) !== 0)
    else throw new Error(`The kernel knows no step ${code}`)
  }
}

test('calls that programs make every day are allowed', () => {
  const [read, write, mmap, fork, execve, futex, openat] = [0, 1, 9, 57, 59, 202, 257]
  for (const call of [read, write, mmap, fork, execve, futex, openat]) expect(answerTo(call)).toBe(allow)
})

test('calls that lead out are refused', () => {
  const [ptrace, mount, unshare, bpf, uring, userfaultfd, keyctl] = [101, 165, 272, 321, 425, 323, 250]
  for (const call of [ptrace, mount, unshare, bpf, uring, userfaultfd, keyctl])
    expect(answerTo(call)).toBe(fail(1))
})

test('a new process is allowed, a new namespace is not', () => {
  const clone = 56
  expect(answerTo(clone, [0x11])).toBe(allow)
  for (const flag of [
    0x80, 0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000,
  ])
    expect(answerTo(clone, [flag | 0x11])).toBe(fail(1))
  expect(answerTo(435)).toBe(fail(38))
})

test('sockets are local, of the internet, or ask for interfaces', () => {
  const socket = 41
  const [unix, ipv4, ipv6, netlink, packet, vsock] = [1, 2, 10, 16, 17, 40]
  for (const family of [unix, ipv4, ipv6, netlink]) expect(answerTo(socket, [family, 1, 0])).toBe(allow)
  for (const family of [packet, vsock, 38, 44, 0]) expect(answerTo(socket, [family, 1, 0])).toBe(fail(97))
  expect(answerTo(socket, [netlink, 3, 12])).toBe(fail(97))
})

test('nobody types into the terminal', () => {
  const ioctl = 16
  expect(answerTo(ioctl, [0, 0x5401])).toBe(allow)
  for (const request of [0x5412, 0x541c]) expect(answerTo(ioctl, [0, request])).toBe(fail(1))
})

test('calls of other kinds of processors are refused', () => {
  expect(answerTo(1, [], 0x4000_0003)).toBe(kill)
  expect(answerTo(0x4000_0000 + 39)).toBe(fail(38))
})
