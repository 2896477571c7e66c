import { useRef, useState } from 'react'

import { ReportForm } from '#contract/projects/releases.ts'

import { validationErrors } from '../../shell/form/use-form.ts'
import { problemOf } from '../../shell/session/api.ts'
import { memberApi } from '../../shell/session/member-api.ts'
import { isSignedIn } from '../../shell/session/session.ts'
import type { PickedFile } from './checked-files.ts'

/** A report that is on sale already. */
export interface ReportOnSale {
  fileName: string
  price: number
}

/** Why a report is not on sale yet: what is wrong with its price, or the answer to the call. */
type Failure = { price: string } | { message: string } | { isSignedOut: true }

/**
 * Manages the reports among the picked files: those for which the owner has still to say what happens with them, and the
 * one that is sold, with its price, which goes on sale before the files are sent. Nothing of it is lost when that call
 * fails.
 */
export function useReport(projectId: string, reportOnSale: ReportOnSale | undefined) {
  const [found, setFound] = useState<readonly string[]>([])
  const [given, setGiven] = useState<readonly string[]>([])
  const [isAsked, setAsked] = useState(false)
  const [price, setPrice] = useState('')
  const [isStoring, setStoring] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [onSale, setOnSale] = useState(reportOnSale)
  const stored = useRef<string>(undefined)
  const open = found.filter((path) => !given.includes(path))

  const add = async ({ path, file }: PickedFile) => {
    const form = new FormData()
    form.append('report', file, path.slice(path.lastIndexOf('/') + 1))
    form.append('price', price)
    const api = await memberApi()
    const { project } = await api.releases.addReport({ params: { id: projectId }, form })
    stored.current = path
    setOnSale({ fileName: project.reportFileName ?? path, price: project.reportPrice ?? 0 })
  }
  return {
    found: open,
    onSale,
    price,
    failure,
    isStoring,
    /** Whether the call still waits for the owner's answer after the button to send. */
    isAsked: isAsked && open.length > 0,
    isStored: (path: string) => stored.current === path,
    setFound,
    setPrice(typed: string) {
      setPrice(typed)
      setFailure(undefined)
    },
    give: (paths: readonly string[]) => setGiven([...given, ...paths]),
    /** Tells whether the owner has said what happens with each report; asks for it otherwise. */
    isDecided() {
      setAsked(open.length > 0)
      return open.length === 0
    },
    /** Puts the report on sale, once; answers whether it is. */
    async store(report: PickedFile): Promise<boolean> {
      if (stored.current === report.path) return true
      const problem = priceProblem(price, onSale !== undefined)
      if (problem !== undefined) {
        setFailure({ price: problem })
        return false
      }
      setFailure(undefined)
      setStoring(true)
      try {
        await add(report)
        return true
      } catch (thrown) {
        setFailure(
          isSignedIn()
            ? { message: problemOf(thrown, 'Failed to upload report').message }
            : { isSignedOut: true },
        )
        return false
      } finally {
        setStoring(false)
      }
    },
    /** Forgets what was found and chosen, because other files were picked. */
    reset() {
      setFound([])
      setGiven([])
      setAsked(false)
      setFailure(undefined)
      stored.current = undefined
    },
  }
}

/** A report without a price is free, which an owner who sells it should say. */
function priceProblem(price: string, mayBeEmpty: boolean): string | undefined {
  if (price.trim() === '') return mayBeEmpty ? undefined : 'Enter a price. 0 makes it free.'
  return validationErrors(ReportForm, { price })?.message
}
