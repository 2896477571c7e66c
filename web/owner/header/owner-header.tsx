import type { Project } from '#contract/projects.ts'

import { VerificationStatus } from '../../projects/verification-status.tsx'
import { DownloadButton } from '../../releases/download-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isListed } from '../is-listed.ts'
import { DeleteFiles } from './delete-files.tsx'

/** Title, badges, and what can be done with the whole project. */
export function OwnerHeader({ project, onUpload }: { project: Project; onUpload: () => void }) {
  const { _id, title, isActive, category, hasFiles, salesCount, verificationStatus } = project
  const isAwaited = !hasFiles || verificationStatus === 'needs_changes'
  return (
    <div className="flex flex-col gap-4 pt-4 pb-6 xl:flex-row xl:flex-wrap xl:items-end xl:justify-between xl:gap-x-8">
      <div className="min-w-0">
        <h1 className="text-28 md:text-36 break-words">{title}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-3">
          {project.archivedAt ? (
            <Badge>Archived</Badge>
          ) : (
            // the owner's switch alone: it stands out only where staff's approval lists the project too
            <Badge tone={isListed(project) ? 'ink' : 'plain'}>{isActive ? 'Active' : 'Inactive'}</Badge>
          )}
          <VerificationStatus status={verificationStatus} isRecalled={project.recall !== null && !hasFiles} />
          <Badge>{category}</Badge>
        </p>
      </div>
      <div className="flex shrink-0 flex-wrap gap-2 max-sm:[&>*]:grow">
        <ButtonLink to="/profile?tab=projects" tone="quiet">
          Back
        </ButtonLink>
        {hasFiles && <DownloadButton projectId={_id} label="Download Project" />}
        <Button tone={isAwaited ? 'primary' : 'quiet'} icon={<Icon name="upload" />} onClick={onUpload}>
          {hasFiles ? 'Upload New Release' : 'Upload Project'}
        </Button>
        {hasFiles && <DeleteFiles hasBuyers={salesCount > 0} />}
      </div>
    </div>
  )
}
