/** Bytes that had been sent at some moment, in milliseconds. */
export interface Sample {
  at: number
  bytes: number
}

/** The moments that the throughput of now is read off: those of the last 15 seconds. */
export const withSample = (samples: readonly Sample[], now: Sample): Sample[] => [
  ...samples.filter(({ at, bytes }) => now.at - at <= 15_000 && bytes <= now.bytes),
  now,
]

/** Seconds until so many bytes are sent too; undefined while there is too little to tell. */
export function secondsLeft(samples: readonly Sample[], bytesLeft: number): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < 1500 || last.bytes === first.bytes) return undefined
  return (bytesLeft * (last.at - first.at)) / (last.bytes - first.bytes) / 1000
}

/** 'about 3 minutes left', never more exact than it is. */
export function timeLeftText(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 60) return `about ${Math.ceil(seconds / 10) * 10} seconds left`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`
  return `about ${Math.round(minutes / 60)} hours left`
}
