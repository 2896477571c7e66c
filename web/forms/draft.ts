import { type RefObject, useEffect, useRef } from 'react'

import { jsonReader, store, subscribeStore } from '../browser-store.ts'
import { hasLostSession, member, useMember } from '../session/session.ts'

/** Whether a form of this page was left half-filled when the session of the member who looks at it ended. */
export const hasDraft = (name: string): boolean => draftOf(name) !== undefined

/** Keeps what is typed in a form when the member's session ends, and fills it in again when the same member is back. */
export function useDraft(ref: RefObject<HTMLFormElement | null>, name: string | undefined): void {
  const memberId = useMember()?._id
  const filled = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const form = ref.current
    if (!name || !form || form === filled.current) return
    filled.current = form
    const draft = draftOf(name)
    if (!draft) return
    for (const [field, text] of draft) fill(form.elements.namedItem(field), text)
    keep(drafts().filter(({ key }) => key !== keyOf(name)))
  })
  useEffect(() => {
    if (!name || !memberId) return undefined
    const leave = subscribeStore(() => {
      if (!ref.current || !hasLostSession()) return
      leave()
      const fields = [...new FormData(ref.current)].filter(isText)
      keep([...drafts().filter(({ key }) => key !== keyOf(name)), { key: keyOf(name), memberId, fields }])
    })
    return leave
  }, [ref, name, memberId])
}

type Field = [name: string, text: string]

interface Draft {
  key: string
  memberId: string
  fields: Field[]
}

const keyOf = (name: string) => `${location.pathname} ${name}`

const draftOf = (name: string): Field[] | undefined =>
  drafts().find(({ key, memberId }) => key === keyOf(name) && memberId === member()?._id)?.fields

const drafts = jsonReader('drafts', (json) => (Array.isArray(json) ? (json as Draft[]) : []))

const keep = (all: Draft[]) => store({ drafts: all.length > 0 ? JSON.stringify(all) : null })

function fill(field: Element | RadioNodeList | null, text: string) {
  if (
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement ||
    (field instanceof HTMLInputElement && !['hidden', 'checkbox', 'radio', 'file'].includes(field.type))
  )
    field.value = text
}

const isText = (entry: [string, FormDataEntryValue]): entry is Field => typeof entry[1] === 'string'
