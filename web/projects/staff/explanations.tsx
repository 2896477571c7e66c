import type { Project } from '#contract/projects/project.ts'

import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { CodeQuestions } from '../code-questions.tsx'
import { DemoSignIns } from '../demo-sign-ins.tsx'

/** What buyers get of a project beside its files: the demo sign-ins, and the questions about the code with their answers. */
export const Explanations = ({ project }: { project: Project }) => {
  const { demoSignIns, demoSignInsPublic, codeQuestions } = project
  return (
    <>
      {demoSignIns.length > 0 && (
        <Sheet as="section" aria-label="Demo sign-ins">
          <SheetHead title="Demo sign-ins">
            <span className="text-14 text-quiet">
              {demoSignInsPublic ? 'everybody sees them' : 'buyers see them'}
            </span>
          </SheetHead>
          <DemoSignIns signIns={demoSignIns} className="p-4 sm:p-5" />
        </Sheet>
      )}
      {codeQuestions.length > 0 && (
        <Sheet as="section" aria-label="Questions about the code">
          <SheetHead title="Questions about the code">
            <span className="text-14 text-quiet">buyers read the answers</span>
          </SheetHead>
          <CodeQuestions
            questions={codeQuestions}
            className="px-4 sm:px-5 [&>details:last-child]:border-b-0"
          />
        </Sheet>
      )}
    </>
  )
}
