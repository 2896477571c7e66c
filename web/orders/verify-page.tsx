import { Form, isRouteErrorResponse, redirect, useParams, useRouteError } from 'react-router'

import { day } from '#contract/format.ts'
import type { VerifiedLicence } from '#contract/orders/documents.ts'
import { licenceText } from '#contract/projects/categories.ts'

import type { PageHandle } from '../shell/page-handle.tsx'
import { apiContext } from '../shell/session/api.ts'
import { Button, ButtonLink, TextLink } from '../ui/button.tsx'
import { reload } from '../ui/connection.ts'
import { FactRows } from '../ui/facts.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { Page, PageHead } from '../ui/page.tsx'
import { ErrorState } from '../ui/placeholders.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Callout } from '../ui/status.tsx'
import type { Route } from './+types/verify-page'

export const handle: PageHandle = {
  title: 'Check a licence',
  failure: VerifyFailed,
}

/** Loads the licence that has the code in the address; null without a code. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const typed = url.searchParams.get('code')?.trim()
  if (typed) throw redirect(`/verify/${encodeURIComponent(typed.slice(0, 60))}`)
  if (!params.code) return { licence: null }
  const { licence } = await context.get(apiContext).licences.verify({ params: { code: params.code } })
  return { licence }
}

export default function VerifyPage({ loaderData: { licence } }: Route.ComponentProps) {
  return (
    <Page className="pb-12">
      <NoReferrer />
      <PageHead title="Check a licence" lead={licence ? undefined : lead} />
      <div className="max-w-3xl">{licence ? <LicenceDetails licence={licence} /> : <CodeForm />}</div>
    </Page>
  )
}

/** Keeps the address out of the referrer: its code belongs to the holder of the licence. */
const NoReferrer = () => <meta name="referrer" content="no-referrer" />

const lead =
  'Everything bought on Readymade comes with a licence. Its code tells whether it is genuine, and what it is for.'

function LicenceDetails({ licence }: { licence: VerifiedLicence }) {
  const { code, orderNumber, projectTitle, kind, release, licenceFile, orderDate, name, state } = licence
  const isValid = state === 'valid'
  return (
    <>
      <Callout
        tone={isValid ? 'verified' : 'stopped'}
        title={isValid ? 'This licence is genuine' : 'This licence was withdrawn'}
      >
        {isValid
          ? 'We made it for this order, and the order is valid.'
          : 'We made it, but the order was refunded since. Nobody may use the files under it.'}
      </Callout>
      <Sheet className="mt-5 overflow-hidden">
        <h2 className="border-rule text-22 flex items-start gap-2.5 border-b px-5 py-4 text-balance">
          {isValid && <Icon name="badge-check" className="text-verified mt-1 size-6 shrink-0" />}
          <span className="min-w-0 break-words">{projectTitle}</span>
        </h2>
        <FactRows
          className="px-5 py-1"
          facts={[
            {
              term: 'what',
              value:
                kind === 'report' ? 'project report' : `source code, release ${release ?? 1} and later ones`,
            },
            { term: 'licence', value: licenceText(licenceFile) },
            { term: 'bought by', value: name || 'a former member' },
            { term: 'order', value: orderNumber },
            { term: 'ordered', value: day(orderDate) },
            { term: 'code', value: code },
          ]}
        />
      </Sheet>
      <p className="text-14 text-quiet mt-4 max-w-(--container-text)">
        {isValid && licenceFile !== null && (
          <span>{`What the buyer may do stands in ${licenceFile} among the files. `}</span>
        )}
        {isValid && licenceFile === null && (
          <span>
            The buyer may use, change and hand in the files for their own studies, as far as the rules of
            their institute allow it. They may not sell or publish them. The licence file has the full
            terms.{' '}
          </span>
        )}
        <span>Of the buyer we show only the first name and an initial.</span>
      </p>
      <p className="mt-4">
        <TextLink to="/verify">Check another licence</TextLink>
      </p>
    </>
  )
}

/** The form to enter a code. It works without scripts, because the code goes into the address. */
function CodeForm({ typed }: { typed?: string | undefined }) {
  return (
    <Form action="/verify" className="flex flex-wrap items-end gap-3">
      <Field
        label="Code"
        hint="It is in the licence file: four groups of five letters and digits"
        required
        control={{ name: 'code', maxLength: 60, ...(typed && { defaultValue: typed }) }}
        className="min-w-0 flex-1 basis-72"
      >
        <TextInput className="font-mono uppercase" autoComplete="off" spellCheck={false} />
      </Field>
      <Button type="submit">Check</Button>
    </Form>
  )
}

function VerifyFailed() {
  const error = useRouteError()
  const { code } = useParams()
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status !== 404 && status !== 400)
    return (
      <Page>
        <ErrorState
          as="h1"
          title={status === 429 ? 'Too many codes at once' : 'The licence could not be checked'}
          onRetry={reload}
          action={
            <ButtonLink to="/" tone="quiet">
              Go to the Home Page
            </ButtonLink>
          }
        >
          {status === 429 ? 'Please try again in a minute.' : 'Please try again in a moment.'}
        </ErrorState>
      </Page>
    )
  return (
    <Page className="pb-12">
      <NoReferrer />
      <PageHead title="Check a licence" />
      <div className="max-w-3xl">
        <Callout tone="stopped" title="No licence has this code" className="mb-6">
          Compare it with the licence file, letter by letter. A licence whose code we do not know is not from
          Readymade.
        </Callout>
        <CodeForm typed={code} />
      </div>
    </Page>
  )
}
