import type { ReactNode } from 'react'

import { Sheet } from '../ui/sheet.tsx'

/** The five steps by which a project gets its label, each with a picture of the same sheet as it fills up. */
export function HowChecked() {
  return (
    <Sheet className="overflow-hidden">
      <ol className="divide-edge divide-y divide-dashed lg:grid lg:grid-cols-5 lg:divide-x lg:divide-y-0">
        {steps.map(({ title, words, picture }, index) => (
          <li key={title} className="flex gap-4 p-4 sm:gap-6 sm:p-5 lg:flex-col lg:gap-4">
            <svg
              viewBox="9 6 142 96"
              aria-hidden="true"
              className="stroke-ink h-auto w-28 max-w-1/3 shrink-0 self-start fill-none stroke-[1.5] sm:w-40 lg:w-full lg:max-w-none"
            >
              <path
                d="M14 7h132a4 4 0 0 1 4 4v86a4 4 0 0 1-4 4H14a4 4 0 0 1-4-4V11a4 4 0 0 1 4-4z"
                className="fill-ground stroke-edge"
              />
              {picture}
            </svg>
            <div className="min-w-0 wrap-anywhere">
              <h3 className="text-18">
                <span className="text-13 text-quiet mr-2 font-normal">{index + 1}</span>
                {title}
              </h3>
              <p className="text-quiet mt-1">{words}</p>
            </div>
          </li>
        ))}
      </ol>
    </Sheet>
  )
}

const names = [
  { at: 24, from: 34, to: 78 },
  { at: 40, from: 46, to: 100 },
  { at: 56, from: 46, to: 84 },
  { at: 72, from: 34, to: 92 },
  { at: 88, from: 34, to: 70 },
]

const tree = (
  <>
    <path d="M28 30v26M28 40h12M28 56h12" className="stroke-edge" />
    {names.map(({ at, from, to }) => (
      <path key={at} d={`M${from - 8} ${at}h3M${from} ${at}H${to}`} strokeWidth="4" />
    ))}
  </>
)

const label = (
  <>
    <path d="M54 15h52l8 8v70H46V23z" className="fill-sheet" />
    <circle cx="80" cy="23" r="3.5" className="fill-ground" />
    <path d="M46 32h34v13H46z" className="fill-saffron stroke-none" />
    <path d="M46 52h68" strokeDasharray="2 3" />
    {[61, 71, 81].map((at) => (
      <path key={at} d={`M54 ${at}h16M90 ${at}h16`} className="stroke-quiet" strokeWidth="2.5" />
    ))}
  </>
)

const steps: readonly { title: string; words: string; picture: ReactNode }[] = [
  {
    title: 'An owner uploads it',
    words: 'Source code, pictures, a price, and a report if there is one.',
    picture: tree,
  },
  {
    title: 'A program reads it',
    words: 'Every file. It looks for passwords, for copied code, and for what is missing.',
    picture: (
      <>
        {tree}
        <path d="M10 58h140v20H10z" className="fill-verified stroke-none" fillOpacity="0.16" />
        <path d="M10 78h140" className="stroke-verified" strokeWidth="2" />
        {[24, 40, 56].map((at) => (
          <path key={at} d={`m126 ${at} 4 4 7-8`} className="stroke-verified" strokeWidth="2.5" />
        ))}
      </>
    ),
  },
  {
    title: 'A person decides',
    words: 'Our staff look at files, pictures and words. They approve it, or say what has to change.',
    picture: (
      <>
        <path d="M24 20h112v68H24zM24 32h112M24 32" className="fill-sheet" />
        <path d="M32 44h28v34H32zM70 46h40M70 56h54M70 66h32" className="stroke-quiet" strokeWidth="2.5" />
        <circle cx="104" cy="62" r="19" className="fill-sheet" fillOpacity="0.85" strokeWidth="2.5" />
        <path d="m118 76 15 15" strokeWidth="5" strokeLinecap="round" />
        <path d="m95 62 6 6 12-13" className="stroke-verified" strokeWidth="3.5" />
      </>
    ),
  },
  {
    title: 'Its label is written',
    words: 'Size, files, lines and languages are counted from the source, not claimed.',
    picture: label,
  },
  {
    title: 'The label is stamped',
    words: 'With the day and the release. New files go through all of this again.',
    picture: (
      <>
        {label}
        <g transform="rotate(-8 88 74)" className="stroke-verified">
          <path d="M46 62h92v24H46z" className="fill-sheet" strokeWidth="2.5" />
          <path d="M50 66h84v16H50z" strokeWidth="1" />
          <path d="M58 74h54" strokeWidth="5" strokeDasharray="5 3" />
          <path d="m118 74 4 4 7-8" strokeWidth="2.5" />
        </g>
      </>
    ),
  },
]
