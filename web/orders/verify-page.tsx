import type { ReactNode } from 'react'
import { Form, isRouteErrorResponse, redirect, useParams, useRouteError } from 'react-router'

import { day } from '#contract/kit/format.ts'
import type { VerifiedLicence } from '#contract/orders/documents.ts'
import { licenceHead } from '#contract/orders/licence-head.ts'
import { licenceText } from '#contract/projects/categories.ts'

import type { PageHandle } from '../shell/page-handle.tsx'
import { apiContext } from '../shell/session/api.ts'
import { useOrigin } from '../shell/site.ts'
import { Button, ButtonLink, TextLink } from '../ui/button.tsx'
import { reload } from '../ui/connection.ts'
import { FactRows } from '../ui/facts.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { Label } from '../ui/label.tsx'
import { Page, PageHead } from '../ui/page.tsx'
import { ErrorState } from '../ui/placeholders.tsx'
import { Callout } from '../ui/status.tsx'
import { Breakable } from '../ui/text.tsx'
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
      {licence ? (
        <LicenceDetails licence={licence} />
      ) : (
        <BesideSample>
          <CodeForm />
          <p className="mt-4">
            <TextLink to="/verify/files">Check the files of a project</TextLink>
          </p>
          <section aria-labelledby="answers" className="mt-10">
            <h2 id="answers" className="text-18 mb-2">
              What the answer says
            </h2>
            <FactRows
              open
              words
              facts={[
                { term: 'genuine', value: 'we made it, and its order is valid' },
                { term: 'withdrawn', value: 'we made it, but its order was refunded or its seat has ended' },
                { term: 'not known', value: 'it is not from Readymade' },
                { term: 'about the buyer', value: 'the first name and an initial' },
              ]}
            />
          </section>
        </BesideSample>
      )}
    </Page>
  )
}

/** Keeps the address out of the referrer: its code belongs to the holder of the licence. */
const NoReferrer = () => <meta name="referrer" content="no-referrer" />

const lead =
  'Everything bought on Readymade comes with a licence. Its code tells whether it is genuine, and what it is for.'

function LicenceDetails({ licence }: { licence: VerifiedLicence }) {
  const { code, orderNumber, projectTitle, kind, release, licenceFile, orderDate, name, state, isSeat } =
    licence
  const isValid = state === 'valid'
  return (
    <>
      <Label
        as="section"
        aria-label="Licence"
        className="max-w-3xl"
        head={
          <>
            <span>Licence</span>
            <span>{code}</span>
          </>
        }
        top={
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 px-5 pt-3 pb-6">
            <h2 className="text-22 md:text-28 min-w-0 break-words">
              <Breakable text={projectTitle} />
            </h2>
            <p className={isValid ? 'stamp' : 'stamp stamp-stopped'}>
              <span>{isValid ? 'Genuine' : 'Withdrawn'}</span> <span>{orderNumber}</span>
            </p>
          </div>
        }
      >
        <div className="border-rule border-b px-5 py-4">
          <p role="alert" className="font-semibold">
            {isValid ? 'This licence is genuine' : 'This licence was withdrawn'}
          </p>
          <p className="text-quiet">
            {isValid
              ? 'We made it for this order, and the order is valid.'
              : `We made it, but ${isSeat ? 'the seat has ended' : 'the order was refunded'} since. Nobody may use the files under it.`}
          </p>
        </div>
        <FactRows
          className="px-5 py-1"
          facts={[
            {
              term: 'what',
              value:
                kind === 'report' ? 'project report' : `source code, release ${release ?? 1} and later ones`,
            },
            { term: 'licence', value: licenceText(licenceFile) },
            { term: isSeat ? 'seat of' : 'bought by', value: name || 'a former member' },
            { term: 'order', value: orderNumber },
            { term: 'ordered', value: day(orderDate) },
            { term: 'code', value: code },
          ]}
        />
      </Label>
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
        <span>
          {isSeat
            ? 'It is of a seat in the buyer’s team. Of people we show only the first name and an initial.'
            : 'Of the buyer we show only the first name and an initial.'}
        </span>
      </p>
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        {kind === 'source' && <TextLink to="/verify/files">Check the files</TextLink>}
        <TextLink to="/verify">Check another licence</TextLink>
      </p>
    </>
  )
}

/** The form for a code, and beside it the place of the code in a licence. */
const BesideSample = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
    <div>{children}</div>
    <SampleLicence />
  </div>
)

/** The head of a licence as it lies among the files, with sample values; the line with the code is marked. */
function SampleLicence() {
  const [heading, ...lines] = licenceHead({ ...sample, publicUrl: useOrigin() })
    .split('\n')
    .filter(Boolean)
  const atCode = lines.findIndex((line) => line.startsWith('Code:'))
  const drawn = (line: string) => (
    <p key={line} className={line.startsWith('Code:') ? 'licence-line licence-code' : 'licence-line'}>
      {line}
    </p>
  )
  return (
    <Label
      as="section"
      aria-label="A sample of a licence"
      head={
        <>
          <span>Licence file</span>
          <span>.txt</span>
        </>
      }
      top={
        <div className="text-13 px-5 pt-3 pb-5 font-mono">
          <div className="mb-3 flex flex-wrap items-start justify-between gap-4">
            <p className="font-semibold">{heading}</p>
            <p className="stamp stamp-quiet shrink-0" aria-hidden="true">
              <span>Sample</span>
            </p>
          </div>
          {lines.slice(0, atCode + 1).map(drawn)}
        </div>
      }
    >
      <div className="text-13 px-5 pt-2 pb-5 font-mono">{lines.slice(atCode + 1).map(drawn)}</div>
    </Label>
  )
}

const sample = {
  heading: 'READYMADE LICENCE',
  project: 'the title of the project',
  files: 'source code, release 3 and every later approved one',
  buyer: 'the name of the buyer',
  order: 'RM-2026-000123, 14 August 2026',
  issued: '14 August 2026',
  code: 'ABCDE-FGHJK-MNPQR-STVWX',
} as const

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
      <BesideSample>
        <Callout tone="stopped" shown title="No licence has this code" className="mb-6">
          Compare it with the licence file, letter by letter. A licence whose code we do not know is not from
          Readymade.
        </Callout>
        <CodeForm typed={code} />
      </BesideSample>
    </Page>
  )
}
