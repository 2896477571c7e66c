import { type ReactNode, useEffect, useRef } from 'react'

import { inRupees, sizeText } from '#contract/kit/format.ts'

import { LogInAgain } from '../../shell/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { NumberInput } from '../../ui/inputs.tsx'
import { Callout } from '../../ui/status.tsx'
import type { CheckedFiles, PickedFile, Sized } from './checked-files.ts'
import { canBeSold, copiesOf } from './found-reports.ts'
import type { ReportOnSale, useReport } from './use-report.ts'

/** What happens with the reports among the picked files: the question, and the one that is sold. */
export function ReportChoice({ checked, report, send, onSell, onGive, onLeaveOut }: ReportChoiceProps) {
  const { found, onSale, price, failure } = report
  const sold = checked.report
  return (
    <>
      {sold && (
        <SoldReport
          file={sold}
          price={price}
          onSale={onSale}
          isStored={report.isStored(sold.path)}
          problem={failure && 'price' in failure ? failure.price : undefined}
          failure={
            failure &&
            ('message' in failure
              ? [failure.message, `Nothing is lost: press “${send}” again, or give it with the code.`].join(
                  '\n',
                )
              : 'isSignedOut' in failure && <LogInAgain button={send} />)
          }
          onPrice={report.setPrice}
          onGive={() => {
            report.give([sold.path])
            onGive()
          }}
        />
      )}
      {found.length > 0 && (
        <ReportQuestion
          found={checked.files
            .filter(({ path }) => found.includes(path))
            .sort((one, other) => Number(canBeSold(other)) - Number(canBeSold(one)))}
          canSell={sold === undefined}
          onSale={onSale}
          problem={report.isAsked ? 'Say first what happens with it.' : undefined}
          onSell={(path) => onSell(path, copiesOf(path, found))}
          onGive={report.give}
          onLeaveOut={onLeaveOut}
        />
      )}
    </>
  )
}

interface ReportChoiceProps {
  checked: CheckedFiles<PickedFile>
  report: ReturnType<typeof useReport>
  /** The words on the button that sends the files. */
  send: string
  /** Called with the report to sell, and its copies in other formats, which are left out. */
  onSell: (path: string, copies: string[]) => void
  onGive: () => void
  onLeaveOut: (paths: string[]) => void
}

/** The question what happens with the reports among the picked files: sold separately, given with the code or left out. */
function ReportQuestion(props: ReportQuestionProps) {
  const { found, canSell, onSale, problem, onSell, onGive, onLeaveOut } = props
  const sellable = found.filter((file) => canSell && canBeSold(file))
  const all = found.map(({ path }) => path)
  const several = found.length > 1
  return (
    <Callout
      tone="waiting"
      title={
        sellable.length === 0
          ? 'There is a report in it: leave it out, or give it with the code'
          : 'There is a report in it: sell it separately, or give it with the code'
      }
    >
      <Problem>{problem}</Problem>
      <ul aria-label="Reports among the files" className="flex flex-col">
        {found.slice(0, maxRows).map((file) => (
          <li key={file.path} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
              {file.path} <span className="text-13 text-quiet">{sizeText(file.size)}</span>
            </span>
            {sellable.includes(file) && (
              <Button
                tone="quiet"
                size="small"
                aria-label={`Sell ${file.path} separately`}
                onClick={() => onSell(file.path)}
              >
                Sell It Separately
              </Button>
            )}
            <Button
              tone="quiet"
              size="small"
              aria-label={`Leave out ${file.path}`}
              onClick={() => onLeaveOut([file.path])}
            >
              Leave It Out
            </Button>
          </li>
        ))}
      </ul>
      {found.length > maxRows && <p>{`and ${found.length - maxRows} more`}</p>}
      {found.some((file) => !canBeSold(file)) && (
        <p>Reports are sold as Word documents (.docx or .doc, up to 20 MB). A PDF can be left out.</p>
      )}
      {onSale && sellable.length > 0 && (
        <p>{`${onSale.fileName} is on sale as the Project Report already. Another one takes its place.`}</p>
      )}
      <div className="mt-2 flex flex-wrap gap-x-4 gap-y-2">
        <Button tone="quiet" size="small" onClick={() => onGive(all)}>
          {several ? `Give All ${found.length} with the Code` : 'Give It with the Code'}
        </Button>
        {several && (
          <Button tone="quiet" size="small" onClick={() => onLeaveOut(all)}>
            {`Leave Out All ${found.length}`}
          </Button>
        )}
      </div>
    </Callout>
  )
}

/** Says what stands in the way, in view of who pressed the button at the foot. */
const Problem = ({ children }: { children: ReactNode }) => (
  <div role="alert" className="my-1.5 empty:hidden">
    {children && (
      <div ref={scrollTo}>
        <FieldError>
          <span className="whitespace-pre-line">{children}</span>
        </FieldError>
      </div>
    )}
  </div>
)

function scrollTo(problem: HTMLElement | null) {
  problem?.scrollIntoView({ block: 'center' })
}

const maxRows = 5

interface ReportQuestionProps {
  found: readonly Sized[]
  /** Whether none of the files is sold yet. */
  canSell: boolean
  onSale: ReportOnSale | undefined
  /** The sentence for who goes on without an answer. */
  problem: string | undefined
  onSell: (path: string) => void
  onGive: (paths: string[]) => void
  onLeaveOut: (paths: string[]) => void
}

/** The report that is sold separately, with its price, until it is on sale. */
function SoldReport(props: SoldReportProps) {
  const { file, price, onSale, isStored, problem, failure, onPrice, onGive } = props
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) place.current?.querySelector('input')?.focus()
  }, [problem])
  if (isStored)
    return (
      <Callout tone="verified" title={`${file.path} is the Project Report now`}>
        It is not among the files. Its price can be changed on the project’s page.
      </Callout>
    )
  return (
    <Callout tone="verified" title={`${file.path} becomes the Project Report`}>
      <p>{`It is left out of the code, and goes on sale beside it.${onSale ? ` It takes the place of ${onSale.fileName}.` : ''}`}</p>
      <div ref={place} className="mt-3 flex flex-wrap items-end gap-x-4 gap-y-3">
        <Field
          label="Report price"
          hint={onSale ? `0: free. Empty: as it is, ${inRupees(onSale.price)}` : '0: free'}
          error={problem}
          required={!onSale}
          className="w-56"
        >
          <NumberInput
            inputMode="decimal"
            unit="₹"
            min={0}
            step={0.01}
            value={price}
            onChange={({ target }) => onPrice(target.value)}
          />
        </Field>
        <Button tone="quiet" onClick={onGive}>
          Give It with the Code
        </Button>
      </div>
      <Problem>{failure}</Problem>
    </Callout>
  )
}

interface SoldReportProps {
  file: Sized
  price: string
  onSale: ReportOnSale | undefined
  /** Whether it is on sale already, although its files are not sent yet. */
  isStored: boolean
  /** What is wrong with the price, and why the report could not be put on sale. */
  problem: string | undefined
  failure: ReactNode
  onPrice: (price: string) => void
  onGive: () => void
}
