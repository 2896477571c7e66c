/** Runs so many of the tasks it is given at once, the others in the order they came. */
export function fewAtOnce(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running < most) running++
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
