import { sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'

import { cardOf } from '../catalogue/service.ts'
import type { Connection } from '../database/connection.ts'
import { prepared } from '../database/prepared.ts'
import { isPublished } from './queries.ts'

/** One project that is not deleted, with its owner as everybody may know them and its present release. */
export const readProject = async (connection: Connection, projectId: string) =>
  (await readProjects(connection, { projectId }))[0]
export type DetailRow = NonNullable<Awaited<ReturnType<typeof readProject>>>

const readProjects = prepared((connection, { projectId }: { projectId: string }) =>
  connection
    .selectFrom('projects')
    .innerJoin('members', 'members.id', 'projects.ownerId')
    .leftJoin('releases', 'releases.id', 'projects.releaseId')
    .leftJoin('reports', 'reports.key', 'projects.reportKey')
    .select((from) => [
      'projects.ownerId',
      cardOf(from, { description: from.ref('description') }).as('card'),
      isPublished.as('isPublished'),
      jsonBuildObject({
        features: from.ref('features'),
        requirements: from.ref('requirements'),
        demoUrl: from.ref('demoUrl'),
        githubUrl: from.ref('githubUrl'),
        repository: from.ref('repository'),
        verificationNotes: from.ref('verificationNotes'),
        verifiedAt: from.ref('verifiedAt'),
        updatedAt: from.ref('projects.updatedAt'),
        archivedAt: from.ref('archivedAt'),
        licence: from.ref('licence'),
        licenceFile: from.ref('releases.licenceFile'),
        licenceName: nameOfOwnLicence,
        allowsCustomization: from.ref('allowsCustomization'),
        includesInstallationSupport: from.ref('includesInstallationSupport'),
        bundlePricePaise: from.ref('bundlePricePaise'),
        reportPricePaise: from.ref('reportPricePaise'),
        reportName: from.ref('reportName'),
        reportPages: from.ref('reports.pages'),
        reportHeadings: from.ref('reports.headings'),
        freeRanCount: from.ref('freeRanCount'),
        freeRunCount: from.ref('freeRunCount'),
        ownerName: from.ref('members.name'),
        ownerIsPublic: from.ref('members.isPublic'),
        ownerPicture: sql<string | null>`case when members.is_public then members.profile_picture end`,
        releaseNumber: from.ref('releases.number'),
        releasedAt: from.ref('releases.createdAt'),
        fileCount: from.ref('releases.fileCount'),
        totalSize: from.ref('releases.totalSize'),
        recall: lastRecall,
      }).as('details'),
    ])
    .where('projects.id', '=', projectId)
    .where('deletedAt', 'is', null)
    .compile(),
)

/** As the check of the release read it (server/findings/notes/licences.ts). */
const nameOfOwnLicence = sql<string | null>`case when projects.licence = 'own' then (
  select named->>'licence' from release_checks, jsonb_array_elements(result->'licences') named
  where release_checks.release_id = releases.id and named->>'file' = releases.licence_file limit 1) end`

const lastRecall = sql<{ release: number; recalledAt: string; reason: string } | null>`(
  select json_build_object('release', number, 'recalledAt', recalled_at, 'reason', recall_reason) from releases recalled
  where recalled.project_id = projects.id and recalled_at is not null order by number desc limit 1)`
