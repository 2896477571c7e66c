import { licenceText } from '#contract/projects/categories.ts'
import type { Project } from '#contract/projects/project.ts'

import { FactRows } from '../../ui/facts.tsx'
import { EditSection } from './edit-section.tsx'
import { ExtrasFields, LicenceField } from './terms-fields.tsx'

/** The section for the licence of the source and the owner's promises to buyers. */
export function TermsSection({ project }: { project: Project }) {
  const { licence, licenceFile, licenceName, allowsCustomization, includesInstallationSupport } = project
  return (
    <EditSection
      title="Licence & Extras"
      detail={licence === 'own' ? (licenceName ?? 'own') : 'Readymade'}
      intent="terms"
      project={project}
      names={{
        licence: 'licence',
        includesInstallationSupport: 'installation help',
        allowsCustomization: 'customisation',
      }}
      renderFields={(field) => (
        <>
          <LicenceField licence={licence} file={licenceFile} error={field('licence').error} />
          <ExtrasFields {...{ allowsCustomization, includesInstallationSupport }} />
        </>
      )}
    >
      <FactRows
        facts={[
          {
            term: 'licence',
            value:
              licence === 'own'
                ? licenceText(licenceFile ?? 'the files to come', licenceName)
                : licenceText(null),
          },
          { term: 'installation help', value: includesInstallationSupport ? 'on' : 'off' },
          { term: 'customisation', value: allowsCustomization ? 'on' : 'off' },
        ]}
      />
    </EditSection>
  )
}
