import { FindingGroups } from './finding-groups.tsx'
import { FindingsSheet } from './findings-sheet.tsx'
import { addressFor } from './use-findings.ts'

/** What was found in a project, with the reasons its owner gave, for staff. Nothing is drawn before there are files. */
export function StaffFindings({
  project: { _id, hasFiles },
}: {
  project: { _id: string; hasFiles: boolean }
}) {
  if (!hasFiles) return null
  return (
    <FindingsSheet
      address={addressFor('staff', _id)}
      renderFindings={({ findings, omitted, technologies }) => {
        const undeclared = technologies.filter(({ isDeclared }) => !isDeclared).map(({ name }) => name)
        return (
          <>
            <FindingGroups findings={findings} omitted={omitted} as="staff" />
            {undeclared.length > 0 && (
              <p className="border-rule text-14 border-t px-4 py-4 sm:px-5">
                <span className="text-quiet">Used by the files, not declared: </span>
                {undeclared.join(', ')}
              </p>
            )}
          </>
        )
      }}
    />
  )
}
