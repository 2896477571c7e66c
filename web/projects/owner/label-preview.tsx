import { difficulties } from '#contract/projects/categories.ts'

import { FactRows } from '../../ui/facts.tsx'
import { Label } from '../../ui/label.tsx'
import { PriceTag } from '../../ui/price-tag.tsx'
import { Frame } from '../../ui/sheet.tsx'

/**
 * The label of a project while its owner fills in the form: what is typed stands on it at once, and what is missing is
 * said.
 */
export function LabelPreview({ words, picture, className }: LabelPreviewProps) {
  const { title, category, difficulty, price, technologies, features } = words
  return (
    <Label
      aria-label="Your label"
      className={className}
      head={
        <>
          <span>{category || 'Category'}</span>
          <span>{difficulty}</span>
        </>
      }
      top={
        <>
          <Frame joined>
            {picture ? (
              <img src={picture} alt="" />
            ) : (
              <p className="text-13 text-quiet grid h-full place-items-center">your first picture</p>
            )}
          </Frame>
          <div className="flex flex-col gap-2.5 px-5 pt-3 pb-4">
            <p
              className={`font-head text-18 leading-6! font-bold wrap-anywhere ${title ? '' : 'text-quiet'}`}
            >
              {title || 'Title'}
            </p>
            {price === undefined ? (
              <p className="text-quiet font-head text-18 h-8 font-bold">Price</p>
            ) : (
              <PriceTag amount={price} />
            )}
          </div>
        </>
      }
    >
      <FactRows
        dense
        className="px-5 pb-3"
        facts={[
          { term: 'stack', value: technologies.join(', ') || 'not yet' },
          { term: 'features', value: features.length || 'not yet' },
          { term: 'files', value: 'counted when uploaded' },
          { term: 'verified', value: 'by our staff' },
        ]}
      />
    </Label>
  )
}

interface LabelPreviewProps {
  words: PreviewedWords
  picture?: string | undefined
  className?: string
}

/** What stands on the label; the price in rupees, undefined while it is no number. */
export interface PreviewedWords {
  title: string
  category: string
  difficulty: string
  price: number | undefined
  technologies: string[]
  features: string[]
}

/** What stands on the label before anything is typed. */
export const noWords: PreviewedWords = {
  title: '',
  category: '',
  difficulty: difficulties[0],
  price: undefined,
  technologies: [],
  features: [],
}
