import type { Finding } from '#contract/projects/findings.ts'

import { ExplainFinding } from './explain-finding.tsx'
import { FindingGroups } from './finding-groups.tsx'
import { FindingsSheet } from './findings-sheet.tsx'
import { OfferedTechnologies } from './offered-technologies.tsx'
import { addressFor } from './use-findings.ts'

/** What was found in the signed-in owner's project, to be mended or explained before staff look at it. Nothing is drawn before there are files. */
export function OwnerFindings({
  project: { _id, hasFiles, technologies },
}: {
  project: { _id: string; hasFiles: boolean; technologies: string[] }
}) {
  const address = addressFor('owner', _id)
  if (!hasFiles) return null
  return (
    <FindingsSheet
      address={address}
      renderFindings={(findings) => (
        <>
          <FindingGroups
            findings={findings.findings}
            omitted={findings.omitted}
            as="owner"
            renderActions={(finding, ofRule) => (
              <ExplainFinding finding={finding} others={othersBeside(finding, ofRule)} address={address} />
            )}
          />
          <OfferedTechnologies
            technologies={findings.technologies}
            named={technologies.length}
            address={address}
          />
        </>
      )}
    />
  )
}

const othersBeside = (finding: Finding, ofRule: Finding[]) => [
  ...new Map(
    ofRule
      .filter(({ file, mark, waiver }) => file === finding.file && mark !== finding.mark && !waiver)
      .map((other) => [other.mark, other]),
  ).values(),
]
