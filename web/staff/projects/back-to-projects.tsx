import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** The way back from a form to the staff's list. */
export const BackToProjects = () => (
  <ButtonLink
    to="/admin/projects"
    tone="quiet"
    size="small"
    className="mb-4"
    icon={<Icon name="chevron-left" className="size-4" />}
  >
    Back to Projects
  </ButtonLink>
)
