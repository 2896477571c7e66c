import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

/** The end of a page: a title, a sentence, and the links to the contact form and the projects. */
export function CallToAction({ title, children }: { title: string; children: string }) {
  return (
    <Page as="section" className="pt-4">
      <div className="border-ink flex flex-wrap items-end justify-between gap-x-10 gap-y-6 border-t-2 pt-6 md:pt-8">
        <div className="max-w-(--container-text)">
          <h2 className="text-28 md:text-36">{title}</h2>
          <p className="text-quiet md:text-18 mt-2">{children}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/contact" size="large">
            Contact Us
          </ButtonLink>
          <ButtonLink to="/projects" tone="quiet" size="large">
            Browse Projects
          </ButtonLink>
        </div>
      </div>
    </Page>
  )
}
