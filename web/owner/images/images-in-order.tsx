import { clsx } from 'clsx'
import { useRef } from 'react'

import type { Image } from '#contract/projects.ts'

import { ProjectPicture } from '../../projects/project-picture.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Frame } from '../../ui/layout/frame.tsx'
import { moved } from '../../ui/order/moved.ts'
import { useDragOrder } from '../../ui/order/use-drag-order.ts'
import type { WantedOrder } from './use-wanted-order.ts'

/** Pictures to be put in order: dragged, or moved by their buttons, where the focus goes along. They stand in the new order at once. */
export function ImagesInOrder({
  images,
  order: { shown, wanted, want },
  isBusy,
  onOrder,
  onRemove,
}: ImagesInOrderProps) {
  const list = useRef<HTMLUListElement>(null)
  const move = (from: number, to: number) => {
    if (isBusy || from === to || to < 0 || to >= shown.length) return
    want(moved(shown, from, to))
    onOrder(
      moved(
        images.map((_, index) => index),
        from,
        to,
      ),
    )
  }
  const press = (from: number, step: 1 | -1) => {
    move(from, from + step)
    // At the end of the row its button is off: the focus takes the other one.
    requestAnimationFrame(() => {
      const buttons = [...(list.current?.children[from + step]?.querySelectorAll('button') ?? [])]
      const wanted = buttons[step < 0 ? 0 : 1]
      ;(wanted?.disabled ? buttons.find(({ disabled }) => !disabled) : wanted)?.focus()
    })
  }
  const { dragged, over } = useDragOrder(list, move)
  return (
    <>
      <ul ref={list} className="grid grid-cols-2 gap-4 sm:grid-cols-3" aria-label="Pictures in their order">
        {shown.map((image, index) => (
          <li
            key={image.url}
            draggable={!isBusy && shown.length > 1}
            className={clsx(
              dragged === index && 'opacity-50',
              dragged !== undefined &&
                dragged !== over &&
                over === index &&
                'outline-ink outline-2 outline-offset-4',
            )}
          >
            <Frame className={clsx('relative', shown.length > 1 && 'cursor-grab')}>
              <ProjectPicture image={image} sizes="16rem" />
              {index === 0 && (
                <span className="bg-sheet text-13 border-rule absolute bottom-0 left-0 border-t border-r px-1.5 font-mono">
                  cover
                </span>
              )}
            </Frame>
            <div className="flex items-center">
              <IconButton
                label={`Move picture ${index + 1} left`}
                disabled={index === 0}
                onClick={() => press(index, -1)}
              >
                <Icon name="arrow-left" />
              </IconButton>
              <IconButton
                label={`Move picture ${index + 1} right`}
                disabled={index === shown.length - 1}
                onClick={() => press(index, 1)}
              >
                <Icon name="arrow-right" />
              </IconButton>
              <IconButton
                label={`Delete picture ${index + 1}`}
                tone="danger"
                className="ml-auto"
                disabled={isBusy}
                onClick={() => onRemove(image)}
              >
                <Icon name="trash-2" />
              </IconButton>
            </div>
          </li>
        ))}
      </ul>
      <output className="sr-only">{wanted}</output>
    </>
  )
}

interface ImagesInOrderProps {
  images: readonly Image[]
  order: WantedOrder
  isBusy: boolean
  /** The present indexes in their new order. */
  onOrder: (order: readonly number[]) => void
  onRemove: (image: Image) => void
}
