import { useEffect, useRef, useState } from 'react'

import { problemOf } from '../problem-of.ts'

/** What was asked for last: on its way, here, or failed with a sentence. An answer that comes after a later question is dropped. */
export function useReading<Found>(failure: string) {
  const [state, setState] = useState<Reading<Found>>({})
  const asked = useRef(0)
  useEffect(() => () => void (asked.current = -1), [])
  const begin = async (path: string, read: () => Promise<Found>) => {
    const mine = ++asked.current
    setState({ path, isLoading: true })
    try {
      const found = await read()
      if (mine === asked.current) setState({ path, found })
    } catch (thrown) {
      if (mine === asked.current) setState({ path, failed: problemOf(thrown, failure).message })
    }
  }
  const close = () => {
    asked.current++
    setState({})
  }
  return { ...state, begin, close }
}

interface Reading<Found> {
  path?: string
  isLoading?: boolean
  found?: Found
  failed?: string
}
