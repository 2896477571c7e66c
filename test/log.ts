import { vi } from 'vitest'

/** Keeps what is logged off the screen; a `beforeEach` that returns it does so for its test. */
export function hideLog() {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  return () => written.mockRestore()
}
