import { clsx } from 'clsx'
import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'

import { limits } from '#contract/kit/limits.ts'

import { useAnnouncement } from '../ui/announcer.ts'
import { Button } from '../ui/button.tsx'
import { useFocusAfterRemoval } from '../ui/focus.ts'
import {
  addCompared,
  compareAddress,
  comparedIn,
  compareFormId,
  setCompared,
  useCompared,
} from './compared.ts'

/**
 * The layout of the pages on which projects are chosen to be compared: below them a bar with the button to do so, seen
 * when something is ticked. Without scripts its form sends the ticks of the page.
 */
export default function CompareLayout() {
  const ids = useCompared()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const address = compareAddress(ids)
  const isShown =
    pathname === '/compare' && compareAddress(comparedIn(new URLSearchParams(search))) === address
  const words =
    ids.length === 1
      ? '1 chosen. Tick another to compare.'
      : `${ids.length} chosen to compare${ids.length < limits.compared ? '' : ', the most at once'}`
  useAnnouncement(ids.length > 0 ? words : '')
  useFocusAfterRemoval(ids.length)
  useEffect(adoptTicks, [])
  return (
    <>
      <Outlet />
      <form
        id={compareFormId}
        action="/compare"
        aria-label="Compare projects"
        className={clsx('compare-bar', ids.length > 0 && !isShown && 'compare-bar-open')}
        onSubmit={(event) => {
          event.preventDefault()
          void navigate(address)
        }}
      >
        <p>{ids.length > 0 ? words : 'Compare what you ticked'}</p>
        {ids.length > 0 && (
          <Button tone="link" size="small" onClick={() => setCompared([])}>
            Clear
          </Button>
        )}
        <Button type="submit" tone="quiet" size="small">
          Compare
        </Button>
      </form>
    </>
  )
}

/** Chooses what was ticked before the scripts had come. */
function adoptTicks() {
  const ticked = document.querySelectorAll<HTMLInputElement>('.compare-tick > :checked')
  if (ticked.length > 0) addCompared([...ticked].map(({ value }) => value))
}
