import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'

import { listAddress, type ListChoice } from './list-query.ts'
import type { loader } from './suggestions.ts'

/**
 * What to offer for the words in a search field, in groups; none while there is nothing to offer. `ask` waits for 150 ms of
 * rest unless told otherwise; an answer that a newer question overtook is dropped.
 */
export function useSuggestions(choice: ListChoice) {
  const { data, load } = useFetcher<typeof loader>()
  const [words, setWords] = useState('')
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(resting.current), [])
  const ask = (typed: string, rest = 150) => {
    const asked = typed.trim()
    setWords(asked)
    clearTimeout(resting.current)
    if (asked.length < shortest) return
    const address = `/projects/suggestions?${new URLSearchParams({ search: asked })}`
    resting.current = setTimeout(() => void load(address), rest)
  }
  return {
    ask,
    words: data?.correctedSearch ?? words,
    groups: data ? groupsOf(data, { ...choice, search: words }) : [],
  }
}

function groupsOf(
  { search, titles, technologies, correctedSearch }: Suggestions,
  choice: ListChoice,
): Group[] {
  const words = choice.search
  // The last answer stands in while one types on, not when one begins anew.
  const fits = words.startsWith(search) || search.startsWith(words)
  if (words.length < shortest || !fits || titles.length + technologies.length === 0) return []
  return [
    {
      label: correctedSearch ? `Projects for “${correctedSearch}”` : 'Projects',
      links: titles.map(({ _id, title }) => ({ to: `/projects/${_id}`, text: title })),
    },
    {
      label: 'Technologies',
      links: technologies.map(({ name, count }) => ({
        to: listAddress({ technology: name }),
        text: name,
        count,
      })),
    },
    { label: 'Search', links: [{ to: listAddress(choice), text: words }] },
  ].filter(({ links }) => links.length > 0)
}

const shortest = 2

type Suggestions = Awaited<ReturnType<typeof loader>>
type Group = { label: string; links: { to: string; text: string; count?: number }[] }
