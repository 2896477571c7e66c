import { type RefObject, useEffect, useRef } from 'react'

import { jsonReader, store, useStored } from '../session/browser-store.ts'
import { member } from '../session/session.ts'

/**
 * Returns the id of the person who types: the staff member on staff pages, elsewhere the member; empty for a visitor.
 */
const currentUserId = (): string =>
  (location.pathname.startsWith('/admin/') ? admin() : member())?._id ?? visitor
const visitor = ''
const admin = jsonReader('adminUser', (json) => json as { _id: string } | null)

/** Returns whether the current user has a draft, neither submitted nor discarded, in a form of this page. */
export const hasDraft = (name: string): boolean => draftOf(name) !== undefined

/**
 * Returns what the form of a draft had in its hidden field `seen` when the draft was begun: the state that its changes
 * were made on, which may have changed since.
 */
export const seenByDraft = (name: string): string | undefined => storedDraft(name)?.seen

/** Returns whether there is a draft, in a component, and follows changes. */
export const useHasDraft = (name: string): boolean => useStored(() => hasDraft(name), false)

/** Deletes the draft of a form that was saved or discarded. */
export function deleteDraft(name: string): void {
  storeDrafts('drafts', draftsExcept(name, 'drafts'))
  storeDrafts('lastingDrafts', draftsExcept(name, 'lastingDrafts'))
}

/** Closes a lasting draft: it is restored when its form is opened, but its form does not open by itself. */
export const closeDraft = (name: string): void => storeDrafts('drafts', draftsExcept(name, 'drafts'))

/**
 * Returns the idempotency key of a form's draft. It stays the same until the draft is deleted, also after a reload,
 * so that a repeated submission does not count twice.
 */
export function draftIdempotencyKey(name: string): string {
  const idempotencyKey = knownKey(name) ?? randomKey()
  setKey(name, idempotencyKey)
  return idempotencyKey
}

/** Gives a draft another idempotency key, so that it can be submitted once more. */
export const renewDraftIdempotencyKey = (name: string): void => setKey(name, randomKey())

/**
 * Stores what is typed in a form until the draft is deleted, and restores it when the same member, or a visitor, is
 * back after a reload, another page or the end of the session. A draft belongs to its tab; a `lasting` one outlives
 * the tab and being closed, until its member signs out.
 */
