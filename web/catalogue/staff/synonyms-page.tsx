import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

import { type SynonymSet, synonyms as calls } from '#contract/catalogue/synonyms.ts'
import { formatCount } from '#contract/kit/format.ts'

import {
  ActionForm,
  ConfirmButton,
  formAction,
  formActions,
  useActionForm,
} from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { checked, entriesIn, textIn } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { queryIn, StaffList } from '../../shell/staff-list.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Checkbox, TextArea } from '../../ui/inputs.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import type { Route } from './+types/synonyms-page'

export const handle: PageHandle = {
  title: 'Search words',
  failure: 'Failed to load the search words',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  return context.get(apiContext).synonyms.list({ query: queryIn(calls.list.query, request) })
}

const failure = 'Failed to save the search words'

export const clientAction = formActions({
  save: formAction(failure, async ({ api, form }) => {
    const id = textIn(form, 'id')
    const body = checked(calls.create.body, {
      words: entriesIn(form, 'words', ','),
      isNear: form.has('isNear'),
    })
    if (id) await api.synonyms.update({ params: { id }, body })
    else await api.synonyms.create({ body })
    return 'Searches know these words now.'
  }),
  remove: formAction('Failed to delete the search words', async ({ api, form }) => {
    await api.synonyms.remove({ params: { id: textIn(form, 'id') } })
    return 'Searches no longer know these words as the same.'
  }),
})

export default function SynonymsPage({
  loaderData: { sets, poorSearches, pagination },
}: Route.ComponentProps) {
  const [params] = useSearchParams()
  const edited = sets.find(({ _id }) => _id === params.get('edit'))
  const begun = params.get('add') ?? ''
  return (
    <StaffList
      title="Search words"
      lead="Words that mean the same in a search: what students say, and what owners write."
      search={{ label: 'Search words', placeholder: 'A part of a word' }}
      rows={sets}
      columns={columns}
      pagination={pagination}
      empty={{ title: 'No words found', text: 'Add the words that students say for a thing.' }}
      aside={<SetForm key={edited?._id ?? begun} edited={edited} begun={begun} />}
    >
      {poorSearches.length > 0 && (
        <Sheet as="section" aria-label="Searches that found little" className="mb-6">
          <SheetHead title="Searches that found little">
            <span className="text-14 text-quiet">in the last 30 days</span>
          </SheetHead>
          <ul className="divide-rule max-h-80 divide-y overflow-y-auto">
            {poorSearches.map(({ search, count }) => (
              <li key={search} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 sm:px-5">
                <span className="min-w-0 flex-1 wrap-anywhere">{search}</span>
                <span className="text-13 text-quiet tabular-nums">
                  {count === 1 ? 'once' : `${formatCount(count)} times`}
                </span>
                <ButtonLink
                  to={`?${new URLSearchParams({ add: search })}`}
                  tone="quiet"
                  size="small"
                  aria-label={`Add a synonym for ${search}`}
                  preventScrollReset
                >
                  Add Synonym
                </ButtonLink>
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </StaffList>
  )
}

const columns = [
  {
    key: 'words',
    head: 'Words',
    className: 'min-w-60 wrap-anywhere',
    cell: ({ words }: SynonymSet) => words.join(', '),
  },
  {
    key: 'kind',
    head: 'How near',
    cell: ({ isNear }: SynonymSet) => (
      <Badge tone={isNear ? 'plain' : 'ink'}>{isNear ? 'Near' : 'The same'}</Badge>
    ),
  },
  {
    key: 'actions',
    head: 'Actions',
    cell: ({ _id, words }: SynonymSet) => (
      <div className="flex justify-end gap-2">
        <ButtonLink
          to={`?edit=${_id}`}
          tone="quiet"
          size="small"
          aria-label={`Edit ${words[0]}`}
          preventScrollReset
        >
          Edit
        </ButtonLink>
        <ConfirmButton
          submit={{ intent: 'remove', id: _id }}
          size="small"
          question={`Delete the words ${words.slice(0, 3).join(', ')}?`}
          confirm="Delete"
          danger
          aria-label={`Delete ${words[0]}`}
        >
          A search for one of them no longer finds the others.
        </ConfirmButton>
      </div>
    ),
  },
]

/** The form for a new set, begun with a search that found little, or for the words of a set. */
function SetForm({ edited, begun }: { edited: SynonymSet | undefined; begun: string }) {
  const [, setParams] = useSearchParams()
  const form = useActionForm(constraints, {
    onDone: () => {
      form.ref.current?.reset()
      setParams({}, { preventScrollReset: true })
    },
  })
  const isBegun = Boolean(edited) || begun !== ''
  useEffect(() => {
    const field = form.ref.current?.elements.namedItem('words')
    if (!isBegun || !(field instanceof HTMLTextAreaElement)) return
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
  }, [form.ref, isBegun])
  return (
    <Sheet as="section" aria-label={edited ? 'Edit words' : 'New words'}>
      <SheetHead title={edited ? 'Edit words' : 'New words'} />
      <ActionForm form={form} intent="save" className="flex flex-col gap-5 p-4 sm:p-5">
        {edited && <input type="hidden" name="id" value={edited._id} />}
        <Field
          label="Words that mean the same"
          hint="Words or phrases, with commas between"
          {...form.field('words', edited ? edited.words.join(', ') : begun && `${begun}, `)}
        >
          <TextArea rows={4} />
        </Field>
        <Checkbox
          name="isNear"
          defaultChecked={edited?.isNear ?? false}
          label="Only near in meaning"
          hint="Found where nothing has the words themselves"
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" pending={form.pending} pendingText="Saving...">
            Save Words
          </Button>
          {isBegun && (
            <ButtonLink to="?" tone="quiet" preventScrollReset>
              Cancel
            </ButtonLink>
          )}
        </div>
      </ActionForm>
    </Sheet>
  )
}

const constraints = constraintsOf(calls.create.body)
