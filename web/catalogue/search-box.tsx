import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { Link, useFetcher } from 'react-router'

import { counted, formatCount } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'

import { useAnnouncement } from '../ui/announcer.ts'
import { Icon } from '../ui/icon.tsx'
import { SearchField, type SearchFieldProps, useCombobox } from '../ui/search-field.tsx'
import { choiceIn, listAddress, type ListChoice } from './list-query.ts'
import type { loader } from './suggestions-route.ts'
import { hideKeyboard } from './use-list-form.ts'

/**
 * The search field of the list and of the home page. While typing, it suggests titles, technologies and a search for
 * the typed words.
 */
export function SearchBox({ choice = emptyChoice, onFollow, ...look }: SearchBoxProps) {
  const { ask, words, groups } = useSuggestions(choice)
  const links = groups.flatMap((group) => group.links)
  const { isOpen, show, field, list, option } = useCombobox(links.map(({ to }) => to))
  useAnnouncement(isOpen ? counted(links.length, 'suggestion') : '', 400)
  return (
    <SearchField
      label="Search projects"
      placeholder="Title, technology or topic"
      defaultValue={choice.search}
      maxLength={limits.search}
      submit="Search"
      {...look}
      {...field}
      onChange={({ target }) => {
        ask(target.value)
        show(true)
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' && !isOpen) ask(event.currentTarget.value, 0)
        if (event.key === 'Escape' && !isOpen) empty(event.currentTarget)
        field.onKeyDown(event)
      }}
      onBlur={() => show(false)}
    >
      {isOpen && (
        <div
          {...list}
          aria-label="Suggestions"
          className="rounded-field border-edge bg-sheet shadow-float absolute inset-x-0 top-full z-10 mt-1 max-h-[min(36rem,65dvh)] overflow-y-auto border py-1"
        >
          {groups.map(({ label, links }) => (
            <fieldset
              key={label}
              aria-label={label}
              className="border-rule min-w-0 not-first:mt-1 not-first:border-t not-first:pt-1"
            >
              {label !== 'Search' && (
                <p aria-hidden="true" className="text-13 text-quiet px-4 pt-1.5">
                  {label}
                </p>
              )}
              {links.map(({ to, text, count, picture }) => (
                <Link
                  key={to}
                  to={to}
                  discover="none"
                  {...option(to)}
                  onClick={() => {
                    show(false)
                    onFollow?.()
                    hideKeyboard()
                  }}
                  className={linkLook}
                >
                  {label === 'Search' ? (
                    <>
                      <Icon name="search" className="text-quiet size-4.5" />
                      <span className="truncate">{`Search for “${text}”`}</span>
                    </>
                  ) : (
                    <span className="flex min-w-0 items-center gap-3">
                      {picture !== undefined && <Picture address={picture} />}
                      <span className="truncate">
                        <Matched text={text} words={words} />
                      </span>
                    </span>
                  )}
                  {count !== undefined && (
                    <span className="text-13 text-quiet ml-auto shrink-0 tabular-nums">
                      {formatCount(count)} <span className="sr-only">projects</span>
                    </span>
                  )}
                </Link>
              ))}
            </fieldset>
          ))}
        </div>
      )}
    </SearchField>
  )
}

/** Empties the field as if by hand: browsers do it only for fields of type search, which cannot have suggestions. */
function empty(field: HTMLInputElement) {
  field.setRangeText('', 0, field.value.length)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The small picture of a suggested project; a blank one when it has none. */
const Picture = ({ address }: { address: string | null }) =>
  address ? (
    <img src={address} alt="" width="48" height="36" className={pictureLook} />
  ) : (
    <span className={clsx(pictureLook, 'grid place-items-center')}>
      <Icon name="folder" className="text-quiet size-4.5" />
    </span>
  )

const pictureLook = 'bg-sunk border-rule h-9 w-12 shrink-0 border object-cover'

/** A text with the first match of the typed words in bold; a match is at the beginning of a word. */
function Matched({ text, words }: { text: string; words: string }) {
  const typed = words.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  const at = new RegExp(String.raw`(?<![\p{L}\p{N}])(${typed.join('|')})`, 'iu').exec(text)
  if (!at) return text
  const end = at.index + at[0].length
  return (
    <>
      {text.slice(0, at.index)}
      <b>{text.slice(at.index, end)}</b>
      {text.slice(end)}
    </>
  )
}

const linkLook = clsx(
  'flex min-h-11 items-center gap-3 border-l-3 border-transparent px-3.25 hover:bg-sunk pointer-fine:min-h-10',
  'aria-selected:border-ink aria-selected:bg-sunk',
)

const emptyChoice = choiceIn(new URLSearchParams())

type SearchBoxProps = Pick<SearchFieldProps, 'size' | 'placeholder' | 'className'> & {
  /** The other choices besides the search words; none by default. */
  choice?: ListChoice
  onFollow?: () => void
}

/**
 * Loads the suggestions for the words in a search field, in groups; none while there are none. `ask` waits for a
 * pause in typing of 150 ms by default; answers to outdated requests are dropped.
 */
function useSuggestions(choice: ListChoice) {
  const { data, load } = useFetcher<typeof loader>()
  const [words, setWords] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = (typed: string, delay = 150) => {
    const asked = typed.trim()
    setWords(asked)
    clearTimeout(timer.current)
    if (asked.length < minLength) return
    const address = `/projects/suggestions?${new URLSearchParams({ search: asked })}`
    timer.current = setTimeout(() => void load(address), delay)
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
  // The last answer is shown while somebody goes on typing, not after they begin another text.
  const fits = words.startsWith(search) || search.startsWith(words)
  if (words.length < minLength || !fits || titles.length + technologies.length === 0) return []
  return [
    {
      label: correctedSearch ? `Projects for “${correctedSearch}”` : 'Projects',
      links: titles.map(({ _id, title, thumbnail }) => ({
        to: `/projects/${_id}`,
        text: title,
        picture: thumbnail,
      })),
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

const minLength = 2

type Suggestions = Awaited<ReturnType<typeof loader>>
type Group = { label: string; links: { to: string; text: string; count?: number; picture?: string | null }[] }
