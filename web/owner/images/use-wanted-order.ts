import { useState } from 'react'

import type { Image } from '#contract/projects.ts'

export interface WantedOrder {
  shown: readonly Image[]
  /** The order in words, for who hears it. */
  wanted: string
  want: (shown: readonly Image[]) => void
}

/** The pictures in the order that was asked for, until the server's own order comes. */
export function useWantedOrder(images: readonly Image[]): WantedOrder {
  const [asked, setAsked] = useState<{ shown: readonly Image[]; instead: readonly Image[] }>()
  const [wanted, say] = useState('')
  const want = (shown: readonly Image[]) => {
    setAsked({ shown, instead: images })
    say(`New order: ${shown.map(({ alt }) => alt).join('; ')}`)
  }
  return { shown: asked?.instead === images ? asked.shown : images, wanted, want }
}
