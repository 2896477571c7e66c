import { counted } from '#contract/kit/format.ts'
import type { HelpFigures, Project } from '#contract/projects/project.ts'
import { seatsForTeam } from '#contract/projects/seats.ts'

/** What an owner does besides, in words; empty when that is nothing. */
export const extrasText = ({
  includesInstallationSupport,
  allowsCustomization,
  allowsSeats,
}: Pick<Project, 'includesInstallationSupport' | 'allowsCustomization' | 'allowsSeats'>): string =>
  [
    includesInstallationSupport && 'installation help',
    allowsCustomization && 'customisation',
    allowsSeats && seatsForTeam,
  ]
    .filter(Boolean)
    .join(', ')

/** How buyers were helped: how soon the first answer came, and how many said that it was solved. */
export const helpText = ({ helpRequests, helpSolved, medianAnswerHours }: HelpFigures): string | null =>
  helpRequests === null
    ? null
    : `${medianAnswerHours === null ? '' : `answers in about ${counted(medianAnswerHours, 'hour')}, `}${helpSolved ?? 0} of ${helpRequests} solved`

/** The form of a project's report and its pages. */
export const reportText = ({
  reportFileName,
  reportPages,
}: Pick<Project, 'reportFileName' | 'reportPages'>): string =>
  [reportFileName?.endsWith('.doc') ? '.doc' : '.docx', reportPages && counted(reportPages, 'page')]
    .filter(Boolean)
    .join(', ')

/** For how many of those who got it for nothing and answered a project ran. */
export const ranFreeText = ({ ran, of }: { ran: number; of: number }): string =>
  `for ${ran} of ${of} who got it free`

/** For how many of the buyers who answered a project ran. */
export const ranText = ({ ran, of }: { ran: number; of: number }): string =>
  `for ${ran} of ${counted(of, 'buyer')}`