export function useDraft(
  ref: RefObject<HTMLFormElement | null>,
  name: string | undefined,
  lasting = false,
): void {
  const memberId = useStored<string | undefined>(currentUserId, undefined)
  const connected = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const form = ref.current
    if (!name || !form || memberId === undefined || form === connected.current) return
    connected.current = form
    const draft = draftOf(name) ?? (lasting ? draftOf(name, 'lastingDrafts') : undefined)
    for (const field of draft ?? []) restoreField(form, field)
    form.addEventListener('input', () => {
      const fields = changedIn(form)
      const idempotencyKey = knownKey(name)
      const seen = seenByDraft(name) ?? seenBy(form)
      const drafts = fields.length > 0 ? [{ key: keyOf(name), memberId, fields, seen, idempotencyKey }] : []
      for (const area of lasting ? areas : (['drafts'] as const))
        storeDrafts(area, [...draftsExcept(name, area), ...drafts])
    })
    // Values that are computed from a field must be right from the beginning.
    if (draft) form.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/**
 * Adds texts, by the names of their fields, to the lasting draft of a form on another page, whose form then opens with
 * them.
 */
export function addToDraft(page: string, name: string, texts: Record<string, string>): void {
  const isMine = isDraftOf(name, page)
  const former = storedDrafts.lastingDrafts().find(isMine)
  const fields = [
    ...(fieldsOf(isMine, 'lastingDrafts') ?? []).filter(([field]) => !Object.hasOwn(texts, field)),
    ...Object.entries(texts).map(([field, text]): Field => [field, text]),
  ]
  const draft = { ...former, key: keyOf(name, page), memberId: currentUserId(), fields }
  // Those of a member whose session has ended stay.
  for (const area of areas)
    storeDrafts(area, [...storedDrafts[area]().filter((other) => !isMine(other)), draft])
}

/**
 * Stores what is typed in every form of this page, which is about to be loaded anew by itself; `isUpdate` when that is
 * because the shop was updated.
 */
export function keepTyped({ isUpdate = false } = {}): void {
  if (isKeptForUpdate) return
  isKeptForUpdate = isUpdate
  const forms = [...document.forms]
    .map((form): TypedForm => ({ form: placeOf(form), fields: changedIn(form) }))
    .filter(({ fields }) => fields.length > 0)
  store({ typed: JSON.stringify({ page: location.pathname, at: Date.now(), isUpdate, forms }) })
}

let isKeptForUpdate = false

/** Returns, once, whether this page was loaded anew by itself because the shop was updated. */
export function takeUpdate(): boolean {
  const typed = justTyped()
  if (!typed?.isUpdate) return false
  store({ typed: JSON.stringify({ ...typed, isUpdate: false }) })
  return true
}

/** Restores once in a form what was typed there before the page was loaded anew by itself. */
export function useTyped(ref: RefObject<HTMLFormElement | null>): void {
  const checked = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const form = ref.current
    if (!form || form === checked.current) return
    checked.current = form
    const typed = justTyped()
    const mine = typed?.forms.find(({ form: place }) => place === placeOf(form))
    if (!typed || !mine) return
    for (const field of mine.fields) restoreField(form, field)
    store({ typed: JSON.stringify({ ...typed, forms: typed.forms.filter((other) => other !== mine) }) })
    form.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

interface Typed {
  page: string
  /** Milliseconds since 1970. */
  at: number
  isUpdate: boolean
  forms: TypedForm[]
}
interface TypedForm {
  form: string
  fields: Field[]
}

const storedTyped = jsonReader('typed', (json) => json as Typed | null)

/** Returns what was typed, while the page that was loaded anew is likely to need it. */
function justTyped(): Typed | undefined {
  const typed = storedTyped()
  return typed && typed.page === location.pathname && Date.now() - typed.at < 60_000 ? typed : undefined
}

/** Returns the names of a form's fields and its place among the forms with the same ones. */
function placeOf(form: HTMLFormElement): string {
  const same = [...document.forms].filter((other) => namesIn(other) === namesIn(form))
  return `${namesIn(form)} ${same.indexOf(form)}`
}

const namesIn = (form: HTMLFormElement) =>
  [...form.elements].map((field) => (isWritten(field) || isChoice(field) ? field.name : '')).join(' ')

/** The text of a field, or the value of a checkbox or radio and whether it is checked. */
type Field = [name: string, text: string, isChosen?: boolean]

interface Draft {
  key: string
  memberId: string
  fields: Field[]
  /** See `seenByDraft`; undefined where the form has no such field. */
  seen?: string | undefined
  /** Undefined before the first submission. */
  idempotencyKey?: string | undefined
}

const keyOf = (name: string, page = location.pathname) => `${page} ${name}`

type Area = 'drafts' | 'lastingDrafts'
const areas: readonly Area[] = ['drafts', 'lastingDrafts']

const isDraftOf = (name: string, page?: string) => {
  const [wanted, memberIds] = [keyOf(name, page), [currentUserId(), visitor]]
  // A visitor's draft still belongs to them once they have signed in.
  return (draft: Draft) => draft.key === wanted && memberIds.includes(draft.memberId)
}

const storedDraft = (name: string, area: Area = 'drafts'): Draft | undefined =>
  storedDrafts[area]().find(isDraftOf(name))

const draftOf = (name: string, area: Area = 'drafts') => fieldsOf(isDraftOf(name), area)

/** What a visitor typed comes after what the same person had typed as a member, and so replaces it. */
function fieldsOf(isMeant: (draft: Draft) => boolean, area: Area): Field[] | undefined {
  const meant = storedDrafts[area]().filter(isMeant)
  if (meant.length === 0) return undefined
  const ofVisitor = ({ memberId }: Draft) => memberId === visitor
  return [...meant.filter((draft) => !ofVisitor(draft)), ...meant.filter(ofVisitor)].flatMap(
    ({ fields }) => fields,
  )
}

function seenBy(form: HTMLFormElement): string | undefined {
  const field = form.elements.namedItem('seen')
  return field instanceof HTMLInputElement ? field.value : undefined
}

const knownKey = (name: string) =>
  areas
    .map((area) => storedDrafts[area]().find(isDraftOf(name))?.idempotencyKey)
    .find((key) => key !== undefined)

function setKey(name: string, idempotencyKey: string): void {
  const isMine = isDraftOf(name)
  for (const area of areas)
    storeDrafts(
      area,
      storedDrafts[area]().map((draft) => (isMine(draft) ? { ...draft, idempotencyKey } : draft)),
    )
}

const draftsExcept = (name: string, area: Area): Draft[] =>
  storedDrafts[area]().filter(({ key }) => key !== keyOf(name))

const draftsIn = (area: Area) => jsonReader(area, (json) => (Array.isArray(json) ? (json as Draft[]) : []))
const storedDrafts = { drafts: draftsIn('drafts'), lastingDrafts: draftsIn('lastingDrafts') }

const storeDrafts = (area: Area, drafts: Draft[]) =>
  store({ [area]: drafts.length > 0 ? JSON.stringify(drafts) : null })

/**
 * Returns only the fields that differ from their initial values: the others may have newer values when the draft is
 * restored.
 */
const changedIn = (form: HTMLFormElement): Field[] =>
  [...form.elements].flatMap((field): Field[] => {
    if (isChoice(field) && field.name && field.checked !== field.defaultChecked)
      return [[field.name, field.value, field.checked]]
    return isWritten(field) && field.name && field.value !== initialValue(field)
      ? [[field.name, field.value]]
      : []
  })

type Written = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isWritten = (field: unknown): field is Written =>
  field instanceof HTMLTextAreaElement ||
  field instanceof HTMLSelectElement ||
  (field instanceof HTMLInputElement &&
    !['hidden', 'checkbox', 'radio', 'file', 'password'].includes(field.type))

const isChoice = (field: unknown): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)

function initialValue(field: Written): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue
  const options = [...field.options]
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? ''
}

function restoreField(form: HTMLFormElement, [name, text, isChosen]: Field) {
  for (const field of form.elements) {
    if (isChosen === undefined && isWritten(field) && field.name === name) field.value = text
    if (isChosen !== undefined && isChoice(field) && field.name === name && field.value === text)
      field.checked = isChosen
  }
}

/** Returns a random UUID, also where the browser has no randomUUID: over http, from another machine. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
