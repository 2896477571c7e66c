/**
 * True for what is thrown when the database cannot do its work now and a later attempt may succeed: not reached, starting,
 * stopping, out of connections or room, cancelled because it took too long, or in the way of another transaction.
 */
export function isOutage(error: unknown): boolean {
  const {
    code = '',
    message = '',
    syscall = '',
  } = error as { code?: string; message?: string; syscall?: string }
  // A server of our own that does not run has no socket.
  const hasNoSocket = code === 'ENOENT' && syscall === 'connect'
  return states.test(code) || unreached.has(code) || hasNoSocket || lost.test(message)
}

/** SQLSTATE: connection exceptions, insufficient resources, operator intervention, deadlock, serialisation failure. */
const states = /^(08|53|57)...$|^40(P01|001)$/
const unreached = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])
/** The driver gives these no code. */
const lost =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/
