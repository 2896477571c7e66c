import { useId, useState } from 'react'

import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { CropStage, draw } from './crop-stage.tsx'
import { maxZoom, wholeCrop, zoomed, zoomOf } from './crop.ts'

/** Asks which square of a picture it shall be, and hands it on as a file. */
export function CropDialog({ picture, pending, problem, onSave, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState(() => wholeCrop(picture))
  const id = useId()
  const zoom = zoomOf(crop, picture)
  const zoomTo = (to: number) => setCrop(zoomed(crop, picture, to))
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title="Crop your picture"
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            pending={pending}
            pendingText="Saving..."
            onClick={() => void cut(picture, crop).then((file) => file && onSave(file))}
          >
            Save Picture
          </Button>
        </>
      }
    >
      <div className="flex flex-col items-center gap-4">
        {problem && (
          <p role="alert" className="text-stopped w-full">
            {problem}
          </p>
        )}
        <CropStage picture={picture} crop={crop} onCrop={setCrop} describedBy={`${id}-hint`} />
        <p id={`${id}-hint`} className="text-14 text-quiet max-w-72 text-center">
          Drag the picture, tap what should be in the middle, or use the arrow keys.
        </p>
        <div className="flex w-full max-w-72 items-center gap-1">
          <IconButton label="Zoom out" disabled={zoom <= 1} onClick={() => zoomTo(zoom / 1.25)}>
            <Icon name="zoom-out" />
          </IconButton>
          <input
            type="range"
            aria-label="Zoom"
            aria-valuetext={`${zoom.toFixed(1)} times`}
            min={1}
            max={maxZoom}
            step={0.01}
            value={zoom}
            onChange={({ currentTarget }) => zoomTo(Number(currentTarget.value))}
            className="accent-ink h-11 min-w-0 flex-1"
          />
          <IconButton label="Zoom in" disabled={zoom >= maxZoom} onClick={() => zoomTo(zoom * 1.25)}>
            <Icon name="zoom-in" />
          </IconButton>
        </div>
      </div>
    </Dialog>
  )
}

/** The square as a file, as large as the server keeps it and no larger than the picture; WebP, where the browser writes it. */
async function cut(picture: ImageBitmap, crop: { x: number; y: number; side: number }) {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.round(Math.min(crop.side, maxSide)) || 1
  draw(canvas, picture, crop)
  return new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
}

/** Twice the largest variant, so that what is written twice stays sharp. */
const maxSide = 768

export type CropDialogProps = {
  picture: ImageBitmap
  pending: boolean
  problem?: string | undefined
  onSave: (square: Blob) => void
  onClose: () => void
}
