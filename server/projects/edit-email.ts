import { rupeesOf } from '#contract/kit/amounts.ts'
import { inRupees } from '#contract/kit/format.ts'
import { type CodeQuestion, codeQuestionText } from '#contract/projects/code-questions.ts'
import { type DemoSignIn, signInText } from '#contract/projects/demo-sign-ins.ts'
import type { writtenFields } from '#contract/projects/edits.ts'

import type { Dependencies } from '../dependencies.ts'
import type { Connection } from '../platform/database/connection.ts'
import { mailMember, type NecessaryKind } from '../platform/mail/send.ts'
import type { ProjectRow } from './queries.ts'

/** The fields of a project that are its owner's: their texts and their prices, with their names in the email. */
const ownersFields = {
  title: 'Title',
  description: 'Description',
  category: 'Category',
  technologies: 'Technologies',
  features: 'Features',
  requirements: 'Requirements',
  tags: 'Tags',
  difficulty: 'Difficulty',
  demoUrl: 'Demo',
  githubUrl: 'GitHub',
  licence: 'Licence',
  allowsCustomization: 'Customisation',
  includesInstallationSupport: 'Help with the installation',
  demoSignIns: 'Demo sign-ins',
  demoSignInsPublic: 'Everybody sees the demo sign-ins',
  codeQuestions: 'Questions about the code',
  pricePaise: 'Price',
  bundlePricePaise: 'Price of code and report together',
} as const satisfies Record<(typeof writtenFields)[number] | 'pricePaise' | 'bundlePricePaise', string>
type OwnersField = keyof typeof ownersFields

/** Tells an owner which of their texts and prices staff have changed: what was, and what is. Nothing else is mailed. */
export async function mailEdit(
  dependencies: Dependencies,
  trx: Connection,
  project: ProjectRow,
  changes: Partial<ProjectRow>,
): Promise<void> {
  const changed = (Object.keys(ownersFields) as OwnersField[]).filter((field) => field in changes)
  if (changed.length === 0) return
  await mailMember(dependencies, trx, editKind, project.ownerId, {
    subject: `Our staff changed your project: ${project.title}`,
    paragraphs: [
      `Our staff changed what “${project.title}” says. If you do not agree, write to us.`,
      // With their links: it was written by who reads it, and is by our staff.
      ...changed.flatMap((field) => [
        { byStaff: `${ownersFields[field]}, before: ${shown(field, project[field])}` },
        { byStaff: `${ownersFields[field]}, now: ${shown(field, changes[field])}` },
      ]),
    ],
    button: {
      label: 'Open Your Project',
      url: `${dependencies.config.publicUrl}/owner/projects/${project.id}`,
    },
  })
}

function shown(field: OwnersField, value: unknown): string {
  if (field === 'licence') return value === 'own' ? 'your own' : 'the licence of Readymade'
  if (field === 'demoSignIns') return (value as DemoSignIn[]).map(signInText).join('\n') || 'nothing'
  if (field === 'codeQuestions')
    return (value as CodeQuestion[]).map(codeQuestionText).join('\n\n') || 'nothing'
  if (typeof value === 'number') return inRupees(rupeesOf(value))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return (Array.isArray(value) ? value.join(', ') : (value as string | null)) || 'nothing'
}

const editKind: NecessaryKind = { name: 'edit by staff', why: 'the project is yours' }
