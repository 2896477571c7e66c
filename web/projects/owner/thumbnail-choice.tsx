import { type MouseEvent, useState } from 'react'

import type { Image, Thumbnail } from '#contract/projects/project.ts'

import { useAction } from '../../shell/form/action-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { FailureBelow } from '../../ui/failure.tsx'
import { Frame } from '../../ui/sheet.tsx'
import { pictureUrl, ProjectPicture } from '../project-picture.tsx'

/**
 * The part of a picture that lists show, for its owner to choose: by pressing the picture or with sliders, beside the
 * picture as a card will show it. With `isFree` it is said that nothing goes to review.
 */
export function ThumbnailChoice({ image, isFree }: { image: Image; isFree: boolean }) {
  const { send, pending, failure } = useAction()
  const [part, setPart] = useState(image.thumbnail)
  const { x, y, zoom } = part ?? { x: 50, y: 0, zoom: 100 }
  const set = (change: Partial<Thumbnail>) => setPart({ x, y, zoom, ...change })
  // The widest that fits into a card, which is 16:10.
  const width = Math.min(1, (1.6 * image.height) / image.width) / (zoom / 100)
  const height = Math.min(1, image.width / 1.6 / image.height) / (zoom / 100)
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // A picture that fills a card as it is has no part to be moved before it is larger.
    if (!part) return setPart({ x: 50, y: 0, zoom: 200, ...pressed(event, width / 2, height / 2) })
    set(pressed(event, width, height))
  }
  return (
    <Disclosure
      title="The part that lists show"
      detail={image.thumbnail ? 'chosen' : 'the whole picture'}
      className="border-rule border-t"
    >
      <p className="text-14 text-quiet mb-4">
        {`Lists show the first picture small. Press what should be seen on it.${isFree ? ' This sends nothing to review.' : ''}`}
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <button
          type="button"
          // The sliders are its equal for the keyboard.
          tabIndex={-1}
          aria-label="Press what should be seen"
          className="border-rule relative block self-start overflow-hidden border"
          onClick={press}
        >
          <img src={pictureUrl(image.url, 640)} alt="" width={image.width} height={image.height} />
          {part && (
            <span
              className="border-sheet outline-ink pointer-events-none absolute border-2 outline-2"
              style={{
                left: `${x * (1 - width)}%`,
                top: `${y * (1 - height)}%`,
                width: `${width * 100}%`,
                height: `${height * 100}%`,
              }}
            />
          )}
        </button>
        <div className="flex min-w-0 flex-col gap-3">
          <figure>
            <Frame>
              <ProjectPicture image={{ ...image, thumbnail: part }} sizes="20rem" thumbnail />
            </Frame>
            <figcaption className="text-13 text-quiet mt-1">As a card shows it</figcaption>
          </figure>
          <Slider label="From left to right" value={x} max={100} step={10} onChange={(x) => set({ x })} />
          <Slider label="From top to bottom" value={y} max={100} step={10} onChange={(y) => set({ y })} />
          <Slider
            label="Larger"
            value={zoom}
            min={100}
            max={300}
            step={50}
            onChange={(zoom) => set({ zoom })}
          />
          <div className="flex flex-wrap gap-2">
            <FailureBelow failure={failure}>
              <Button
                tone="quiet"
                disabled={JSON.stringify(part) === JSON.stringify(image.thumbnail)}
                pending={pending}
                pendingText="Saving..."
                onClick={() => send({ intent: 'thumbnail', url: image.url, thumbnail: JSON.stringify(part) })}
              >
                Save Thumbnail
              </Button>
            </FailureBelow>
            {part && (
              <Button tone="link" onClick={() => setPart(null)}>
                Show All of It
              </Button>
            )}
          </div>
        </div>
      </div>
    </Disclosure>
  )
}

/** Returns the place of a part of this width and height that has what was pressed in its middle, as far as there is room. */
function pressed(event: MouseEvent<HTMLButtonElement>, width: number, height: number): Partial<Thumbnail> {
  // Not with a pointer: then there is no place.
  if (event.detail === 0) return {}
  const picture = event.currentTarget.getBoundingClientRect()
  const place = (at: number, part: number) =>
    part > 0.99 ? 50 : 10 * Math.round(10 * Math.min(1, Math.max(0, (at - part / 2) / (1 - part))))
  return {
    x: place((event.clientX - picture.left) / picture.width, width),
    y: place((event.clientY - picture.top) / picture.height, height),
  }
}

const Slider = ({ label, onChange, ...range }: SliderProps) => (
  <label className="text-14 block">
    <span className="block">{label}</span>
    <input
      type="range"
      {...range}
      onChange={({ target }) => onChange(Number(target.value))}
      className="accent-ink block h-8 w-full pointer-coarse:h-11"
    />
  </label>
)

interface SliderProps {
  label: string
  value: number
  min?: number
  max: number
  step: number
  onChange: (value: number) => void
}
